// A random model as text with what is asked about it, as the problem that estimates are made for.

import { type Formula, loadModel, type Network } from "@tracehound/core";
import { type Choices, seededChoices } from "@tracehound/core/testing";
import type { Claim, Sightings } from "./hunt.ts";

interface AskedModel {
  readonly text: string;
  /** What `E<>` asks for. */
  readonly target: string;
}

interface AskedProblem {
  readonly network: Network;
  readonly target: Formula;
  readonly frameSize: number;
}

/** A claim about the problems of drawn models. */
export function onProblems<M extends AskedModel>(
  draw: (choices: Choices) => M,
  run: (problem: AskedProblem, model: M, choices: Choices, seen: Sightings) => void,
): Claim["run"] {
  return (seed, seen) => {
    const choices = seededChoices(seed);
    const model = draw(choices);
    const problem = problemOf(model, seen);
    if (problem !== undefined) run(problem, model, choices, seen);
  };
}

/** Undefined, and counted, where the text is no model. */
function problemOf({ text, target }: AskedModel, seen: Sightings): AskedProblem | undefined {
  const { network, compileQuery } = loadModel({ name: "model.xta", content: text }, { lints: false });
  const compiled = network === null ? undefined : compileQuery(`E<> ${target}`);
  if (network === null || compiled?.ok !== true || compiled.value.kind !== "E<>") {
    seen.count("not a model");
    return undefined;
  }
  return { network, target: compiled.value.formula, frameSize: compiled.value.frameSize };
}
