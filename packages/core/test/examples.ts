// The specifications that components carry as examples: what the contract suites run, so that a new member is tested
// by being listed.

import type { Registry } from "../src/spec/index.ts";

export function examplesOf(registry: Registry<unknown>): readonly string[] {
  return registry.components.flatMap(({ examples = [] }) => examples);
}
