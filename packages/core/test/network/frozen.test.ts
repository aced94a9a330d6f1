// A network never changes once it is made. Here every node of it is frozen, so that whoever tried would throw, and all
// that looks at networks is let loose on it.

import { describe, expect, it } from "vitest";
import { lintNetwork } from "../../src/analysis/lints/index.ts";
import {
  type CheckOptions,
  checkQueries,
  explainPlan,
  exploreNetwork,
  planQuery,
  strategies,
} from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Network, Query } from "../../src/network/index.ts";
import { configure } from "../../src/spec/index.ts";
import { seededChoices } from "../../src/testing/choices.ts";
import { livelyNetwork } from "../../src/testing/lively-network.ts";
import { randomQueries } from "../../src/testing/random-query.ts";
import { load } from "../check/ask.ts";

const MODEL = `
const int N = 3; typedef int[0,2] id_t;
int[0,9] n; int row[3]; meta int scratch; clock x, t;
chan go; broadcast chan all; urgent chan now;
int twice(int k) { return 2 * k; }
int most() { int best = 0; for (i : id_t) { if (row[i] > best) best = row[i]; } return best; }
process A(const id_t me) { clock y; state s { y <= 4 }, u, c; commit c; init s;
  trans s -> u { select i : id_t; guard y >= 1 && n < 9; sync go!; assign row[i] = twice(me), n = n + 1, y = 0; },
        u -> c { guard x > 2; sync all!; assign x = 0; }, c -> s { assign scratch = n, y = 0; }; }
process B() { state p, q { t <= 7 }; init p; trans p -> q { sync go?; assign t = 0; }, q -> p { guard t > 1; }, q -> q { sync all?; }; }
system A, B;
`;

/** All of it, also below what is frozen already. */
function freezeAll(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const part of Object.values(value)) freezeAll(part, seen);
  Object.freeze(value);
}

async function letLoose(network: Network, queries: readonly Query[], specs: readonly string[]): Promise<void> {
  const limits = { seconds: 2 };
  let looks = 0;
  const environment = { ...stillEnvironment, now: () => looks++ / 1000 };
  for (const query of queries) explainPlan(planQuery(network, query));
  for (const spec of specs) {
    const strategy = configure(strategies, spec, { seed: 1 });
    if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
    for (const engine of ["auto", "reference"] as const) {
      const options: CheckOptions = { strategy: strategy.value, engine, limits, certify: true, shorten: true };
      looks = 0;
      await checkQueries({ network, options, environment }, queries);
    }
  }
  looks = 0;
  await checkQueries({ network, options: { optimal: "time", limits }, environment }, queries);
  await exploreNetwork(network, { limits }, environment);
}

describe("a network", () => {
  it("is frozen when it is made", () => {
    const { network } = load(MODEL);
    expect(Object.isFrozen(network)).toBe(true);
    expect(() => (network.functions as unknown[]).push({})).toThrow(TypeError);
    expect(() => Object.assign(network, { cells: 0 })).toThrow(TypeError);
    const tck = loadModel({ name: "m.tck", content: "system:s\nprocess:P\nlocation:P:l{initial:}\n" }).network!;
    expect(Object.isFrozen(tck) && Object.isFrozen(tck.edges)).toBe(true);
  });

  it("is not changed by a query that brings functions: there is another network for it", () => {
    const { network, compileQuery, readQueries } = load(MODEL);
    const before = JSON.stringify(network);
    const plain = compileQuery("E<> n == 2");
    expect(plain.ok && plain.network).toBe(network);
    const bringing = compileQuery("E<> most() == 4");
    if (!bringing.ok) throw new Error("it can be asked");
    expect(bringing.network.functions.length).toBe(network.functions.length + 1);
    expect(bringing.network.functions.slice(0, -1)).toEqual(network.functions);
    // What was compiled before goes on; what comes later finds the function there.
    const again = compileQuery("A[] most() <= 4");
    expect(again.ok && again.network).toBe(bringing.network);
    expect(readQueries({ name: "m.q", content: "E<> most() == 4" }).network).toBe(bringing.network);
    expect(JSON.stringify(network)).toBe(before);
  });

  it("answers queries that bring functions", async () => {
    const { compileQuery } = load(MODEL);
    const query = compileQuery("E<> most() == 4");
    if (!query.ok) throw new Error("it can be asked");
    const context = { network: query.network, options: {}, environment: stillEnvironment };
    const [result] = await checkQueries(context, [query.value]);
    expect(result!.verdict.kind).toBe("satisfied");
  });

  it("is not changed by checks, searches, walks and explorations", { timeout: 120_000 }, async () => {
    const { compileQuery } = load(MODEL);
    const texts = [
      "E<> n == 3 && t > 1",
      "A[] n < 5 || deadlock",
      "B.q --> B.p",
      "E[] n < 2",
      "sup: n, t",
      "bounds: x",
    ];
    const compiled = texts.map((text) => compileQuery(text));
    const last = compiled.at(-1)!;
    if (!last.ok) throw new Error(last.diagnostics[0]!.message);
    const queries = compiled.flatMap((query) => (query.ok ? [query.value] : []));
    expect(queries.length).toBe(texts.length);
    const { network } = last;
    freezeAll(network);
    freezeAll(queries);
    lintNetwork(network);
    await letLoose(network, queries, [
      "bfs",
      "greedy(hU())",
      "astar(hL())",
      "portfolio([dfs, walk()], deterministic=true)",
    ]);
  });

  it("is not changed, whatever features it has", { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const choices = seededChoices(seed);
      const { network } = livelyNetwork(choices);
      const queries = randomQueries(network, choices).slice(0, 2);
      freezeAll(network);
      await letLoose(network, queries, ["bfs", "greedy(hU())"]);
    }
  });
});
