// Compiled and reference engine on models as people write them: same candidates, states, targets, faults, and the same
// counts where whole stretches are expanded at once.

import { describe, expect, it } from "vitest";
import { createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import {
  boundsByVector,
  chooseAbstraction,
  createReferenceEngine,
  type Engine,
  type Target,
} from "../../../src/engine/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import type { Network, Query } from "../../../src/network/index.ts";
import { ExhaustiveSearch, type Search } from "../../../src/search/index.ts";
import { compareEngines, type EngineComparison } from "../../../src/testing/index.ts";
import { FAILING, LONG_LOOPS, TIMED, UNTIMED, type Written } from "./hand-written-models.ts";

const inclusion = { abstraction: "extra-lu", subsumption: "inclusion", limit: 400 } as const;

interface Asked {
  readonly network: Network;
  readonly targets: readonly Target[];
  readonly compiled: readonly Query[];
}

function read({ file = "model.xta", text, queries = [] }: Written): Asked {
  const model = loadModel({ name: file, content: text }, { lints: false });
  if (model.network === null) throw new Error(model.diagnostics.map(({ message }) => message).join("; "));
  let { network } = model;
  const compiled = queries.map((text) => {
    const query = model.compileQuery(text);
    if (!query.ok || query.value.kind !== "E<>") throw new Error(text);
    network = query.network;
    return query.value;
  });
  return { network, compiled, targets: compiled.map(({ formula, frameSize }) => ({ formula, frameSize })) };
}

function enginesOf(written: Written): readonly [compiled: Engine, reference: Engine] {
  const { network, targets, compiled: queries } = read(written);
  const chosen = chooseAbstraction(network, queries, "extra-lu");
  if (!chosen.ok) throw new Error("no abstraction");
  const { bounds } = chosen.value;
  const options = { targets, abstraction: "extra-lu", subsumption: "inclusion" } as const;
  const compiled = createCompiledEngine(network, { ...options, bounds });
  if ("unsupported" in compiled) throw new Error(compiled.unsupported);
  return [compiled, createReferenceEngine(network, { ...options, bounds: boundsByVector(bounds) })];
}

/** How many states both have, or where they differ. */
function compare(written: Written, comparison: EngineComparison): number | string {
  const { network, targets } = read(written);
  const outcome = compareEngines(network, { ...comparison, targets });
  return outcome.kind === "agreed" ? outcome.states : JSON.stringify(outcome);
}

describe.each([...UNTIMED, ...TIMED])("$name", (written) => {
  it("all at once", () => expect(compare(written, inclusion)).toBe(written.states));

  it("step by step", () => expect(compare(written, { ...inclusion, stepwise: true })).toBe(written.states));

  it("in whole stretches", () => {
    const [compiled, reference] = enginesOf(written);
    expect(finish(new ExhaustiveSearch(compiled))).toEqual(finish(new ExhaustiveSearch(reference)));
  });
});

it(LONG_LOOPS.name, () => {
  const [compiled] = enginesOf(LONG_LOOPS);
  expect(finish(new ExhaustiveSearch(compiled))).toMatchObject({ status: "exhausted", stored: LONG_LOOPS.states });
});

describe.each(TIMED)("$name, by other zones", (written) => {
  it("as they are", () => {
    expect(compare(written, { ...inclusion, abstraction: "none", releases: true, limit: 60 })).toBeGreaterThan(2);
  });

  it("by the larger constants, told apart by equality", () => {
    const comparison = { ...inclusion, abstraction: "extra-m", subsumption: "equality", stepwise: true } as const;
    expect(compare(written, { ...comparison, limit: 100 })).toBeGreaterThan(2);
  });
});

describe("questions that may fail beside clocks", () => {
  /** What every state answers: 0, 1, or why not. */
  const answers = (engine: Engine, target: number): readonly string[] => {
    const search = new ExhaustiveSearch(engine);
    finish(search);
    const each = Array.from({ length: search.statistics.stored }, (_, state) => {
      try {
        return String(Number(engine.satisfies(state, target)));
      } catch (error) {
        return (error as Error).message;
      }
    });
    return [...each, ...engine.faults.map(({ diagnostic }) => diagnostic.message)];
  };

  it.each(FAILING.queries!.map((query, target) => [query, target] as const))("%s", (_query, target) => {
    const [compiled, reference] = enginesOf(FAILING);
    const expected = answers(reference, target);
    expect(answers(compiled, target)).toEqual(expected);
    expect(new Set(expected).size, expected.join()).toBeGreaterThan(1);
  });
});

function finish(search: Search): unknown {
  for (let steps = 0; steps < 3000; steps++) {
    const status = search.step();
    if (status === "fault") return search.fault!.diagnostic.message;
    if (status !== "running") return { status, ...search.statistics };
  }
  return "still running";
}
