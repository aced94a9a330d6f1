// Estimates of chances are never too low: on random models of a few variables and modules, against the best path of the
// whole graph, found by relaxing every transition until nothing changes.

import { describe, expect, it } from "vitest";
import { GraphExploration } from "../../src/check/probability/exploration.ts";
import { expressionOf } from "../../src/check/probability/refutation.ts";
import { setUpEngine } from "../../src/check/setup/engines.ts";
import type { GraphEngine } from "../../src/engine/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { QueryOf } from "../../src/network/index.ts";
import { chanceEstimates, Graph } from "../../src/probabilistic/index.ts";
import { configure } from "../../src/spec/index.ts";
import { Dice, seededChoices } from "../../src/testing/index.ts";

/** Two modules with two variables each, that move alone and together. */
function randomText(seed: number): { readonly text: string; readonly target: string } {
  const dice = new Dice(seededChoices(seed));
  const kind = dice.one(["dtmc", "mdp"] as const);
  const names = ["a", "b", "c", "d"];
  const atom = (own: readonly string[]): string =>
    `${dice.one(own)}${dice.one(["=", "<", ">", "!="])}${dice.between(0, 3)}`;
  const value = (name: string): string =>
    dice.one([`${dice.between(0, 3)}`, `min(3,${name}+1)`, `max(0,${name}-1)`, dice.one(names), `3-${name}`]);
  const update = (own: readonly string[]): string => {
    const written = own.filter(() => dice.between(0, 1) === 1);
    return written.length === 0 ? "true" : written.map((name) => `(${name}'=${value(name)})`).join("&");
  };
  const command = (own: readonly string[]): string => {
    const weights = dice.one([["1"], ["0.5", "0.5"], ["0.25", "0.75"], ["(a+1)/8", "1-(a+1)/8"]]);
    const branches = weights.map((weight) => `${weight}:${update(own)}`).join(" + ");
    return `  [${dice.one(["", "", "go"])}] ${atom(names)} & ${atom(own)} -> ${branches};`;
  };
  const module = (name: string, own: readonly string[]): string =>
    `module ${name}\n${own.map((one) => `  ${one} : [0..3];`).join("\n")}\n${Array.from({ length: dice.between(2, 4) }, () => command(own)).join("\n")}\nendmodule`;
  const target = `${atom(names)} & ${atom(names)}`;
  return { text: `${kind}\n${module("m", ["a", "b"])}\n${module("n", ["c", "d"])}\n`, target };
}

function wholeGraph(text: string, target: string) {
  const loaded = loadModel({ name: "random.prism", content: text }, { lints: false });
  const query = loaded.compileQuery(`${text.startsWith("mdp") ? "Pmax" : "P"}=? [ F ${target} ]`);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const { network } = query;
  const setup = setUpEngine(network, [], [], "auto", { graph: true, engine: "reference" });
  if (!setup.ok) throw new Error(setup.diagnostics[0]!.message);
  const graph = new Graph(network, setup.value.create() as GraphEngine);
  const exploration = new GraphExploration(graph);
  while (exploration.step() === "running");
  const { property } = query.value as QueryOf<"property">;
  if (property.kind !== "probability") throw new Error("no probability");
  return { graph, states: exploration.order, to: expressionOf(property.path.right)! };
}

describe("estimates of chances", () => {
  it.each(["chain()", "chain(states=20)", "chain({a, c})", "edges()", "one()"])("%s", (spec) => {
    const config = configure(chanceEstimates, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    let told = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { text, target } = randomText(seed);
      const { graph, states, to } = wholeGraph(text, target);
      const estimate = config.value.create({
        network: graph.network,
        draws: graph.draws,
        target: to,
        through: undefined,
      });
      const best = new Map(states.map((state) => [state, 0]));
      for (const state of states) if (holdsIn(graph, state, target)) best.set(state, 1);
      for (let isMoving = true; isMoving; ) {
        isMoving = false;
        for (const state of states) {
          for (let choice = graph.firstChoice.at(state); choice < graph.endChoice.at(state); choice++) {
            for (let at = graph.firstTransition(choice); at < graph.endTransition.data[choice]!; at++) {
              const through = graph.probability.data[at]! * best.get(graph.target.data[at]!)!;
              if (through > best.get(state)! * (1 + 1e-9)) {
                best.set(state, through);
                isMoving = true;
              }
            }
          }
        }
      }
      for (const state of states) {
        const said = estimate(graph.engine.view(state));
        expect(said, `${text}\n${target}: ${graph.describe(state)}`).toBeGreaterThanOrEqual(
          best.get(state)! * (1 - 1e-9),
        );
        expect(said).toBeLessThanOrEqual(1);
        if (said < 1) told++;
      }
    }
    // Those that look at the model say something of it.
    if (spec.startsWith("chain")) expect(told).toBeGreaterThan(100);
  });
});

/** `a=1 & b<2`, read here once more. */
function holdsIn(graph: Graph, state: number, target: string): boolean {
  const values = new Map(graph.values(state).map(({ name, text }) => [name, Number(text)]));
  return target.split(" & ").every((atom) => {
    const [, name, op, number] = /^(\w)(!=|=|<|>)(\d)$/.exec(atom)!;
    const value = values.get(name!)!;
    const other = Number(number);
    return op === "=" ? value === other : op === "!=" ? value !== other : op === "<" ? value < other : value > other;
  });
}
