// The minimal checker: it agrees with the large one on genuine and on damaged certificates, it knows what Munta
// cannot take, and it stays as small and as alone as it says.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { beyondMinimal, type Certificate, verifyCertificate, verifyMinimal } from "../../src/certificate/index.ts";
import { certificateOf, checkQueries } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";

const environment = { now: () => 0, cpu: () => 0, memoryBytes: () => 0, pause: () => Promise.resolve() };

/**
 * Priorities, urgency, a broadcast with clock guards, clocks that are copied and set, data in invariants,
 * differences.
 */
const MODEL = `
clock x, y; int[0,2] n = 1; urgent chan u; broadcast chan b; chan c; chan priority default < c;
process P() {
  state a { x <= n + 1 }, d { y <= 5 }, e;
  init a;
  trans a -> d { guard x >= 1; sync b!; assign y := 2, x := y; }, d -> e { guard x - y <= 0; sync c!; }, d -> a { guard y > 4; assign x := 0; };
}
process Q() {
  state a, f, g; init a;
  trans a -> f { guard x < 2; sync b?; assign n := 0; }, f -> a { sync c?; assign n := 1; }, f -> g { sync u?; };
}
process R() { state a; init a; trans a -> a { guard n == 2; sync u!; }; }
system P, Q, R;`;

async function proofOf(text: string, asked: string) {
  const loaded = loadModel({ name: "m.xta", content: text }, { lints: false });
  const compiled = loaded.compileQuery(asked);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
  const { network, value: query } = compiled;
  const options = { certify: "inclusion", abstraction: "extra-lu", engine: "reference" } as const;
  const [result] = await checkQueries({ network, options, environment }, [query]);
  const certificate = certificateOf(network, result!.proof!, { model: "m", query: asked });
  return { network, query, certificate };
}

describe("the minimal checker", () => {
  it("accepts what Munta has no words for", async () => {
    const { network, query, certificate } = await proofOf(MODEL, "E<> Q.g || P.d && y > 5 || y < 0");
    expect(verifyMinimal(network, query, certificate)).toMatchObject({ ok: true, states: certificate.states.length });
  });

  it("says beforehand what it cannot check", async () => {
    const open = await proofOf(MODEL, "E<> Q.g");
    expect(beyondMinimal(open.network, open.query, open.certificate)).toBeUndefined();
    const guarded = `urgent chan go; process P() { state a, b; init a; trans a -> b { sync go!; }; }
      process Q() { clock y; state a, b; init a; trans a -> b { guard y >= 3; sync go?; }; } system P, Q;`;
    const urgent = await proofOf(guarded, "E<> P.b && Q.a");
    const said = "urgent synchronisations that ask clocks are beyond the minimal checker";
    expect(beyondMinimal(urgent.network, urgent.query, urgent.certificate)).toBe(said);
    const stopped = `process P() { clock x; state a { x' == 0 }, b; init a; trans a -> b { guard x >= 2; }; } system P;`;
    const { network, query } = await proofOf(stopped, "E<> P.b");
    expect(beyondMinimal(network, query)).toBe("stopwatches are beyond the minimal checker");
  });

  it("agrees with the other checker on damage", async () => {
    const { network, query, certificate } = await proofOf(MODEL, "E<> Q.g");
    const damaged: Certificate[] = certificate.states.flatMap((state, i) => {
      const others = certificate.states.filter((_, k) => k !== i);
      const cut = state.zones.map((zone) => [...zone, [1, 0, 0, 0] as const]);
      return [
        { ...certificate, states: others },
        { ...certificate, states: [...others, { ...state, zones: cut }] },
      ];
    });
    for (const one of damaged) {
      expect(verifyMinimal(network, query, one).ok).toBe(verifyCertificate(network, query, one).ok);
    }
    expect(damaged.filter((one) => !verifyMinimal(network, query, one).ok).length).toBeGreaterThan(3);
  });

  it("looks for deadlocks, now and after waiting, and agrees with the other checker about them", async () => {
    // With a guard of at most 3 one can wait in `a` until nothing is left to do.
    const model = (most: number) => `
clock x; chan c; urgent chan u; int[0,1] n;
process P() { state a { x <= 4 }, b, d; urgent d; init a;
  trans a -> b { guard x <= ${most}; sync c!; assign x = 0; }, b -> d { guard x >= 1 && x <= 2; assign n = 0; },
    b -> a { guard x > 2; assign x = 0; }, d -> a { guard n == 0; assign x = 0; }; }
process Q() { state a; init a; trans a -> a { sync c?; assign n = 1; }; }
system P, Q;`;
    const asked = "E<> deadlock && P.a || (deadlock || P.d && n == 1) && !(P.a && deadlock)";
    const { network, query, certificate } = await proofOf(model(4), asked);
    expect(verifyMinimal(network, query, certificate)).toMatchObject({ ok: true });
    const loaded = loadModel({ name: "m.xta", content: model(3) }, { lints: false });
    const other = loaded.compileQuery(asked);
    if (!other.ok) throw new Error("the question cannot be asked");
    expect(verifyMinimal(other.network, other.value, certificate)).toMatchObject({ ok: false, supported: true });
    expect(verifyCertificate(other.network, other.value, certificate)).toMatchObject({ ok: false });
  });

  it("takes certificates by simulation where there are no clocks to simulate", async () => {
    const counting = `int[0,3] n;
process P() { state a; init a; trans a -> a { guard n < 2; assign n = n + 1; }, a -> a { guard n == 2; assign n = 0; }; } system P;`;
    const { network, query, certificate } = await proofOf(counting, "E<> n == 3");
    const simulated = verifyMinimal(network, query, { ...certificate, abstraction: "alu" });
    expect(simulated).toMatchObject({ ok: true, states: 3, zones: 3 });
  });

  it("says what is beyond it", async () => {
    const { network, query, certificate } = await proofOf(MODEL, "E<> Q.g");
    const simulated = verifyMinimal(network, query, { ...certificate, abstraction: "alu" });
    expect(simulated).toMatchObject({ ok: false, supported: false });
  });

  it("has at most 300 lines, and imports nothing but types of networks and the evaluator", () => {
    const text = readFileSync(new URL("../../src/certificate/minimal/check.ts", import.meta.url), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(300);
    expect(
      [...text.matchAll(/^import (.*) from "(.*)";/gm)].map(([, what, from]) => `${what!.split(" ")[0]} ${from}`),
    ).toEqual(["type ../../network/network.ts", "* ../../semantics/evaluate/index.ts"]);
  });
});
