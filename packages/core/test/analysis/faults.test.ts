import { afterEach, describe, expect, it, vi } from "vitest";
import { AccessAnalysis } from "../../src/analysis/accesses.ts";
import { FaultAnalysis } from "../../src/analysis/faults.ts";
import { loadModel } from "../../src/lang/load.ts";

/** Processes that all call one function, whose loops write a table by computed indices; `b` is known from their guards. */
function mixers(processes: number) {
  const content = `
    typedef int[0,${processes - 1}] id_t;
    int[0,9] a[6]; bool used[6][6]; int[0,9] b = 3;
    void mix(id_t i) {
      for (k : int[0,5]) for (l : int[0,5]) { if (a[k] != b) used[k][l] = !used[k][l]; else a[k] = (a[l] + i) % 10; }
    }
    process P(id_t i) { state s, t; init s; trans s -> t { guard b == 3; assign mix(i); }, t -> s { guard b > 1; assign mix(i), b = 9 - b; }; }
    system P;`;
  const { network } = loadModel({ name: "mixers.xta", content }, { lints: false });
  if (network === null) throw new Error("not a model");
  return network;
}

describe("what may fail", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("is found out without asking again, for every process, what a function writes", () => {
    const asked = (processes: number): number => {
      const looks = vi.spyOn(AccessAnalysis.prototype, "ofStatements");
      looks.mockClear();
      expect(new FaultAnalysis(mixers(processes)).canFault).toBe(false);
      return looks.mock.calls.length;
    };
    const few = asked(2);
    expect(few).toBeGreaterThan(0);
    expect(asked(20)).toBe(few);
  });
});
