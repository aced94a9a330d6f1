// Reads `--search`: a specification or the name of a preset. Without it, check does what `defaultStrategy` says.

import {
  configure,
  DEFAULT_SEARCH,
  defaultStrategy,
  defined,
  presets,
  type Query,
  type Strategy,
  strategies,
} from "@tracehound/core";
import { BadSpecification } from "../errors.ts";

export interface ChosenStrategy {
  readonly spec: string;
  readonly strategy: Strategy | ((query: Query) => Strategy);
}

export function readStrategy(spec: string | undefined, seed: number | undefined): ChosenStrategy {
  if (spec === undefined) return { spec: DEFAULT_SEARCH, strategy: defaultStrategy(seed) };
  const result = configure(strategies, spec, { presets, ...defined({ seed }) });
  if (result.ok) return { spec: result.value.spec, strategy: result.value };
  throw new BadSpecification(result.diagnostics, result.sources);
}
