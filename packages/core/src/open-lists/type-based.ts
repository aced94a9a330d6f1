// Type-based exploration (Xie, Müller, Holte and Imai 2014): states are sorted into types by a tuple of numbers, then a
// type is drawn at random and a state of it. Rare kinds of states get their turn however bad their estimate is.

import { Prng } from "../basics/prng.ts";
import type { StateId } from "../engine/engine.ts";
import { evaluator, type Key } from "../evaluators/index.ts";
import type { OpenNode } from "../search-context/index.ts";
import { list, seed } from "../spec/index.ts";
import { defineOpenList, type OpenList, QueueCounter } from "./open-list.ts";
import { traitsOfKeys } from "./traits.ts";

export const typeBased = defineOpenList({
  name: "type-based",
  summary: "Draws a type (a tuple of estimates) at random, then a state of that type.",
  params: { by: list(evaluator("an estimate, or g"), { doc: "what makes a type" }), seed: seed() },
  examples: ["type-based([g])", "type-based([hU(), g], seed=3)"],
  traits: ({ by }) => traitsOfKeys(by),
  create: (context, { by, seed: first }) =>
    new TypeBasedOpenList(
      by.map((key) => key.create(context)),
      first,
    ),
});

export class TypeBasedOpenList implements OpenList {
  private readonly counter = new QueueCounter();
  readonly queues = [this.counter];
  private readonly keys: readonly Key[];
  private readonly prng: Prng;
  private readonly buckets: { readonly type: string; readonly states: StateId[] }[] = [];
  private readonly byType = new Map<string, number>();

  constructor(keys: readonly Key[], seed: number) {
    this.keys = keys;
    this.prng = new Prng(seed);
  }

  get size(): number {
    return this.counter.pushed - this.counter.popped;
  }

  push(state: StateId, node: OpenNode): void {
    const type = this.keys.map((key) => key(state, node)).join(" ");
    let at = this.byType.get(type);
    if (at === undefined) {
      at = this.buckets.length;
      this.buckets.push({ type, states: [] });
      this.byType.set(type, at);
    }
    this.buckets[at]!.states.push(state);
    this.counter.pushed++;
  }

  pop(): StateId | undefined {
    if (this.buckets.length === 0) return undefined;
    this.counter.popped++;
    const at = this.prng.below(this.buckets.length);
    const { states, type } = this.buckets[at]!;
    const state = takeRandom(states, this.prng);
    if (states.length === 0) {
      const last = this.buckets.pop()!;
      this.byType.delete(type);
      if (at < this.buckets.length) {
        this.buckets[at] = last;
        this.byType.set(last.type, at);
      }
    }
    return state;
  }
}

function takeRandom(states: StateId[], prng: Prng): StateId {
  const at = prng.below(states.length);
  const state = states[at]!;
  states[at] = states[states.length - 1]!;
  states.pop();
  return state;
}
