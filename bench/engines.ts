// The engines that are measured, with nothing stored yet.

import type { AbstractionName, Network } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  type Engine,
} from "@tracehound/core/testing";
import { unwrap } from "./measure.ts";

type CompiledEngine = Exclude<ReturnType<typeof createCompiledEngine>, { readonly unsupported: string }>;
type Chosen = Extract<ReturnType<typeof chooseAbstraction>, { ok: true }>["value"];
type Target = Parameters<typeof createCompiledEngine>[1]["targets"][number];

/** For exploring everything. */
export function exploringEngine(network: Network, wish: string): CompiledEngine {
  const { abstraction, bounds } = unwrap(chooseAbstraction(network, [], wish as AbstractionName));
  const engine = createCompiledEngine(network, { targets: [], abstraction, subsumption: "inclusion", bounds });
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  return engine;
}

/** For looking for a target; compiled where that is supported. */
export function seekingEngine(network: Network, target: Target, { abstraction, bounds }: Chosen): Engine {
  const options = { targets: [target], abstraction, subsumption: "inclusion" } as const;
  const engine = createCompiledEngine(network, { ...options, bounds });
  if (!("unsupported" in engine)) return engine;
  return createReferenceEngine(network, { ...options, bounds: boundsByVector(bounds) });
}
