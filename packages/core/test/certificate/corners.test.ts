// Corners that mutants of the checker found untested: bounds at the limit, strict ones, states that nearly fit, zones that
// prove something only together or only by simulation, and what locations alone prove.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  isFalseAt,
  readCertificate,
  verifyCertificate,
  visitedLocations,
} from "../../src/certificate/index.ts";
import { certificateOf, checkQueries, strategies } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Expression, Formula } from "../../src/network/index.ts";
import { configure } from "../../src/spec/index.ts";
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

describe("what a search has stored", () => {
  const TIMED = `
clock x, y;
process P() {
  state a { x <= 5 }, b { x <= 5 && y < 9 };
  init a;
  trans a -> b { guard x > 3; assign x := 0; };
}
system P;`;

  it.each(["reference", "auto"] as const)("is written bound by bound (%s)", async (engine) => {
    const { network, compileQuery } = load(TIMED);
    const query = compileQuery("A[] y < 9 || P.a");
    const strategy = configure(strategies, "bfs");
    if (!query.ok || !strategy.ok) throw new Error("both are fine");
    const options = { strategy: strategy.value, abstraction: "extra-m", certify: true, engine } as const;
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query.value]);
    const { states, abstraction } = certificateOf(network, result!.proof!, { model: "m", query: query.value.text });
    expect(abstraction).toBe("extra-m");
    expect(JSON.parse(JSON.stringify(states))).toEqual([
      // x = y ≤ 5
      {
        locations: [0],
        cells: [],
        zones: [
          [
            [1, 0, 5, 0],
            [1, 2, 0, 0],
            [2, 0, 5, 0],
            [2, 1, 0, 0],
          ],
        ],
      },
      // 3 < y − x ≤ 5, x ≤ 5, y < 9
      {
        locations: [1],
        cells: [],
        zones: [
          [
            [0, 2, -3, 1],
            [1, 0, 5, 0],
            [1, 2, -3, 1],
            [2, 0, 9, 1],
            [2, 1, 5, 0],
          ],
        ],
      },
    ]);
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

describe("locations alone", () => {
  const at = (location: number, process = 0): Formula => ({
    kind: "data",
    condition: { kind: "at", process: { base: process, steps: [] }, location } as unknown as Expression,
  });
  const constant = (value: number): Expression => ({ kind: "constant", value }) as unknown as Expression;
  const data = (condition: object): Formula => ({ kind: "data", condition: condition as Expression });
  const not = (part: Formula): Formula => ({ kind: "not", part });
  const condition = (formula: Formula): Expression => (formula as Formula & { kind: "data" }).condition;
  /** The first process may be in 0 and 1, the second in 0 only. */
  const VISITED = [[0, 1], [0]];

  it.each<[string, Formula, boolean]>([
    ["a location that is not listed", at(2), true],
    ["one of two that are", at(0), false],
    ["not the only one", not(at(0, 1)), true],
    ["not one of two", not(at(0)), false],
    ["both of which one is not listed", { kind: "and", parts: [at(0), at(2)] }, true],
    ["one of which one is not listed", { kind: "or", parts: [at(0), at(2)] }, false],
    ["one of two that are not listed", { kind: "or", parts: [at(2), at(3)] }, true],
    ["not both that hold anyway", not({ kind: "and", parts: [at(0, 1), at(0, 1)] }), true],
    ["not both of which one may hold", not({ kind: "and", parts: [at(0, 1), at(0)] }), false],
    ["nothing", data(constant(0)), true],
    ["anything", data(constant(1)), false],
    ["anything, negated", not(data(constant(2))), true],
    ["both, in an expression", data({ kind: "and", left: condition(at(0)), right: condition(at(2)) }), true],
    ["one, in an expression", data({ kind: "or", left: condition(at(3)), right: condition(at(2)) }), true],
    ["one that may, in an expression", data({ kind: "or", left: condition(at(0)), right: condition(at(2)) }), false],
  ])("%s", (_name, formula, isFalse) => {
    expect(isFalseAt(formula, VISITED)).toBe(isFalse);
  });

  it("a process that is not known by its number may be anywhere", () => {
    const some = { kind: "at", process: { base: 0, steps: [{}] }, location: 2 };
    expect(isFalseAt(data(some), VISITED)).toBe(false);
  });

  it("are listed in ascending order", () => {
    const { network } = load("process P() { state a, b, c, d; init d; trans d -> b { }, b -> a { }; } system P;");
    expect(visitedLocations(network)).toEqual([[0, 1, 3]]);
  });
});
