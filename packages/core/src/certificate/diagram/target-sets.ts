// The states of a set in which a formula holds. What is joined by words is taken apart, what is left is asked of the
// values that it reads.

import type { Expression, Formula } from "../../network/index.ts";
import { compileExpression, FunctionTable } from "../../semantics/evaluate/index.ts";
import { Refused } from "../refused.ts";
import type { GuessingMachine } from "./guessing-machine.ts";
import { imageBy, rulesOf } from "./rules.ts";
import { NONE, type TupleSet, type ValueLists } from "./value-lists.ts";

type Bound = readonly (readonly [cell: number, value: number])[];

export class TargetSets {
  private readonly machine: GuessingMachine;
  private readonly lists: ValueLists;
  private readonly frameSize: number;
  private readonly functions: FunctionTable;
  private readonly stuck: (within: TupleSet) => TupleSet;

  /** `stuck`: the states of a set in which nothing is possible. */
  constructor(machine: GuessingMachine, lists: ValueLists, frameSize: number, stuck: (within: TupleSet) => TupleSet) {
    this.machine = machine;
    this.lists = lists;
    this.frameSize = frameSize;
    this.functions = new FunctionTable(machine.layout.network.functions, true);
    this.stuck = stuck;
  }

  where(formula: Formula, set: TupleSet, bound: Bound = []): TupleSet {
    if (set === NONE) return NONE;
    switch (formula.kind) {
      case "data":
        return this.condition(formula.condition, set, bound);
      case "clock":
        throw new Refused("a question about clocks is not answered by a diagram");
      case "deadlock":
        return this.stuck(set);
      case "not":
        return this.lists.minus(set, this.where(formula.part, set, bound));
      case "and":
        return formula.parts.reduce((rest, part) => this.where(part, rest, bound), set);
      case "or":
        return this.any(
          set,
          formula.parts.map((part) => (rest) => this.where(part, rest, bound)),
        );
      case "forall":
      case "exists": {
        const { binder, body } = formula;
        const each = valuesOf(binder).map(
          (value) => (rest: TupleSet) => this.where(body, rest, [...bound, [binder.cell, value]]),
        );
        return formula.kind === "exists" ? this.any(set, each) : each.reduce((rest, one) => one(rest), set);
      }
    }
  }

  private condition(condition: Expression, set: TupleSet, bound: Bound): TupleSet {
    if (set === NONE) return NONE;
    switch (condition.kind) {
      case "and":
        return this.condition(condition.right, this.condition(condition.left, set, bound), bound);
      case "or":
        return this.any(
          set,
          [condition.left, condition.right].map((part) => (rest) => this.condition(part, rest, bound)),
        );
      case "unary":
        if (condition.op === "!") return this.lists.minus(set, this.condition(condition.operand, set, bound));
        return this.leaf(condition, set, bound);
      case "forall":
      case "exists": {
        const { cell, body } = condition;
        const each = valuesOf(condition).map(
          (value) => (rest: TupleSet) => this.condition(body, rest, [...bound, [cell, value]]),
        );
        return condition.kind === "exists" ? this.any(set, each) : each.reduce((rest, one) => one(rest), set);
      }
      default:
        return this.leaf(condition, set, bound);
    }
  }

  /** What comes later is asked only where the answer is still open. */
  private any(set: TupleSet, parts: readonly ((rest: TupleSet) => TupleSet)[]): TupleSet {
    let open = set;
    for (const part of parts) open = this.lists.minus(open, part(open));
    return this.lists.minus(set, open);
  }

  private leaf(condition: Expression, set: TupleSet, bound: Bound): TupleSet {
    const { machine, lists } = this;
    const evaluate = compileExpression(condition, this.functions);
    const { goes, fails } = rulesOf(machine, lists, () => {
      machine.openFrame(this.frameSize);
      for (const [cell, value] of bound) machine.memory[machine.frame + cell] = value;
      return evaluate(machine) !== 0 ? NOTHING : undefined;
    });
    if (imageBy(lists, set, fails) !== NONE) throw new Refused("the question fails in a certified state");
    return imageBy(lists, set, goes);
  }
}

const NOTHING: ReadonlyMap<number, number> = new Map();

function valuesOf({ min, max }: { readonly min: number; readonly max: number }): readonly number[] {
  return Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => min + at);
}
