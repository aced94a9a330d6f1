import { afterEach, describe, expect, it, vi } from "vitest";
import { AccessAnalysis } from "../../src/analysis/accesses.ts";
import { FaultAnalysis } from "../../src/analysis/faults.ts";
import { Intervals } from "../../src/analysis/intervals.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Network } from "../../src/network/index.ts";

/**
 * Processes that all call one function, whose loops write a table by computed indices; `b` is known from their guards.
 */
function mixers(processes: number) {
  const content = `
    typedef int[0,${processes - 1}] id_t;
    int[0,9] a[6]; bool used[6][6]; int[0,9] b = 3;
    void mix(id_t i) {
      for (k : int[0,5]) for (l : int[0,5]) { if (a[k] != b) used[k][l] = !used[k][l]; else a[k] = (a[l] + i) % 10; }
    }
    process P(id_t i) { state s, t; init s; trans s -> t { guard b == 3; assign mix(i); }, t -> s { guard b > 1; assign mix(i), b = 9 - b; }; }
    system P;`;
  return networkOf(content);
}

/** Functions that call each other, each from several places, `levels` deep. */
function callers(levels: number) {
  const body = (level: number): string => {
    const next = (by: number): string => `f${level - 1}((k + ${by} + n) % 8)`;
    return level === 0
      ? "return (a[k % 8] + k) % 8;"
      : `if (k > 1) return ${next(1)}; if (a[k] > 2) return ${next(2)}; return ${next(3)};`;
  };
  const functions = Array.from({ length: levels }, (_, level) => `int f${level}(int[0,7] k) { ${body(level)} }`);
  return networkOf(`
    int[0,7] n = 1; int[0,7] a[8];
    ${functions.join(" ")}
    process P() { state s; init s; trans s -> s { guard f${levels - 1}(n) > 2; assign a[n] = f${levels - 1}(2), n = (n + 1) % 8; }; }
    system P;`);
}

function networkOf(content: string): Network {
  const { network } = loadModel({ name: "model.xta", content }, { lints: false });
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

  it("is found out without following every way through functions that call functions", () => {
    const asked = (levels: number): number => {
      const looks = vi.spyOn(Intervals.prototype, "calledFrame");
      looks.mockClear();
      expect(new FaultAnalysis(callers(levels)).canFault).toBe(false);
      return looks.mock.calls.length;
    };
    const few = asked(3);
    expect(few).toBeGreaterThan(0);
    expect(asked(7)).toBeLessThan(8 * few);
  });

  it("is asked again of a function once more is known of what it reads", () => {
    const network = networkOf(`
      int[0,9] n; int[0,1] a[4];
      int at() { return n; }
      process P() { state s; init s; trans s -> s { guard n < 5; assign n = n + 1; }, s -> s { guard a[at()] == 1; }; }
      system P;`);
    expect(new FaultAnalysis(network).canFault).toBe(true);
  });
});
