// Certificates of sets of values are accepted, and refused once they are damaged so that enumeration shows that they
// are no invariant.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  makeInvariantCertificate,
  Prover,
  readCertificate,
  verifyCertificate,
} from "../../../src/certificate/index.ts";
import { type Query, soughtBy } from "../../../src/network/index.ts";
import { createSymbolicSemantics } from "../../../src/semantics/index.ts";
import {
  damagedInvariant,
  livelyNetwork,
  query,
  randomTarget,
  seededChoices,
  whyNoInvariant,
} from "../../../src/testing/index.ts";

const DAMAGED = Number(process.env.DAMAGED ?? 100);

function written(certificate: Certificate): Certificate {
  const read = readCertificate(certificateToText(certificate));
  if ("problem" in read) throw new Error(read.problem);
  return read;
}

describe("certificates of sets of values", () => {
  it.each([false, true])("are refused where they are none (apart by location: %s)", (located) => {
    let [damaged, accepted] = [0, 0];
    for (let seed = 0; damaged < DAMAGED && seed < 100 * DAMAGED; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      const asked: Query = query("E<>", randomTarget(network, seededChoices(seed + 99)), 1);
      const { formula } = soughtBy(asked) as { formula: Parameters<typeof query>[1] };
      const target = { formula, frameSize: asked.frameSize };
      const prover = new Prover(network, target, { located, most: 100_000 });
      if (
        !createSymbolicSemantics(network)
          .initial()
          .every((state) => prover.proves(state))
      )
        continue;
      const certificate = written(makeInvariantCertificate({ model: "random", query: asked.text }, prover.invariants));
      expect([seed, verifyCertificate(network, asked, certificate)]).toMatchObject([seed, { ok: true }]);
      accepted++;
      const [only] = certificate.invariants!;
      if (certificate.invariants!.length > 1) continue;
      for (let way = 0; way < 8; way++) {
        const invariant = damagedInvariant(only!, seededChoices(1000 * seed + way));
        const why = whyNoInvariant(network, target, invariant);
        if (why === undefined) continue;
        damaged++;
        const judged = verifyCertificate(network, asked, { ...certificate, invariants: [invariant] });
        expect([seed, way, why, judged.ok]).toEqual([seed, way, why, false]);
      }
    }
    expect(damaged).toBeGreaterThanOrEqual(DAMAGED);
    expect(accepted).toBeGreaterThan(0);
  });
});
