// Hands out a uniformly random waiting state each time; the seed fixes the order.

import { Prng } from "../basics/prng.ts";
import type { StateId } from "../engine/engine.ts";
import { seed } from "../spec/index.ts";
import { LifoOpenList } from "./lifo.ts";
import { defineOpenList } from "./open-list.ts";

export const random = defineOpenList({
  name: "random",
  summary: "Any waiting state.",
  params: { seed: seed() },
  examples: ["random()", "random(seed=7)"],
  create: (_, values) => new RandomOpenList(values.seed),
});

export class RandomOpenList extends LifoOpenList {
  private readonly prng: Prng;

  constructor(seed: number) {
    super();
    this.prng = new Prng(seed);
  }

  override pop(): StateId | undefined {
    const { stack } = this;
    if (stack.length === 0) return undefined;
    const at = this.prng.below(stack.length);
    const chosen = stack[at]!;
    stack[at] = stack[stack.length - 1]!;
    stack[stack.length - 1] = chosen;
    return super.pop();
  }
}
