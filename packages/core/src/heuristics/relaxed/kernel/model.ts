// A problem as the monotonicity abstraction sees it, made ready once: operators, conditions and the target over them,
// who depends on whom, and the programs of conditions and chains with what they have learnt. Whoever gathers facts for
// a state (layers in `graph.ts`, costs in `costs.ts`) tells through `view` what has been gathered so far.

import { finished } from "../../../basics/finished.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import { AbstractMachine } from "../../../value-sets/abstract-machine.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import { isEmpty, type ValueSet } from "../../../value-sets/value-set.ts";
import type { Problem } from "../../heuristic.ts";
import type { Chain } from "../ground/chains.ts";
import { type Condition, mayHold } from "../ground/conditions.ts";
import type { Effect } from "../ground/effects.ts";
import type { GraphIndex } from "../ground/graph-index.ts";
import type { LocatedCells } from "../ground/located-cells.ts";
import type { Operator } from "../ground/operators.ts";
import type { RelaxedOptions } from "../ground/options.ts";
import { type PreparedProblem, prepare } from "../ground/prepare.ts";
import { type GroundProgram, NO_TREE } from "../ground/program.ts";
import type { TargetNode } from "../ground/target-node.ts";
import { CircuitInputs } from "./circuit-inputs.ts";
import { ProgramRunner } from "./program-runner.ts";
import { Shapes } from "./shapes.ts";

export interface View {
  reached(fact: number): boolean;
  isPossible(operator: number): boolean;
}

export class RelaxedModel {
  readonly operators: readonly Operator[];
  readonly conditions: readonly Condition[];
  readonly target: TargetNode;
  /** Conditions of the target, and those that ask where processes are. */
  readonly targetConditions: Int32Array;
  readonly locationConditions: Int32Array;
  readonly index: GraphIndex;
  readonly pool: SetPool;
  readonly machine: AbstractMachine;
  readonly runner: ProgramRunner;
  readonly located: LocatedCells;
  /** Number of location facts, and the first one of each process. */
  readonly facts: number;
  readonly firstFact: Int32Array;

  /** Where sets are gathered elsewhere: called before the interpreter looks at these cells. */
  freshen: ((cells: readonly number[]) => void) | null = null;
  /** The circuit with what its nodes are; null where there is none. */
  readonly circuit: CircuitInputs | null;

  /** `prepared`: what `prepare` made of the problem, step by step; else it is made now. */
  constructor(
    problem: Problem,
    options: RelaxedOptions,
    view: View,
    { pool, builder, target, fixed, circuits, index }: PreparedProblem = finished(prepare(problem, options)),
  ) {
    const { conditions, programs } = builder.conditions;
    const { located, operators } = builder;
    this.pool = pool;
    this.target = target;
    this.operators = operators;
    this.conditions = conditions;
    this.located = located;
    this.facts = builder.facts.count;
    this.firstFact = builder.facts.first;
    this.index = index;
    this.targetConditions = Int32Array.from(conditionsIn(target));
    this.locationConditions = Int32Array.from(
      conditions.filter(({ asksLocations }) => asksLocations).map(({ index: number }) => number),
    );
    this.machine = new AbstractMachine(fixed, this.pool, this.firstFact, view.reached);
    const { table } = located;
    this.runner = new ProgramRunner(this.machine, {
      facts: this.facts,
      ...view,
      fitting: (cell, set) => {
        // Meta variables have their initial values again when the transition is over.
        if (this.index.relevant.cells[cell] === 0 || table.meta[cell] === 1) return null;
        // Values outside the declared range are faults of the model, not values.
        const fitting = this.pool.within(set, table.min[cell]!, table.max[cell]!);
        return isEmpty(fitting) ? null : fitting;
      },
    });
    this.circuit = circuits === null ? null : new CircuitInputs(circuits, this.pool, this.machine.inputs, view);
    this.plant(problem, programs, options.values === "global");
  }

  /** The state as it is estimated; null where it has values that the circuit cannot tell. */
  standIn(state: DiscreteView): DiscreteView | null {
    return this.circuit === null ? state : this.circuit.standIn(state);
  }

  /** Another state: what was kept for the one before is forgotten; true if all that was kept by sets is. */
  start(): boolean {
    const forgotten = this.runner.start();
    if (forgotten) this.circuit?.values.forgetSets();
    this.circuit?.values.begin();
    return forgotten;
  }

  /** Can the condition hold on the sets as they are? Whoever has changed them has told the circuit. */
  holds(condition: Condition): boolean {
    const { circuit: gate } = condition;
    if (gate !== null) {
      if (!this.circuit!.values.holds(gate.gate)) return false;
      if (gate.exact) return true;
    }
    return mayHold(condition, this.valueOf(condition.program));
  }

  /** What a program may yield, by the interpreter, on the sets as they are; null when it is too complex to follow. */
  valueOf(program: GroundProgram): ValueSet | null {
    this.freshen?.(program.reads);
    return this.runner.value(program);
  }

  /**
   * Does everything that is written come out of the circuit, and does it know every written cell that anybody reads?
   */
  writesAreCircuit(): boolean {
    const { circuit, index, conditions } = this;
    if (circuit === null) return false;
    const { items } = index.chainsOf;
    if (items.some((chain) => index.chains[chain]!.output === null)) return false;
    const unknown = new Set([...new Set(items)].flatMap((chain) => [...index.chains[chain]!.writes]));
    circuit.values.forEachCell((cell) => unknown.delete(cell));
    const asked = new Set([...index.conditionsOf.items, ...this.targetConditions]);
    return ![...asked].some((condition) => {
      const { circuit: gate, program } = conditions[condition]!;
      return gate?.exact !== true && program.reads.some((cell) => unknown.has(cell));
    });
  }

  /** Calls for what a chain adds to the cells that are followed. */
  forEachWrite(chain: Chain, visit: (cell: number, set: ValueSet) => void): void {
    if (chain.output !== null) {
      // Pieces of a chain read less than the whole, so that some of what they write is not followed after all.
      const followed = this.index.relevant.cells;
      this.circuit!.forEachWrite(chain.output, (cell, set) => {
        if (followed[cell] === 1) visit(cell, set);
      });
      return;
    }
    const { cells, sets } = this.runner.writes(chain);
    const { slots } = chain;
    for (let at = 0; at < cells.length; at++) visit(slots === null ? cells[at]! : slots[cells[at]!]!, sets[at]!);
  }

  /** Programs of one shape have one tree; where values are kept by location they all have their own. */
  private plant({ network }: Problem, programs: readonly GroundProgram[], shared: boolean): void {
    const shapes = new Shapes(network, this.index.relevant.cells);
    const { runner } = this;
    const shapeOf = (source: unknown, cells: readonly number[]) => (shared ? shapes.of(source, cells) : null);
    const asked = new Set(
      this.conditions.filter(({ circuit }) => circuit?.exact !== true).map(({ program }) => program),
    );
    for (const program of programs) {
      if (!asked.has(program)) continue;
      runner.register(program, program.asksLocations ? null : shapeOf(program.source, program.reads));
    }
    const alone = (effects: readonly Effect[]): void => {
      for (const { program } of effects) if (program.tree === NO_TREE) runner.register(program, null);
    };
    for (const chain of this.index.chains) {
      const { own, before, earlier, reads, writes } = chain;
      if (chain.output !== null) continue;
      const effects = [before, own];
      const source = effects.map((list) => list.map(({ program }) => program.source));
      runner.register(chain, earlier.length > 0 ? null : shapeOf(source, [...reads, ...writes]));
      if (own.length === 1 && before.length === 0 && earlier.length === 0) continue;
      // Within longer chains effects keep their own trees: they are asked only when the chain's does not know.
      alone(before);
      alone(own);
    }
    const { first } = this.index.chainsAfter;
    for (const { index, effects } of this.operators) if (first[index]! < first[index + 1]!) alone(effects);
  }
}

function conditionsIn(node: TargetNode): number[] {
  if (node.kind === "and" || node.kind === "or") return node.parts.flatMap(conditionsIn);
  return node.kind === "data" ? [node.condition.index] : [];
}
