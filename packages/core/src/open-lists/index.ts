// The open lists that specifications may name.

import type { Registry } from "../spec/index.ts";
import { alternation } from "./alternation.ts";
import { batch } from "./batch.ts";
import { beamByBeam } from "./beam-by-beam.ts";
import { best, tiebreaking } from "./best.ts";
import { context } from "./context.ts";
import { fifo } from "./fifo.ts";
import { icb } from "./icb.ts";
import { lifo } from "./lifo.ts";
import { type OpenListConfig, openListFamily } from "./open-list.ts";
import { preferred } from "./preferred.ts";
import { random } from "./random.ts";
import { typeBased } from "./type-based.ts";
import { useless } from "./useless.ts";

export { BatchOpenList } from "./batch.ts";
export { BestOpenList, type Ties } from "./best.ts";
export { FifoOpenList } from "./fifo.ts";
export { LifoOpenList } from "./lifo.ts";
export {
  type OpenList,
  type OpenListConfig,
  type Pruning,
  QueueCounter,
  type QueueStatistics,
  type RankedList,
} from "./open-list.ts";
export { RandomOpenList } from "./random.ts";

export const openLists: Registry<OpenListConfig> = openListFamily.list([
  fifo,
  lifo,
  random,
  best,
  tiebreaking,
  context,
  icb,
  useless,
  preferred,
  alternation,
  batch,
  beamByBeam,
  typeBased,
]);
