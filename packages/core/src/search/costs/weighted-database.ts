// An abstraction database with weights (survey, section 4; Edelkamp, Jabbar and Lluch Lafuente 2005 for any cost
// algebra): the network projected to some processes and variables, and what the cheapest way to the target costs there,
// by Dijkstra's algorithm backwards. Every way of the network is one of the projection, whose steps cost no more.

import { finished } from "../../basics/finished.ts";
import { HeapQueue } from "../../basics/priority-queue.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { BudgetSpent, Meter } from "../../heuristics/factored/build-budget.ts";
import {
  type FactoredComponent,
  type FactoredSystem,
  factoredSystem,
  NOT_FOLLOWED,
} from "../../heuristics/factored/factored-system.ts";
import type { Problem } from "../../heuristics/index.ts";
import { type Pattern, patternOf } from "../../heuristics/pdb/pattern.ts";
import type { StepCosts } from "../../search-context/index.ts";
import { type CostToGo, cheapestStep, leastWeight } from "./step-weights.ts";

const BUDGET = { seconds: 10, megabytes: 500 };
/** The largest product of what is kept by itself. */
const MOST_STATES = 100_000;

/** Says that nothing is known to be left to pay where the budget does not suffice. */
export function weightedDatabase(problem: Problem, costs: StepCosts, pattern: Pattern): CostToGo {
  const meter = new Meter(BUDGET, problem.clock);
  try {
    return meter.during(() => {
      const system = finished(factoredSystem(problem, meter));
      const kept = finished(patternOf(problem, system, pattern, MOST_STATES));
      return new Projection(system, kept, costs, meter).costToGo();
    });
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return () => costs.start;
  }
}

/** What a label does to one of the components that are kept: the states that each of its states may lead to. */
interface Move {
  readonly at: number;
  readonly leads: readonly (Int32Array | undefined)[];
}

interface ProjectedLabel {
  readonly moves: readonly Move[];
  readonly weight: number;
  readonly calm: boolean;
}

/** A step of the projection, met from its end. */
interface Arrival {
  readonly from: number;
  readonly weight: number;
}

class Projection {
  private readonly parts: readonly FactoredComponent[];
  private readonly costs: StepCosts;
  private readonly meter: Meter;
  private readonly labels: readonly ProjectedLabel[];
  private readonly numbers = new Map<string, number>();
  private readonly states: Int32Array[] = [];
  private readonly arrivals: Arrival[][] = [];

  constructor(system: FactoredSystem, kept: readonly number[], costs: StepCosts, meter: Meter) {
    this.parts = kept.map((at) => system.components[at]!);
    this.costs = costs;
    this.meter = meter;
    const anyStep = cheapestStep(costs);
    this.labels = system.labels.flatMap((label, at) => {
      const moves = kept.flatMap((component, place): readonly Move[] => {
        const relation = label.get(component);
        return relation === undefined ? [] : [{ at: place, leads: leadsOf(system.components[component]!, relation) }];
      });
      if (moves.length === 0) return [];
      const step = system.steps[at];
      // The observer only looks.
      const weight = step === undefined ? costs.start : leastWeight(step, costs, anyStep);
      return [{ moves, weight, calm: system.calm.has(label) }];
    });
  }

  costToGo(): CostToGo {
    this.explore();
    const { start } = this.costs;
    const known = this.measure();
    const scratch = new Int32Array(this.parts.length);
    return (state: DiscreteView) => {
      for (const [at, part] of this.parts.entries()) {
        scratch[at] = part.stateIn(state);
        if (scratch[at] === NOT_FOLLOWED) return start;
      }
      const cost = known[this.numbers.get(scratch.join()) ?? -1];
      return cost === undefined || cost === Number.POSITIVE_INFINITY ? start : cost;
    };
  }

  /** All states of the projection, and by which steps each is reached. */
  private explore(): void {
    for (const state of combined(this.parts.map(({ system }) => system.initial))) this.enter(state);
    for (let from = 0; from < this.states.length; from++) {
      const state = this.states[from]!;
      const isCommitted = this.parts.some(({ system }, at) => system.committed[state[at]!] === 1);
      for (const { moves, weight, calm } of this.labels) {
        this.meter.spend(1 + moves.length);
        if (calm && isCommitted) continue;
        const leads = moves.map(({ at, leads: by }) => by[state[at]!]);
        if (leads.some((targets) => targets === undefined)) continue;
        for (const targets of combined(leads as readonly Int32Array[])) {
          const next = state.slice();
          for (const [k, { at }] of moves.entries()) next[at] = targets[k]!;
          this.arrivals[this.enter(next)]!.push({ from, weight });
          this.meter.hold(ARRIVAL_BYTES);
        }
      }
    }
  }

  private enter(state: Int32Array): number {
    const key = state.join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.states.push(state) - 1;
      this.arrivals.push([]);
      this.numbers.set(key, number);
      this.meter.hold(STATE_BYTES + 4 * state.length);
    }
    return number;
  }

  /** Dijkstra's algorithm from the target back. */
  private measure(): Float64Array {
    const { start, together } = this.costs;
    const known = new Float64Array(this.states.length).fill(Number.POSITIVE_INFINITY);
    const isDone = new Uint8Array(this.states.length);
    const queue = new HeapQueue();
    for (const [number, state] of this.states.entries()) {
      if (this.parts.some(({ system }, at) => system.goal[state[at]!] === 0)) continue;
      known[number] = start;
      queue.push([start], 0, number);
    }
    for (let number = queue.pop(); number !== undefined; number = queue.pop()) {
      if (isDone[number] === 1) continue;
      isDone[number] = 1;
      this.meter.spend(this.arrivals[number]!.length);
      for (const { from, weight } of this.arrivals[number]!) {
        const cost = together!(weight, known[number]!);
        if (cost >= known[from]!) continue;
        known[from] = cost;
        queue.push([cost], 0, from);
      }
    }
    return known;
  }
}

const STATE_BYTES = 200;
const ARRIVAL_BYTES = 48;

function leadsOf({ system }: FactoredComponent, relation: number): readonly (Int32Array | undefined)[] {
  const leads: (Int32Array | undefined)[] = Array.from({ length: system.size });
  const { sources, targets } = system.relations[relation]!;
  for (const [k, source] of sources.entries()) leads[source] = system.sets.members[targets[k]!]!;
  return leads;
}

/** Every choice of one number from each. */
function* combined(choices: readonly ArrayLike<number>[]): Generator<Int32Array> {
  if (choices.some(({ length }) => length === 0)) return;
  const at = new Int32Array(choices.length);
  for (;;) {
    yield Int32Array.from(at, (k, i) => choices[i]![k]!);
    let i = at.length - 1;
    while (i >= 0 && ++at[i]! === choices[i]!.length) at[i--] = 0;
    if (i < 0) return;
  }
}
