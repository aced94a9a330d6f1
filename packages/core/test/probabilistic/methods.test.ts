// Ways to look for evidence, bounds of every form, and what evidence says of them: each mass is recomputed from the
// transitions alone.

import { describe, expect, it } from "vitest";
import { caveatsOf, checkQueries, strategies } from "../../src/check/index.ts";
import { quantityOf, shownBy } from "../../src/check/verdict.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { ProbabilisticEvidence } from "../../src/probabilistic/index.ts";
import { configure } from "../../src/spec/index.ts";

async function ask(content: string, property: string, search?: string) {
  const loaded = loadModel({ name: "model.prism", content }, { lints: false });
  const query = loaded.compileQuery(property);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const strategy = search === undefined ? undefined : configure(strategies, search);
  if (strategy?.ok === false) throw new Error(strategy.diagnostics[0]!.message);
  const options = strategy === undefined ? {} : { strategy: strategy.value };
  const [result] = await checkQueries({ network: query.network, options, environment: stillEnvironment }, [
    query.value,
  ]);
  return result!;
}

const WALK = `dtmc
module walk
  x : [0..6] init 3;
  [] x>0 & x<6 -> 0.4 : (x'=x-1) + 0.6 : (x'=x+1);
  [] x=0 | x=6 -> true;
endmodule`;

const CHOICES = `mdp
module m
  x : [0..4];
  [safe] x=0 -> 0.9 : true + 0.1 : (x'=1);
  [risk] x=0 -> 0.5 : (x'=1) + 0.5 : (x'=2);
  [go] x=1 -> 0.7 : (x'=3) + 0.3 : (x'=0);
  [back] x=1 -> (x'=0);
  [] x>=2 -> true;
endmodule`;

const QUEUE = `ctmc
module queue
  n : [0..5];
  [arrive] n<5 -> 2 : (n'=n+1);
  [serve] n>0 -> 3 : (n'=n-1);
endmodule`;

/**
 * The probability to reach the targets of evidence from its start: within steps by multiplying, without bound by very
 * many of them.
 */
function massOf({ states, transitions, within }: ProbabilisticEvidence): number {
  let value = states.map(({ isTarget }) => (isTarget ? 1 : 0));
  for (let step = 0; step < (within ?? 20_000); step++) {
    const next = states.map(({ isTarget }) => (isTarget ? 1 : 0));
    for (const { from, to, probability } of transitions)
      if (!states[from]!.isTarget) next[from]! += probability * value[to]!;
    value = next;
  }
  return value[0]!;
}

describe("evidence", () => {
  it.each([
    ["xbf()", "P<=0.7 [ F x=6 ]"],
    ["xbf(one())", "P<=0.7 [ F x=6 ]"],
    ["xbf(edges())", "P<0.7 [ F x=6 ]"],
    ["kpaths(k=50)", "P<=0.3 [ F x=6 ]"],
    ["probable()", "P<=0.2 [ F x=6 ]"],
    ["xbf()", "P<=0.4 [ F<=8 x=6 ]"],
    ["kpaths()", "P<=0.4 [ F<=8 x=6 ]"],
    ["xbf()", "P<=0.4 [ x>1 U<=8 x=6 ]"],
    ["xbf()", "P>=0.4 [ G x<6 ]"],
    ["xbf()", "P>=0.6 [ G<=8 x<6 ]"],
    ["xbf()", "P>=0.99 [ x=0 R x<6 ]"],
    ["xbf()", "P>=0.99 [ x>2 W x=6 ]"],
  ])("by %s against %s", async (search, property) => {
    const { verdict } = await ask(WALK, property, search);
    expect(verdict.kind).toBe("violated");
    const shown = shownBy(verdict)!;
    expect(massOf(shown)).toBeGreaterThanOrEqual(shown.mass * (1 - 1e-12));
    const bound = Number(/[\d.]+/.exec(property)![0]);
    expect(shown.mass).toBeGreaterThanOrEqual(property.startsWith("P>") ? 1 - bound : bound);
    for (const { steps } of shown.paths) expect(steps.length).toBeLessThanOrEqual(shown.within ?? 1e9);
  });

  it("of one path is that path", async () => {
    const shown = shownBy((await ask(WALK, "P<=0.2 [ F x=6 ]", "probable()")).verdict)!;
    expect(shown.paths.map(({ probability }) => probability)).toEqual([0.6 ** 3].map((p) => expect.closeTo(p, 12)));
    expect(shown.states.map(({ values }) => values[0]!.text)).toEqual(["3", "4", "5", "6"]);
    // One path is not enough here: the whole graph answers.
    const { verdict } = await ask(WALK, "P<=0.3 [ F x=6 ]", "probable()");
    expect([verdict.kind, shownBy(verdict)]).toEqual(["violated", undefined]);
  });

  it("of paths lists the most probable ones, in order", async () => {
    const shown = shownBy((await ask(WALK, "P<=0.4 [ F x=6 ]", "kpaths(k=20)")).verdict)!;
    const found = shown.paths.map(({ probability }) => probability);
    expect(found.slice(0, 4)).toEqual([0.216, 0.05184, 0.05184, 0.05184].map((p) => expect.closeTo(p, 12)));
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  it("against a bound from below leads to where it is settled", async () => {
    const { verdict } = await ask(WALK, "P>=0.9 [ F x=6 ]");
    const shown = shownBy(verdict)!;
    expect([verdict.kind, shown.settles]).toEqual(["violated", true]);
    expect(massOf(shown)).toBeCloseTo(8 / 35, 12);
    expect(shown.states.filter(({ isTarget }) => isTarget).map(({ values }) => values[0]!.text)).toEqual(["0"]);
  });

  it("of a choice names one scheduler", async () => {
    const most = shownBy((await ask(CHOICES, "P<=0.99 [ F x=3 ]")).verdict)!;
    expect(most.states.map(({ chosen }) => chosen)).toContain("[safe]");
    const least = shownBy((await ask(CHOICES, "P>=0.5 [ F x=3 ]")).verdict)!;
    expect(least.settles).toBe(true);
    // With few steps left the risk is worth it: the best choice depends on how many there are.
    const bounded = await ask(CHOICES, "P<=0.4 [ F<=4 x=3 ]");
    const shown = shownBy(bounded.verdict)!;
    expect(bounded.verdict.kind).toBe("violated");
    expect(massOf(shown)).toBeCloseTo(0.427, 12);
  });

  it("in time carries what uniformisation finds", async () => {
    const { verdict } = await ask(QUEUE, "P<=0.05 [ F<=2 n=5 ]");
    const shown = shownBy(verdict)!;
    expect(verdict.kind).toBe("violated");
    const value = quantityOf((await ask(QUEUE, "P=? [ F<=2 n=5 ]")).verdict)!;
    expect(shown.mass).toBeGreaterThan(0.05);
    expect(shown.mass).toBeLessThanOrEqual(value.upper!);
    expect(shown.mass).toBeGreaterThan(value.lower! * (1 - 1e-8));
    expect(shown.paths.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThanOrEqual(value.upper!);
    expect(shown.states.every(({ rate }) => rate !== undefined)).toBe(true);
  });

  it("of several initial states is about one of them", async () => {
    const several = `${WALK.replace(" init 3", "")}\ninit x>1 & x<5 endinit`;
    const high = await ask(several, "P<=0.7 [ F x=6 ]");
    expect(high.verdict.kind).toBe("violated");
    expect(shownBy(high.verdict)!.states[0]!.values).toEqual([{ name: "x", text: "4" }]);
    // One of them has exactly the bound, another one less.
    const even = several.replace("0.4", "0.5").replace("0.6", "0.5");
    expect((await ask(even, "P>=0.5 [ F x=6 ]")).verdict.kind).toBe("violated");
  });

  it("does not need the search that is named for states", async () => {
    expect((await ask(WALK, "P<=0.7 [ F x=6 ]", "bfs()")).verdict.kind).toBe("violated");
  });
});

describe("what the graph has besides", () => {
  it("is told: states that stay, commands that are drawn", async () => {
    const model = `dtmc
module m
  x : [0..2];
  [] x=0 -> (x'=1);
  [] x=0 -> (x'=2);
endmodule`;
    const kinds = caveatsOf(await ask(model, "P=? [ F x=2 ]")).map(({ kind }) => kind);
    expect(kinds).toEqual(["states-stay", "choices-drawn"]);
    expect(caveatsOf(await ask(WALK, "P=? [ F x=6 ]"))).toEqual([]);
  });
});

describe("filters", () => {
  it("without a condition are about all states", async () => {
    const values = async (property: string) => quantityOf((await ask(WALK, property)).verdict)!.estimate;
    expect(await values("filter(count, x>3)")).toBe(3);
    expect(await values("filter(count, x>3, x<6)")).toBe(2);
    expect(await values("filter(max, P=? [ F x=6 ])")).toBe(1);
    expect(await values('filter(max, P=? [ F x=6 ], "init")')).toBeCloseTo(27 / 35, 12);
    expect((await ask(WALK, "filter(forall, P>0 [ F x=6 ])")).verdict.kind).toBe("violated");
    expect((await ask(WALK, "filter(exists, P>=1 [ F x=6 ])")).verdict.kind).toBe("satisfied");
  });
});
