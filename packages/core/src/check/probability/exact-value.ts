// The value of a property as a fraction, where it is one probability or reward and the graph is small.

import { rationalToString } from "../../basics/rational.ts";
import type { Property } from "../../network/index.ts";
import type { ExplicitModel, Measured } from "../../probabilistic/index.ts";

const MOST_DIGITS = 80;

export function exactValue(model: ExplicitModel, property: Property, measured: Measured): string | undefined {
  const isOne = property.kind === "probability" || property.kind === "reward";
  if (!isOne || model.initial.length !== 1) return undefined;
  const value = measured.exact?.()?.at(model.initial[0]!);
  if (value === undefined) return undefined;
  const text = rationalToString(value);
  return text.length <= MOST_DIGITS ? text : undefined;
}
