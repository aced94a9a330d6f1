// One search in many memories, seen from one of them: states are divided into shards by a hash of their discrete part,
// and whoever owns a shard keeps all its states. What is found for a shard is written to its log and read from there by
// its owner, so that a shard is what stands in its log: whoever takes it over reads it again. The search knows logs by
// this seam alone; a broker stands behind it, or lists in a test.

import type { EngineFault } from "../../engine/engine.ts";

/** Where a state is written down: in which batch of which shard's log, at which place. Batches count from 1. */
export interface StatePlace {
  readonly shard: number;
  readonly batch: number;
  readonly index: number;
}

export interface ReceivedBatch {
  readonly shard: number;
  readonly batch: number;
  /** Made by `writeRecord`. */
  readonly records: Uint8Array;
  /** The owner before has expanded its states, and what came of them is written: they are stored, and no more. */
  readonly isExpanded: boolean;
}

export interface Hit {
  readonly length: number;
  readonly place: StatePlace;
}

export interface ShardMail {
  readonly shards: number;
  /** The next batch of a shard that is owned here, in the order of its log; undefined: none has come. */
  receive(): ReceivedBatch | undefined;
  /** Shards that were owned here and are no more since this was last asked. */
  lost(): readonly number[];
  /**
   * Are the initial states to be sent from here? Asked until it is true, then once more whenever it has to be done
   * again.
   */
  begins(): boolean;
  send(shard: number, records: Uint8Array): void;
  /** What was sent cannot be written down at the moment: nothing is expanded until it can. */
  readonly isFull: boolean;
  hit(hit: Hit): void;
  fault(fault: EngineFault, place: StatePlace | undefined): void;
  /** Ways of this length, and longer ones, are of no interest any more. */
  readonly bound: number;
  /** The search is over, for whatever reason. */
  readonly isOver: boolean;
  /** A message that is none; the search goes on, and its end proves nothing. */
  unreadable(batch: ReceivedBatch): void;
}
