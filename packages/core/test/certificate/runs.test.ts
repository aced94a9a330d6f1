// Certificates of what must happen: one by hand, with everything that breaks it; those of random networks; and for what
// is not so, the best that a forger can do, who explores as the tool does and closes his eyes where a run gets away.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  makeRunsCertificate,
  readCertificate,
  verifyCertificate,
} from "../../src/certificate/index.ts";
import { certificateOf, checkQueries } from "../../src/check/index.ts";
import { boundsByVector, chooseAbstraction, createAbstraction } from "../../src/engine/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { hasStopwatches, type Network, type Query, soughtBy } from "../../src/network/index.ts";
import { LivenessSearch } from "../../src/search/index.ts";
import { createSymbolicSemantics } from "../../src/semantics/index.ts";
import { randomTrial } from "../../src/testing/index.ts";
import { isEmpty } from "../../src/zone/index.ts";
import { load } from "../check/ask.ts";

const MODEL = `
clock x;
process P() {
  state a { x <= 3 }, b { x <= 5 }, c;
  init a;
  trans a -> b { guard x >= 1; }, b -> c { guard x >= 5; }, c -> c { assign x = 0; };
}
system P;`;

type Zones = Certificate["states"][number]["zones"];
const run = (location: number, rank: number, zones: Zones) => ({
  locations: [location],
  cells: [],
  zones,
  ranks: [rank],
});
const IN_A: Zones = [[[1, 0, 3, 0]]];
const IN_B: Zones = [
  [
    [1, 0, 5, 0],
    [0, 1, -1, 0],
  ],
];

const PROOF: Certificate = {
  format: "tracehound-certificate",
  formatVersion: 1,
  model: "model.xta",
  query: "A<> P.c",
  abstraction: "none",
  runs: [run(0, 1, IN_A), run(1, 0, IN_B)],
  states: [],
};

function verified(certificate: Certificate, text = certificate.query, model = MODEL): string {
  const { network, compileQuery } = load(model);
  const query = compileQuery(text);
  if (!query.ok) throw new Error("the query is fine");
  const result = verifyCertificate(network, query.value, certificate);
  return result.ok ? "proved" : result.reason;
}

describe("certificates of what must happen", () => {
  it("prove what they say, and the opposite of its opposite", () => {
    expect(verified(PROOF)).toBe("proved");
    expect(verified(PROOF, "E[] not P.c")).toBe("proved");
    expect(readCertificate(certificateToText(PROOF))).toEqual(PROOF);
  });

  it("say how much was checked", () => {
    const { network, compileQuery } = load(MODEL);
    const query = compileQuery("A<> P.c");
    if (!query.ok) throw new Error("the query is fine");
    expect(verifyCertificate(network, query.value, PROOF)).toEqual({ ok: true, states: 2, zones: 2, steps: 2 });
  });

  it.each<[string, NonNullable<Certificate["runs"]>, string]>([
    ["the beginning is missing", [run(1, 0, IN_B)], "an initial state is not certified: P.a"],
    ["a step leads out", [run(0, 1, IN_A)], "a successor is not certified with a smaller rank: P.b"],
    ["no less is left", [run(0, 1, IN_A), run(1, 1, IN_B)], "a successor is not certified with a smaller rank: P.b"],
    ["time is missing", [run(0, 1, [[[1, 0, 2, 0]]]), run(1, 0, IN_B)], "an initial state is not certified: P.a"],
    ["a rank too few", [run(0, 1, IN_A), { ...run(1, 0, IN_B), ranks: [] }], "there is not one rank per zone"],
  ])("%s", (_what, runs, reason) => {
    expect(verified({ ...PROOF, runs })).toBe(reason);
  });

  it("are told from others", () => {
    const { runs: _, ...without } = PROOF;
    expect(verified(without)).toContain("does not say");
    expect(verified(PROOF, "E<> P.c")).toContain("does not ask what runs must do");
    expect(verified({ ...PROOF, abstraction: "alu" })).toContain("by inclusion");
    expect(verified(PROOF, "LTL: F P.c")).toContain("not about LTL");
  });

  it.each([
    ["P.a", "state a, c; init a; trans a -> c { };", [], /time may pass for ever: P.a/],
    ["P.a", "state a, c; urgent a; init a; trans a -> c { guard false; };", [], /a run may end: P.a/],
    [
      "P.a",
      "state a, c; urgent a; init a; trans a -> a { assign n = n + 1; }, a -> c { };",
      [1],
      /outside|range|fails/,
    ],
  ])("a run that gets away at %s by %s", (_where, body, cells, reason) => {
    const model = `${cells.length > 0 ? "int[0,1] n = 1; " : ""}process P() { ${body} } system P;`;
    expect(verified({ ...PROOF, runs: [{ ...run(0, 1, [[]]), cells }] }, "A<> P.c", model)).toMatch(reason);
  });

  it("of leads-to stand on all that can be reached", () => {
    const states = [
      { locations: [0], cells: [], zones: IN_A },
      { locations: [1], cells: [], zones: IN_B },
      { locations: [2], cells: [], zones: [[]] },
    ];
    const leads: Certificate = { ...PROOF, query: "P.b --> P.c", runs: [run(1, 0, IN_B)], states };
    expect(verified(leads)).toBe("proved");
    expect(verified({ ...leads, runs: [] })).toBe("a state that satisfies the premise is not certified: P.b");
    expect(verified({ ...leads, states: states.slice(0, 2) })).toBe("a successor is not certified: P.c");
    expect(verified({ ...leads, states: [] })).toBe("an initial state is not certified: P.a");
  });
});

/**
 * Zones and ranks as an exploration has them that goes on wherever a run gets away; undefined where the model fails.
 */
function forged(network: Network, query: Query): Certificate | undefined {
  const sought = soughtBy(query);
  if (sought?.kind !== "run" || sought.start !== undefined) return undefined;
  const chosen = chooseAbstraction(network, [query], "extra-m");
  if (!chosen.ok) return undefined;
  const semantics = createSymbolicSemantics(network);
  const { dim } = semantics;
  const { widen } = createAbstraction("extra-m", "equality", boundsByVector(chosen.value.bounds), dim);
  const roots = semantics.initial().map(({ locations, cells, zone }) => {
    return { discrete: { locations, cells }, entry: zone, origin: undefined };
  });
  const search = new LivenessSearch(
    {
      semantics,
      avoid: sought.avoid,
      frameSize: query.frameSize,
      endsCount: true,
      extrapolate: (discrete, zone) => widen(discrete, zone).filter((piece) => !isEmpty(piece)),
    },
    roots.values(),
  );
  while (search.step() !== "exhausted") if (search.finding?.kind === "fault") return undefined;
  return makeRunsCertificate(dim, { model: "random", query: query.text }, search.ranked);
}

describe("random networks", () => {
  it("prove what must happen, and never what need not", async () => {
    let [proofs, forgeries] = [0, 0];
    for (let seed = 0; seed < 24; seed++) {
      const { network, queries } = randomTrial(seed);
      if (hasStopwatches(network)) continue;
      const asked = queries.filter((query) => soughtBy(query)?.kind === "run");
      const results = await checkQueries(
        { network, options: { certify: true, engine: "reference" }, environment: stillEnvironment },
        asked,
      );
      for (const { query, verdict, proof } of results) {
        if (verdict.kind === "unknown") continue;
        if (proof !== undefined) {
          const certificate = certificateOf(network, proof, { model: "random", query: query.text });
          expect([seed, query.kind, verifyCertificate(network, query, certificate)]).toMatchObject([
            seed,
            query.kind,
            { ok: true },
          ]);
          proofs++;
          continue;
        }
        const forgery = forged(network, query);
        if (forgery === undefined) continue;
        forgeries++;
        expect([seed, query.kind, verifyCertificate(network, query, forgery)]).toMatchObject([
          seed,
          query.kind,
          { ok: false },
        ]);
      }
    }
    expect([proofs > 15, forgeries > 15]).toEqual([true, true]);
  }, 120_000);
});
