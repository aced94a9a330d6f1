// Novelty (Lipovetzky and Geffner 2012): the size of the smallest combination of facts that no earlier state showed. A
// fact is a process in a location or a variable with a value; with k = 1 single facts are looked at, with k = 2 pairs,
// too. States that show nothing new have novelty k + 1.

import type { StateId } from "../engine/engine.ts";
import type { SearchContext } from "../search-context/index.ts";
import { integer } from "../spec/index.ts";
import { defineEvaluator, type Key } from "./evaluator.ts";

export const novelty = defineEvaluator({
  name: "novelty",
  summary: "1 for states with a location or value not seen before, 2 (with k = 2) for a new pair of them, else k + 1.",
  params: { k: integer({ doc: "size of the combinations", default: 1, min: 1, max: 2 }) },
  examples: ["novelty", "novelty(k=2)"],
  traits: () => ({ ofState: false }),
  // One record for all queues: what one queue has seen is not new to another.
  create: (context, options) => context.common(options, () => noveltyKey(context, options.k)),
});

function noveltyKey({ engine }: SearchContext, k: number): Key {
  const facts = new FactTable();
  let latest: StateId = -1;
  let value = 0;
  return (state) => {
    // Several lists may ask for the same state; to itself it is not known.
    if (state === latest) return value;
    latest = state;
    const { locations, cells } = engine.view(state);
    const shown: number[] = [];
    const known = facts.count;
    for (let i = 0; i < locations.length; i++) shown.push(facts.of(i, locations[i]!));
    for (let i = 0; i < cells.length; i++) shown.push(facts.of(locations.length + i, cells[i]!));
    value = facts.count > known ? 1 : k + 1;
    if (k === 2 && facts.notePairs(shown)) value = Math.min(value, 2);
    return value;
  };
}

/** Facts get numbers in the order in which they are first seen; pairs of numbers are one number. */
class FactTable {
  private readonly byComponent: Map<number, number>[] = [];
  private readonly pairs = new Set<number>();
  count = 0;

  of(component: number, value: number): number {
    const known = (this.byComponent[component] ??= new Map());
    let fact = known.get(value);
    if (fact === undefined) {
      fact = this.count++;
      known.set(value, fact);
    }
    return fact;
  }

  /** Is a pair among them new? */
  notePairs(facts: readonly number[]): boolean {
    const before = this.pairs.size;
    for (let i = 1; i < facts.length; i++) {
      for (let j = 0; j < i; j++) {
        const high = Math.max(facts[i]!, facts[j]!);
        this.pairs.add((high * (high - 1)) / 2 + Math.min(facts[i]!, facts[j]!));
      }
    }
    return this.pairs.size > before;
  }
}
