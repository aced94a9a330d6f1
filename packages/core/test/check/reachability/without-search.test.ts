// Where a safe estimate sees no way from the beginning, nothing is searched, by whichever search; and where no state can be
// what is sought, nothing is prepared either.

import { describe, expect, it } from "vitest";
import { configure, heuristics } from "../../../src/index.ts";
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
