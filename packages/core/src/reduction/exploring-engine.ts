// An engine that explores with fewer interleavings where nothing is asked for: in a state the steps of a stubborn set
// are enough, as long as no step is put off for ever. The proviso C2c (Bošnački, Leue and Lluch Lafuente 2006): some
// step that is left leads to a state that is not closed (new, or waiting to be expanded), or all steps are taken. A
// step that is put off stays possible behind those that are left, in a state that is expanded later; so it is taken in
// the end. That keeps which locations are entered, which edges are taken, and every deadlock; not how many steps lead
// there.
//
// Whoever explores has to expand every state that it is told of.

import { grown } from "../basics/grow.ts";
import type { GraphEngine, StateId } from "../engine/engine.ts";
import { EngineOver } from "../engine/engine-over.ts";
import type { Network } from "../network/index.ts";
import { reductionObstacle } from "./obstacles.ts";
import type { ReductionCount } from "./reduced-engine.ts";
import { StubbornSets } from "./stubborn-sets.ts";

export class ExploringEngine extends EngineOver<GraphEngine> {
  readonly count: ReductionCount = { possible: 0, left: 0 };
  private readonly sets: StubbornSets;
  private closed = new Uint8Array(1024);
  /** Ids are given in order: those from here on nobody was told of. */
  private known = 0;

  constructor(inner: GraphEngine, network: Network) {
    super(inner);
    this.sets = new StubbornSets(network, { formula: { kind: "deadlock" }, frameSize: 0 });
  }

  override insert(candidate: number, parent: StateId): StateId {
    const state = this.inner.intern(candidate, parent);
    if (state < this.known) return -1;
    this.known = state + 1;
    return state;
  }

  override expandAll(state: StateId): StateId[] {
    const { locations, cells } = this.inner.view(state);
    const view = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const whole = this.inner.expand(state);
    const chosen = this.sets.choose(view, whole);
    this.close(state);
    this.count.possible += whole.count;
    const fresh: StateId[] = [];
    const take = (ordinal: number): StateId => {
      const next = this.inner.intern(ordinal, state);
      if (next >= this.known) fresh.push(next);
      this.known = Math.max(this.known, next + 1);
      return next;
    };
    const leadsOn = chosen?.map(take).some((next) => this.closed[next] !== 1) ?? false;
    if (leadsOn) this.count.left += whole.count - chosen!.length;
    else for (let ordinal = 0; ordinal < whole.count; ordinal++) take(ordinal);
    return fresh;
  }

  private close(state: StateId): void {
    this.closed = grown(this.closed, state + 1);
    this.closed[state] = 1;
  }
}

/** Why exploring is not reduced, in a user's words; undefined where it may be. */
export function explorationObstacle(network: Network): string | undefined {
  if (network.clocks.length > 0) return "clocks, of which every step of an exploration depends";
  return reductionObstacle(network);
}
