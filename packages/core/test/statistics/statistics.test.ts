// The arithmetic of statistics against numbers that other tools print: UPPAAL's public outputs and tables of the laws.

import { describe, expect, it } from "vitest";
import { betaDistribution, betaQuantile } from "../../src/statistics/beta.ts";
import {
  chernoffRuns,
  clopperPearson,
  comparison,
  distributionOf,
  histogramOf,
  inverseInterval,
  isEnough,
  Sample,
  SequentialTest,
  studentQuantile,
} from "../../src/statistics/index.ts";

const runsUntil = (k: (n: number) => number, rule: "5.x" | "4.1", alpha: number, epsilon: number): number => {
  for (let n = 1; ; n++) if (isEnough(rule, k(n), n, alpha, epsilon)) return n;
};

describe("intervals of Clopper and Pearson", () => {
  it.each([
    [605, 6266, 0.01, false, 0.0871722, 0.106553],
    [180, 398, 0.05, true, 0.402622, 0.502616],
    [29, 29, 0.05, true, 0.901855, 1],
    [0, 72, 0.05, false, 0, 0.0499441],
    [5, 10, 0.05, false, 0.187086, 0.812914],
  ])("%i of %i at %f", (k, n, alpha, whole, lower, upper) => {
    const interval = clopperPearson(k, n, alpha, whole);
    expect(interval.lower).toBeCloseTo(lower, 6);
    expect(interval.upper).toBeCloseTo(upper, 5);
  });

  it("are what the binomial law says: both ends leave half of α outside", () => {
    const tail = (k: number, n: number, p: number): number => 1 - betaDistribution(p, k + 1, n - k);
    const { lower, upper } = clopperPearson(7, 50, 0.1);
    expect(1 - tail(6, 50, lower)).toBeCloseTo(0.05, 9);
    expect(tail(7, 50, upper)).toBeCloseTo(0.05, 9);
  });
});

it.each([1, 3, 10])("intervals behind %i successes hold the probability as often as they say", (k) => {
  for (const p of [0.05, 0.3, 0.5, 0.9]) {
    // The chance of n runs: those before the last have k - 1 successes.
    let chance = p ** k;
    let [held, seen] = [0, 0];
    for (let n = k; seen < 1 - 1e-9; n++) {
      const { lower, upper } = inverseInterval(k, n, 0.05);
      if (lower <= p && p <= upper) held += chance;
      seen += chance;
      chance *= ((1 - p) * n) / (n - k + 1);
    }
    expect(held).toBeGreaterThanOrEqual(0.95 - 1e-9);
  }
});

describe("stopping rules", () => {
  it("stop where UPPAAL 5 does", () => {
    expect(runsUntil(() => 0, "5.x", 0.05, 0.05)).toBe(72);
    expect(runsUntil(() => 0, "5.x", 0.01, 0.01)).toBe(528);
    expect(isEnough("5.x", 605, 6266, 0.01, 0.01)).toBe(true);
    expect(isEnough("5.x", 605, 6265, 0.01, 0.01)).toBe(false);
  });

  it("stop where UPPAAL 4.1 does", () => {
    expect(runsUntil((n) => n, "4.1", 0.05, 0.05)).toBe(29);
    expect(isEnough("4.1", 180, 398, 0.05, 0.05)).toBe(true);
    expect(isEnough("4.1", 180, 397, 0.05, 0.05)).toBe(false);
  });

  it("never end a look too early: the quick answer is the slow one", () => {
    for (let n = 1; n < 900; n += 7) {
      for (let k = 0; k <= n; k += Math.max(1, n >> 3)) {
        const { lower, upper } = clopperPearson(k, n, 0.05);
        const slow = Math.max(upper - k / n, k / n - lower) <= 0.05;
        expect(isEnough("5.x", k, n, 0.05, 0.05)).toBe(slow);
      }
    }
  });

  it("need so many runs by Chernoff's bound", () => {
    expect(chernoffRuns(0.05, 0.05)).toBe(738);
    expect(chernoffRuns(0.01, 0.01)).toBe(26492);
  });
});

describe("Student's law", () => {
  it.each([
    [0.95, 1, 12.7062],
    [0.95, 10, 2.22814],
    [0.99, 49, 2.67995],
    [0.95, 1e6, 1.95997],
  ])("P(|T| ≤ t) = %f with %i degrees of freedom", (confidence, freedom, t) => {
    expect(studentQuantile(confidence, freedom)).toBeCloseTo(t, 4);
  });

  it("means are as exact as sums", () => {
    const sample = new Sample();
    for (const value of [2, 4, 4, 4, 5, 5, 7, 9]) sample.add(value);
    expect(sample.mean).toBeCloseTo(5, 12);
    expect(sample.deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(sample.halfWidth(0.05)).toBeCloseTo((2.364624 * Math.sqrt(32 / 7)) / Math.sqrt(8), 5);
    const same = new Sample();
    for (let i = 0; i < 5; i++) same.add(3);
    expect(same.halfWidth(0.05)).toBe(0);
  });

  it("quantiles undo distributions", () => {
    for (const p of [1e-6, 0.2, 0.5, 0.999])
      expect(betaDistribution(betaQuantile(p, 3, 0.5), 3, 0.5)).toBeCloseTo(p, 9);
  });
});

describe("Wald's tests", () => {
  it("accept what only successes and only failures say, after as many runs as the ratio needs", () => {
    const risks = { alpha: 0.05, beta: 0.05 };
    const count = (isSuccess: boolean): [string, number] => {
      const test = new SequentialTest(0.6, 0.4, risks);
      for (let n = 1; ; n++) if (test.add(isSuccess) !== "none") return [test.accepted, n];
    };
    const needed = Math.ceil(Math.log(19) / Math.log(1.5));
    expect(count(true)).toEqual(["H0", needed]);
    expect(count(false)).toEqual(["H1", needed]);
  });

  it("compare by pairs that differ", () => {
    const test = comparison(0.9, 1.1, { alpha: 0.05, beta: 0.05 });
    let pairs = 0;
    while (test.add(true) === "none") pairs++;
    expect(test.accepted).toBe("H0");
    expect(pairs).toBe(Math.ceil(Math.log(19) / Math.log(1.1 / 2.1 / (0.9 / 1.9))) - 1);
  });
});

describe("histograms", () => {
  it("count every value once; whole numbers get bars of whole width", () => {
    const { from, width, counts } = histogramOf([3, 3, 4, 4, 4, 5, 9]);
    expect([from, width]).toEqual([3, 3]);
    expect(counts).toEqual([6, 0, 1]);
    expect(histogramOf([0, 0.5, 1], 2)).toEqual({ from: 0, width: 0.5, counts: [1, 2] });
    expect(histogramOf([2, 2]).counts).toEqual([2]);
  });

  it("keep the ends of the sample among the quantiles", () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000);
    const { quantiles, mean, count } = distributionOf(values, "time")!;
    expect([quantiles[0], quantiles.at(-1), quantiles.length, count, mean]).toEqual([0, 999, 201, 1000, 499.5]);
    expect(distributionOf(new Float64Array(0), "time")).toBeUndefined();
  });
});
