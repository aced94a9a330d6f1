// Every component that a specification may name carries examples of itself: a member without them would be a member
// without a contract, since the contract suites run examples.

import { describe, expect, it } from "vitest";
import { strategies } from "../../src/check/index.ts";
import { evaluators } from "../../src/evaluators/index.ts";
import { heuristics } from "../../src/heuristics/index.ts";
import { openLists } from "../../src/open-lists/index.ts";
import { costs, searches } from "../../src/search/index.ts";
import { configure, type Registry } from "../../src/spec/index.ts";

const REGISTRIES: readonly Registry<unknown>[] = [heuristics, evaluators, openLists, searches, strategies, costs];

describe.each(REGISTRIES)("every $kind", (registry) => {
  it.each(registry.components)("$name is shown by examples that can be configured", ({ name, examples = [] }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const result = configure(registry, example);
      expect(result.ok ? [] : result.diagnostics, example).toEqual([]);
      expect(example).toMatch(new RegExp(`(^|[ (])${name}\\b`));
    }
  });

  it("has a name of its own, old names included", () => {
    const names = registry.components.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});
