// Kupferschmid, Hoffmann, Dierks and Behrmann 2006, "Adapting an AI planning heuristic for directed model checking":
// its examples digit by digit, and what its lemmas say of them.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../src/heuristics/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { configure } from "../../src/spec/index.ts";
import { estimate } from "../heuristics/estimate.ts";
import { familyProblem } from "../heuristics/exhaustive.ts";
import { create } from "../heuristics/trials.ts";
import { questionOf, runSearch } from "../search/runs.ts";

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
 * Fig. 3: every automaton but the first has two choices once its left neighbour signals. One of them passes the signal
 * on to the right neighbour (top left); the other one needs the same signal a second time, which nobody sends any more.
 * So the dead end has a way to the top left location in its own graph, and graph distances do not see that it is one.
 */
const figure3 = (n: number): string => `
chan ${Array.from({ length: n }, (_, i) => `c${i + 1}`).join(", ")};
${Array.from({ length: n }, (_, i) => {
  const signal = i + 1 < n ? `sync c${i + 1}!;` : "";
  if (i === 0) return `process A1() { state bottom, goal; init bottom; trans bottom -> goal { ${signal} }; }`;
  const heard = `sync c${i}?;`;
  return `process A${i + 1}() { state bottom, middle, goal, dead; init bottom;
    trans bottom -> middle { ${heard} }, middle -> goal { ${signal} }, bottom -> dead { ${heard} }, dead -> middle { ${heard} }; }`;
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

  it("is the true distance", () => {
    expect(runSearch("bfs", questionOf(figure3(4))).length).toBe(4);
  });

  it("hL and hU know every dead end, dL and dU none", () => {
    for (let i = 2; i <= 5; i++) {
      // Whoever decides has heard its neighbour, and all before it have arrived.
      const before = Object.fromEntries(Array.from({ length: i - 1 }, (_, at) => [`A${at + 1}`, "goal"]));
      const wrong = { ...before, [`A${i}`]: "dead" };
      for (const spec of ["hL()", "hU()"]) expect(estimate(spec, figure3(5), wrong)).toBe(Number.POSITIVE_INFINITY);
      expect(estimate("distance(combine=max)", figure3(5), wrong)).toBe(2);
      expect(estimate("distance(combine=sum)", figure3(5), wrong)).toBe(2 + 2 * (5 - i));
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
    // Edges 0 and 1 are A1's signal and its reception; with edge 3 A2 goes to its dead end instead.
    expect(prefers(step(0, 1))).toBe(true);
    expect(prefers(step(0, 3))).toBe(false);
  });
});

describe("section 3", () => {
  it("v = 0 with guard v = 0 and v := v + 1: no way to v = 2, an abstract one of two steps", () => {
    const xta =
      "int[0, 5] v; process P() { state s; init s; trans s -> s { guard v == 0; assign v = v + 1; }; } system P; query { E<> v == 2 }";
    expect(runSearch("bfs", questionOf(xta)).status).toBe("exhausted");
    expect([estimate("hL()", xta), estimate("hU()", xta)]).toEqual([2, 2]);
  });

  it("section 4: increments of one variable are counted one by one, by the shortcut of Fig. 2 as one", () => {
    const xta =
      "int[0, 9] v; process P() { state s; init s; trans s -> s { assign v++; }; } system P; query { E<> v == 7 }";
    expect([estimate("hL()", xta), estimate("hU()", xta)]).toEqual([7, 7]);
    expect(estimate("hL(shortcut=on)", xta)).toBe(1);
  });

  it("conditions are met one by one: v == 1 && v == 2 has an abstract solution", () => {
    const xta =
      "int[0, 5] v; process P() { state s; init s; trans s -> s { assign v++; }; } system P; query { E<> v == 1 && v == 2 }";
    expect(estimate("hL()", xta)).toBe(2);
  });

  it("proposition 1 and lemma 1: hL is at most the length of a real trace (Fischer, the towers)", () => {
    for (const [family, size, shortest] of [
      ["fischer", 3, 6],
      ["hanoi", 3, 22],
    ] as const) {
      const { network, problem } = familyProblem(family, size);
      const start = { locations: network.processes.map(({ initial }) => initial[0]!), cells: network.initialValues };
      const [hL, hU] = ["hL()", "hU()"].map((spec) => create(spec, problem).heuristic.estimate(start));
      expect(hL!).toBeLessThanOrEqual(shortest);
      expect(hL!).toBeLessThanOrEqual(hU!);
    }
  });

  it("section 5: dL and dU are 1 in every state of F^A but the last", () => {
    const { problem, network } = familyProblem("fischer", 5, "A");
    const start = { locations: network.processes.map(({ initial }) => initial[0]!), cells: network.initialValues };
    for (const spec of ["distance(combine=max)", "distance(combine=sum)"]) {
      expect(create(spec, problem).heuristic.estimate(start)).toBe(1);
    }
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
