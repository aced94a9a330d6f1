// Certificates of a small model: genuine ones verify, and every kind of tampering that breaks the proof is refused.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  readCertificate,
  verifyCertificate,
} from "../../src/certificate/index.ts";
import type { Query } from "../../src/network/index.ts";
import { load } from "../check/ask.ts";

const MODEL = `
clock x, y;
int[0,2] n = 0;
process P() {
  state a { x <= 5 }, b { x <= 5 };
  init a;
  trans a -> b { guard x >= 3; assign x := 0, n := 1; }, b -> a { guard x >= 2; assign x := 0, n := 0; };
}
system P;`;

/** Written by hand: in each location x runs from 0 to 5, and y is never behind x. */
const PROOF: Certificate = {
  format: "tracehound-certificate",
  formatVersion: 1,
  model: "model.xta",
  query: "A[] x <= 5 and n <= 1",
  abstraction: "none",
  states: [
    {
      locations: [0],
      cells: [0],
      zones: [
        [
          [1, 0, 5, 0],
          [1, 2, 0, 0],
        ],
      ],
    },
    {
      locations: [1],
      cells: [1],
      zones: [
        [
          [1, 0, 5, 0],
          [1, 2, 0, 0],
        ],
      ],
    },
  ],
};

function verified(certificate: Certificate, text = PROOF.query): string {
  const loaded = load(MODEL);
  const query = loaded.compileQuery(text);
  if (!query.ok) throw new Error("query");
  const result = verifyCertificate(loaded.network, query.value, certificate);
  return result.ok ? "proved" : result.reason;
}
const [a, b] = PROOF.states;

describe("certificates", () => {
  it("a proof is a proof, whoever wrote it", () => {
    expect(verified(PROOF)).toBe("proved");
    expect(verified({ ...PROOF, abstraction: "alu" })).toBe("proved");
  });

  it("text and back", () => {
    expect(readCertificate(certificateToText(PROOF))).toEqual(PROOF);
    expect(readCertificate("[]")).toHaveProperty("problem");
    expect(readCertificate(certificateToText(PROOF).replace('"zones"', '"zone"'))).toHaveProperty("problem");
  });

  it.each([
    [3, 0],
    [0, 3],
    [-1, 0],
    [0, -1],
    [1, 1],
  ])("a bound on clocks %i and %i does not fit the model", (i, j) => {
    const forged = { ...a!, zones: [[...a!.zones[0]!, [i, j, 9, 0] as const]] };
    expect(verified({ ...PROOF, states: [forged, b!] })).toBe("a certified zone does not fit the model");
  });

  it.each<[string, Certificate["states"], string]>([
    ["a state is missing", [a!], "a successor is not certified: P.b"],
    ["the initial state is missing", [b!], "an initial state is not certified: P.a"],
    ["a zone is too small", [a!, { ...b!, zones: [[[1, 0, 4, 0]]] }], "a successor is not certified: P.b"],
    [
      "a zone lost its lower end",
      [
        {
          ...a!,
          zones: [
            [
              [1, 0, 5, 0],
              [0, 1, -1, 0],
            ],
          ],
        },
        b!,
      ],
      "an initial state is not certified: P.a",
    ],
    ["a location that does not exist", [a!, { ...b!, locations: [7] }], "a certified state does not fit the model"],
    ["a value out of range", [a!, { ...b!, cells: [9] }], "a certified state does not fit the model"],
    [
      "a clock that does not exist",
      [a!, { ...b!, zones: [[[9, 0, 5, 0]]] }],
      "a certified zone does not fit the model",
    ],
    ["nothing at all", [], "an initial state is not certified: P.a"],
  ])("%s", (_what, states, reason) => {
    expect(verified({ ...PROOF, states })).toBe(reason);
  });

  it("a certificate with a target in it proves nothing", () => {
    expect(verified(PROOF, "A[] n == 0")).toBe("a certified state satisfies the target: P.b");
    expect(verified(PROOF, "E<> P.b and x > 4")).toBe("a certified state satisfies the target: P.b");
  });

  it("is about E<> and A[] only", () => {
    const { network } = load(MODEL);
    const liveness: Query = { kind: "A<>", text: "A<> true", frameSize: 0, formula: { kind: "deadlock" } };
    expect(verifyCertificate(network, liveness, PROOF)).toMatchObject({ ok: false });
  });
});

describe("faults and clocks in certificates", () => {
  it("a set of states from which a step fails proves nothing", () => {
    const model =
      "int[0,1] n = 0; process P() { state a, b, c; init a; trans a -> a { assign n = n + 1; }, a -> c { guard n == 9; }; } system P;";
    const loaded = load(model);
    const query = loaded.compileQuery("E<> P.b");
    if (!query.ok) throw new Error("query");
    const states = [0, 1].map((n) => ({ locations: [0], cells: [n], zones: [[]] }));
    const forged: Certificate = { ...PROOF, query: "E<> P.b", abstraction: "none", states };
    const result = verifyCertificate(loaded.network, query.value, forged);
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/fails|outside|range/) });
  });

  it("time that passes behind a step must be certified, too", () => {
    expect(verified({ ...PROOF, states: [{ ...a!, zones: [[[1, 0, 0, 0]]] }, b!] })).toBe(
      "an initial state is not certified: P.a",
    );
  });

  it("a proof by locations is checked edge by edge", () => {
    const loaded = load("process P() { state a, b, c; init a; trans a -> b { }, c -> a { }; } system P;");
    const about = (text: string, visited: number[][]): string => {
      const query = loaded.compileQuery(text);
      if (!query.ok) throw new Error("query");
      const certificate: Certificate = { ...PROOF, query: text, abstraction: "locations", states: [], visited };
      const result = verifyCertificate(loaded.network, query.value, certificate);
      return result.ok ? "proved" : result.reason;
    };
    expect(about("E<> P.c", [[0, 1]])).toBe("proved");
    expect(about("A[] not P.c", [[0, 1]])).toBe("proved");
    expect(about("E<> P.c and true", [[0, 1]])).toBe("proved");
    expect(about("E<> P.b", [[0, 1]])).toBe("the target may hold in the locations that are listed");
    expect(about("E<> not P.c", [[0, 1]])).toBe("the target may hold in the locations that are listed");
    expect(about("E<> P.c or deadlock", [[0, 1]])).toBe("the target may hold in the locations that are listed");
    expect(about("E<> P.c", [[0]])).toBe("P may visit b, which is not listed");
    expect(about("E<> P.c", [[1]])).toBe("P may visit a, which is not listed");
    expect(about("E<> P.c", [])).toBe("there is not one list of locations per process");
  });
});
