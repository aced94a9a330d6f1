// Certificates as text, written and read to the letter.

import { describe, expect, it } from "vitest";
import { type Certificate, certificateToText, readCertificate } from "../../src/certificate/index.ts";

type Zones = Certificate["states"][number]["zones"];

const ALL: Zones = [[[1, 0, 5, 0]]];

function proof(inA: Zones, inB: Zones = ALL, abstraction: Certificate["abstraction"] = "none"): Certificate {
  const state = (location: number, zones: Zones) => ({ locations: [location, 0], cells: [], zones });
  const about = { model: "model.xta", query: "A[] x <= 5" };
  const states = [state(0, inA), state(1, inB)];
  return { format: "tracehound-certificate", formatVersion: 1, ...about, abstraction, states };
}

describe("the text of a certificate", () => {
  it.each([0, 1, 2])("with %i states is read back", (count) => {
    const whole = proof(ALL);
    const some = { ...whole, states: whole.states.slice(0, count) };
    expect(readCertificate(certificateToText(some))).toEqual(some);
  });

  it("with strict bounds is read back, and nothing is made of what is no text", () => {
    const strict = proof([[[1, 0, 5, 1]]]);
    expect(readCertificate(certificateToText(strict))).toEqual(strict);
    expect(readCertificate(certificateToText(strict).replace("[1,0,5,1]", "[1,0,5,2]"))).toHaveProperty("problem");
    expect(readCertificate("{")).toHaveProperty("problem");
  });
});

describe("a certificate with more in it than the format knows is refused", () => {
  it.each([
    ["a field of a state", '"locations":[0,0]', '"locations":[0,0],"also":1'],
    ["a number in a bound", "[1,0,5,0]", "[1,0,5,0,0]"],
    ["a field of its own", '"model"', '"also": 1, "model"'],
  ])("%s", (_what, from, to) => {
    const text = certificateToText(proof(ALL));
    expect(text).toContain(from);
    expect(readCertificate(text.replace(from, to))).toHaveProperty("problem");
  });
});
