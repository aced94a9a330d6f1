// What is known of the solution of x = opt(A x + b) before it is solved. Sweeps from 0 upwards never pass the solution,
// sweeps from 1 downwards never fall below it, whenever they end, but for rounding; and what rounding can have done
// grows with the number of updates (each value is at most one factor per update away from what exact ones allow).

import type { ComponentOrder } from "../basics/components.ts";
import { type Iteration, quietHost, type Watcher } from "./host.ts";
import { Sweeps } from "./kernel/sweeps.ts";
import type { Model, Optimum, StateSet } from "./model.ts";
import { probabilityZero } from "./qualitative.ts";
import { orderOf, type System, systemOf } from "./system.ts";

const ROUNDING = 1.2e-16;
/** Products that are spent on bounds once time is up: well below a second. */
const PRODUCTS = 3e7;

/** Bounds of the unknowns. */
interface BoundsSoFar {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Filled by whoever solves, read when that was ended. */
export class SoFar implements Watcher {
  private value: Float64Array | undefined;
  private most = 1;
  private latest: Iteration | undefined;

  asking(value: Float64Array, most: number): void {
    this.value = value;
    this.most = most;
    this.latest = undefined;
  }

  iterating(iteration: Iteration): void {
    this.latest = iteration;
  }

  /** What the values of these states lie between. Undefined where nothing has begun. */
  between(states: readonly number[]): { readonly lower: number; readonly upper: number } | undefined {
    const { value, latest } = this;
    if (value === undefined || latest === undefined) return undefined;
    const { unknown } = latest.system;
    const { lower, upper } = boundsSoFar(latest, this.most);
    const of = (bound: Float64Array): number[] =>
      states.map((state) => (unknown[state]! < 0 ? value[state]! : bound[unknown[state]!]!));
    return { lower: Math.min(...of(lower)), upper: Math.max(...of(upper)) };
  }
}

/** A part of a graph: `left U right`, where some states were met and not expanded. */
export interface SeenPart {
  readonly left: StateSet;
  readonly right: StateSet;
  readonly expanded: StateSet;
  readonly optimum: Optimum;
}

/** What the probability in the initial states lies between, whatever the rest of the graph is. */
export function partlyKnown(
  model: Model & { readonly initial: readonly number[] },
  { left, right, expanded, optimum }: SeenPart,
): { readonly lower: number; readonly upper: number } {
  const mayReach = right.map((member, state) => (member || (left[state] && !expanded[state]) ? 1 : 0));
  const zero = probabilityZero(model, left, mayReach, optimum);
  const sought = zero.map((member, state) => (member || mayReach[state] ? 0 : 1));
  const bound = (known: StateSet, start: 0 | 1): number[] => {
    const value = Float64Array.from(known);
    const system = systemOf(model, { optimum, sought, value, collapse: false });
    const x = new Float64Array(system.unknowns).fill(start);
    const updates = sweepFor(system, orderOf(system), x);
    const scale = Math.exp((start === 0 ? -1 : 1) * roundingOf(system) * updates);
    return model.initial.map((state) => {
      const unknown = system.unknown[state]!;
      return unknown < 0 ? value[state]! : Math.min(1, x[unknown]! * scale);
    });
  };
  return { lower: Math.min(...bound(right, 0)), upper: Math.max(...bound(mayReach, 1)) };
}

/** What has been iterated, and some sweeps from above where there is a value to begin with. */
function boundsSoFar(iteration: Iteration, most: number): BoundsSoFar {
  const { system, order } = iteration;
  const factor = roundingOf(system);
  const lower = iteration.isFromBelow ? iteration.values().slice() : new Float64Array(system.unknowns);
  const down = Math.exp(-factor * iteration.updates);
  for (let unknown = 0; unknown < lower.length; unknown++) lower[unknown] = Math.max(0, lower[unknown]! * down);
  const upper = new Float64Array(system.unknowns).fill(most);
  if (!Number.isFinite(most)) return { lower, upper };
  const updates = sweepFor(system, order, upper);
  const up = Math.exp(factor * updates);
  for (let unknown = 0; unknown < upper.length; unknown++) upper[unknown] = Math.min(most, upper[unknown]! * up);
  return { lower, upper };
}

/** Sweeps over everything for a while; how many updates there were. */
function sweepFor(system: System, order: ComponentOrder, x: Float64Array): number {
  const { optimum, constant, unknowns } = system;
  const loops = new Sweeps({ system, order, optimum, constant }, x, quietHost);
  let updates = 0;
  for (let work = PRODUCTS; work > 0 && unknowns > 0; work -= system.column.length + unknowns) {
    const change = loops.sweep(0, unknowns);
    updates += unknowns;
    if (change < 1e-12) break;
  }
  loops.finish();
  return updates;
}

/** By how much one update can be off, relatively. */
function roundingOf({ terms, stay }: System): number {
  let most = 0;
  for (let row = 0; row < stay.length; row++)
    most = Math.max(most, (terms[row]! + 10) * (1 + 1 / Math.max(1e-12, 1 - stay[row]!)));
  return most * ROUNDING;
}
