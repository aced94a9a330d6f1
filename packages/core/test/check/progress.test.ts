// Who watches a search is told how near it has come, whoever's estimate that is.

import { expect, it } from "vitest";
import { adviceText, checkQueries, strategies } from "../../src/check/index.ts";
import { LimitReached, stillEnvironment } from "../../src/limits/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "./ask.ts";

const MODEL = `int[0,40] n;
  process P() { state A, B; init A; trans A -> A { guard n < 40; assign n = n + 1; }, A -> B { guard n == 40; }; }
  system P;`;

it.each(["greedy(hU())", "portfolio([bfs, greedy(hU())])"])("%s", async (spec) => {
  const { compileQuery } = load(MODEL);
  const query = compileQuery("E<> P.B");
  const strategy = configure(strategies, spec);
  if (!query.ok || !strategy.ok) throw new Error("neither can be wrong");
  let seconds = 0;
  const best: number[] = [];
  await checkQueries(
    {
      network: query.network,
      options: { strategy: strategy.value },
      // Every look at the clock finds that half a second has passed.
      environment: { ...stillEnvironment, now: () => (seconds += 0.5), stepsPerSlice: 1 },
      onProgress: (_, { statistics }) => {
        for (const { least } of statistics.estimates ?? []) if (least !== null) best.push(least);
      },
    },
    [query.value],
  );
  expect(best.length).toBeGreaterThan(5);
  expect(best).toEqual([...best].sort((a, b) => b - a));
});

it("an estimate that is ended while it is prepared is named, with the engine it was for", async () => {
  const { compileQuery } = load(MODEL);
  const query = compileQuery("E<> P.B");
  const strategy = configure(strategies, "greedy(hU())");
  if (!query.ok || !strategy.ok) throw new Error("neither can be wrong");
  const told: unknown[] = [];
  const [result] = await checkQueries(
    {
      network: query.network,
      options: { strategy: strategy.value },
      environment: stillEnvironment,
      // The first thing that is told is that the estimate will be prepared; the time is up in the midst of that.
      onProgress: (_, { statistics }) => {
        told.push(statistics.estimates);
        throw new LimitReached("time");
      },
    },
    [query.value],
  );
  const unready = [{ heuristic: "hU()", evaluations: 0 }];
  expect(told).toMatchObject([unready]);
  expect(result!.verdict).toEqual({ kind: "unknown", because: "time" });
  expect(result!.statistics).toMatchObject({ engine: "compiled", explored: 0, estimates: unready });
  expect(result!.statistics.abstraction).not.toBe("none");
  expect(adviceText(result!)).toContain("hU() was not ready");
});

it("a portfolio that runs out of time does not advise what it did itself", () => {
  const verdict = { kind: "unknown", because: "time" } as const;
  expect(adviceText({ verdict, query: { kind: "E<>" }, statistics: { members: [] } })).not.toContain("hU()");
});
