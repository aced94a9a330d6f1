// Where a safe estimate sees no way from the beginning, nothing is searched, by whichever search; and where no state
// can be what is sought, nothing is prepared either.

import { describe, expect, it } from "vitest";
import { checkQueries, strategies } from "../../../src/check/index.ts";
import { configure, heuristics } from "../../../src/index.ts";
import { LimitReached, type Limits, stillEnvironment } from "../../../src/limits/index.ts";
import { searches } from "../../../src/search/index.ts";
import { ask, load } from "../ask.ts";

const MODEL = `
int[0,1000] x, y; clock c;
process P() { state s, t, u; init s; trans s -> t { guard x < 900; assign x = x + 1, c = 0; }, t -> s { guard c >= 2; assign y = x; },
  s -> u { guard x < y - 1000; }; }
process Q() { state q, gone; init q; trans gone -> q { }; }
system P, Q;
`;

const searchOf = (spec: string) => {
  const config = configure(searches, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  return config.value;
};

describe("guided descents", () => {
  it.each(["distance()", "hL()", "hU()"])("by %s prove where all begins in dead ends", async (h) => {
    const { verdict, statistics } = await ask(MODEL, "E<> Q.gone", { search: searchOf(`guided(${h})`) });
    expect(verdict).toMatchObject({
      kind: "violated",
      evidence: { kind: "exhausted", cutOff: { withoutSearch: [h] } },
    });
    expect(statistics.explored).toBe(0);
  });

  it("prove nothing by an estimate that is not safe, or where there is a way", async () => {
    for (const [spec, query] of [
      ["guided(hL(cache=4), restarts=2)", "E<> Q.gone"],
      ["guided(distance(), restarts=2, depth=5)", "E<> P.u"],
    ] as const) {
      const { verdict } = await ask(MODEL, query, { search: searchOf(spec) });
      expect(verdict).toMatchObject({ kind: "unknown", because: "incomplete-search" });
    }
  });
});

describe("what no state can satisfy", () => {
  const { compileQuery } = load(MODEL);
  const problemOf = (text: string) => {
    const query = compileQuery(text);
    if (!query.ok || query.value.kind !== "E<>") throw new Error("the query is fine");
    return { network: query.network, target: query.value.formula, frameSize: query.value.frameSize };
  };
  const [possible, impossible] = [problemOf("E<> P.t"), problemOf("E<> 1 == 2 && P.t")];
  const prepared = heuristics.components
    .flatMap(({ examples = [] }) => examples)
    .flatMap((spec) => {
      const config = configure(heuristics, spec);
      if (!config.ok || !config.value.guarantees.safe) return [];
      return config.value.create(possible).constructions === undefined ? [] : [[spec, config.value] as const];
    });

  it("is known to be so by all estimates that are prepared", () => {
    const names = new Set(prepared.map(([spec]) => /^\w+/.exec(spec)![0]));
    expect(
      ["hL", "hU", "hadd", "merge", "pdb", "cegar", "predicates", "perimeter"].filter((name) => !names.has(name)),
    ).toEqual([]);
  });

  it.each(prepared)("needs no preparation by %s", (_spec, config) => {
    const { constructions, estimate } = config.create(impossible);
    expect(constructions ?? []).toEqual([]);
    expect(estimate({ locations: [1, 0], cells: [...impossible.network.initialValues] })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe("what ends before its first step", () => {
  it.each(["walk()", "portfolio([walk(), walk(sem)])"])("says so (%s)", async (spec) => {
    const { network, compileQuery } = load(MODEL);
    const query = compileQuery("E<> P.u");
    const strategy = configure(strategies, spec);
    if (!query.ok || !strategy.ok) throw new Error("the question is fine");
    // Time passes in work that does not come in steps, and only there.
    let now = 0;
    const interruptible = <T>(work: () => T, { seconds = Number.POSITIVE_INFINITY }: Limits): T => {
      now += 10;
      if (seconds < 10) throw new LimitReached("time");
      return work();
    };
    const environment = { ...stillEnvironment, now: () => now, interruptible };
    const options = { strategy: strategy.value, limits: { seconds: 25 } };
    const [result] = await checkQueries({ network, options, environment }, [query.value]);
    expect(result!.verdict).toMatchObject({ kind: "unknown", because: "time" });
    const rows = result!.statistics.members ?? [result!.statistics];
    expect(rows.map(({ explored, preparing }) => [explored, preparing])).toEqual(rows.map(() => [0, true]));
  });

  it("says nothing of the kind once it has begun", async () => {
    const { statistics } = await ask(MODEL, "E<> P.u", { search: searchOf("guided(distance(), restarts=2, depth=5)") });
    expect(statistics).not.toHaveProperty("preparing");
  });
});
