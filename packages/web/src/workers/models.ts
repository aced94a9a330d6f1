// The model a worker works on: read once per version of the document.

import { type LoadedModel, loadModel, type Network } from "@tracehound/core";
import type { Source } from "./protocol.ts";

let latest: { readonly version: number; readonly model: LoadedModel } | undefined;

export function modelOf({ version, name, content }: Source, lints = false): LoadedModel {
  if (latest?.version !== version || version < 0) {
    latest = { version, model: loadModel({ name, content }, { lints }) };
  }
  return latest.model;
}

/** A model free of errors. */
export function networkOf(source: Source): {
  readonly model: LoadedModel & { network: Network };
  readonly network: Network;
} {
  const model = modelOf(source);
  const { network } = model;
  if (network === null) throw new Refusal("the model has faults; see Problems");
  return { model: { ...model, network }, network };
}

/** Something the page is to show as it is; everything else is a bug. */
export class Refusal extends Error {}
