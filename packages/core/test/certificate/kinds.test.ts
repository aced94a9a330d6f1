// The kinds of certificates, from the answer to the check: what they hold, what the checker says of them, and that what
// belongs to one kind is refused in another.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  makeCertificate,
  makeRunsCertificate,
  readCertificate,
  verifyCertificate,
} from "../../src/certificate/index.ts";
import { certificateOf, strategies } from "../../src/check/index.ts";
import { configure } from "../../src/spec/index.ts";
import { ask, load } from "../check/ask.ts";

const MODEL = `clock x; int[0,1] n[2]; int total(int most) { int all = 0; for (i : int[0,1]) all += n[i]; return all < most ? all : most; }
  process P() { state a { x <= 3 }, b { x <= 3 }, c; init a; trans a -> b { assign n[0] = 1, x = 0; }, b -> a { guard x >= 1; assign n[1] = 1, x = 0; }; }
  process Q() { state q, r, s; init q; trans r -> s { }; } system P, Q;`;

async function certified(text: string, spec = "bfs") {
  const strategy = configure(strategies, spec);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  const { network, verdict, proof } = await ask(MODEL, text, { certify: true, strategy: strategy.value });
  const query = load(MODEL).compileQuery(text);
  if (!query.ok || proof === undefined) throw new Error(`${verdict.kind}, without proof`);
  const about = { model: "model.xta", query: text };
  const certificate = readCertificate(certificateToText(certificateOf(network, proof, about))) as Certificate;
  return { proof, about, network, certificate, verify: (c: Certificate) => verifyCertificate(network, query.value, c) };
}

describe("locations alone", () => {
  it("prove what no process can visit by itself", async () => {
    const { proof, certificate, verify } = await certified("E<> Q.s", "greedy(hU())");
    expect(proof.kind).toBe("locations");
    expect(certificate).toMatchObject({ format: "tracehound-certificate", formatVersion: 1, abstraction: "locations" });
    expect(certificate.visited).toEqual([[0, 1], [0]]);
    expect(verify(certificate)).toEqual({ ok: true, locations: 3 });
    expect(verify({ ...certificate, visited: [[0], [0]] })).toMatchObject({ ok: false });
    expect(
      verify({
        ...certificate,
        visited: [
          [0, 1],
          [0, 1],
        ],
      }),
    ).toMatchObject({ ok: false });
  });

  it("are not followed in part", async () => {
    const { certificate, verify } = await certified("E<> Q.s", "greedy(hU())");
    expect(verify({ ...certificate, followed: [] })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("following"),
    });
  });
});

describe("zones", () => {
  it("are in the model's own units unless told otherwise", async () => {
    const { proof, about, certificate, verify } = await certified("A[] x <= 3");
    if (proof.kind !== "states") throw new Error(proof.kind);
    const plain = makeCertificate(proof.engine(), about, proof.abstraction);
    expect(plain.states).toEqual(certificate.states);
    expect(verify(plain)).toMatchObject({ ok: true });
    const doubled = makeCertificate(proof.engine(), about, proof.abstraction, { unit: 2 });
    expect(doubled.states).not.toEqual(certificate.states);
  });
});

describe("runs", () => {
  it.each(["A<> forall (i : int[0,1]) n[i] == 1", "A<> forall (i : int[0,1]) total(i + 1) == i + 1"])(
    "are shown by zones with numbers, in the model's own units: %s",
    async (text) => {
      const { proof, about, network, certificate, verify } = await certified(text);
      if (proof.kind !== "runs") throw new Error(proof.kind);
      expect(verify(certificate)).toMatchObject({ ok: true });
      const plain = makeRunsCertificate(network.clocks.length + 1, about, proof.ranked);
      expect(plain.runs).toEqual(certificate.runs);
      const doubled = makeRunsCertificate(network.clocks.length + 1, about, proof.ranked, undefined, 2);
      expect(doubled.runs).not.toEqual(certificate.runs);
    },
  );

  it("are not followed in part", async () => {
    const { certificate, verify } = await certified("A<> n[0] == 1");
    expect(verify({ ...certificate, followed: ["P"] })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("following"),
    });
  });
});
