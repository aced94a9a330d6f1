// Models: read, checked, changed, written; networks and the questions about them; the language that names searches.

export { isSlight, isSlightQuery } from "../analysis/bounded-work.ts";
export { FaultAnalysis, faultsOf } from "../analysis/faults.ts";
export { FEATURES, type Feature, featuresOf } from "../analysis/features.ts";
export { LINTS, lintNetwork, unlessAsked } from "../analysis/lints/index.ts";
export { hiddenObstacleDiagnostic } from "../analysis/obstacles/independent.ts";
export { type NetworkStatistics, statisticsOf } from "../analysis/statistics.ts";
export { defined } from "../basics/defined.ts";
export type { DiskFolder, Files, Joined, SharedFiles } from "../basics/files.ts";
export { Prng } from "../basics/prng.ts";
export * from "../diagnostics/index.ts";
export { type Family, type FamilyOptions, families, InstanceFault } from "../families/index.ts";
export { declaringUtf8, decodeContent } from "../lang/bytes.ts";
export { convertModel } from "../lang/convert.ts";
export { type Formatted, formatModel } from "../lang/format-model.ts";
export { generateModel } from "../lang/generate.ts";
export { type LoadedModel, type LoadOptions, loadModel, type ModelFile, type ModelFormat } from "../lang/load.ts";
export { labelsQuery, readTchecker, writeTchecker } from "../lang/tchecker/index.ts";
export { type FaultyQuery, numberedQueries } from "../lang/uppaal/document.ts";
export { formatExpression } from "../lang/uppaal/format/format.ts";
export { lostInNetwork } from "../lang/uppaal/unseen.ts";
export { type EditOperation, editXml, type Parts, type PlaceInFile } from "../lang/uppaal/xml/edit.ts";
export * from "../network/index.ts";
export * from "../spec/index.ts";
