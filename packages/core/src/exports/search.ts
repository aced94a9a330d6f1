// How states are looked for: searches, open lists, estimates, and the limits under which they run.

export { evaluators } from "../evaluators/index.ts";
export { type BuildReport, heuristics } from "../heuristics/index.ts";
export * from "../limits/index.ts";
export { openLists } from "../open-lists/index.ts";
export type { ProbabilisticEvidence } from "../probabilistic/index.ts";
export { Shop, ShopSearch, scheduleFault } from "../schedule/index.ts";
export {
  answeredSearch,
  checkJoinedFiles,
  checkSearchFiles,
  checksum,
  DamagedFile,
  type Hit,
  isSearchFile,
  isSharedFile,
  type JoinedFolder,
  lassoSearches,
  type NumberSoFar,
  type Progress,
  presets,
  type ReceivedBatch,
  RecordReader,
  type RefinementStatistics,
  readCheckpoint,
  readJob,
  readJoinedFolder,
  readSharded,
  recordAt,
  type Search,
  type SearchCheckpoint,
  type SearchConfig,
  type SearchStatistics,
  type SearchStatus,
  type ShardedOutcome,
  type ShardedSearch,
  type ShardedSpec,
  type ShardMail,
  type SideDriver,
  type SideRequest,
  type StatePlace,
  searches,
  serveSide,
  shardedSearch,
  sidesHere,
  type WorkerStatistics,
  wayOnDisk,
} from "../search/index.ts";
export { type EstimateStatistics, SearchContext } from "../search-context/index.ts";
export type { SymbolicStatistics } from "../symbolic/index.ts";
