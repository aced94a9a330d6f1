// An estimate taken apart, for whoever estimates whole sets of states at a time: what of the state each part reads, and
// how parts are put together. An estimate that cannot be taken apart is one part that reads everything.

import type { DiscreteView } from "../../engine/engine.ts";

export type EstimateTree =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "sum" | "max" | "min"; readonly parts: readonly EstimateTree[] }
  | EstimatePart;

/** Depends on these processes and cells only. */
export interface EstimatePart {
  readonly kind: "part";
  readonly processes: Iterable<number>;
  readonly cells: Iterable<number>;
  of(state: DiscreteView): number;
}

/** Of no parts, and of one more. */
export const COMBINATIONS = {
  sum: { none: 0, more: (a: number, b: number) => a + b },
  max: { none: 0, more: (a: number, b: number) => Math.max(a, b) },
  min: { none: Number.POSITIVE_INFINITY, more: (a: number, b: number) => Math.min(a, b) },
} as const;
