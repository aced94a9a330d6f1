// Reads `--search`: a specification or the name of a preset. Without it, check does what `defaultStrategy` says.

import { readSearch, type SearchAsked } from "@tracehound/core";
import { BadSpecification } from "../errors.ts";

export function readStrategy(spec: string | undefined, seed: number | undefined): SearchAsked {
  const read = readSearch(spec, seed);
  if (read.ok) return read.value;
  throw new BadSpecification(read.diagnostics, read.sources);
}
