// Layouts are judged by their tangles: lines that cross, and lines through what is written elsewhere.

import { expect, it } from "vitest";
import { type AutomatonPlan, layOut, loadModel, planModel, sizeOfText } from "../../src/index.ts";
import { passes, tanglesOf } from "../../src/layout/tangles.ts";

/** One automaton, with edges between its locations, as a file without places has it. */
function planOf(locations: number, edges: readonly (readonly [number, number])[]): AutomatonPlan {
  const names = Array.from({ length: locations }, (_, i) => `l${i}`);
  const lines = edges.map(([from, to]) => `l${from} -> l${to} { }`);
  const text = `process P() { state ${names.join()}; init l0; trans ${lines.join()}; }\nsystem P;\n`;
  return planModel(loadModel({ name: "m.xta", content: text })).plans[0]!;
}

/** The same automaton with its locations where they are put. */
function placed(plan: AutomatonPlan, places: readonly (readonly [number, number])[]): AutomatonPlan {
  const nodes = plan.nodes.map((node, i) => {
    const [x, y] = places[i]!;
    return { ...node, at: { x, y }, nameAt: { x: x + 14, y: y - 8 }, labels: [] };
  });
  return { ...plan, nodes, edges: plan.edges.map((edge) => ({ ...edge, nails: [], labels: [] })) };
}

it("counts lines that cross and lines through names", () => {
  const two = planOf(4, [
    [0, 1],
    [2, 3],
  ]);
  const [left, right] = [0, 400];
  expect(
    tanglesOf(
      placed(two, [
        [left, 0],
        [right, 0],
        [left, 300],
        [right, 300],
      ]),
    ),
  ).toBe(2);
  expect(
    tanglesOf(
      placed(two, [
        [left, 0],
        [left, 300],
        [right, 0],
        [right, 300],
      ]),
    ),
  ).toBe(0);
  expect(
    tanglesOf(
      placed(two, [
        [left, 0],
        [right, 300],
        [left, 300],
        [right, 0],
      ]),
    ),
  ).toBe(1);
});

it("takes the least tangled of several orders, the same each time", () => {
  // Flat, but not in the order of the file.
  const plan = planOf(7, [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 6],
    [2, 5],
    [3, 4],
    [4, 0],
    [5, 0],
    [6, 0],
    [1, 5],
    [2, 4],
  ]);
  const laid = layOut(plan);
  expect(tanglesOf(laid)).toBeLessThanOrEqual(2);
  expect(layOut(plan)).toEqual(laid);
});

it("leads no line through its own labels", () => {
  const text = `int n; clock x; chan c, d; process P() { state a, b, e { x <= 5 }; init a;
    trans a -> b { select t : int[0, 3]; guard n == 0; sync c?; assign x = 0; }, b -> a { select t : int[0, 3]; guard n == t; sync d?; },
      a -> b { guard n > 0; sync c!; }, b -> e { select t : int[0, 3]; sync c?; assign n = t, x = 0; }, e -> b { sync d!; assign n = n % 3; },
      e -> b { guard x >= 5; }, a -> a { guard x >= 3 && x <= 4; sync c!; assign x = 0; }, a -> a { guard x == 5; }; } system P;`;
  const { nodes, edges } = planModel(loadModel({ name: "m.xta", content: text })).plans[0]!;
  for (const { source, target, nails, labels } of edges) {
    const points = [nodes[source]!.at, ...nails, nodes[target]!.at];
    for (const { at, text: written } of labels) {
      const box = { ...at, ...sizeOfText(written) };
      expect(points.slice(1).filter((to, i) => passes({ from: points[i]!, to }, box))).toEqual([]);
    }
  }
});
