// Patterns by name: processes, single cells, and whole variables.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../src/heuristics/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { configure } from "../../src/spec/index.ts";
import { estimate } from "./estimate.ts";

// Both cells have to grow to 2, one step at a time, before P may leave.
const model = `int[0,2] a[2];
process P() { state s, t; init s; trans
  s -> s { guard a[0] < 2; assign a[0] := a[0] + 1; }, s -> s { guard a[1] < 2; assign a[1] := a[1] + 1; },
  s -> t { guard a[0] == 2 && a[1] == 2; };
}
system P;`;

describe("a pattern", () => {
  it.each([
    ["pdb({P})", 1],
    ['pdb({P, "a[0]"})', 3],
    ["pdb({P, a})", 5],
    ["pdb([P, a])", 5],
    ["spdb({P})", 1],
    ['spdb({P, "a[0]"})', 3],
    ["spdb({P, a})", 5],
    ["spdb()", 5],
    // Nothing was built, and nothing is said.
    ["spdb(nodes=16)", 0],
  ])("%s keeps what it names", (spec, distance) => {
    expect(estimate(spec, model, {}, "E<> P.t")).toBe(distance);
  });

  it("refuses names that the model does not have", () => {
    const { network, compileQuery } = loadModel({ name: "m.xta", content: model });
    const query = compileQuery("E<> P.t");
    const config = configure(heuristics, "pdb({P, nosuch})");
    if (!config.ok || !query.ok || query.value.kind !== "E<>") throw new Error("the example is wrong");
    const problem = { network: network!, target: query.value.formula, frameSize: query.value.frameSize };
    expect(config.value.refusal!(problem)).toMatchObject({
      notInModel: "the model has no process or variable `nosuch`",
    });
  });
});
