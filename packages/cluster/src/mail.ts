// The logs of shards at a broker, as the search sees them: a queue of batches that have come, and one of batches that
// are being written. What cannot be written is tried again for as long as it takes, and nothing is expanded meanwhile;
// reading goes on.

import { type Consumer, type ConsumerMessages, DeliverPolicy, JetStreamApiError } from "@nats-io/jetstream";
import type { Hit, ReceivedBatch, ShardMail, StatePlace } from "@tracehound/core";
import { NumberSet, type Sent } from "./audit.ts";
import { readBatch, writeBatch } from "./batches.ts";
import { type Broker, isFullError, reasonOf, streamOf, subjectOf } from "./broker.ts";
import { pause } from "./pause.ts";

/** Batches that are fetched before they are needed. */
const AHEAD = 16;
/** Bytes that may be under way to the broker before expansion waits. */
const MOST_UNDER_WAY = 8 << 20;
/** Milliseconds before something is tried again. */
const AGAIN = 300;
/** Milliseconds after which whoever waits for what is written gives up. */
const LONG = 3_000;

export interface Checkpoint {
  /**
   * Sender → the number up to which the states of its batches were expanded, and what came of them was written. By
   * these numbers, not by places in the log: a broker that forgot its last messages gives their places to others.
   */
  readonly expanded: Readonly<Record<string, number>>;
  readonly vouched: Sent;
}

interface LoggedBatch {
  readonly seq: number;
  readonly sender: string;
  readonly number: number;
}

interface OwnShard {
  readonly received: Map<string, NumberSet>;
  readonly checkpoint: Checkpoint;
  /** What the search was given and is not known to have expanded; and what it has. */
  handedOver: LoggedBatch[];
  readonly expanded: Map<string, NumberSet>;
  /** The last batch that was read: where it stands, and which it is. */
  last: number;
  lastBatch: Omit<LoggedBatch, "seq"> | undefined;
  messages: ConsumerMessages | undefined;
  isGone: boolean;
}

export interface MailEvents {
  hit(hit: Hit): void;
  fault(fault: object, place: StatePlace | undefined): void;
}

type Fault = Parameters<ShardMail["fault"]>[0];

export class LogMail implements ShardMail {
  readonly shards: number;
  private readonly broker: Broker;
  private readonly job: string;
  private readonly me: string;
  private readonly events: MailEvents;
  private readonly own = new Map<number, OwnShard>();
  private readonly inbox: (ReceivedBatch & Omit<LoggedBatch, "seq">)[] = [];
  private readonly gone: number[] = [];
  private mustBegin = false;
  private bytesUnderWay = 0;
  private isRefused = false;
  /** Why the last attempt to write failed. */
  trouble: string | undefined;
  private wake: (() => void) | undefined;
  readonly sent: number[];
  private readonly acknowledged: NumberSet[];
  unread = 0;
  replayed = 0;
  redelivered = 0;
  bound = Number.POSITIVE_INFINITY;
  /** Nothing more is to be searched. */
  isOver = false;
  /** Nothing more is to be written or read. */
  isClosed = false;

  constructor(broker: Broker, job: string, me: string, shards: number, events: MailEvents) {
    this.broker = broker;
    this.job = job;
    this.me = me;
    this.shards = shards;
    this.events = events;
    this.sent = new Array<number>(shards).fill(0);
    this.acknowledged = Array.from({ length: shards }, () => new NumberSet());
  }

  /** Reads the log of a shard from its beginning. */
  async take(shard: number, checkpoint: Checkpoint): Promise<void> {
    const own: OwnShard = {
      received: new Map(),
      checkpoint,
      handedOver: [],
      expanded: new Map(Object.entries(checkpoint.expanded).map(([sender, upTo]) => [sender, new NumberSet(upTo)])),
      last: 0,
      lastBatch: undefined,
      messages: undefined,
      isGone: false,
    };
    this.own.set(shard, own);
    if (shard === 0) this.mustBegin = true;
    void this.read(shard, own);
  }

  drop(shard: number): void {
    const own = this.own.get(shard);
    if (own === undefined) return;
    own.isGone = true;
    own.messages?.stop();
    this.own.delete(shard);
    if (shard === 0) this.mustBegin = false;
    for (let i = this.inbox.length - 1; i >= 0; i--) if (this.inbox[i]!.shard === shard) this.inbox.splice(i, 1);
    this.gone.push(shard);
  }

  private async read(shard: number, own: OwnShard): Promise<void> {
    while (!own.isGone && !this.isOver) {
      try {
        if (own.last > 0 && !(await this.isAsItWas(own))) own.last = 0;
        const consumer: Consumer = await this.broker.js.consumers.get(streamOf(this.job), {
          filter_subjects: subjectOf(this.job, `log.${shard}`),
          ...(own.last > 0 ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: own.last + 1 } : {}),
        });
        const messages = await consumer.consume({ max_messages: AHEAD });
        own.messages = messages;
        for await (const message of messages) {
          if (own.isGone || this.isOver) break;
          this.accept(shard, own, message.seq, message.data);
          while (this.inbox.length > AHEAD && !own.isGone && !this.isOver) await this.room();
        }
      } catch {
        // The broker is away: it is asked again.
      }
      if (!own.isGone && !this.isOver) await pause(AGAIN);
    }
    own.messages?.stop();
  }

  /** A broker that was killed may have forgotten what it had not written yet, and have given its place to others. */
  private async isAsItWas({ last, lastBatch }: OwnShard): Promise<boolean> {
    const message = await this.broker.jsm.streams.getMessage(streamOf(this.job), { seq: last }).catch(unlessAway);
    const batch = message === null ? undefined : readBatch(message.data);
    return batch?.sender === lastBatch?.sender && batch?.number === lastBatch?.number;
  }

  /** The connection was lost and is back: all logs are looked at again. */
  readAgain(): void {
    for (const { messages } of this.own.values()) messages?.stop();
  }

  private accept(shard: number, own: OwnShard, seq: number, data: Uint8Array): void {
    const batch = readBatch(data);
    const isNewPlace = seq > own.last;
    own.last = seq;
    own.lastBatch = batch && { sender: batch.sender, number: batch.number };
    if (batch === undefined) {
      if (isNewPlace) this.unread++;
      return;
    }
    const { sender, number } = batch;
    const received = own.received.get(sender) ?? new NumberSet();
    if (received.has(number)) {
      this.redelivered++;
      return;
    }
    received.add(number);
    own.received.set(sender, received);
    const isExpanded = number <= (own.checkpoint.expanded[sender] ?? 0);
    if (isExpanded) this.replayed++;
    this.inbox.push({ shard, batch: seq, records: batch.records, isExpanded, sender, number });
    this.wake?.();
  }

  /** What of a shard was expanded, if everything up to that batch was. */
  expandedOf(shard: number, upTo: number): Readonly<Record<string, number>> | undefined {
    const own = this.own.get(shard);
    if (own === undefined) return undefined;
    const isBehind = ({ seq }: LoggedBatch): boolean => seq > upTo;
    for (const { sender, number } of own.handedOver.filter((one) => !isBehind(one))) {
      const numbers = own.expanded.get(sender) ?? new NumberSet();
      numbers.add(number);
      own.expanded.set(sender, numbers);
    }
    own.handedOver = own.handedOver.filter(isBehind);
    return Object.fromEntries([...own.expanded].map(([sender, numbers]) => [sender, numbers.upTo]));
  }

  receive(): ReceivedBatch | undefined {
    const batch = this.inbox.shift();
    if (batch !== undefined) {
      const { shard, batch: seq, sender, number } = batch;
      this.own.get(shard)?.handedOver.push({ seq, sender, number });
    }
    if (this.inbox.length <= AHEAD) this.emptied?.();
    return batch;
  }
  private emptied: (() => void) | undefined;
  private room(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.emptied;
      this.emptied = () => {
        this.emptied = undefined;
        before?.();
        resolve();
      };
      // Whoever is told to stop is not kept here.
      setTimeout(resolve, AGAIN).unref();
    });
  }

  lost(): readonly number[] {
    return this.gone.splice(0);
  }

  begins(): boolean {
    const must = this.mustBegin;
    this.mustBegin = false;
    return must;
  }

  send(shard: number, records: Uint8Array): void {
    const number = ++this.sent[shard]!;
    const bytes = writeBatch({ sender: this.me, number, records });
    this.bytesUnderWay += bytes.length;
    void this.write(shard, number, bytes);
  }

  private async write(shard: number, number: number, bytes: Uint8Array): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.broker.js.publish(subjectOf(this.job, `log.${shard}`), bytes, { timeout: 5_000 });
        this.isRefused = false;
        this.trouble = undefined;
        this.acknowledged[shard]!.add(number);
        this.bytesUnderWay -= bytes.length;
        this.wake?.();
        return;
      } catch (error) {
        this.isRefused = isFullError(error);
        this.trouble = reasonOf(error);
        await pause(AGAIN);
      }
    }
  }

  /** The log holds as much as it may hold. */
  get isRefusing(): boolean {
    return this.isRefused;
  }

  get isFull(): boolean {
    return this.isRefused || this.bytesUnderWay > MOST_UNDER_WAY;
  }

  /** Nothing has come that was not taken, and nothing is under way. */
  get isQuiet(): boolean {
    return this.inbox.length === 0 && this.bytesUnderWay === 0 && !this.mustBegin && this.gone.length === 0;
  }

  /** Resolves when everything that was sent until now is written down; false: it does not come to that. */
  async written(upTo: readonly number[] = [...this.sent]): Promise<boolean> {
    const end = performance.now() + LONG;
    while (upTo.some((number, shard) => this.acknowledged[shard]!.upTo < number)) {
      if (this.isClosed || performance.now() > end) return false;
      await pause(20);
    }
    return true;
  }

  hit(hit: Hit): void {
    this.bound = Math.min(this.bound, hit.length);
    this.events.hit(hit);
  }

  fault({ transition, diagnostic }: Fault, place: StatePlace | undefined): void {
    this.events.fault({ ...(transition === undefined ? {} : { transition }), diagnostic }, place);
  }

  unreadable(): void {
    this.unread++;
  }

  answersOf(shard: number): { received: Record<string, number>; last: number; vouched: Sent } {
    const { received, last, checkpoint } = this.own.get(shard)!;
    const upTo = Object.fromEntries([...received].map(([sender, numbers]) => [sender, numbers.upTo]));
    return { received: upTo, last, vouched: checkpoint.vouched };
  }

  has(shard: number): boolean {
    return this.own.has(shard);
  }

  /** For whoever has nothing to do. */
  async wait(milliseconds: number): Promise<void> {
    if (this.inbox.length > 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}

/** No such message: null. Everything else is thrown. */
function unlessAway(error: unknown): null {
  if (error instanceof JetStreamApiError) return null;
  throw error;
}
