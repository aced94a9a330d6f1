// Beam-stack search (Zhou and Hansen 2005): breadth-first branch and bound whose layers hold at most k states. What
// does not fit is left out for now, and the beam stack remembers where: for each layer a window of keys of the
// successors that were let in. When nothing is left below, the topmost layer whose window does not reach to the end is
// expanded again with the next window. So it is a beam search that comes back: soon a first trace, then better ones, in
// the end the proof that there is none better. In memory are the layers of the present path of beams, at most k times
// its depth.
//
// Keys are f with a hash of the state behind the point, so that states of equal f are told apart in the same way each
// time. Leaving out successors that stored states cover stays right across windows: of all successors of a layer, those
// that no other covers are let in when their window comes, and every other one is covered by one of these. States of
// layers above are expanded with all their windows before they go.

import { defined } from "../basics/defined.ts";
import type { StateId } from "../engine/engine.ts";
import type { HeuristicConfig } from "../heuristics/index.ts";
import { QueueCounter } from "../open-lists/index.ts";
import type { SearchContext, StepCosts } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { boundTraits, cost, costTraits, stepCosts } from "./costs/index.ts";
import type { BoundedSearch } from "./loops/rounds.ts";
import { Arena, type Resident } from "./memory/arena.ts";
import { fractionOf } from "./memory/encoded.ts";
import { foundAt, trailTo } from "./memory/trail.ts";
import type { Bound, Failed, Found, GoalTest, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch, estimate } from "./search-config.ts";
import { WayLimit } from "./way-limit.ts";

export const beamStack = defineSearch({
  name: "beam-stack",
  summary:
    "Beam-stack search: layers of at most k states; comes back for what was left out, to better and better traces.",
  params: { k: integer({ doc: "width of the beam", min: 1 }), h: estimate, cost },
  examples: [
    "beam-stack(1, hL())",
    "beam-stack(3, hL())",
    "beam-stack(1, hU())",
    "beam-stack(3, hU())",
    "beam-stack(3, hL(), cost=moves)",
  ],
  traits: ({ h, cost: asked }) => ({
    ...costTraits(asked, true),
    ...boundTraits(asked),
    anytime: true,
    restarts: true,
    refusal(problem) {
      // Behind the point of a key stands what tells states of equal f apart.
      if (!asked.whole && asked.kind === "algebra") return `\`${asked.spec}\` is no whole number, as windows need it`;
      return asked.refusal(problem.network) ?? h.refusal?.(problem);
    },
  }),
  create: ({ k, h, cost: asked }, context, goal, bound) =>
    new BeamStackSearch(context, {
      goal,
      bound,
      width: k,
      estimate: h,
      costs: stepCosts(asked, context.problem),
    }),
});

/** Its cost is what the way to it measures: its steps, or what they cost. */
interface Node extends Resident {
  readonly parent: Node | undefined;
  readonly ordinal: number;
  readonly key: number;
}

/** A layer, and which of its successors are let in: those with from ≤ key < to. */
interface Layer {
  readonly nodes: readonly Node[];
  from: number;
  to: number;
  /** The next state to expand. */
  at: number;
  /** Were its states tested? They are expanded once per window. */
  tested: boolean;
}

export interface BeamStackOptions {
  readonly goal: GoalTest;
  readonly estimate: HeuristicConfig;
  /** States of a layer. */
  readonly width: number;
  /** What ways are measured by; absent: by their steps. */
  readonly costs?: StepCosts | undefined;
  readonly bound?: Bound | undefined;
  /** See `Arena`. */
  readonly slack?: number;
}

/** An estimate that is infinite, but no proof: such states come last. */
const FAR = 2 ** 20;
const END = Number.POSITIVE_INFINITY;

export class BeamStackSearch implements BoundedSearch {
  private readonly options: BeamStackOptions;
  private readonly arena: Arena;
  /** The first layer stands for the beginning; its successors are the initial states. */
  private readonly layers: Layer[] = [];
  /** Successors of the last layer that were let in so far. */
  private next: Node[] = [];
  private held: Node | undefined;
  /** Targets behind which the search is not to go. */
  private readonly barred = new WeakSet<Node>();
  private current: Node | undefined;
  private explored = 0;
  private peakOpen = 0;
  private readonly counter = new QueueCounter();
  readonly limits: WayLimit;
  private target: StateId | undefined;
  measure: number | undefined;

  constructor(context: SearchContext, options: BeamStackOptions) {
    this.options = options;
    this.arena = new Arena(context, options.estimate, options.slack);
    this.limits = new WayLimit(options.costs, options.bound);
    this.layers.push(newLayer([{ state: -1, cost: Number.NaN, parent: undefined, ordinal: -1, key: 0 }], true));
  }

  get found(): Found | undefined {
    return foundAt(this.arena.engine, this.target, this.current, this.limits.show(this.measure));
  }

  get fault(): Failed | undefined {
    return this.arena.ledger.failedIn(this.arena.engine, trailTo(this.current));
  }

  improve(length: number): void {
    this.limits.improve(length, this.measure);
  }

  turnBack(): void {
    if (this.held !== undefined) this.barred.add(this.held);
    this.held = undefined;
  }

  step(): SearchStatus {
    if (this.arena.ledger.reportFault()) return "fault";
    const { held } = this;
    if (held !== undefined) {
      this.held = undefined;
      this.expand(held, this.layers.at(-1)!);
      return "running";
    }
    this.arena.tidy();
    const layer = this.layers.at(-1);
    if (layer === undefined) return this.limits.wasCut ? "gave-up" : "exhausted";
    const node = layer.nodes[layer.at++];
    if (node === undefined) {
      this.turn(layer);
      return "running";
    }
    const isRoot = node.parent === undefined;
    if (!isRoot && (!this.arena.alive(node) || this.barred.has(node) || !this.within(node))) return "running";
    this.current = node;
    if (!layer.tested) {
      this.counter.popped++;
      this.explored++;
      if (this.options.goal(node.state, this.arena.engine)) {
        this.target = node.state;
        this.measure = node.cost;
        this.held = node;
        return "found";
      }
    }
    this.expand(node, layer);
    return "running";
  }

  /** All of the layer was expanded: go down, or to the next window, or back. */
  private turn(layer: Layer): void {
    layer.tested = true;
    this.fit(layer);
    if (this.next.length > 0) {
      this.counter.pushed += this.next.length;
      this.layers.push(newLayer(this.next, false));
      this.next = [];
      return;
    }
    this.advance(layer);
  }

  private advance(layer: Layer): void {
    const { admissible } = this.options.estimate.guarantees;
    if (layer.to < END && (!admissible || this.limits.admits(Math.floor(layer.to), 0))) {
      layer.from = layer.to;
      layer.to = END;
      layer.at = 0;
      return;
    }
    for (const node of layer.nodes) this.arena.drop(node);
    this.layers.pop();
    const above = this.layers.at(-1);
    if (above !== undefined) this.advance(above);
  }

  private expand(node: Node, layer: Layer): void {
    const { arena } = this;
    const { engine } = arena;
    const { limits } = this;
    const isStart = node.parent === undefined && node.state < 0;
    const expansion = isStart ? engine.initial() : engine.expand(node.state);
    const fresh: { readonly ordinal: number; readonly state: StateId; readonly cost: number }[] = [];
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      const measure = isStart ? limits.start : limits.after(node.cost, expansion, ordinal, node.state);
      const state = arena.insert(ordinal, node.state, measure);
      if (state >= 0) fresh.push({ ordinal, state, cost: measure });
    }
    for (const { ordinal, state, cost: measure } of fresh) {
      if (!engine.alive(state)) continue;
      const steps = Math.min(arena.estimate(state), FAR);
      const key = limits.ahead(measure, steps, () => engine.view(state)) + fractionOf(engine, state);
      const successor = { state, cost: measure, parent: node, ordinal, key };
      if (!this.within(successor) || key < layer.from || key >= layer.to) {
        arena.release(state);
        continue;
      }
      arena.keep(successor);
      this.next.push(successor);
    }
    if (this.next.length > 2 * this.options.width) this.fit(layer);
    this.peakOpen = Math.max(this.peakOpen, layer.nodes.length - layer.at + this.next.length);
  }

  /** Cuts what was let in to the width of the beam, worst keys first; the window ends where the cut is. */
  private fit(layer: Layer): void {
    const { arena } = this;
    const { width } = this.options;
    this.next = this.next.filter((node) => {
      const alive = arena.alive(node);
      if (!alive) arena.drop(node);
      return alive;
    });
    this.next.sort((a, b) => a.key - b.key);
    const worst = this.next[width];
    if (worst === undefined) return;
    // States with one and the same key stay together: at least the best ones are let in.
    let end = this.next.findIndex(({ key }) => key === worst.key);
    if (end === 0) end = this.next.findIndex(({ key }) => key > worst.key);
    if (end < 0) return;
    layer.to = this.next[end]!.key;
    for (const node of this.next.splice(end)) arena.drop(node);
  }

  private within({ state, cost: measure }: Node): boolean {
    const { admissible, safe } = this.options.estimate.guarantees;
    const estimated = this.arena.estimate(state);
    if (estimated === END && safe) return false;
    return this.limits.admits(measure, admissible ? estimated : 0, () => this.arena.engine.view(state));
  }

  get statistics(): SearchStatistics {
    const { explored, peakOpen, counter } = this;
    const cost = this.limits.show(this.measure);
    return this.arena.ledger.statistics({ explored, peakOpen, queues: [{ ...counter }], ...defined({ cost }) });
  }
}

function newLayer(nodes: readonly Node[], tested: boolean): Layer {
  return { nodes, from: Number.NEGATIVE_INFINITY, to: END, at: 0, tested };
}
