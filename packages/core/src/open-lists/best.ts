// Smallest key first. Keys are compared one after the other (`tiebreaking`); among equal keys the newest state comes
// first, since the papers' digits need it (`ties` may say otherwise). Keys are computed once, when a state is pushed.
// States whose key is Infinity by a safe estimate cannot reach the target and are not kept.

import { BucketQueue, HeapQueue, type PriorityQueue } from "../basics/priority-queue.ts";
import { Prng } from "../basics/prng.ts";
import type { StateId } from "../engine/engine.ts";
import { type EvaluatorConfig, evaluator, type Key } from "../evaluators/index.ts";
import type { OpenNode, SearchContext } from "../search-context/index.ts";
import { choice, list, seed } from "../spec/index.ts";
import { defineOpenList, type OpenListTraits, QueueCounter, type RankedList } from "./open-list.ts";
import { traitsOfKeys } from "./traits.ts";

const ties = choice(["newest", "oldest", "random"], {
  doc: "which of equally good states comes first",
  default: "newest",
});

export const best = defineOpenList({
  name: "best",
  summary: "Smallest estimate first.",
  params: { h: evaluator("the estimate, or g, f(h), wf(h)"), ties, seed: seed() },
  examples: ["best(hU())", "best(g)", "best(hL(), ties=oldest)", "best(hL(), ties=random)"],
  traits: ({ h, ...order }) => sortedBy([h], order),
  create: (context, { h, ...order }) => sorted(context, [h], order),
});

export const tiebreaking = defineOpenList({
  name: "tiebreaking",
  summary: "Compares the first evaluator, then the second, and so on.",
  params: {
    by: list(evaluator("an estimate, or g, f(h), wf(h)"), { doc: "what to compare, most important first" }),
    ties,
    seed: seed(),
  },
  examples: ["tiebreaking([f(hL()), hL()])", "tiebreaking([novelty, hU()])"],
  traits: ({ by, ...order }) => sortedBy(by, order),
  create: (context, { by, ...order }) => sorted(context, by, order),
});

function sortedBy(keys: readonly EvaluatorConfig[], order: BestOptions): Partial<OpenListTraits> {
  const byLength = keys[0]?.boundsLength === true;
  const traits = { ...traitsOfKeys(keys), shortestFirst: byLength, cheapestFirst: byLength };
  if (!keys.every(({ ofState }) => ofState)) return traits;
  return { ...traits, ranked: (context) => sorted(context, keys, order) };
}

function sorted(context: SearchContext, keys: readonly EvaluatorConfig[], order: BestOptions): BestOpenList {
  const safe = keys.every((key) => key.safe);
  return new BestOpenList(
    keys.map((key) => key.create(context)),
    { ...order, safe },
  );
}

export type Ties = "newest" | "oldest" | "random";

export interface BestOptions {
  readonly ties?: Ties;
  /** May states with an infinite key be dropped? */
  readonly safe?: boolean;
  readonly seed?: number;
  /** For tests: a heap even where buckets would do. */
  readonly heap?: boolean;
}

export class BestOpenList implements RankedList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private queue: PriorityQueue;
  private readonly keys: readonly Key[];
  private readonly scratch: Float64Array;
  private readonly ties: Ties;
  private readonly safe: boolean;
  private readonly prng: Prng;

  constructor(keys: Key | readonly Key[], options: BestOptions = {}) {
    const { ties = "newest", safe = false, seed = 1, heap = false } = options;
    this.keys = typeof keys === "function" ? [keys] : keys;
    this.scratch = new Float64Array(this.keys.length);
    this.ties = ties;
    this.safe = safe;
    this.prng = new Prng(seed);
    this.queue = heap || ties === "random" ? new HeapQueue() : new BucketQueue(ties === "newest");
  }

  get size(): number {
    return this.queue.size;
  }

  /** The smallest first key that waits, or Infinity. */
  get least(): number {
    return this.queue.least;
  }

  push(state: StateId, node: OpenNode): void {
    const { keys, scratch } = this;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!(state, node);
      if (this.safe && key === Number.POSITIVE_INFINITY) return;
      scratch[i] = key;
    }
    const age = this.counter.pushed++;
    if (this.queue instanceof BucketQueue && !BucketQueue.takes(scratch)) this.queue = this.heapOf(this.queue);
    this.queue.push(scratch, this.rank(age), state);
  }

  pop(): StateId | undefined {
    const state = this.queue.pop();
    if (state !== undefined) this.counter.popped++;
    return state;
  }

  private rank(age: number): number {
    return this.ties === "random" ? this.prng.next() : this.ties === "newest" ? age : -age;
  }

  /** The first key that does not fit moves everything; only the order within a bucket matters for the ranks. */
  private heapOf(buckets: BucketQueue): HeapQueue {
    const heap = new HeapQueue();
    let age = -buckets.size;
    for (const [keys, state] of buckets.drain(this.keys.length)) {
      heap.push(keys, this.ties === "newest" ? age : -age, state);
      age++;
    }
    return heap;
  }
}
