// The searches that specifications may name, and how searches are run.

import type { Registry } from "../spec/index.ts";
import { astar, wastar } from "./astar.ts";
import { beamStack } from "./beam-stack.ts";
import {
  detailedBeam,
  dijkstraBeam,
  filteredBeam,
  flexibleBeam,
  nearestNeighbour,
  priorityBeam,
  recoveringBeam,
} from "./beams.ts";
import { bellmanFord } from "./bellman-ford.ts";
import { bfhs } from "./bfhs.ts";
import { bfs } from "./bfs.ts";
import { bitstate } from "./bitstate.ts";
import { bnb } from "./bnb.ts";
import { bounded } from "./bounded.ts";
import { broadening } from "./broadening.ts";
import { buckets } from "./buckets.ts";
import { dfs } from "./dfs.ts";
import { dijkstra } from "./dijkstra.ts";
import { eager } from "./eager.ts";
import { external } from "./external/index.ts";
import { frontier } from "./frontier.ts";
import { greedy } from "./greedy.ts";
import { guided } from "./guided.ts";
import { idastar } from "./idastar.ts";
import { beam, kbest } from "./kbest.ts";
import { lazy } from "./lazy.ts";
import { rastar } from "./rastar.ts";
import { rdfs } from "./rdfs.ts";
import { refineUntil } from "./refine-until.ts";
import { type SearchConfig, searchFamily } from "./search-config.ts";
import { sma } from "./sma.ts";
import { adda, bdda, saturate, seta, symbolic } from "./symbolic/index.ts";
import { threshold } from "./threshold.ts";

export * from "./costs/index.ts";
export * from "./exhaustive.ts";
export { checksum } from "./external/checksum.ts";
export {
  checkJoinedFiles,
  checkSearchFiles,
  DamagedFile,
  isSearchFile,
  isSharedFile,
  type JoinedFolder,
  readCheckpoint,
  readJob,
  readJoinedFolder,
  type SearchCheckpoint,
  wayOnDisk,
} from "./external/index.ts";
export { NO_STATISTICS } from "./fault-ledger.ts";
export * from "./lasso/index.ts";
export * from "./liveness.ts";
export * from "./loops/eager-search.ts";
export * from "./presets.ts";
export { reachedIn } from "./reached.ts";
export * from "./run.ts";
export * from "./search.ts";
export type { SearchConfig } from "./search-config.ts";
export * from "./shards/index.ts";
export * from "./workers/index.ts";

export const searches: Registry<SearchConfig> = searchFamily.list([
  eager,
  lazy,
  bfs,
  dfs,
  rdfs,
  greedy,
  astar,
  wastar,
  rastar,
  buckets,
  dijkstra,
  bellmanFord,
  kbest,
  beam,
  bounded,
  idastar,
  bnb,
  threshold,
  broadening,
  frontier,
  external,
  bfhs,
  sma,
  beamStack,
  detailedBeam,
  flexibleBeam,
  priorityBeam,
  filteredBeam,
  recoveringBeam,
  dijkstraBeam,
  nearestNeighbour,
  bitstate,
  guided,
  refineUntil,
  saturate,
  symbolic,
  adda,
  bdda,
  seta,
]);
