// One search in many memories: what one worker does, and how a search is configured that was made elsewhere.

export * from "./answered-search.ts";
export { RecordReader, recordAt } from "./records.ts";
export type { Hit, ReceivedBatch, ShardMail, StatePlace } from "./shard-mail.ts";
export * from "./sharded.ts";
export { ShardedSearch } from "./sharded-search.ts";
