// The automaton of a formula as a picture: every state, every edge with what it reads, accepting ones coloured.

import { expect, it } from "vitest";
import { decidingAutomaton, loadModel, planProperty } from "../../src/index.ts";

const content = "process P() { state a, b; init a; trans a -> b { }, b -> a { }; } system P;";
const model = loadModel({ name: "p.xta", content });

function planOf(text: string) {
  const compiled = model.compileQuery(text);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const found = decidingAutomaton(compiled.value);
  return found === undefined ? undefined : planProperty(found.automaton, found.names, found.title);
}

it("draws what waits for ever for something", () => {
  const plan = planOf("LTL: [] <> P.b")!;
  expect(plan.name).toBe("runs that violate LTL: [] <> P.b");
  expect(plan.nodes.filter(({ initial }) => initial)).toHaveLength(1);
  const told = plan.edges.map(({ source, target, labels, colour }) => [source, target, labels[0]!.text, colour]);
  expect(told).toContainEqual([0, 0, "true", undefined]);
  expect(told).toContainEqual([0, 1, "!P.b", undefined]);
  expect(told).toContainEqual([1, 1, "!P.b", "@accent"]);
  const places = plan.nodes.map(({ at }) => `${at.x},${at.y}`);
  expect(new Set(places).size).toBe(plan.nodes.length);
});

it("names the sets where there are several", () => {
  const texts = planOf("LTL-some: [] <> P.a && [] <> P.b")!.edges.map(({ labels }) => labels[0]!.text);
  expect(texts.some((text) => /\{[01]/.test(text))).toBe(true);
});

it("is there for temporal formulas only", () => {
  expect(planOf("E<> P.b")).toBeUndefined();
});
