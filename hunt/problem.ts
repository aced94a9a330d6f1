// A random model as text with what is asked about it, as the problem that estimates are made for.

import { type Formula, loadModel, type Network } from "@tracehound/core";
import type { Sightings } from "./hunt.ts";

export interface AskedModel {
  readonly text: string;
  /** What `E<>` asks for. */
  readonly target: string;
}

export interface AskedProblem {
  readonly network: Network;
  readonly target: Formula;
  readonly frameSize: number;
}

/** Undefined, and counted, where the text is no model. */
export function problemOf({ text, target }: AskedModel, seen: Sightings): AskedProblem | undefined {
  const { network, compileQuery } = loadModel({ name: "model.xta", content: text }, { lints: false });
  const compiled = network === null ? undefined : compileQuery(`E<> ${target}`);
  if (network === null || compiled?.ok !== true || compiled.value.kind !== "E<>") {
    seen.count("not a model");
    return undefined;
  }
  return { network, target: compiled.value.formula, frameSize: compiled.value.frameSize };
}
