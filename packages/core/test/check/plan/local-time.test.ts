// Local time against brute force: random networks whose processes share nothing but synchronisations. The same discrete
// states are reached as with one time for all, answers are right, traces replay (the check sees to that) and are as
// short as any, and what is proved becomes a certificate that the usual semantics verifies.

import { describe, expect, it } from "vitest";
import { certificateToText, readCertificate, verifyCertificate } from "../../../src/certificate/index.ts";
import { type CheckOptions, certificateOf, checkQueries } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Network } from "../../../src/network/index.ts";
import { searches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import {
  liveliest,
  oracleWithin,
  randomLocalNetwork,
  randomQueries,
  reachedDiscrete,
  seededChoices,
} from "../../../src/testing/index.ts";
import { engineFor } from "../../engine/explore.ts";
import { ask } from "../ask.ts";

const NETWORKS = Number(process.env["NETWORKS"] ?? 18);
const BATCHES = [0, 1];

function networkOf(seed: number): Network {
  const choices = seededChoices(seed);
  return liveliest(
    () => randomLocalNetwork(choices),
    (network) => network,
  );
}

describe("local time on random networks", () => {
  it.each(BATCHES)("reaches what is reached, batch %i", (batch) => {
    let several = 0;
    for (let seed = batch; seed < NETWORKS; seed += BATCHES.length) {
      const network = networkOf(seed);
      const oracle = oracleWithin(network, [], 4_000);
      if (oracle === undefined) continue;
      const reached = reachedDiscrete(engineFor(network, "local-time"))!;
      expect([seed, [...reached].sort()]).toEqual([seed, [...oracle.discreteStates()].sort()]);
      if (reached.size > 4) several++;
    }
    expect(several).toBeGreaterThan(NETWORKS / BATCHES.length / 5);
  });

  it.each(BATCHES)("answers, shows and proves, batch %i", async (batch) => {
    const counts = { satisfied: 0, violated: 0, certified: 0 };
    for (let seed = batch; seed < NETWORKS; seed += BATCHES.length) {
      const network = networkOf(seed);
      const queries = randomQueries(network, seededChoices(seed + 1_000_000)).slice(0, 3);
      const oracle = oracleWithin(network, queries, 4_000);
      if (oracle === undefined) continue;
      const ofChoice = (abstraction: "local-time" | "alu") =>
        checkQueries({ network, options: { abstraction }, environment: stillEnvironment }, queries);
      const usual = await ofChoice("alu");
      for (const [index, { query, verdict, proof }] of (await ofChoice("local-time")).entries()) {
        if (verdict.kind === "unknown") throw new Error(`${seed}: ${verdict.because} ${verdict.diagnostic?.message}`);
        expect([seed, query.kind, verdict.kind === "satisfied"]).toEqual([seed, query.kind, oracle.answer(query)]);
        counts[verdict.kind]++;
        const other = usual[index]!.verdict;
        if (verdict.evidence.kind === "trace" && other.kind !== "unknown" && other.evidence.kind === "trace") {
          expect([seed, verdict.evidence.trace.steps.length]).toEqual([seed, other.evidence.trace.steps.length]);
        }
        if (proof === undefined) continue;
        const made = certificateOf(network, proof, { model: "random", query: query.text });
        const certificate = readCertificate(certificateToText(made));
        if ("problem" in certificate) throw new Error(certificate.problem);
        expect([seed, verifyCertificate(network, query, certificate)]).toMatchObject([seed, { ok: true }]);
        counts.certified++;
      }
    }
    expect(counts.satisfied).toBeGreaterThan(4);
    expect(counts.violated).toBeGreaterThan(4);
    expect(counts.certified).toBeGreaterThan(4);
  });
});

/** Q runs ahead: in the run that is found first its steps may come before those of P, although they are later. */
const AHEAD = `
chan meet;
process P() { clock x; state a { x <= 5 }, b; init a; trans a -> b { guard x >= 2; }; }
process Q() { clock y; state a, b { y <= 9 }, c; init a;
  trans a -> b { guard y >= 8; assign y = 0; }, b -> c { guard y >= 1; }; }
system Q, P;
`;

describe("traces in local time", () => {
  it("are shown in the order of time", async () => {
    const { verdict } = await ask(AHEAD, "E<> P.b && Q.c", { abstraction: "local-time" });
    if (verdict.kind !== "satisfied" || verdict.evidence.kind !== "trace") throw new Error(verdict.kind);
    const { steps } = verdict.evidence.trace;
    expect(steps.map(({ transition }) => transition.edges[0]!.edge)).toEqual([2, 0, 1]);
  });

  it("do not end in a moment that some process cannot wait for", async () => {
    const { verdict } = await ask(AHEAD, "E<> P.a && Q.b", { abstraction: "local-time" });
    expect(verdict.kind).toBe("violated");
  });
});

describe("auto", () => {
  const chosen = async (model: string, options: CheckOptions = {}) =>
    (await ask(model, "E<> P.b", options)).statistics.abstraction;
  const searchFor = (spec: string): CheckOptions => {
    const search = configure(searches, spec);
    if (!search.ok) throw new Error(search.diagnostics[0]!.message);
    return { search: search.value };
  };

  it("takes local time where two groups of processes act independently", async () => {
    expect(await chosen(AHEAD)).toBe("local-time");
    expect(await chosen(AHEAD, searchFor("greedy(hU())"))).toBe("local-time");
  });

  it("does not where the order of steps matters to the search", async () => {
    const ordered = searchFor("eager(icb(fifo(), exact=true))");
    expect(await chosen(AHEAD, ordered)).toBe("alu");
    const { verdict } = await ask(AHEAD, "E<> P.b", { ...ordered, abstraction: "local-time" });
    expect(verdict).toMatchObject({ because: "not-supported", diagnostic: { code: "TH3212" } });
    expect(await chosen(AHEAD, { optimal: "time" })).not.toBe("local-time");
  });

  it("does not where one process takes part in everything, or others have no clocks", async () => {
    const meetings = `chan c, d;
      process P() { clock x; state a, b; init a; trans a -> b { guard x >= 1; sync c!; assign x = 0; }; }
      process Q() { clock y; state a, b; init a; trans a -> b { guard y >= 1; sync d!; assign y = 0; }; }
      process Hub() { state a; init a; trans a -> a { sync c?; }, a -> a { sync d?; }; }
      system P, Q, Hub;`;
    expect(await chosen(meetings)).toBe("alu");
    const untimed = `
      process P() { clock x; state a, b; init a; trans a -> b { guard x >= 1; }; }
      process Q() { state a, b; init a; trans a -> b { }; }
      system P, Q;`;
    expect(await chosen(untimed)).toBe("alu");
  });
});

describe("what local time is not for", () => {
  const refusal = async (declarations: string, body: string, query = "E<> P.b") => {
    const model = `${declarations} process P() { ${body} } process Q() { clock y; state a; init a; } system P, Q;`;
    const { verdict } = await ask(model, query, { abstraction: "local-time" });
    return verdict.kind === "unknown" ? verdict.diagnostic?.message : verdict.kind;
  };
  const plain = "state a, b; init a; trans a -> b { };";

  it("is refused by name", async () => {
    expect(await refusal("broadcast chan c;", "state a, b; init a; trans a -> b { sync c!; };")).toMatch(
      /broadcast.*\(c\)/,
    );
    expect(await refusal("urgent chan c;", "state a, b; init a; trans a -> b { sync c!; };")).toMatch(/urgent channel/);
    expect(await refusal("", plain, "P.a --> P.b")).toMatch(/must happen/);
    expect(await refusal("", plain, "sup: P.b")).toMatch(/one time for all/);
    expect(await refusal("", "clock x; state a, b { x' == 0 }; init a; trans a -> b { };")).toMatch(/stopwatch/);
    expect(await refusal("", "clock x, z; state a, b; init a; trans a -> b { guard x - z > 1; };")).toMatch(/compared/);
    expect(await refusal("", plain)).toBe("satisfied");
  });

  it("is shared data, whoever reads it", async () => {
    const shared = (one: string, other: string) => `
      int v = 1; int fixed = 1; meta int m; clock g;
      process P() { state a, b; init a; trans a -> b { ${one} }; }
      process Q() { state a, b; init a; trans a -> b { ${other} }; }
      system P, Q;`;
    const answer = async (model: string) => {
      const { verdict } = await ask(model, "E<> P.b && Q.b", { abstraction: "local-time" });
      return verdict.kind === "unknown" ? verdict.diagnostic?.message : verdict.kind;
    };
    expect(await answer(shared("assign v = 2;", "guard v == 2;"))).toMatch(/shared variable \(v\)/);
    expect(await answer(shared("assign g = 0;", "guard g >= 2;"))).toMatch(/shared clock \(g\)/);
    expect(await answer(shared("guard fixed == 1;", "guard fixed == 1;"))).toBe("satisfied");
    expect(await answer(shared("assign m = 1;", "assign m = 1;"))).toBe("satisfied");
  });
});
