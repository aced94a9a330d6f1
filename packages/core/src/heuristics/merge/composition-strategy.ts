// Which two processes are composed next (section 6 of the distance-preserving paper): those whose joint actions occur
// nearest to the error. A pair's weight is the least over its common labels of the larger rank, and a label's rank in a
// process says how near to the error it leads. Most weights are 0 after a few merges, so what is done about ties
// matters: `small` takes the pair with the smallest product, `index` the first.

import type { LabelledSystems } from "../factored/labelled-systems.ts";

export type Order = "ranked" | "declared";
export type Ties = "small" | "index";

export interface Choice {
  readonly pair: readonly [number, number];
  /** Infinity: nothing in common. */
  readonly weight: number;
}

export function choosePair(systems: LabelledSystems, order: Order, ties: Ties): Choice {
  const all = [...systems.systems.keys()];
  if (order === "declared") return { pair: [all[0]!, all[1]!], weight: Number.NaN };
  const place = new Map(all.map((component, at) => [component, at]));
  const size = (component: number): number => systems.systems.get(component)!.size;
  const concerned = new Set(all.filter((component) => !systems.systems.get(component)!.isIndifferent));
  const best = new Best(ties, place, size);
  for (const { relations } of systems.labels) {
    const ranks = [...relations].map(([component, id]) => ({
      component,
      rank: systems.systems.get(component)!.rank(id),
    }));
    best.offer(ranks, concerned);
  }
  if (best.pair !== undefined) return { pair: best.pair, weight: best.weight };
  // No label holds any two together where one matters to the target.
  best.offer(
    all.map((component) => ({ component, rank: Number.POSITIVE_INFINITY })),
    concerned,
  );
  return { pair: best.pair ?? [all[0]!, all[1]!], weight: Number.POSITIVE_INFINITY };
}

/** r(P, a) and weights, for whoever wants to see them: pairs in declared order. */
export function weightsOf(systems: LabelledSystems): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { relations } of systems.labels) {
    const parts = [...relations].sort(([a], [b]) => a - b);
    for (const [at, [p, a]] of parts.entries()) {
      for (const [q, b] of parts.slice(at + 1)) {
        const weight = Math.max(systems.systems.get(p)!.rank(a), systems.systems.get(q)!.rank(b));
        weights.set(`${p} ${q}`, Math.min(weight, weights.get(`${p} ${q}`) ?? Number.POSITIVE_INFINITY));
      }
    }
  }
  return weights;
}

interface Ranked {
  readonly component: number;
  readonly rank: number;
}

/** The best pair so far. Of one label only its nearest components matter, so pairs need not be listed. */
class Best {
  pair: readonly [number, number] | undefined;
  weight = Number.POSITIVE_INFINITY;
  private size = Number.POSITIVE_INFINITY;
  private readonly ties: Ties;
  private readonly place: ReadonlyMap<number, number>;
  private readonly sizeOf: (component: number) => number;

  constructor(ties: Ties, place: ReadonlyMap<number, number>, sizeOf: (component: number) => number) {
    this.ties = ties;
    this.place = place;
    this.sizeOf = sizeOf;
  }

  offer(ranks: readonly Ranked[], concerned: ReadonlySet<number>): void {
    const weight = leastWeight(ranks, concerned);
    if (weight === undefined || weight > this.weight) return;
    const near = ranks.filter(({ rank }) => rank <= weight).map(({ component }) => component);
    const pair = this.among(near, concerned);
    if (pair === undefined) return;
    const size = this.sizeOf(pair[0]) * this.sizeOf(pair[1]);
    if (weight === this.weight && this.pair !== undefined && !this.isBetter(pair, size)) return;
    this.pair = pair;
    this.weight = weight;
    this.size = size;
  }

  private isBetter(pair: readonly [number, number], size: number): boolean {
    if (this.ties === "small" && size !== this.size) return size < this.size;
    const [a, b] = pair.map((component) => this.place.get(component)!);
    const [c, d] = this.pair!.map((component) => this.place.get(component)!);
    return a! < c! || (a === c && b! < d!);
  }

  /** The best two, at least one of them concerned by the target. */
  private among(near: readonly number[], concerned: ReadonlySet<number>): readonly [number, number] | undefined {
    const before = (a: number, b: number): number =>
      (this.ties === "small" ? this.sizeOf(a) - this.sizeOf(b) : 0) || this.place.get(a)! - this.place.get(b)!;
    const sorted = [...near].sort(before);
    const needed = sorted.find((component) => concerned.has(component));
    const other = sorted.find((component) => component !== needed);
    if (needed === undefined || other === undefined) return undefined;
    return this.place.get(needed)! < this.place.get(other)! ? [needed, other] : [other, needed];
  }
}

/** The least over pairs, one of them concerned, of the larger rank. */
function leastWeight(ranks: readonly Ranked[], concerned: ReadonlySet<number>): number | undefined {
  let needed: Ranked | undefined;
  for (const ranked of ranks) {
    if (concerned.has(ranked.component) && (needed === undefined || ranked.rank < needed.rank)) needed = ranked;
  }
  if (needed === undefined) return undefined;
  let other: number | undefined;
  for (const ranked of ranks) {
    if (ranked !== needed && (other === undefined || ranked.rank < other)) other = ranked.rank;
  }
  return other === undefined ? undefined : Math.max(needed.rank, other);
}
