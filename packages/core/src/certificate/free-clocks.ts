// Proves that no run leads from given states to the target by visiting every discrete state behind them, whatever the
// clocks are: each stands for all valuations, so these states with zones without bounds are an invariant, which
// `verify` checks as it checks any other. It sees what sets of values cannot, which of them come together: that is what
// abstractions (merging, patterns, Cartesian ones) are made of, as far as there are few discrete states.

import type { DiscreteView, Target } from "../engine/index.ts";
import { mentions, type Network } from "../network/index.ts";
import { createSymbolicSemantics, type Discrete, type ReferenceSemantics } from "../semantics/index.ts";
import { intersect, universe } from "../zone/index.ts";

/**
 * Discrete states that are visited for one state, work for all (in states with few clocks), attempts that may end in
 * vain.
 */
const MOST_STATES = 20_000;
const MOST_OF_ALL = 100_000;
const MOST_FAILURES = 4;
/** States between looks at the clock. */
const AT_ONCE = 16;
/** Bounds of zones that cost as much as a state. */
const BOUNDS = 2_000;

export class FreeClocks {
  private readonly target: Target;
  private readonly semantics: ReferenceSemantics;
  private readonly proved = new Map<string, Discrete>();
  private left = MOST_OF_ALL;
  private failures: number;

  constructor(network: Network, target: Target) {
    this.target = target;
    this.semantics = createSymbolicSemantics(network);
    this.failures = mentions(target.formula, "deadlock") || network.obstacles.length > 0 ? MOST_FAILURES : 0;
  }

  includes(state: DiscreteView): boolean {
    return this.proved.has(keyOf(state));
  }

  /** All that were visited, closed under steps. */
  get states(): readonly Discrete[] {
    return [...this.proved.values()];
  }

  /** Is the target out of everything that lies behind the state? Where something fails nobody can say. */
  proves(state: DiscreteView): boolean {
    const attempt = this.attempt(state);
    for (;;) {
      const { done, value } = attempt.next();
      if (done === true) return value;
    }
  }

  /** The same, some states at a time. */
  *attempt({ locations, cells }: DiscreteView): Generator<undefined, boolean> {
    if (this.failures >= MOST_FAILURES) return false;
    const first = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const behind = yield* this.behind(first);
    if (behind === undefined) this.failures++;
    else for (const [key, state] of behind) this.proved.set(key, state);
    return behind !== undefined;
  }

  private *behind(first: Discrete): Generator<undefined, ReadonlyMap<string, Discrete> | undefined> {
    const visited = new Map([[keyOf(first), first]]);
    let count = 0;
    // What is entered meanwhile is visited, too.
    for (const state of visited.values()) {
      if (this.left < 0 || visited.size > MOST_STATES) return undefined;
      const next = this.successors(state);
      if (next === undefined) return undefined;
      for (const target of next) {
        const key = keyOf(target);
        if (!this.proved.has(key) && !visited.has(key)) visited.set(key, target);
      }
      if (++count % AT_ONCE === 0) yield undefined;
    }
    return visited;
  }

  /** Undefined where the target may hold, or a step fails. */
  private successors(state: Discrete): readonly Discrete[] | undefined {
    const { semantics, target } = this;
    const zone = universe(semantics.dim);
    if (!intersect(zone, semantics.dim, semantics.invariant(state))) return [];
    if (semantics.where(target.formula, target.frameSize, state, zone).length > 0) return undefined;
    const { moves, faults } = semantics.successors(state, zone);
    this.left -= 1 + (moves.length * zone.length) / BOUNDS;
    return faults.length > 0 ? undefined : moves.map((move) => move.target);
  }
}

function keyOf({ locations, cells }: DiscreteView): string {
  return `${locations};${cells}`;
}
