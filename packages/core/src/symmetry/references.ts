// The items that a reference may name, one by one, and what becomes of its indices under an exchange.

import type { Interchange } from "./interchange.ts";
import { type ItemKind, type Reference, WHOLE } from "./pairing.ts";
import type { ValueClasses } from "./value-classes.ts";

/** Longer rows are not looked through. */
const MOST_ITEMS = 100_000;

/**
 * Calls `visit` with every item that a reference may name and the one that the other names by the exchanged indices.
 */
export function everyItem(
  a: Reference,
  b: Reference,
  change: Interchange,
  classes: ValueClasses,
  visit: (a: number, b: number) => boolean,
): boolean {
  const of = a.steps.map((step) => classes.classOf(step));
  if (a.steps.reduce((product, { count }) => product * count, 1) > MOST_ITEMS) return false;
  const go = (k: number, from: number, to: number): boolean => {
    const step = a.steps[k];
    if (step === undefined) return visit(from, to);
    for (let i = 0; i < step.count; i++) {
      const other = change.value(of[k]!, step.first + i) - step.first;
      if (other < 0 || other >= step.count) return false;
      if (!go(k + 1, from + i * step.stride, to + other * step.stride)) return false;
    }
    return true;
  };
  return go(0, a.base, b.base);
}

/** How many items from there on are meant. */
export function extent(kind: ItemKind, item: number, size: number, classes: ValueClasses): number {
  if (size !== WHOLE || kind !== "cell") return Math.abs(size);
  const { first, count } = classes.variableAround(item);
  return first + count - item;
}
