// Reads `--search`: a specification or the name of a preset.

import { configure, presets, type SearchConfig, searches } from "@tracehound/core";
import { BadSpecification } from "../errors.ts";

export function readSearch(spec: string | undefined, seed: number | undefined): SearchConfig {
  const result = configure(searches, spec ?? "bfs", { presets, ...(seed === undefined ? {} : { seed }) });
  if (result.ok) return result.value;
  throw new BadSpecification(result.diagnostics, result.sources);
}
