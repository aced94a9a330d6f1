// An engine that takes the steps of a persistent set, under the proviso C2c (Bošnački, Leue and Lluch Lafuente 2006;
// survey, section 6): some step that is left leads to a state that is not closed (new, or waiting to be expanded), or
// all steps are taken. A step that is put off stays possible behind those that are left, in a state that is expanded
// later; so it is taken in the end, in whatever order states are expanded. How many steps lead somewhere is not kept.
//
// Whoever searches has to expand every state that it is told of, or may not say that it has seen everything. A state
// that is reached at less cost is opened again, under a number of its own, and its set is chosen anew: what counts is
// its last expansion. Ordinals are those of the whole engine, since what is left depends on what was seen before.

import { grown, NumberTable } from "../basics/grow.ts";
import { COVERED, type Expansion, type GraphEngine, type StateId } from "../engine/engine.ts";
import { EngineOver } from "../engine/engine-over.ts";
import type { ReductionCount } from "./reduced-engine.ts";
import type { StubbornSets } from "./stubborn-sets.ts";

export class C2cEngine extends EngineOver<GraphEngine> {
  readonly count: ReductionCount;
  private readonly sets: Pick<StubbornSets, "choose">;
  /** By the numbers given here: the state of the inner engine, and how it was reached. */
  private readonly inners = new NumberTable(new Int32Array(1024));
  private readonly parents = new NumberTable(new Int32Array(1024));
  private readonly ordinals = new NumberTable(new Int32Array(1024));
  private given = 0;
  /** By states of the inner engine: the number given last + 1, at what cost, and whether it was expanded since. */
  private readonly latest = new NumberTable(new Int32Array(1024));
  private readonly costs = new NumberTable(new Float64Array(1024));
  private closed = new Uint8Array(1024);
  /** Of the latest expansion: what is left; undefined: everything. And the states that were asked for already. */
  private shown: readonly number[] | undefined;
  private readonly interned = new Map<number, StateId>();

  constructor(
    inner: GraphEngine,
    sets: Pick<StubbornSets, "choose">,
    count: ReductionCount = { possible: 0, left: 0 },
  ) {
    super(inner);
    this.sets = sets;
    this.count = count;
  }

  override initial(): Expansion {
    this.shown = undefined;
    this.interned.clear();
    return super.initial();
  }

  override expand(state: StateId): Expansion {
    return this.show(state);
  }

  override expandAll(state: StateId, cost: number): ArrayLike<StateId> {
    const { count } = this.show(state);
    const fresh: StateId[] = [];
    for (let candidate = 0; candidate < count; candidate++) {
      const successor = this.insert(candidate, state, cost);
      if (successor >= 0) fresh.push(successor);
    }
    return fresh;
  }

  override insert(candidate: number, parent: StateId, cost: number): StateId | typeof COVERED {
    const ordinal = this.shown?.[candidate] ?? candidate;
    const inner = this.interning(ordinal, parent < 0 ? -1 : this.inners.get(parent));
    if (this.latest.get(inner) > 0 && this.costs.get(inner) <= cost) return COVERED;
    const state = this.given++;
    this.inners.set(state, inner);
    this.parents.set(state, parent);
    this.ordinals.set(state, ordinal);
    this.latest.set(inner, state + 1);
    this.costs.set(inner, cost);
    this.setClosed(inner, 0);
    return state;
  }

  override alive(state: StateId): boolean {
    return this.latest.get(this.inners.get(state)) === state + 1;
  }

  override discreteOf(state: StateId): number {
    return this.inner.discreteOf(this.inners.get(state));
  }

  override view(state: StateId) {
    return this.inner.view(this.inners.get(state));
  }

  override satisfies(state: StateId, target: number): boolean {
    return this.inner.satisfies(this.inners.get(state), target);
  }

  override parentOf(state: StateId): StateId | -1 {
    return this.parents.get(state);
  }

  override ordinalOf(state: StateId): number {
    return this.ordinals.get(state);
  }

  override encode(state: StateId, into: Uint8Array): number {
    return this.inner.encode(this.inners.get(state), into);
  }

  override decode(): never {
    throw new Error("a search that forgets states was to be reduced by C2c");
  }

  override release(): never {
    return this.decode();
  }

  override get faults() {
    // States are told by the numbers given here.
    return this.inner.faults.map((fault) =>
      fault.state < 0 ? fault : { ...fault, state: this.numberOf(fault.state) },
    );
  }

  private numberOf(inner: StateId): StateId {
    return this.latest.get(inner) - 1;
  }

  /** Who watches an engine is told of `expand` and of `expandAll`, so that neither calls the other. */
  private show(state: StateId): Expansion {
    const at = this.inners.get(state);
    const { locations, cells } = this.inner.view(at);
    const view = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    this.interned.clear();
    const whole = this.inner.expand(at);
    const chosen = this.sets.choose(view, whole);
    this.setClosed(at, 1);
    this.count.possible += whole.count;
    // All of them are asked for, since all of them will be inserted.
    const leadsOn = chosen?.map((ordinal) => this.interning(ordinal, at)).some((next) => this.closed[next] !== 1);
    this.shown = leadsOn === true ? chosen : undefined;
    if (this.shown === undefined) return whole;
    const { shown } = this;
    this.count.left += whole.count - shown.length;
    return { count: shown.length, transition: (candidate) => whole.transition(shown[candidate]!) };
  }

  private interning(ordinal: number, parent: StateId | -1): StateId {
    let inner = this.interned.get(ordinal);
    if (inner === undefined) {
      inner = this.inner.intern(ordinal, parent);
      this.interned.set(ordinal, inner);
    }
    return inner;
  }

  private setClosed(inner: StateId, closed: 0 | 1): void {
    this.closed = grown(this.closed, inner + 1);
    this.closed[inner] = closed;
  }
}
