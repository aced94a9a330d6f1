// Zones that cover others, in searches for infinite runs: what may be passed over, and what must not be closed.

import { describe, expect, it } from "vitest";
import { lassoSearches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { ask } from "../ask.ts";

// `emerson-lei()` answers E[] and A<> without clocks only: the hunt of that name holds it against these.
const SEARCHES = lassoSearches.components
  .flatMap(({ examples = [] }) => examples)
  .filter((spec) => spec !== "emerson-lei()");

async function answerBy(spec: string, model: string, text: string) {
  const lasso = configure(lassoSearches, spec);
  if (!lasso.ok) throw new Error(lasso.diagnostics[0]!.message);
  return ask(model, text, { lasso: lasso.value, runs: "infinite" });
}

/** Every turn takes a unit of the five there are: each zone lies inside the one before, and none comes again. */
const SHRINKING = `
clock x, y;
process P() { state a { y <= 5 }; init a; trans a -> a { guard x >= 1; assign x := 0; }; }
system P;`;

/** The same with a way out, behind which zones lie inside those that were seen; the way out closes no loop. */
const BRANCHES = `
clock x, y, z;
process P() { state a { y <= 9 }, b { y <= 9 }; init a;
  trans a -> b { assign x := 0; }, a -> b { guard x >= 1; assign x := 0; }, a -> b { guard x >= 2; assign x := 0; },
    b -> b { guard x >= 1; assign x := 0; }; }
process Q() { state u { z <= 4 }, v { z <= 4 }; init u;
  trans u -> v { guard z >= 1; assign z := 0; }, v -> u { guard z >= 1; assign z := 0; }; }
system P, Q;`;

describe("zones inside others", () => {
  it.each(SEARCHES)("%s does not close a loop on a zone that merely covers", async (spec) => {
    const { verdict } = await answerBy(spec, SHRINKING, "LTL-some: [] P.a");
    expect(verdict.kind).toBe("violated");
  });

  it.each(["couvreur", "ndfs"])("%s passes them over once no run from there counts", async (name) => {
    const query = "LTL-some: [] {P.a || P.b}";
    const plain = await answerBy(`${name}()`, BRANCHES, query);
    const pruned = await answerBy(`${name}(prune=covered)`, BRANCHES, query);
    expect([plain.verdict.kind, pruned.verdict.kind]).toEqual(["violated", "violated"]);
    expect(pruned.statistics.explored).toBeLessThan(plain.statistics.explored);
  });

  it.each(["couvreur", "ndfs"])("%s finds what there is to be found", async (name) => {
    const endless = BRANCHES.replaceAll("{ y <= 9 }", "");
    const { verdict } = await answerBy(`${name}(prune=covered)`, endless, "LTL-some: [] <> Q.u && <> P.b");
    expect(verdict.kind).toBe("satisfied");
  });
});
