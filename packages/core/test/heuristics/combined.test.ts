// Sums that may be added and sums that may not, and abstractions that are made finer.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../src/heuristics/index.ts";
import { searches } from "../../src/search/index.ts";
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
    expect(additive.refusal!(problem)).toBeUndefined();
    expect(config('sum([pdb(["C1"]), pdb(["A1"])], additive=true)').refusal!(problem)).toContain("concerns both");
    expect(config("sum([hL(), hU()], additive=true)").refusal!(problem)).toContain("any step may concern `hL()`");
    expect(config('pdb(["C9"])').refusal!(problem)).toContain("no process or variable `C9`");
  });
});

describe("refine-until", () => {
  it("makes the abstraction finer", () => {
    expect(config("merge(50)").finer!()!.spec).toBe("merge(N=100, seconds=20, megabytes=500)");
    expect(config("cegar(100)").finer!()!.spec).toBe("cegar(states=400, seconds=20)");
    expect(config("hL()").finer?.()).toBeUndefined();
    expect(configure(searches, "refine-until(merge(2))").ok).toBe(true);
  });
});
