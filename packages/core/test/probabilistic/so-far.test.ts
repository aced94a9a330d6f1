// What is known of a probability when its computation is cut short holds the value, wherever that happens.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { checkQueries, quantityOf } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import {
  type Host,
  type Model,
  partlyKnown,
  quietHost,
  reachReward,
  SoFar,
  untilProbability,
} from "../../src/probabilistic/index.ts";

const STATES = 40;

/** State 0 is the initial one, the last one is sought; every fifth stays for ever where it is. */
function randomModel(seed: number): Model & { readonly initial: readonly number[] } {
  const random = new Prng(seed);
  const [choices, transitions] = [[0], [0]];
  const [target, probability]: [number[], number[]] = [[], []];
  for (let state = 0; state < STATES; state++) {
    for (let choice = random.below(3); choice >= 0; choice--) {
      const weights = Array.from({ length: state % 5 === 4 ? 1 : 1 + random.below(3) }, () => 1 + random.below(5));
      const total = weights.reduce((a, b) => a + b);
      for (const weight of weights) {
        const step = state % 5 === 4 ? 0 : random.below(9) - 3;
        target.push(Math.min(STATES - 1, Math.max(0, state + step)));
        probability.push(weight / total);
      }
      transitions.push(target.length);
    }
    choices.push(transitions.length - 1);
  }
  return {
    states: STATES,
    initial: [0],
    choices: Int32Array.from(choices),
    transitions: Int32Array.from(transitions),
    target: Int32Array.from(target),
    probability: Float64Array.from(probability),
  };
}

const left = new Uint8Array(STATES).fill(1);
const right = left.map((_, state) => (state === STATES - 1 ? 1 : 0));

/** A fair walk from the middle: many sweeps, of which the host ends the first. */
function walk(length: number): Model {
  const inner = Array.from({ length: length - 2 }, (_, at) => [at, at + 2]).flat();
  const rows = Array.from({ length: length + 1 }, (_, at) => at);
  return {
    states: length,
    choices: Int32Array.from(rows),
    transitions: Int32Array.from(rows, (at) => (at === 0 ? 0 : at === length ? 2 * length - 2 : 2 * at - 1)),
    target: Int32Array.from([0, ...inner, length - 1]),
    probability: Float64Array.from([1, ...inner.map(() => 0.5), 1]),
  };
}

class Ended extends Error {}
const ending = (soFar: SoFar, emittedAfter: number): Host => ({
  ...quietHost,
  emittedAfter,
  soFar,
  tell: () => {
    throw new Ended();
  },
});

describe("what is known when it is cut short", () => {
  it("holds the value, whatever part of the graph was built", () => {
    let informative = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const model = randomModel(seed);
      const random = new Prng(seed + 1000);
      const share = 1 + random.below(9);
      const expanded = left.map(() => (random.below(10) < share ? 1 : 0));
      for (const optimum of ["min", "max"] as const) {
        const { lower: low, upper: high } = untilProbability(model, left, right, optimum, quietHost);
        const { lower, upper } = partlyKnown(model, { left, right, expanded, optimum });
        expect(lower, `seed ${seed} ${optimum}`).toBeLessThanOrEqual(high[0]!);
        expect(upper, `seed ${seed} ${optimum}`).toBeGreaterThanOrEqual(low[0]!);
        if (lower > 0 || upper < 1) informative++;
        const whole = partlyKnown(model, { left, right, expanded: left, optimum });
        expect(whole.lower).toBeLessThanOrEqual(high[0]!);
        expect(whole.upper).toBeGreaterThanOrEqual(low[0]!);
      }
    }
    expect(informative).toBeGreaterThan(50);
  });

  it.each([Number.POSITIVE_INFINITY, 0])("is what sweeps have reached (%d)", (emittedAfter) => {
    const model = walk(51);
    const [all, goal] = [new Uint8Array(51).fill(1), new Uint8Array(51)];
    goal[50] = 1;
    const soFar = new SoFar();
    expect(() => untilProbability(model, all, goal, "max", ending(soFar, emittedAfter))).toThrow(Ended);
    const { lower, upper } = soFar.between([25])!;
    expect(lower).toBeGreaterThan(0.01);
    expect(lower).toBeLessThan(0.5);
    expect(upper).toBeGreaterThan(0.5);
    expect(upper).toBeLessThan(0.99);
  });

  it("says what is earned at least", () => {
    const model = walk(51);
    const ends = new Uint8Array(51);
    ends[0] = ends[50] = 1;
    const soFar = new SoFar();
    const earned = new Float64Array(51).fill(1);
    expect(() => reachReward(model, earned, ends, "max", ending(soFar, 0))).toThrow(Ended);
    const { lower, upper } = soFar.between([25])!;
    expect(lower).toBeGreaterThan(100);
    expect(lower).toBeLessThan(625);
    expect(upper).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ["P=? [ F x=9 ]", 0, 0.76],
    ["P=? [ G x!=9 ]", 0.24, 1],
    ["P=? [ F<=7 x=9 ]", 0, 0.76],
    ["P>=0.1 [ F x=9 ]", 0, 0.76],
    ["P=? [ X x=9 ]", 0, 1],
    ["R=? [ F x=9 ]", 0, undefined],
  ])("is said with the answer: %s", async (question, lower, upper) => {
    const content = `dtmc module m x : [0..9]; y : [0..200];
      [] x=0 & y<200 -> 1/4 : (x'=1) + 3/4 : (y'=y+1);
      [] y=200 -> (x'=9); endmodule rewards true : 1; endrewards`;
    const loaded = loadModel({ name: "late.prism", content });
    const query = loaded.compileQuery(question);
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    let asked = 0;
    const signal = {
      get aborted() {
        return asked++ > 12;
      },
    };
    const environment = { ...stillEnvironment, stepsPerSlice: 1 };
    const [result] = await checkQueries(
      { network: query.network, options: { engine: "reference" }, environment, signal },
      [query.value],
    );
    expect(result!.verdict).toMatchObject({ kind: "unknown", because: "interrupted" });
    const quantity = quantityOf(result!.verdict)!;
    expect(quantity.lower).toBeGreaterThanOrEqual(lower);
    expect(quantity.lower).toBeLessThan(1);
    if (upper === undefined) expect(quantity.upper).toBeUndefined();
    else expect(quantity.upper).toBeLessThanOrEqual(upper);
  });
});
