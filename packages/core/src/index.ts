// The public interface of the core: load a model, look into it, check it, explain what was found.

export { isSlight, isSlightQuery } from "./analysis/bounded-work.ts";
export { FaultAnalysis, faultsOf } from "./analysis/faults.ts";
export { FEATURES, type Feature, featuresOf } from "./analysis/features.ts";
export { LINTS, lintNetwork } from "./analysis/lints/index.ts";
export { type NetworkStatistics, statisticsOf } from "./analysis/statistics.ts";
export { defined } from "./basics/defined.ts";
export { Prng } from "./basics/prng.ts";
export * from "./certificate/index.ts";
export * from "./check/index.ts";
export * from "./diagnostics/index.ts";
export * from "./docs-pages/index.ts";
export * from "./editor-services/index.ts";
export type { AbstractionName, EngineFault, StateId } from "./engine/index.ts";
export { evaluators } from "./evaluators/index.ts";
export { type Family, type FamilyOptions, families } from "./families/index.ts";
export { type BuildReport, heuristics } from "./heuristics/index.ts";
export { convertModel } from "./lang/convert.ts";
export { type Formatted, formatModel } from "./lang/format-model.ts";
export { generateModel } from "./lang/generate.ts";
export { type LoadedModel, type LoadOptions, loadModel, type ModelFile, type ModelFormat } from "./lang/load.ts";
export { labelsQuery, readTchecker, writeTchecker } from "./lang/tchecker/index.ts";
export { type FaultyQuery, numberedQueries } from "./lang/uppaal/document.ts";
export { formatExpression } from "./lang/uppaal/format.ts";
export { type EditOperation, editXml } from "./lang/uppaal/xml/edit.ts";
export * from "./limits/index.ts";
export * from "./network/index.ts";
export { openLists } from "./open-lists/index.ts";
export * from "./picture/index.ts";
export * from "./report/index.ts";
export {
  lassoSearches,
  type Progress,
  presets,
  type RefinementStatistics,
  type Search,
  type SearchConfig,
  type SearchStatistics,
  type SearchStatus,
  searches,
} from "./search/index.ts";
export { type EstimateStatistics, SearchContext } from "./search-context/index.ts";
export * from "./search-insight/index.ts";
export {
  type ConcreteFault,
  type ConcreteOption,
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  createSymbolicSemantics,
  hasDelay,
  type IntervalSet,
  type JointTransition,
  ModelFault,
  type SymbolicState,
  sameTransition,
  WhyNotExplainer,
  whyNot,
} from "./semantics/index.ts";
export * from "./simulate/simulator.ts";
export * from "./spec/index.ts";
export * from "./trace/index.ts";
export * from "./why/index.ts";
export {
  compare,
  type Interval,
  minus,
  parseRational,
  plus,
  type Rational,
  rational,
  rationalToString,
  toNumber,
  ZERO,
  zoneToMatrix,
  zoneToString,
} from "./zone/index.ts";
