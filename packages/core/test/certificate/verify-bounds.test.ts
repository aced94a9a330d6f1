// Certificates that nearly prove something: bounds at the limit, strict ones, states that nearly fit, zones that
// prove it only together or only by simulation.

import { describe, expect, it } from "vitest";
import { type Certificate, verifyCertificate } from "../../src/certificate/index.ts";
import { CLOCK_LIMIT } from "../../src/zone/index.ts";
import { load } from "../check/ask.ts";

const MODEL = `
clock x, y;
process P() {
  state a { x <= 5 }, b { x <= 5 };
  init a;
  trans a -> b { guard x >= 3; assign x := 0; }, b -> a { guard x >= 2; assign x := 0; };
}
process Q() { state on, off; init on; }
system P, Q;`;

type Zones = Certificate["states"][number]["zones"];

const ALL: Zones = [[[1, 0, 5, 0]]];

function proof(inA: Zones, inB: Zones = ALL, abstraction: Certificate["abstraction"] = "none"): Certificate {
  const state = (location: number, zones: Zones) => ({ locations: [location, 0], cells: [], zones });
  const about = { model: "model.xta", query: "A[] x <= 5" };
  const states = [state(0, inA), state(1, inB)];
  return { format: "tracehound-certificate", formatVersion: 1, ...about, abstraction, states };
}

function verified(certificate: Certificate) {
  const { network, compileQuery } = load(MODEL);
  const query = compileQuery(certificate.query);
  if (!query.ok) throw new Error("the query is fine");
  return verifyCertificate(network, query.value, certificate);
}

const withLocations = (locations: number[]): Certificate => {
  const whole = proof(ALL);
  return { ...whole, states: [...whole.states, { locations, cells: [], zones: [] }] };
};

describe("verify", () => {
  it("says exactly how much it checked", () => {
    expect(verified(proof(ALL))).toEqual({ ok: true, states: 2, zones: 2, steps: 2 });
  });

  it.each([[[2, 0]], [[0, 2]], [[-1, 0]], [[0]], [[0, 0, 0]]])("refuses a state in locations %j", (locations) => {
    expect(verified(withLocations(locations))).toMatchObject({
      ok: false,
      reason: expect.stringContaining("does not fit"),
    });
  });

  it.each([
    [2 * CLOCK_LIMIT, false],
    [-2 * CLOCK_LIMIT, false],
    [2 * CLOCK_LIMIT - 1, true],
  ])("a bound of %i fits: %s", (constant, ok) => {
    expect(
      verified(
        proof([
          [
            [1, 0, 5, 0],
            [1, 2, constant, 0],
          ],
          ...ALL,
        ]),
      ).ok,
    ).toBe(ok);
  });

  it("does not take < for ≤", () => {
    expect(verified(proof([[[1, 0, 5, 1]]])).ok).toBe(false);
  });

  it("looks at nothing in zones that are empty, or outside of their invariant", () => {
    const contradictory = [
      [1, 0, 2, 0],
      [0, 1, -3, 0],
      [1, 0, 4, 0],
    ] as const;
    const outside = [[0, 1, -6, 0]] as const;
    expect(verified(proof([...ALL, contradictory, outside]))).toMatchObject({ ok: true, steps: 2 });
  });

  it("takes several zones together", () => {
    const low = [[1, 0, 2, 0]] as const;
    const high = [
      [1, 0, 5, 0],
      [0, 1, -2, 0],
    ] as const;
    expect(verified(proof([low, high])).ok).toBe(true);
    expect(
      verified(
        proof([
          low,
          [
            [1, 0, 5, 0],
            [0, 1, -2, 1],
          ],
        ]),
      ).ok,
    ).toBe(true);
    expect(
      verified(
        proof([
          [[1, 0, 2, 1]],
          [
            [1, 0, 5, 0],
            [0, 1, -2, 1],
          ],
        ]),
      ).ok,
    ).toBe(false);
  });

  it("by simulation forgets what is compared with nothing, and no more", () => {
    const small: Zones = [
      [
        [1, 0, 5, 0],
        [2, 0, 7, 0],
      ],
    ];
    expect(verified(proof(small, small, "alu")).ok).toBe(true);
    expect(verified(proof(small, small)).ok).toBe(false);
    expect(verified(proof([[[1, 0, 1, 0]]], ALL, "alu")).ok).toBe(false);
  });
});
