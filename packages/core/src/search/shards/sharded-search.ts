// Hash-distributed search (Kishimoto, Fukunaga and Botea 2009) from the side of one worker: it stores what comes for
// the shards that it owns, expands what is nearest, and sends what it finds to the shards that it belongs to, its own
// among them. By f = g + h, with states that are looked at again when they are reached on a shorter way, this is A*
// (with h = 0 breadth-first search); by h alone it is greedy search. It never ends by itself: whoever sees all workers
// decides.
//
// Storing a state twice changes nothing, so batches may come twice and shards may be taken over at any moment.

import { NumberTable } from "../../basics/grow.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { Heuristic } from "../../heuristics/index.ts";
import type { StateWords } from "../external/records.ts";
import { type StateBytes, stateBytesOf } from "../external/state-bytes.ts";
import { FaultLedger } from "../fault-ledger.ts";
import type { GoalTest, Search, SearchStatistics, SearchStatus } from "../search.ts";
import { RecordBox, RecordReader } from "./records.ts";
import type { ReceivedBatch, ShardMail, StatePlace } from "./shard-mail.ts";
import { WaitingStates } from "./waiting-states.ts";

/** An outbox is sent when it holds so many bytes, or when there is nothing else to do. */
const BATCH_BYTES = 128 << 10;
/** States that are expanded in one step of the search. */
const STATES_PER_STEP = 64;
/** The engine that expands also knows what it has lately sent; it is made anew when that grows beyond this. */
const EXPANDER_BYTES = 64 << 20;

export interface ShardedOptions {
  readonly goal: GoalTest;
  readonly mail: ShardMail;
  /** Stateless: all workers estimate alike. Absent: 0. */
  readonly heuristic: Heuristic | undefined;
  readonly order: "shortest" | "greedy";
  /** An empty engine. */
  readonly fresh: () => Engine;
}

/** What a worker knows of one of its shards. */
export interface ShardCount {
  readonly stored: number;
  readonly discrete: number;
}

/** The same while it works: states that were new when they came, and those that wait. */
export interface ShardProgress {
  readonly inserted: number;
  readonly waiting: number;
}

export class ShardedSearch implements Search {
  private readonly options: ShardedOptions;
  private readonly store: Engine;
  private expander: Engine;
  private readonly bytes: StateBytes;
  private readonly ledger: FaultLedger;
  private readonly waiting = new WaitingStates();
  private readonly outboxes: RecordBox[];
  /** By stored state: steps to it, how soon its turn comes, and where it is written down. */
  private readonly depths = new NumberTable(new Int32Array(1024));
  private readonly urgencies = new NumberTable(new Float64Array(1024));
  private readonly shardOf = new NumberTable(new Int32Array(1024));
  private readonly batchOf = new NumberTable(new Float64Array(1024));
  private readonly indexOf = new NumberTable(new Int32Array(1024));
  private readonly lent = { words: new Int32Array(0), from: 0, bytes: 0 };
  private size = 0;
  private sentAs = -1;
  private explored = 0;
  private transitions = 0;
  private generated = 0;
  private covered = 0;
  /** Batches of each shard that still have states to expand: how many. */
  private readonly open = new Map<number, Map<number, number>>();
  private readonly lastBatches = new Map<number, number>();
  private readonly inserted = new NumberTable(new Int32Array(32));
  private readonly waitingIn = new NumberTable(new Int32Array(32));
  private counts: ReturnType<ShardedSearch["counted"]> | undefined;

  constructor(options: ShardedOptions) {
    this.options = options;
    this.store = options.fresh();
    this.expander = options.fresh();
    this.bytes = stateBytesOf(this.store);
    this.ledger = new FaultLedger(this.expander);
    this.outboxes = Array.from({ length: options.mail.shards }, () => new RecordBox());
  }

  /** States are understood by all workers for which this is the same. */
  get form(): string {
    return this.bytes.form;
  }

  get statistics(): SearchStatistics {
    const { explored, transitions, generated, covered } = this;
    const { stored } = this.store.statistics;
    return this.ledger.statistics({ explored, transitions, generated, covered, stored, peakOpen: this.waiting.size });
  }

  /** Nothing is to be expanded or sent, as far as is known here. */
  get isIdle(): boolean {
    return this.waiting.size === 0 && this.outboxes.every(({ size }) => size === 0);
  }

  get waitingStates(): number {
    return this.waiting.size;
  }

  /** All states of the shard's batches up to this one have been expanded, and what came of them was handed over. */
  expandedUpTo(shard: number): number {
    const open = this.open.get(shard);
    if (open === undefined || open.size === 0) return this.lastBatches.get(shard) ?? 0;
    let least = Number.POSITIVE_INFINITY;
    for (const batch of open.keys()) least = Math.min(least, batch);
    return least - 1;
  }

  /** How far a shard is; nothing has to be looked at for it. */
  progressOf(shard: number): ShardProgress {
    return { inserted: this.inserted.get(shard), waiting: this.waitingIn.get(shard) };
  }

  /** Exactly; all states are looked at, once for all shards as long as nothing is stored. */
  countOf(shard: number): ShardCount {
    this.counts ??= this.counted();
    const { stored, discrete } = this.counts.get(shard) ?? { stored: 0, discrete: new Set() };
    return { stored, discrete: discrete.size };
  }

  private counted(): Map<number, { stored: number; readonly discrete: Set<number> }> {
    const counts = new Map<number, { stored: number; readonly discrete: Set<number> }>();
    for (let state = 0; state < this.size; state++) {
      const shard = this.shardOf.get(state);
      if (shard < 0 || !this.store.alive(state)) continue;
      const count = counts.get(shard) ?? { stored: 0, discrete: new Set<number>() };
      count.stored++;
      count.discrete.add(this.store.discreteOf(state));
      counts.set(shard, count);
    }
    return counts;
  }

  turnBack(): void {}

  step(): SearchStatus {
    const { mail } = this.options;
    if (mail.isOver) return "gave-up";
    for (const shard of mail.lost()) this.forget(shard);
    if (mail.begins()) this.begin();
    const batch = mail.receive();
    if (batch !== undefined) this.take(batch);
    else if (mail.isFull) return "running";
    else for (let left = STATES_PER_STEP; left > 0; left--) if (!this.expandNext()) break;
    if (this.waiting.size === 0 && batch === undefined) this.flush();
    return "running";
  }

  /** Hands over everything that was found. */
  flush(): void {
    for (const [shard, outbox] of this.outboxes.entries()) {
      if (outbox.size > 0) this.options.mail.send(shard, outbox.take());
    }
  }

  private begin(): void {
    const { expander } = this;
    const { count } = expander.initial();
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const state = expander.insert(ordinal, -1, this.sentAs--);
      if (state >= 0) this.post(state, 0, undefined, ordinal);
    }
    this.tellFaults(undefined);
    this.renewExpander(true);
    this.flush();
  }

  private take(batch: ReceivedBatch): void {
    const { mail, order } = this.options;
    this.lastBatches.set(batch.shard, batch.batch);
    this.counts = undefined;
    const records = new RecordReader(batch.records);
    for (let index = 0; records.next(); index++) {
      const { g } = records;
      const id = this.stored(records.state(this.lent), order === "shortest" ? g : 0);
      if (id === undefined) {
        mail.unreadable(batch);
        return;
      }
      if (id < 0) {
        this.covered++;
        continue;
      }
      this.size = Math.max(this.size, id + 1);
      this.depths.set(id, g);
      this.shardOf.set(id, batch.shard);
      this.batchOf.set(id, batch.batch);
      this.indexOf.set(id, index);
      this.inserted.set(batch.shard, this.inserted.get(batch.shard) + 1);
      if (!batch.isExpanded) this.push(id, g);
    }
    if (records.isDamaged) mail.unreadable(batch);
  }

  /** Undefined: this is no state. */
  private stored(state: StateWords, cost: number): StateId | undefined {
    try {
      return this.bytes.read(this.store, state, cost);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError || error instanceof WebAssembly.RuntimeError)
        return undefined;
      throw error;
    }
  }

  private push(id: StateId, g: number): void {
    const { heuristic, order } = this.options;
    const h = heuristic?.estimate(this.store.view(id)) ?? 0;
    const place = this.placeOf(id);
    const open = this.open.get(place.shard) ?? new Map<number, number>();
    open.set(place.batch, (open.get(place.batch) ?? 0) + 1);
    this.open.set(place.shard, open);
    this.waitingIn.set(place.shard, this.waitingIn.get(place.shard) + 1);
    const urgency = Math.ceil(order === "greedy" ? h : g + h);
    this.urgencies.set(id, urgency);
    this.waiting.push(id, urgency);
  }

  /** False: nothing waits. */
  private expandNext(): boolean {
    const id = this.waiting.pop();
    if (id === undefined) return false;
    const place = this.placeOf(id);
    // It may belong to somebody else meanwhile.
    if (place.shard < 0) return true;
    const open = this.open.get(place.shard)!;
    const left = open.get(place.batch)! - 1;
    if (left === 0) open.delete(place.batch);
    else open.set(place.batch, left);
    this.waitingIn.set(place.shard, this.waitingIn.get(place.shard) - 1);
    if (this.store.alive(id)) this.expand(id, place);
    return true;
  }

  private expand(id: StateId, place: StatePlace): void {
    const { mail, goal, order } = this.options;
    const g = this.depths.get(id);
    // What seems to have no way at all is looked at as long as nothing is known.
    const isTooFar = mail.bound < Number.POSITIVE_INFINITY && this.urgencies.get(id) >= mail.bound;
    if (order === "shortest" && isTooFar) return;
    this.renewExpander();
    const { expander } = this;
    // Costs fall, so that nothing that was sent on covers what is to be expanded.
    const here = this.bytes.read(expander, this.bytes.write(this.store, id), this.sentAs--);
    this.explored++;
    const isTarget = goal(here, expander);
    this.tellFaults(place);
    if (isTarget) mail.hit({ length: g, place });
    else this.postSuccessors(here, g, place);
    // What was sent keeps others from being sent, at no lower cost; what was only looked at must not.
    expander.release(here);
  }

  private postSuccessors(here: StateId, g: number, place: StatePlace): void {
    const { expander } = this;
    const before = expander.transitions;
    const fresh = Array.from(expander.expandAll(here, g + 1));
    this.transitions += expander.transitions - before;
    this.generated += fresh.length;
    for (const next of fresh) this.post(next, g + 1, place, expander.ordinalOf(next));
    this.tellFaults(place);
  }

  private post(state: StateId, g: number, parent: StatePlace | undefined, ordinal: number): void {
    const { expander, options } = this;
    const words = this.bytes.write(expander, state);
    const shard = this.bytes.hash(expander, state) % options.mail.shards;
    const outbox = this.outboxes[shard]!;
    outbox.add(g, parent, ordinal, words);
    if (outbox.size >= BATCH_BYTES) options.mail.send(shard, outbox.take());
  }

  private tellFaults(place: StatePlace | undefined): void {
    while (this.ledger.owesFault) if (this.ledger.reportFault()) this.options.mail.fault(this.ledger.fault!, place);
  }

  private renewExpander(always = false): void {
    if (!always && this.expander.statistics.memoryBytes < EXPANDER_BYTES) return;
    this.expander = this.options.fresh();
    this.ledger.goOnIn(this.expander);
    this.sentAs = -1;
  }

  private placeOf(id: StateId): StatePlace {
    return { shard: this.shardOf.get(id), batch: this.batchOf.get(id), index: this.indexOf.get(id) };
  }

  /** Its states belong to somebody else now, who reads them from the log. */
  private forget(shard: number): void {
    for (let state = 0; state < this.size; state++) {
      if (this.shardOf.get(state) !== shard) continue;
      if (this.store.alive(state)) this.store.release(state);
      this.shardOf.set(state, -1);
    }
    this.open.delete(shard);
    this.lastBatches.delete(shard);
    this.inserted.set(shard, 0);
    this.waitingIn.set(shard, 0);
    this.counts = undefined;
  }
}
