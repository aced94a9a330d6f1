// What lies behind a state when clocks are free: nothing that can be reached is ever said to be out of reach, and what
// was visited is a certificate as it is.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  FreeClocks,
  readCertificate,
  verifyCertificate,
} from "../../src/certificate/index.ts";
import { certificateOf, checkQueries, strategies } from "../../src/check/index.ts";
import { milner } from "../../src/families/milner.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { type Query, soughtBy } from "../../src/network/index.ts";
import { createSymbolicSemantics } from "../../src/semantics/index.ts";
import { configure } from "../../src/spec/index.ts";
import { livelyNetwork, oracleWithin, randomQueries, seededChoices } from "../../src/testing/index.ts";
import { load } from "../check/ask.ts";

const NETWORKS = Number(process.env.NETWORKS ?? 24);

function stateSoughtBy(query: Query) {
  const sought = soughtBy(query);
  return sought?.kind === "state" ? { formula: sought.formula, frameSize: query.frameSize } : undefined;
}

describe("states with free clocks", () => {
  it("prove nothing that can happen", () => {
    let [proved, possible] = [0, 0];
    for (let seed = 0; seed < NETWORKS; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      const queries = randomQueries(network, seededChoices(seed + 7_000));
      const oracle = oracleWithin(network, queries, 1_000);
      if (oracle === undefined) continue;
      for (const query of queries) {
        const target = stateSoughtBy(query);
        if (target === undefined) continue;
        const freeClocks = new FreeClocks(network, target);
        const isProved = createSymbolicSemantics(network)
          .initial()
          .every((state) => freeClocks.includes(state) || freeClocks.proves(state));
        const canHappen = oracle.reaches(target.formula);
        if (isProved && canHappen) expect.fail(`seed ${seed}: ${query.text} can happen`);
        if (isProved) proved++;
        if (canHappen) possible++;
      }
    }
    expect(proved).toBeGreaterThan(NETWORKS / 10);
    expect(possible).toBeGreaterThan(NETWORKS / 2);
  });

  it("say nothing of deadlocks, and nothing where a step fails", () => {
    const failing = load("int[0,3] n; process P() { state a; init a; trans a -> a { assign n = n + 1; }; } system P;");
    const query = failing.compileQuery("E<> n == 9");
    if (!query.ok) throw new Error("it is fine");
    const start = createSymbolicSemantics(failing.network).initial()[0]!;
    expect(new FreeClocks(failing.network, stateSoughtBy(query.value)!).proves(start)).toBe(false);
    const calm = load("process P() { state a; init a; trans a -> a { }; } system P;");
    const state = createSymbolicSemantics(calm.network).initial()[0]!;
    const asked = (text: string) => {
      const compiled = calm.compileQuery(text);
      if (!compiled.ok) throw new Error("it is fine");
      return new FreeClocks(calm.network, stateSoughtBy(compiled.value)!).proves(state);
    };
    expect([asked("E<> deadlock"), asked("E<> not P.a")]).toEqual([false, true]);
  });

  it("check what a Cartesian abstraction proves of Milner's scheduler, which sets and projections do not", async () => {
    const sized = { size: 5, variant: milner.variants[0]?.name ?? "", correct: false, seed: 1 };
    const { xta, queries } = milner.generate(sized);
    const { network, compileQuery } = load(xta);
    const compiled = compileQuery(queries.find(({ formula }) => formula.startsWith("A[]"))!.formula);
    if (!compiled.ok) throw new Error("it is fine");
    const query = compiled.value;
    const strategy = configure(strategies, "greedy(cegar())");
    if (!strategy.ok) throw new Error("it is fine");
    const options = { certify: true, strategy: strategy.value };
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query]);
    expect(result!.verdict.kind).toBe("satisfied");
    expect(result!.statistics.deadEnds).toEqual({ checked: 1, trusted: 0 });
    const about = { model: "milner.xml", query: query.text };
    const certificate = readCertificate(
      certificateToText(certificateOf(network, result!.proof!, about)),
    ) as Certificate;
    expect(certificate.states.every(({ zones }) => zones.length === 1 && zones[0]!.length === 0)).toBe(true);
    expect(verifyCertificate(network, query, certificate)).toMatchObject({ ok: true });
    for (const at of certificate.states.keys()) {
      const damaged = { ...certificate, states: certificate.states.filter((_, index) => index !== at) };
      expect(verifyCertificate(network, query, damaged)).toMatchObject({ ok: false });
    }
  });
});
