// Where single parts of a search are watched: a question's context in the reference engine, and lists that look at what
// goes into them.

import { problemOf } from "../../src/check/plan/target.ts";
import { setUpEngine } from "../../src/check/setup/engines.ts";
import type { StateId } from "../../src/engine/index.ts";
import type { OpenList } from "../../src/open-lists/index.ts";
import { EagerSearch } from "../../src/search/index.ts";
import { type OpenNode, SearchContext } from "../../src/search-context/index.ts";
import { configure, type Registry } from "../../src/spec/index.ts";
import { query } from "../../src/testing/index.ts";
import type { Question } from "./runs.ts";

export function contextOf({ network, target }: Question): SearchContext {
  const goal = { formula: target, frameSize: 1 };
  const setup = setUpEngine(network, [query("E<>", target, 1)], [goal], "auto", { engine: "reference" });
  if (!setup.ok) throw new Error(setup.diagnostics[0]!.message);
  const { create } = setup.value;
  return new SearchContext(create(), problemOf(network, goal), create);
}

export function configured<C>(registry: Registry<C>, spec: string): C {
  const config = configure(registry, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  return config.value;
}

/** A list that does something else when states are pushed. */
export function watched(inner: OpenList, push: (state: StateId, node: OpenNode) => void): OpenList {
  return {
    push,
    pop: () => inner.pop(),
    get size() {
      return inner.size;
    },
    queues: [],
  };
}

/** Explores some states in the order of a list. */
export function exploreWith({ engine }: SearchContext, open: OpenList, steps: number): void {
  const search = new EagerSearch(engine, open, { goal: () => false, cost: "none", transitions: true });
  for (let step = 0; step < steps; step++) if (search.step() === "exhausted") break;
}
