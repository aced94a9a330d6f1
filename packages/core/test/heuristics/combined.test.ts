// Sums that may be added and sums that may not, and abstractions that are made finer.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../src/heuristics/index.ts";
import { configure } from "../../src/spec/index.ts";
import { familyProblem } from "./exhaustive.ts";

const config = (spec: string) => {
  const result = configure(heuristics, spec);
  if (!result.ok) throw new Error(result.diagnostics[0]!.message);
  return result.value;
};

describe("sum", () => {
  it("is admissible only where it refuses what counts twice", () => {
    expect(config('sum([pdb(["C1"]), pdb(["C2"])])').guarantees.admissible).toBe(false);
    const additive = config('sum([pdb(["C1"]), pdb(["C2"])], additive=true)');
    expect(additive.guarantees).toMatchObject({ safe: true, admissible: true, consistent: true });
    const { problem } = familyProblem("arbiter", 2);
    const refusal = (spec: string) => config(spec).refusal!(problem);
    expect(additive.refusal!(problem)).toBeUndefined();
    expect(refusal('sum([pdb(["C1"]), pdb(["A1"])], additive=true)')).toContain("concerns both");
    expect(refusal("sum([hL(), hU()], additive=true)")).toContain("any step may concern `hL()`");
    expect(refusal('pdb(["C9"])')).toMatchObject({ notInModel: "the model has no process or variable `C9`" });
  });
});

describe("refine-until", () => {
  it.each([
    ["merge(50)", "merge(N=100)"],
    [
      "merge(50, order=declared, ties=index, seconds=0.0000005, megabytes=20)",
      "merge(N=100, order=declared, ties=index, seconds=0.0000005, megabytes=20)",
    ],
    ["cegar(100, seconds=500ms)", "cegar(states=400, seconds=0.5)"],
    ["pdb(doll, states=10)", "pdb(pattern=doll, states=40)"],
    ["predicates(refinement, rounds=2, combine=sum)", "predicates(from=refinement, split=4, rounds=5, combine=sum)"],
    ["predicates(refinement, rounds=auto, split=3)", "predicates(from=refinement, split=6, rounds=auto)"],
    ["perimeter(3, merge(4))", "perimeter(d=6, h=merge(N=8))"],
    ["max([merge(5), hL(), cegar(10)])", "max(of=[merge(N=10), hL(), cegar(states=40)])"],
    ["sum([pdb(states=5), pdb({C1})], additive=true)", "sum(of=[pdb(states=20), pdb({C1})], additive=true)"],
  ])("makes %s finer within its budget: %s", (coarse, fine) => {
    const { problem } = familyProblem("arbiter", 2);
    const finer = config(coarse).finer!(problem)!;
    expect(finer.spec).toBe(fine.replace("{C1}", "[C1]"));
    // What is shown can be said again, and is then made finer in the same way.
    expect(config(finer.spec).finer!(problem)!.spec).toBe(finer.finer!(problem)!.spec);
  });

  it.each(["hL()", 'pdb(["C1"])', "max([hL(), hU()])", "merge(5000)", "predicates(split=all)"])(
    "knows nothing finer than %s",
    (spec) => {
      const { problem } = familyProblem("arbiter", 2);
      expect(config(spec).finer?.(problem)).toBeUndefined();
    },
  );
});
