// The small examples of the AI-planning paper, digit by digit.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../src/heuristics/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { configure } from "../../src/spec/index.ts";
import { estimate } from "../heuristics/estimate.ts";

/** Fig. 1: the top automaton goes to and fro, and every way back moves the bottom one on by one location. */
const figure1 = (n: number): string => `
chan step;
process Top() { state t1, t2; init t1; trans t1 -> t2 { }, t2 -> t1 { sync step!; }; }
process Bottom() {
    state ${Array.from({ length: n }, (_, i) => `b${i + 1}`).join(", ")};
    init b1;
    trans ${Array.from({ length: n - 1 }, (_, i) => `b${i + 1} -> b${i + 2} { sync step?; }`).join(", ")};
}
system Top, Bottom;
query { E<> Bottom.b${n} }
`;

/**
 * Fig. 3: every automaton but the first chooses between waiting for its left neighbour's signal (top left) and a dead
 * end (top right); the target is the top left location of all.
 */
const figure3 = (n: number): string => `
chan ${Array.from({ length: n }, (_, i) => `c${i + 1}`).join(", ")};
${Array.from({ length: n }, (_, i) => {
  const signal = i + 1 < n ? `sync c${i + 1}!;` : "";
  if (i === 0) return `process A1() { state bottom, goal; init bottom; trans bottom -> goal { ${signal} }; }`;
  const forward =
    i + 1 < n
      ? `bottom -> middle { sync c${i}?; }, middle -> goal { ${signal} }`
      : `bottom -> middle { sync c${i}?; }, middle -> goal { }`;
  return `process A${i + 1}() { state bottom, middle, goal, dead; init bottom; trans ${forward}, bottom -> dead { }; }`;
}).join("\n")}
system ${Array.from({ length: n }, (_, i) => `A${i + 1}`).join(", ")};
query { E<> ${Array.from({ length: n }, (_, i) => `A${i + 1}.goal`).join(" && ")} }
`;

describe("AI-planning paper, Fig. 1", () => {
  it.each([2, 3, 5, 10])("hL and hU are n where the true distance is 2(n − 1), n = %i", (n) => {
    expect(estimate("hL()", figure1(n))).toBe(n);
    expect(estimate("hU()", figure1(n))).toBe(n);
  });
});

describe("AI-planning paper, Fig. 3", () => {
  it.each([3, 4, 6])("hL = hU = n, dL = 2, dU = 2n − 1, n = %i", (n) => {
    expect(estimate("hL()", figure3(n))).toBe(n);
    expect(estimate("hU()", figure3(n))).toBe(n);
    expect(estimate("distance(combine=max)", figure3(n))).toBe(2);
    expect(estimate("distance(combine=sum)", figure3(n))).toBe(2 * n - 1);
  });

  it("knows every dead end", () => {
    for (let i = 2; i <= 5; i++) {
      expect(estimate("hL()", figure3(5), { [`A${i}`]: "dead" })).toBe(Number.POSITIVE_INFINITY);
      expect(estimate("hU()", figure3(5), { [`A${i}`]: "dead" })).toBe(Number.POSITIVE_INFINITY);
    }
  });
});

describe("preferred transitions", () => {
  it("are the first of the relaxed trace, and no dead ends", () => {
    const { network } = loadModel({ name: "example.xta", content: figure3(3) });
    const query = network!.queries[0]!;
    const config = configure(heuristics, "hU()");
    if (query.kind !== "E<>" || !config.ok) throw new Error("the example cannot be asked");
    const heuristic = config.value.create({ network: network!, target: query.formula, frameSize: query.frameSize });
    const start = { locations: network!.processes.map(({ initial }) => initial[0]!), cells: [] };
    const prefers = heuristic.preference!(start);
    const step = (...edges: number[]) => ({ edges: edges.map((edge) => ({ edge, select: [] })) });
    // Edges 0 and 1 are A1's signal and its reception; edge 3 leads A2 to its dead end.
    expect(prefers(step(0, 1))).toBe(true);
    expect(prefers(step(3))).toBe(false);
  });
});

describe("data", () => {
  const model = (declarations: string, edges: string, target: string): string => `
${declarations}
process P() { state s, t, u; init s; trans ${edges}; }
system P;
query { E<> ${target} }
`;

  it.each([
    ["an increment per layer", "int[0,9] v;", "s -> s { assign v++; }", "v == 5", 5, 5],
    [
      "a value passed on in the same step counts once",
      "int[0,9] a, b;",
      "s -> t { assign a = 3, b = a; }",
      "b == 3",
      1,
      1,
    ],
    [
      "arrays and computed indices",
      "int[0,3] a[4]; int[0,3] i;",
      "s -> s { guard i < 3; assign i++; }, s -> t { assign a[i] = 2; }",
      "a[2] == 2",
      3,
      3,
    ],
    [
      "functions and loops",
      "bool a[4]; void f() { for (i : int[0,3]) a[i] = true; }",
      "s -> t { assign f(); }",
      "forall (i : int[0,3]) a[i]",
      1,
      1,
    ],
    [
      "conditional writes",
      "bool a[2]; void f() { if (a[0]) a[1] = true; }",
      "s -> s { assign a[0] = true; }, s -> t { assign f(); }",
      "a[1]",
      2,
      2,
    ],
    [
      "conditions over two variables",
      "int[0,5] a, b;",
      "s -> s { assign a++; }, s -> s { assign b++; }",
      "a + b == 4",
      2,
      4,
    ],
    ["what is already true costs nothing", "int[0,5] a = 3;", "s -> t { assign a = 0; }", "a == 3", 0, 0],
    ["select values", "int[0,5] a;", "s -> t { select k : int[0,4]; guard k > 2; assign a = k; }", "a == 4", 1, 1],
  ])("%s", (_, declarations, edges, target, layers, length) => {
    expect(estimate("hL()", model(declarations, edges, target))).toBe(layers);
    expect(estimate("hU()", model(declarations, edges, target))).toBe(length);
  });

  it("sees that a value can never be had", () => {
    expect(estimate("hL()", model("int[0,9] v;", "s -> s { guard v < 3; assign v = v + 2; }", "v == 3"))).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
