// Estimates by sets of values against the best that sets can do (`testing/best-sets.ts`), which takes every joint step
// as a whole: it knows nothing of operators and of groups of statements, and is made of the network and the oracle's
// evaluator alone.

import { configure, type Formula, heuristics, loadModel, type Network } from "@tracehound/core";
import {
  BestSets,
  type Choices,
  exactTarget,
  holds,
  num,
  oracleWithin,
  randomDataModel,
  randomFunctionModel,
  randomIdiomModel,
  randomUpdateModel,
  seededChoices,
} from "@tracehound/core/testing";
import type { Claim, Sightings } from "../hunt.ts";

/** Targets that are asked for per model, most of them one step from a state. */
const TARGETS = 4;
const MOST_STATES = 200;
/** Choices that may be tried for one layer. */
const MOST = 2_000;

const MODELS: readonly ((choices: Choices) => string)[] = [
  randomUpdateModel,
  randomIdiomModel,
  randomUpdateModel,
  (choices) => randomDataModel(choices).text,
  (choices) => randomFunctionModel(choices).text,
];

const VALUES = ["global", "per-location"] as const;

export const bestSets: Claim = {
  what: "hL and hmax are at most what sets of values can show at their best, hU and hadd infinite only where that is, in every state",
  inTests: 8,
  run(seed, seen) {
    const choices = seededChoices(seed ^ 0xbe57);
    const text = MODELS[seed % MODELS.length]!(choices);
    const { network } = loadModel({ name: "model.xta", content: text }, { lints: false });
    if (network === null) {
      seen.count("not a model");
      return;
    }
    const graph = oracleWithin(network, [], MOST_STATES)?.discreteGraph(holds(num(1)));
    if (graph === undefined || graph.steps.length === 0) {
      seen.count("too large for the oracle, or without a step");
      return;
    }
    seen.count("models");
    const { states, steps } = graph;
    for (let turn = 0; turn < TARGETS; turn++) {
      const [from, to] = steps[choices.below(steps.length)]!;
      const target = exactTarget(
        network,
        states[to]!,
        choices,
        choices.below(4) === 0,
        changedBy(states[from]!, states[to]!),
      );
      const values = VALUES[turn % VALUES.length]!;
      judge(network, target.formula, values, [states[from]!, states[0]!], seen, `; E<> ${target.text} in\n${text}`);
    }
  },
};

/** Cells that the step writes something else into: far from a target sets grow until little is left to tell apart. */
function changedBy(from: { readonly cells: readonly number[] }, to: { readonly cells: readonly number[] }): number[] {
  return [...to.cells.keys()].filter((cell) => from.cells[cell] !== to.cells[cell]);
}

function judge(
  network: Network,
  target: Formula,
  values: (typeof VALUES)[number],
  states: readonly { locations: readonly number[]; cells: readonly number[] }[],
  seen: Sightings,
  where: string,
): void {
  const best = new BestSets(network, target, { located: values === "per-location", most: MOST });
  const options = values === "global" ? "" : `values=${values}`;
  const [hL, hmax, hU, hadd] = ["hL", "hmax", "hU", "hadd"].map((name) => {
    const config = configure(heuristics, `${name}(${options})`);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    return config.value.create({ network, target, frameSize: 1 });
  });
  for (const state of states) {
    const layers = best.layers(state);
    seen.count(layers === undefined ? "too many choices" : layers === Number.POSITIVE_INFINITY ? "no way" : "states");
    if (layers === undefined) continue;
    const [low, max, up, sum] = [hL, hmax, hU, hadd].map((heuristic) => heuristic!.estimate(state));
    const isInfinite = (value: number | undefined): boolean => value === Number.POSITIVE_INFINITY;
    const said = `hL ${low}, hmax ${max}, hU ${up}, hadd ${sum} (values ${values}), at best ${layers}`;
    if (low! > layers || max! > layers || ((isInfinite(up) || isInfinite(sum)) && !isInfinite(layers)))
      seen.report(`${said}; ${JSON.stringify(state)}${where}`);
  }
}
