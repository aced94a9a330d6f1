// The question as disjuncts: conditions on variables and locations, which Munta's formulas have words for, and
// conditions on clocks, which they have not: those are left to an observer. A target that may fail is refused, for
// then nobody knows what is asked.

import { MIRROR, OPPOSITE } from "../../network/comparisons.ts";
import type { Formula, Network } from "../../network/index.ts";
import { compileClock, compileExpression, type FunctionTable, type Machine } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import { type CaseMachine, type KnownValues, Unknown } from "./case-machine.ts";
import { type Cases, type Observed, pathsOf, type ValueCondition } from "./cases.ts";
import { clockBounds } from "./edges.ts";
import type { ClockBound } from "./effects.ts";
import { MUNTA_BUDGET, refuse } from "./refusal.ts";

export interface Disjunct {
  readonly conditions: readonly ValueCondition[];
  readonly clocks: readonly ClockBound[];
}

type Comparison = Extract<Formula, { kind: "clock" }>["op"];
interface ClockAtom {
  readonly row: number;
  readonly op: Comparison;
  readonly constant: number;
}

export class TargetTranslator {
  private readonly network: Network;
  private readonly machine: CaseMachine;
  private readonly functions: FunctionTable;
  private readonly atoms: ClockAtom[] = [];
  /** The key of the first comparison of clocks: behind cells and processes. */
  private readonly firstAtom: number;
  private known: KnownValues = new Map();

  constructor(network: Network, machine: CaseMachine, functions: FunctionTable) {
    this.network = network;
    this.machine = machine;
    this.functions = functions;
    this.firstAtom = network.cells + network.processes.length;
  }

  /** Values that nobody has seen count as the target: so nothing is left out. */
  disjuncts(formula: Formula, frameSize: number, cases: Cases, seen?: readonly Observed[]): readonly Disjunct[] {
    const holds = this.compile(formula);
    const tree = cases.tree<boolean>({
      evaluate: (known) => {
        this.known = known;
        this.machine.begin(known, frameSize);
        try {
          return holds(this.machine);
        } catch (error) {
          if (!(error instanceof ModelFault)) throw error;
          return refuse("a target that may fail", `what is asked may fail: ${error.message}`, error.span);
        }
      },
      unseen: true,
      ...(seen === undefined ? {} : { seen }),
    });
    const disjuncts: Disjunct[] = [];
    for (const { conditions, leaf } of pathsOf(tree)) {
      if (!leaf) continue;
      for (const clocks of this.clockBounds(conditions)) {
        disjuncts.push({ conditions: conditions.filter(({ key }) => key < this.firstAtom), clocks });
      }
      if (disjuncts.length > MUNTA_BUDGET.disjuncts) {
        refuse("too many cases", `what is asked has more than ${MUNTA_BUDGET.disjuncts} cases`);
      }
    }
    return disjuncts;
  }

  private compile(formula: Formula): (machine: Machine) => boolean {
    switch (formula.kind) {
      case "data": {
        const condition = compileExpression(formula.condition, this.functions);
        return (machine) => condition(machine) !== 0;
      }
      case "and":
      case "or": {
        const parts = formula.parts.map((part) => this.compile(part));
        return formula.kind === "and"
          ? (machine) => parts.every((part) => part(machine))
          : (machine) => parts.some((part) => part(machine));
      }
      case "not": {
        const part = this.compile(formula.part);
        return (machine) => !part(machine);
      }
      case "forall":
      case "exists": {
        const { cell, min, max } = formula.binder;
        const body = this.compile(formula.body);
        const decisive = formula.kind === "exists";
        return (machine) => {
          for (let value = min; value <= max; value++) {
            machine.memory[machine.frame + cell] = value;
            if (body(machine) === decisive) return decisive;
          }
          return !decisive;
        };
      }
      case "clock":
        return this.comparison(formula);
      case "deadlock":
        return refuse("the question", "Munta asks for deadlocks alone, not as a part of something else");
    }
  }

  private comparison({ left, right, op, bound, span }: Extract<Formula, { kind: "clock" }>): (m: Machine) => boolean {
    const first = compileClock(left, this.functions);
    const second = compileClock(right, this.functions);
    const value = compileExpression(bound, this.functions);
    return (machine) => {
      const [a, b] = [first(machine), second(machine)];
      const constant = value(machine);
      if (a !== 0 && b !== 0) {
        const names = [a, b].map((row) => this.network.clocks[row - 1]!.name).join(" and ");
        refuse("differences of clocks", `the question compares ${names} with each other`, span);
      }
      const isMirrored = a === 0;
      return this.atom({
        row: isMirrored ? b : a,
        // 0 − x op c says the same as x MIRROR[op] −c.
        op: isMirrored ? MIRROR[op] : op,
        constant: isMirrored ? 0 - constant : constant,
      });
    };
  }

  /** The comparison is an unknown of its own. */
  private atom(wanted: ClockAtom): boolean {
    const text = JSON.stringify(wanted);
    let at = this.atoms.findIndex((atom) => JSON.stringify(atom) === text);
    if (at < 0) at = this.atoms.push(wanted) - 1;
    const value = this.known.get(this.firstAtom + at);
    if (value === undefined) throw new Unknown(this.firstAtom + at);
    return value === 1;
  }

  /** What the conditions say about clocks, as conjunctions one of which holds. */
  private clockBounds(conditions: readonly ValueCondition[]): readonly (readonly ClockBound[])[] {
    let all: readonly (readonly ClockBound[])[] = [[]];
    for (const { key, low } of conditions) {
      if (key < this.firstAtom) continue;
      const { row, op, constant } = this.atoms[key - this.firstAtom]!;
      const meant = low === 1 ? op : OPPOSITE[op];
      const ways = (meant === "!=" ? (["<", ">"] as const) : [meant]).flatMap((way) => {
        const upper =
          way !== ">" && way !== ">=" ? [{ left: row, right: 0, value: constant, strict: way === "<" }] : [];
        const lower =
          way !== "<" && way !== "<=" ? [{ left: 0, right: row, value: 0 - constant, strict: way === ">" }] : [];
        const bounds = clockBounds([...upper, ...lower], this.network, {});
        return bounds === null ? [] : [bounds];
      });
      all = all.flatMap((before) => ways.map((way) => [...before, ...way]));
    }
    return all;
  }
}
