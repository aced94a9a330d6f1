// Which two processes are composed next (section 6 of the distance-preserving paper): those whose joint actions occur
// nearest to the error. A pair's weight is the least over its common labels of the larger rank, and a label's rank in a
// process says how near to the error it leads. Most weights are 0 after a few merges, so what is done about ties
// matters more than N, and the paper does not say it (decision 14): `labels` first takes pairs whose product needs no
// abstraction, the more of their labels become internal the sooner, then those that leave few labels and few states;
// `small` takes the smallest product, `index` the first pair.

import type { LabelledSystems } from "../factored/labelled-systems.ts";

export type Order = "ranked" | "declared";
export type MergeTies = "labels" | "small" | "index";

export interface Choice {
  readonly pair: readonly [number, number];
  /** Infinity: nothing in common. */
  readonly weight: number;
}

/** Of a label with more near components than this, only the smallest are looked at. */
const MOST_NEAR = 16;

export function choosePair(systems: LabelledSystems, order: Order, ties: MergeTies, bound: number): Choice {
  const all = [...systems.systems.keys()];
  if (order === "declared") return { pair: [all[0]!, all[1]!], weight: Number.NaN };
  const { weight, pairs } = nearestPairs(systems);
  const place = new Map(all.map((component, at) => [component, at]));
  let best: { readonly pair: Pair; readonly cost: readonly number[] } | undefined;
  for (const pair of pairs) {
    const [p, q] = pair;
    const cost = [...costOf(systems, pair, ties, bound), place.get(p)!, place.get(q)!];
    if (best === undefined || isLess(cost, best.cost)) best = { pair, cost };
  }
  return { pair: best?.pair ?? [all[0]!, all[1]!], weight };
}

type Pair = readonly [number, number];

/** What decides among pairs of equal weight; the least wins. */
function costOf(systems: LabelledSystems, [p, q]: Pair, ties: MergeTies, bound: number): readonly number[] {
  if (ties === "index") return [];
  const product = systems.systems.get(p)!.size * systems.systems.get(q)!.size;
  if (ties === "small") return [product];
  let internal = 0;
  let common = 0;
  for (const { relations } of systems.labelsOf(p)) {
    if (!relations.has(q)) continue;
    common++;
    if (relations.size === 2) internal++;
  }
  const left = systems.labelsOf(p).size + systems.labelsOf(q).size - common - internal;
  return product <= bound ? [0, -internal / (left + internal || 1), product] : [1, product * left ** 1.5, product];
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, k) => value !== b[k]);
  return at >= 0 && a[at]! < b[at]!;
}

/** All pairs of least weight, at least one of the two concerned by the target; the first in order first. */
function nearestPairs(systems: LabelledSystems): { readonly weight: number; readonly pairs: Iterable<Pair> } {
  const all = [...systems.systems.keys()];
  const place = new Map(all.map((component, at) => [component, at]));
  const concerned = new Set(all.filter((component) => !systems.systems.get(component)!.isIndifferent));
  const size = (component: number): number => systems.systems.get(component)!.size;
  const pairs = new Map<number, Pair>();
  const enter = (near: readonly number[]): void => {
    const sorted = [...near].sort((a, b) => place.get(a)! - place.get(b)!);
    for (const [at, p] of sorted.entries()) {
      for (const q of sorted.slice(at + 1)) {
        if (concerned.has(p) || concerned.has(q)) pairs.set(place.get(p)! * all.length + place.get(q)!, [p, q]);
      }
    }
  };
  let weight = Number.POSITIVE_INFINITY;
  for (const { relations } of systems.labels) {
    const ranks = [...relations].map(([component, id]) => ({
      component,
      rank: systems.systems.get(component)!.rank(id),
    }));
    const least = leastWeight(ranks, concerned);
    if (least === undefined || least > weight) continue;
    if (least < weight) pairs.clear();
    weight = least;
    const near = ranks.filter(({ rank }) => rank <= least).map(({ component }) => component);
    if (near.length <= MOST_NEAR) enter(near);
    else {
      const bySize = near.sort((a, b) => size(a) - size(b) || place.get(a)! - place.get(b)!);
      const needed = bySize.find((component) => concerned.has(component))!;
      enter([...new Set([needed, ...bySize.slice(0, MOST_NEAR)])]);
    }
  }
  // No label holds any two together where one matters to the target.
  if (pairs.size === 0) enter(all);
  return { weight, pairs: pairs.values() };
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
