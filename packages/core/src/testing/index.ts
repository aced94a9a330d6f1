// Engines and their set-up, so that long runs need nothing but this entry.

export { FreeClocks } from "../certificate/free-clocks.ts";
export { Checker } from "../certificate/invariant/checker.ts";
export { Prover } from "../certificate/invariant/prover.ts";
export {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  type DiscreteView,
  type Engine,
  largestClockConstant,
} from "../engine/index.ts";
export { type Automaton, degeneralise, LtlFormulas, normalForm, translate } from "../ltl/index.ts";
export type { Temporal } from "../network/temporal.ts";
export * from "./agreement.ts";
export * from "./best-sets.ts";
export * from "./builder.ts";
export * from "./c2c-claims.ts";
export * from "./choices.ts";
export * from "./circuit-agreement.ts";
export * from "./closed-forms.ts";
export * from "./damaged-invariants.ts";
export * from "./diagram-proof-claims.ts";
export * from "./engine-agreement.ts";
export * from "./enlarged.ts";
export * from "./estimate-claims.ts";
export * from "./exact-targets.ts";
export * from "./exploration-claims.ts";
export * from "./fair-claims.ts";
export * from "./fit-networks.ts";
export * from "./formulas.ts";
export * from "./growing-model.ts";
export * from "./invariant-claims.ts";
export * from "./joined-processes.ts";
export * from "./lively-network.ts";
export * from "./memory-files.ts";
export * from "./oracle.ts";
export * from "./plain-relaxation.ts";
export * from "./random-data-model.ts";
export * from "./random-function-model.ts";
export * from "./random-idiom-model.ts";
export * from "./random-local-network.ts";
export * from "./random-network.ts";
export * from "./random-plans.ts";
export * from "./random-priced-networks.ts";
export * from "./random-prices.ts";
export * from "./random-query.ts";
export * from "./random-shops.ts";
export * from "./random-symmetric-model.ts";
export * from "./random-update-model.ts";
export * from "./saboteurs.ts";
export * from "./slow-relaxation.ts";
export * from "./stubborn-claims.ts";
export * from "./symbolic-claims.ts";
export * from "./symmetry-claims.ts";
export { exchangeRun } from "./symmetry-on-runs.ts";
export * from "./talkative-network.ts";
