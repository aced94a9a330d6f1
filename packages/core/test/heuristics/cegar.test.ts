// What a split of the Cartesian abstraction costs: a network with hundreds of labels between the same two abstract
// states once kept `cegar()` busy for a minute, since every label looked through all the others.

import { afterEach, describe, expect, it, vi } from "vitest";
import { estimate } from "./estimate.ts";

const STEPS = 6;

/** `labels` values of `w` can be chosen in each of the steps that lead to the target. */
const model = (labels: number): string => `
int[0,${STEPS}] v; int[0,${labels - 1}] w;
process P() { state a; init a; trans a -> a { select i : int[0,${labels - 1}]; guard w != i && v < ${STEPS}; assign v = v + 1, w = i; }; }
system P;`;

/** How many transitions are looked through while the abstraction is refined. */
function lookedThrough(labels: number): number {
  const filter = Array.prototype.filter;
  let count = 0;
  vi.spyOn(Array.prototype, "filter").mockImplementation(function (this: unknown[], ...args) {
    const first = this[0];
    if (typeof first === "object" && first !== null && "label" in first && "from" in first) count += this.length;
    return filter.apply(this, args);
  });
  expect(estimate("cegar()", model(labels), {}, `E<> v == ${STEPS}`)).toBe(STEPS);
  vi.restoreAllMocks();
  return count;
}

describe("splits of Cartesian abstractions", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("look through the transitions of a neighbour once, however many labels lead there", () => {
    const [few, many] = [lookedThrough(20), lookedThrough(80)];
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThan(6 * few);
  });
});
