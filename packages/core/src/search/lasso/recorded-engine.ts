// Liveness as safety (Biere, Artho and Schuppan 2002; Schuppan and Biere 2004): an engine whose states are nodes of a
// product together with one that was recorded on the way, so that any search for a state finds lassos. An edge that
// accepts may be recorded by its source, and a target is where the source is met again. With `record=any` every edge
// may be: that is what shortest lassos need, since turning a loop to where it accepts lengthens the stem. Bits say
// which acceptance sets were met since, those of weak fairness included, and which processes were enabled since and did
// not move: so several sets need no copies, and strong fairness is one more thing to be met.

import { COVERED, type Engine, type EngineFault, type Expansion, type StateId } from "../../engine/engine.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { AutomatonMap } from "./guide.ts";
import type { LassoProduct, ProductNode } from "./product.ts";
import { type Roots, storedOrigin } from "./roots.ts";

export const NOTHING = -1;

/** What is recorded, what was met since, and what was asked for since and not met yet (`fairness.ts`). */
interface RecordedNode {
  readonly node: ProductNode;
  readonly saved: ProductNode | typeof NOTHING;
  readonly met: number;
  readonly owed: number;
}

/** Has everything been met that a loop has to meet? */
export function isWhole(
  { sets }: Pick<LassoProduct, "sets">,
  { met, owed }: Pick<RecordedNode, "met" | "owed">,
): boolean {
  return owed === 0 && (met & sets) === sets;
}

interface Candidate extends RecordedNode {
  /** The model's step; in an initial state, −1. */
  readonly ordinal: number;
}

interface Stored extends Candidate {
  readonly parent: StateId | -1;
  /** The number of the candidate. */
  readonly number: number;
  cost: number;
  alive: boolean;
}

export interface RecordedView {
  readonly locations: ArrayLike<number>;
  readonly cells: ArrayLike<number>;
  readonly recorded: RecordedNode;
}

export class RecordedEngine implements Engine {
  readonly product: LassoProduct;
  private readonly map: AutomatonMap;
  private readonly any: boolean;
  /** The bit of the automaton's first acceptance set; 0 where it has none. */
  private readonly first: number;
  private readonly beginnings: readonly ProductNode[];
  private readonly stored: Stored[] = [];
  private readonly index = new Map<string, StateId>();
  private candidates: Candidate[] = [];
  private dead = 0;
  private covered = 0;
  transitions = 0;
  readonly faults: EngineFault[] = [];
  /** The faults of the model, as its own engine tells them. */
  readonly inner: NonNullable<Roots["fault"]>[] = [];

  constructor(product: LassoProduct, map: AutomatonMap, beginnings: readonly ProductNode[], any: boolean) {
    this.product = product;
    this.map = map;
    this.any = any;
    this.first = product.automaton.sets > 0 ? 1 : 0;
    this.beginnings = beginnings;
  }

  get name(): Engine["name"] {
    return this.product.engine.name;
  }

  initial(): Expansion {
    this.candidates = this.beginnings.map((node) => ({ node, saved: NOTHING, met: 0, owed: 0, ordinal: -1 }));
    return { count: this.candidates.length, transition: () => ({ edges: [] }) };
  }

  expand(state: StateId): Expansion {
    const { node, saved, met, owed } = this.stored[state]!;
    const { product, map } = this;
    const list: Candidate[] = [];
    const componentOf = (at: ProductNode): number => map.component[product.automatonStateOf(at)]!;
    product.visitSuccessors(node, (target, marks, ordinal, asks) => {
      if (saved === NOTHING) {
        list.push({ node: target, saved, met, owed, ordinal });
        // Every loop that counts takes an edge of the first set, so that it may begin there.
        const mayBegin = this.any || (marks & this.first) === this.first;
        if (mayBegin && componentOf(target) === componentOf(node)) {
          list.push({ node: target, saved: node, met: marks, owed: asks & ~marks, ordinal });
        }
      } else if (componentOf(target) === componentOf(saved)) {
        const since = met | marks;
        list.push({ node: target, saved, met: since, owed: (owed | asks) & ~since, ordinal });
      }
    });
    this.noteFaults(state);
    this.candidates = list;
    this.transitions += list.length;
    return { count: list.length, transition: (number) => this.transitionOf(node, list[number]!.ordinal) };
  }

  insert(candidate: number, parent: StateId, cost: number): StateId {
    return this.store({ ...this.candidates[candidate]!, parent, number: candidate, cost, alive: true });
  }

  expandAll(state: StateId, cost: number): ArrayLike<StateId> {
    const { count } = this.expand(state);
    const fresh: StateId[] = [];
    for (let number = 0; number < count; number++) {
      const successor = this.insert(number, state, cost);
      if (successor >= 0) fresh.push(successor);
    }
    return fresh;
  }

  alive(state: StateId): boolean {
    return this.stored[state]!.alive;
  }

  /** Estimates depend on what is recorded, too. */
  discreteOf(state: StateId): number {
    return state;
  }

  view(state: StateId): RecordedView {
    const recorded = this.stored[state]!;
    const { locations, cells } = this.product.engine.view(this.product.stateOf(recorded.node));
    return { locations, cells, recorded };
  }

  /** Is the lasso closed, or does the run end here and is accepted? */
  satisfies(state: StateId): boolean {
    const recorded = this.stored[state]!;
    const { node, saved } = recorded;
    // Whether a run may end somewhere is known once it was expanded.
    this.product.degree(node);
    if (saved === NOTHING) return this.product.endOf(node) !== undefined;
    return node === saved && isWhole(this.product, recorded);
  }

  parentOf(state: StateId): StateId | -1 {
    return this.stored[state]!.parent;
  }

  ordinalOf(state: StateId): number {
    return this.stored[state]!.number;
  }

  /** The node of a stored state, what is recorded there, and the model's step into it. */
  nodeOf(state: StateId): Candidate {
    return this.stored[state]!;
  }

  encode(state: StateId, into: Uint8Array): number {
    const { node, saved, met, owed } = this.stored[state]!;
    const bytes = new Uint8Array(Float64Array.of(node, saved, met, owed).buffer);
    if (bytes.length <= into.length) into.set(bytes);
    return bytes.length;
  }

  decode(bytes: Uint8Array, cost = 0): StateId {
    const [node, saved, met, owed] = new Float64Array(bytes.slice().buffer);
    const recorded = { node: node!, saved: saved!, met: met!, owed: owed! };
    return this.store({ ...recorded, ordinal: -1, parent: -1, number: 0, cost, alive: true });
  }

  release(state: StateId): void {
    const stored = this.stored[state]!;
    if (!stored.alive) return;
    stored.alive = false;
    this.dead++;
    if (this.index.get(keyOf(stored)) === state) this.index.delete(keyOf(stored));
  }

  get statistics() {
    const generated = this.stored.length;
    const { memoryBytes } = this.product.engine.statistics;
    const { covered, transitions } = this;
    return {
      stored: generated - this.dead,
      generated,
      covered,
      transitions,
      memoryBytes: memoryBytes + 200 * generated,
    };
  }

  private store(fresh: Stored): StateId {
    const key = keyOf(fresh);
    const known = this.index.get(key);
    if (known !== undefined && this.stored[known]!.cost <= fresh.cost) {
      this.covered++;
      return COVERED;
    }
    if (known !== undefined) this.release(known);
    this.index.set(key, this.stored.length);
    this.stored.push(fresh);
    return this.stored.length - 1;
  }

  private transitionOf(node: ProductNode, ordinal: number): JointTransition {
    const { engine } = this.product;
    return engine.expand(this.product.stateOf(node)).transition(ordinal);
  }

  private noteFaults(state: StateId): void {
    const { faults, engine } = this.product;
    for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
      this.faults.push({ ...fault, state });
      this.inner.push({ fault, origin: storedOrigin(engine, fault.state) });
    }
  }
}

function keyOf({ node, saved, met, owed }: RecordedNode): string {
  return `${node} ${saved} ${met} ${owed}`;
}
