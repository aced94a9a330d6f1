// Runs a search, given by its specification, on a network and a target, and tells how it ended: what the contract
// suites and the papers' digits are written in.

import { problemOf } from "../../src/check/plan/target.ts";
import type { Engine, ReferenceEngine } from "../../src/engine/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import {
  type Found,
  type Improvable,
  presets,
  type SearchConfig,
  type SearchStatistics,
  searches,
} from "../../src/search/index.ts";
import { configure, reasonOf } from "../../src/spec/index.ts";
import { all, livelyNetwork, randomTarget, seededChoices } from "../../src/testing/index.ts";
import { replayOrdinals } from "../../src/trace/index.ts";
import { contextOf } from "./stage.ts";

export interface Question {
  readonly network: Network;
  readonly target: Formula;
}

export interface Ending {
  readonly status: "found" | "exhausted" | "gave-up" | "fault" | "too-long";
  /** Number of transitions of the trace. */
  readonly length?: number;
  /** Number of edges taken at each of them. */
  readonly moves?: readonly number[];
  /** Which ones. */
  readonly edges?: readonly (readonly number[])[];
  readonly statistics: SearchStatistics;
}

export function searchOf(spec: string, seed = 1): SearchConfig {
  const result = configure(searches, spec, { presets, seed });
  if (!result.ok) throw new Error(`${spec}: ${result.diagnostics[0]!.message}`);
  return result.value;
}

export function refusalOf(spec: string, { network, target }: Question): string | undefined {
  const refusal = searchOf(spec).refusal?.(problemOf(network, { formula: target, frameSize: 1 }));
  return refusal === undefined ? undefined : reasonOf(refusal);
}

export function runSearch(spec: string, question: Question, { seed = 1, steps = 20_000 } = {}): Ending {
  const context = contextOf(question);
  const config = searchOf(spec, seed);
  const search = config.create(context, (state, engine) => engine.satisfies(state, 0));
  let best: number | undefined;
  let edges: number[][] = [];
  for (let step = 0; step < steps; step++) {
    const status = search.step();
    if (status === "running") continue;
    if (status === "found") {
      const { length } = search.found!;
      const walked = search.found!.ordinals().length - 1;
      if (length !== walked) throw new Error(`${spec} says ${length}, and the way there has ${walked} steps`);
      if (best !== undefined && length >= best) throw new Error(`${spec}: ${length} after ${best} is no improvement`);
      best = length;
      edges = edgesOf(search.found!, context.restarted().engine);
      if (config.anytime === true) {
        (search as Improvable).improve(length - 1);
        continue;
      }
    }
    const found =
      best === undefined
        ? { status }
        : { status: "found" as const, length: best, edges, moves: edges.map((taken) => taken.length) };
    return { ...found, statistics: search.statistics };
  }
  return { status: "too-long", statistics: search.statistics };
}

function edgesOf(found: Found, fresh: Engine): number[][] {
  const path = replayOrdinals(found.ordinals(), fresh, (fresh as ReferenceEngine).semantics);
  return path.transitions.map(({ edges }) => edges.map(({ edge }) => edge));
}

/** Random networks, each with a target that is met and one that is hard to meet. */
export function* questions(from: number, to: number): Generator<Question & { readonly seed: number }> {
  for (let seed = from; seed < to; seed++) {
    const { network, features } = livelyNetwork(seededChoices(seed));
    const choices = seededChoices(seed ^ 0x2c1b3c6d);
    const diagonals = features.has("diagonals");
    const target = randomTarget(network, choices, diagonals);
    yield { seed, network, target };
    yield { seed, network, target: all(target, randomTarget(network, choices, diagonals)) };
  }
}

/** A model of UPPAAL's text format with its first query, which is of the form `E<> …` or `A[] not …`. */
export function questionOf(xta: string, text?: string): Question {
  const loaded = loadModel({ name: "model.xta", content: xta }, { lints: false });
  if (loaded.network === null) throw new Error(loaded.diagnostics[0]!.message);
  const compiled = text === undefined ? undefined : loaded.compileQuery(text);
  const asked = compiled === undefined ? loaded.network.queries[0]! : compiled.ok ? compiled.value : undefined;
  const network = compiled?.ok === true ? compiled.network : loaded.network;
  if (asked?.kind === "E<>") return { network, target: asked.formula };
  if (asked?.kind === "A[]") return { network, target: { kind: "not", part: asked.formula } };
  throw new Error("a question about reachability is expected");
}
