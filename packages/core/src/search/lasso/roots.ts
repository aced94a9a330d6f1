// Where the runs begin that an automaton has to accept. Mostly that is in the initial states. An automaton that waits
// in its initial state until something happens ("some time p holds, and from there on …") need not be waited with: all
// reachable states in which it can leave are found by a search that drops what other zones cover, and the product
// begins there. A zone that covers another can do whatever the other can, so nothing is lost; cycles are never closed
// among these.

import type { Engine, EngineFault, GraphEngine, StateId } from "../../engine/engine.ts";
import { type Automaton, readsAll } from "../../ltl/index.ts";
import type { Formula } from "../../network/index.ts";
import { ExhaustiveSearch } from "../exhaustive.ts";
import { reachedIn } from "../reached.ts";
import type { Arrival, Search, SearchStatistics, SearchStatus, StoredState } from "../search.ts";

/** A stored state of the product's engine, and how to get there. */
export interface Root {
  readonly state: StateId;
  readonly origin: Origin;
}
/** Where a root is stored, and the way to it there. */
export interface Origin extends StoredState {
  ordinals(): readonly number[];
}

/** "running": none at hand yet. */
export interface Roots {
  next(): Root | Exclude<SearchStatus, "found">;
  readonly fault?: { readonly fault: EngineFault; readonly origin: Origin } | undefined;
  readonly statistics?: SearchStatistics;
}

export class InitialRoots implements Roots {
  private readonly engine: GraphEngine;
  private states: StateId[] | undefined;

  constructor(engine: GraphEngine) {
    this.engine = engine;
  }

  next(): Root | "exhausted" {
    if (this.states === undefined) {
      const { count } = this.engine.initial();
      this.states = Array.from({ length: count }, (_, ordinal) => this.engine.intern(ordinal, -1)).reverse();
    }
    const state = this.states.pop();
    return state === undefined ? "exhausted" : { state, origin: storedOrigin(this.engine, state) };
  }
}

/** Every reachable state that satisfies a target of its engine, breadth first, in the engine of the product. */
export class ReachedRoots implements Roots {
  private readonly engine: Engine;
  private readonly target: number;
  private readonly into: GraphEngine;
  private readonly search: ExhaustiveSearch;
  /** States before this one were asked. */
  private asked: StateId = 0;

  constructor(engine: Engine, target: number, into: GraphEngine) {
    this.engine = engine;
    this.target = target;
    this.into = into;
    this.search = new ExhaustiveSearch(engine, 1);
  }

  next(): Root | Exclude<SearchStatus, "found"> {
    const { engine } = this;
    const state = this.firstSatisfying();
    this.asked = Math.min(state + 1, this.search.size);
    if (state < this.search.size) return { state: this.into.adopt(engine, state), origin: storedOrigin(engine, state) };
    return this.search.step() as Exclude<SearchStatus, "found">;
  }

  get fault(): Roots["fault"] {
    return faultOf(this.search);
  }

  get statistics(): SearchStatistics {
    return this.search.statistics;
  }

  private firstSatisfying(): StateId {
    const { engine, target, search } = this;
    if (engine.firstSatisfying !== undefined) return engine.firstSatisfying(this.asked, search.size, target);
    let state = this.asked;
    while (state < search.size && !(engine.alive(state) && engine.satisfies(state, target))) state++;
    return state;
  }
}

/** Every state that the search finds, in the engine of the product. */
export class FoundRoots implements Roots {
  private readonly search: Search;
  private readonly into: GraphEngine;

  constructor(search: Search, into: GraphEngine) {
    this.search = search;
    this.into = into;
  }

  next(): Root | Exclude<SearchStatus, "found"> {
    const status = this.search.step();
    if (status !== "found") return status;
    const origin = originOf(this.search.found!);
    return { state: this.into.adopt(origin.engine, origin.state), origin };
  }

  get fault(): Roots["fault"] {
    return faultOf(this.search);
  }

  get statistics(): SearchStatistics {
    return this.search.statistics;
  }
}

function faultOf({ fault }: Pick<Search, "fault">): Roots["fault"] {
  return fault === undefined ? undefined : { fault, origin: originOf(fault) };
}

/** Of a stored state whose parents the engine knows. */
export function storedOrigin(engine: Engine, state: StateId): Origin {
  return originOf(reachedIn(engine, state));
}

function originOf({ place, ordinals }: Arrival): Origin {
  return { ...place!, ordinals };
}

/** An automaton that waits, without the waiting, and what it waits for; undefined where it does not. */
export function withoutWaiting(
  automaton: Automaton,
  atoms: readonly Formula[],
): { readonly automaton: Automaton; readonly awaited: Formula } | undefined {
  const { initial, edges } = automaton;
  const leaving = edges[initial]!.filter(({ target }) => target !== initial);
  const waiting = edges[initial]!.filter(({ target }) => target === initial);
  const returns = edges.some((list, from) => from !== initial && list.some(({ target }) => target === initial));
  if (returns || automaton.sets === 0 || !waiting.some(readsAll) || waiting.some(({ marks }) => marks !== 0)) {
    return undefined;
  }
  const parts = leaving.map(({ yes, no }): Formula => {
    const holding = atoms.filter((_, bit) => ((yes >> bit) & 1) === 1);
    const failing = atoms.filter((_, bit) => ((no >> bit) & 1) === 1);
    return { kind: "and", parts: [...holding, ...failing.map((part): Formula => ({ kind: "not", part }))] };
  });
  const alone = edges.map((list, from) => (from === initial ? leaving : list));
  return { automaton: { ...automaton, edges: alone }, awaited: { kind: "or", parts } };
}
