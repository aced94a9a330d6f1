// Edges by cases. For each edge, and each choice of its selects, guard and update are run by the reference
// evaluator on all values of what they read, or on those that occur in the certificate; every case is an edge of
// Munta's. Whatever fails, and whatever values nobody has seen, raises the trap, which is part of the target: so
// nothing is left out.

import type { CellTable, Edge, Network } from "../../network/index.ts";
import { combinationCount, combinations } from "../../network/index.ts";
import { type ClockCondition, compileConjunct } from "../../semantics/discrete/compiled-network.ts";
import {
  compileBlock,
  compileIndexed,
  type Evaluator,
  FunctionTable,
  type Runner,
} from "../../semantics/evaluate/index.ts";
import { type Constraint, ModelFault } from "../../semantics/index.ts";
import { CaseMachine, type KnownValues, Unknown } from "./case-machine.ts";
import { type Cases, type CaseTree, type Observed, pathsOf, type ValueCondition } from "./cases.ts";
import { type CaseOutcome, type ClockBound, FAILS, joinEffects, joinOutcomes, type UpdateEffect } from "./effects.ts";
import { MUNTA_BUDGET, refuse } from "./refusal.ts";
import type { Roles } from "./roles.ts";

/** An edge of the network under some conditions. */
export interface EdgeCase {
  readonly edge: Edge;
  readonly conditions: readonly ValueCondition[];
  readonly outcome: Exclude<CaseOutcome, { kind: "disabled" }>;
}

interface Program {
  readonly edge: Edge;
  readonly guard: readonly ClockCondition[];
  readonly channel: Evaluator | null;
  readonly update: Runner;
  /** What partners may have written before its update runs. */
  readonly late: ReadonlySet<number>;
}

export class EdgeTranslator {
  readonly machine: CaseMachine;
  readonly functions: FunctionTable;
  private readonly network: Network;
  private readonly table: CellTable;
  private readonly roles: Roles;
  private readonly cases: Cases;
  /**
   * By cell, what it holds in certified states, and what updates that were translated so far write; absent: any
   * values.
   */
  private readonly met: Map<number, Set<number>> | undefined;

  constructor(
    network: Network,
    table: CellTable,
    roles: Roles,
    cases: Cases,
    everywhere: readonly Observed[] | undefined,
  ) {
    this.met = everywhere === undefined ? undefined : valuesIn(everywhere, network.cells);
    this.network = network;
    this.table = table;
    this.roles = roles;
    this.cases = cases;
    this.functions = new FunctionTable(network.functions, true);
    this.machine = new CaseMachine(network, table, roles.written());
  }

  /** `seen`: the certified states in which the process stands where the edge leaves; absent: any values. */
  *casesOf(edge: Edge, seen: readonly Observed[] | undefined): Generator<EdgeCase> {
    if (combinationCount(edge.selects) > MUNTA_BUDGET.edges) {
      refuse("too many edges", `a select has more than ${MUNTA_BUDGET.edges} combinations`, edge.span);
    }
    const { sync } = edge;
    const hasChannel = sync.kind === "send" || sync.kind === "receive";
    const late = this.roles.writtenBefore(edge);
    const program: Program = {
      edge,
      guard: edge.guard.map((conjunct) => compileConjunct(conjunct, this.functions)),
      channel: hasChannel ? compileIndexed(sync.channel, this.functions) : null,
      update: compileBlock(edge.update, this.functions),
      late,
    };
    for (const select of combinations(edge.selects)) {
      const tree = this.cases.tree<CaseOutcome>({
        evaluate: (known) => this.outcome(program, select, known),
        unseen: { kind: "unseen" },
        // A right side would read what the partner has written meanwhile.
        join: (one, other, key, value, isOne) =>
          late.has(key) ? undefined : joinOutcomes(one, other, key, value, isOne),
        ...(seen === undefined ? {} : { seen }),
      });
      for (const { conditions, leaf } of pathsOf(tree)) {
        if (leaf.kind !== "disabled") yield { edge, conditions, outcome: leaf };
      }
    }
  }

  private outcome(program: Program, select: readonly number[], known: KnownValues): CaseOutcome {
    const { machine } = this;
    const { edge, guard, channel } = program;
    const constraints: Constraint[] = [];
    this.begin(edge, select, known);
    try {
      for (const condition of guard) if (!condition(machine, constraints)) return { kind: "disabled" };
      const used = channel?.(machine) ?? -1;
      const clocks = clockBounds(constraints, this.network, edge);
      if (clocks === null) return { kind: "disabled" };
      return { kind: "step", channel: used, clocks, effect: this.effect(program, select, known, new Map()) };
    } catch (error) {
      if (error instanceof ModelFault) return { kind: "unseen" };
      if (error instanceof Unknown && error.key >= this.network.cells) {
        refuse("locations in guards", "an edge asks where another process is, which Munta's guards cannot", edge.span);
      }
      throw error;
    }
  }

  /** The effect as a tree over what partners may have written; other keys are left to the caller. */
  private effect(
    program: Program,
    select: readonly number[],
    known: KnownValues,
    lateKnown: KnownValues,
  ): CaseTree<UpdateEffect> {
    try {
      return { leaf: this.run(program, select, known, lateKnown) };
    } catch (unknown) {
      if (!(unknown instanceof Unknown) || !unknown.late) throw unknown;
      const { key } = unknown;
      if (this.table.meta[key] === 1) {
        const name = this.table.name(key);
        refuse("temporaries that pass values", `${name} passes a value from one process to another`, program.edge.span);
      }
      return this.cases.lateTree(key, this.met?.get(key), FAILS, joinEffects, (value) =>
        this.effect(program, select, known, new Map(lateKnown).set(key, value)),
      );
    }
  }

  private run(
    { edge, update, late }: Program,
    select: readonly number[],
    known: KnownValues,
    lateKnown: KnownValues,
  ): UpdateEffect {
    const { machine, table } = this;
    this.begin(edge, select, known, late, lateKnown);
    try {
      update(machine);
    } catch (error) {
      if (error instanceof ModelFault) return FAILS;
      throw error;
    }
    const cells = [...machine.written].filter((cell) => table.meta[cell] === 0).sort((a, b) => a - b);
    const writes = cells.map((cell) => ({ cell, base: -1, plus: machine.memory[cell]! }));
    for (const { cell, plus } of writes) this.met?.get(cell)?.add(plus);
    return { fails: false, writes, resets: this.resets(edge) };
  }

  private begin(
    edge: Edge,
    select: readonly number[],
    known: KnownValues,
    late?: ReadonlySet<number>,
    lateKnown?: KnownValues,
  ): void {
    const { machine } = this;
    machine.begin(known, edge.frameSize, late, lateKnown);
    machine.stands(edge.process, edge.source);
    machine.setFrame(select);
  }

  private resets(edge: Edge): readonly number[] {
    const { assignments, assignmentSpans, assigned } = this.machine;
    const clocks = new Set<number>();
    for (let i = 0; i < assigned; i++) {
      const name = this.network.clocks[assignments[3 * i]! - 1]!.name;
      const value = assignments[3 * i + 1] === 0 ? `${assignments[3 * i + 2]}` : "the value of another clock";
      if (value !== "0") {
        const message = `${name} is set to ${value}: Munta only sets clocks to 0`;
        refuse("clocks set to other values than 0", message, assignmentSpans[i] ?? edge.span);
      }
      clocks.add(assignments[3 * i]! - 1);
    }
    return [...clocks].sort((a, b) => a - b);
  }
}

function valuesIn(states: readonly Observed[], cells: number): Map<number, Set<number>> {
  return new Map(Array.from({ length: cells }, (_, cell) => [cell, new Set(states.map((state) => state(cell)))]));
}

/** Null where no clocks meet them; what all do is left out. */
export function clockBounds(
  constraints: readonly Constraint[],
  network: Network,
  place: Pick<Edge, "span">,
): readonly ClockBound[] | null {
  const bounds: ClockBound[] = [];
  for (const { left, right, value, strict } of constraints) {
    if (left !== 0 && right !== 0) {
      const names = `${network.clocks[left - 1]!.name} and ${network.clocks[right - 1]!.name}`;
      refuse("differences of clocks", `${names} are compared with each other`, place.span);
    }
    if (right === 0) {
      if (left === 0) {
        if (value < 0 || (value === 0 && strict)) return null;
        continue;
      }
      if (value < 0 || (value === 0 && strict)) return null;
      bounds.push({ clock: left - 1, op: strict ? "<" : "<=", constant: value });
    } else if (-value > 0 || (value === 0 && strict)) {
      bounds.push({ clock: right - 1, op: strict ? ">" : ">=", constant: 0 - value });
    }
  }
  return bounds;
}
