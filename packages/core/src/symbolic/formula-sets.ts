// The states of a set that satisfy a formula. The formula is taken apart into conditions that read few parts of the
// state; each is evaluated on the vectors that occur, and the sets are put together again, from left to right as far as
// the question is open: so a state in which evaluation fails is told as such, and only then.

import { type Bindings, NO_BINDINGS, specialise } from "../analysis/specialise.ts";
import type { Expression, Formula } from "../network/index.ts";
import { compileExpression } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import { type Diagram, EMPTY } from "./diagrams.ts";
import { ShortState } from "./network/link-evaluator.ts";
import type { StateAxis } from "./network/parts.ts";
import { NotForDiagrams } from "./refusal.ts";
import { ShortVectors, type VectorPart } from "./short-vectors.ts";
import type { SymbolicSystem } from "./system.ts";

/** Of the states that were asked: those that satisfy it, and those in which nobody can say. */
export interface Satisfying {
  readonly yes: Diagram;
  readonly failing: Diagram;
}

/** Why a formula cannot be asked of sets of states; undefined where it can. */
export function formulaObstacle(formula: Formula, hasClocks: boolean): string | undefined {
  switch (formula.kind) {
    case "data":
      return undefined;
    case "clock":
      return "a question that compares clocks";
    case "deadlock":
      return hasClocks ? "`deadlock` where there are clocks" : undefined;
    case "not":
      return formulaObstacle(formula.part, hasClocks);
    case "and":
    case "or":
      return formula.parts.map((part) => formulaObstacle(part, hasClocks)).find((obstacle) => obstacle !== undefined);
    case "forall":
    case "exists":
      return formulaObstacle(formula.body, hasClocks);
  }
}

interface Leaf {
  readonly evaluate: ReturnType<typeof compileExpression>;
  /** What it reads. */
  readonly parts: readonly VectorPart[];
}

export class FormulaSets {
  private readonly system: SymbolicSystem;
  private readonly frameSize: number;
  private readonly state: ShortState;
  private readonly unbound = new WeakMap<Expression, Expression>();
  private readonly leaves = new WeakMap<Expression, Leaf>();

  constructor(system: SymbolicSystem, frameSize: number) {
    this.system = system;
    this.frameSize = frameSize;
    this.state = new ShortState(system.structure.parts);
  }

  where(formula: Formula, set: Diagram, bindings: Bindings = NO_BINDINGS): Satisfying {
    if (set === EMPTY) return NOWHERE;
    switch (formula.kind) {
      case "data":
        return this.condition(this.specialised(formula.condition, bindings), set);
      case "deadlock":
        return { yes: this.system.stuck(set), failing: EMPTY };
      case "clock":
        throw new NotForDiagrams("a question that compares clocks");
      case "not":
        return this.not(this.where(formula.part, set, bindings), set);
      case "and":
      case "or":
        return this.inOrder(
          formula.kind === "and",
          formula.parts.map((part) => (rest) => this.where(part, rest, bindings)),
          set,
        );
      case "forall":
      case "exists": {
        const { binder, body } = formula;
        return this.overValues(formula.kind === "forall", binder, set, (value, rest) =>
          this.where(body, rest, new Map([...bindings, [binder.cell, value]])),
        );
      }
    }
  }

  /** The same object where nothing is bound, so that it is known again. */
  private specialised(condition: Expression, bindings: Bindings): Expression {
    if (bindings.size > 0) return specialise(condition, bindings);
    const known = this.unbound.get(condition) ?? specialise(condition, bindings);
    this.unbound.set(condition, known);
    return known;
  }

  private condition(condition: Expression, set: Diagram): Satisfying {
    if (set === EMPTY) return NOWHERE;
    switch (condition.kind) {
      case "and":
      case "or": {
        const sides = [condition.left, condition.right];
        return this.inOrder(
          condition.kind === "and",
          sides.map((side) => (rest) => this.condition(side, rest)),
          set,
        );
      }
      case "unary":
        return condition.op === "!" ? this.not(this.condition(condition.operand, set), set) : this.leaf(condition, set);
      case "forall":
      case "exists":
        return this.overValues(condition.kind === "forall", condition, set, (value, rest) =>
          this.condition(specialise(condition.body, new Map([[condition.cell, value]])), rest),
        );
      default:
        return this.leaf(condition, set);
    }
  }

  private overValues(
    isAll: boolean,
    { min, max }: { readonly min: number; readonly max: number },
    set: Diagram,
    at: (value: number, rest: Diagram) => Satisfying,
  ): Satisfying {
    const values = Array.from({ length: Math.max(0, max - min + 1) }, (_, i) => min + i);
    return this.inOrder(
      isAll,
      values.map((value) => (rest) => at(value, rest)),
      set,
    );
  }

  /** All of the parts, or any: a later one is asked only where the earlier ones leave it open. */
  private inOrder(isAll: boolean, parts: readonly ((rest: Diagram) => Satisfying)[], set: Diagram): Satisfying {
    const { diagrams } = this.system;
    let open = set;
    let settled = EMPTY;
    let failing = EMPTY;
    for (const part of parts) {
      const asked = part(open);
      failing = diagrams.union(failing, asked.failing);
      if (!isAll) settled = diagrams.union(settled, asked.yes);
      open = isAll ? asked.yes : diagrams.minus(diagrams.minus(open, asked.yes), asked.failing);
    }
    return { yes: isAll ? open : settled, failing };
  }

  private not({ yes, failing }: Satisfying, set: Diagram): Satisfying {
    const { diagrams } = this.system;
    return { yes: diagrams.minus(diagrams.minus(set, yes), failing), failing };
  }

  /** A condition as it is evaluated, made once where it is asked again and again. */
  private prepared(condition: Expression): Leaf {
    let leaf = this.leaves.get(condition);
    if (leaf === undefined) {
      const { structure, semantics } = this.system;
      const { readCells, askedProcesses } = structure.accesses.ofExpression(condition);
      const parts: StateAxis[] = [...askedProcesses, ...[...readCells].map((cell) => structure.parts.ofCell(cell))];
      leaf = {
        evaluate: compileExpression(condition, semantics.program.functions),
        parts: [...new Set(parts)]
          .filter((part) => structure.parts.isKept(part))
          .map((part) => ({ part, level: this.system.levelOf(part), values: structure.parts.sizeOf(part) }))
          .sort((a, b) => a.level - b.level),
      };
      this.leaves.set(condition, leaf);
    }
    return leaf;
  }

  private leaf(condition: Expression, set: Diagram): Satisfying {
    const { system, state, frameSize } = this;
    const { diagrams, semantics } = system;
    const { machine } = semantics;
    const { evaluate, parts } = this.prepared(condition);
    const vectors = new ShortVectors(diagrams, parts);
    const yes: number[][] = [];
    const failing: number[][] = [];
    vectors.fresh(set, (vector) => {
      for (const [at, { part }] of vectors.parts.entries()) state.put(part, vector[at]!);
      machine.load(state.locations, state.cells, frameSize);
      try {
        if (evaluate(machine) !== 0) yes.push([...vector]);
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        failing.push([...vector]);
      }
    });
    const restrict = (tuples: number[][]): Diagram =>
      diagrams.image(set, diagrams.ofTuples(tuples), vectors.shape, vectors.skip);
    return { yes: restrict(yes), failing: restrict(failing) };
  }
}

const NOWHERE: Satisfying = { yes: EMPTY, failing: EMPTY };
