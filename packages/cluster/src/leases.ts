// Who owns which shard, by leases in a bucket whose entries vanish when nobody renews them. Every worker takes its fair
// share: what is free while it has fewer, and it gives back what it has too many of, so that work moves to who joins
// late. Time is measured by a clock that nobody sets.

import { type Broker, isTaken } from "./broker.ts";
import { forget, keysIn } from "./buckets.ts";
import { inGroups } from "./in-groups.ts";

/** So often is a lease renewed before it would be free. */
const ROUNDS = 5;

export interface LeaseEvents {
  /** From now on the shard is ours. */
  taken(shard: number): Promise<void>;
  /** Before they are given back: what is to be written down for the next owner. */
  givingBack(shards: readonly number[]): Promise<void>;
  lost(shard: number): void;
}

export class Leases {
  private readonly broker: Broker;
  private readonly job: string;
  private readonly me: string;
  private readonly shards: number;
  private readonly events: LeaseEvents;
  private readonly revisions = new Map<number, number>();
  private isOver = false;
  private running: Promise<void> | undefined;
  private renewedAt = Number.POSITIVE_INFINITY;
  /** Revisions of our entries as the coordinator, if this is it, and as a worker. */
  private coordinates = 0;
  private signedAt = 0;

  constructor(broker: Broker, job: string, me: string, shards: number, events: LeaseEvents) {
    this.broker = broker;
    this.job = job;
    this.me = me;
    this.shards = shards;
    this.events = events;
  }

  get owned(): readonly number[] {
    return [...this.revisions.keys()];
  }

  owns(shard: number): boolean {
    return this.revisions.has(shard);
  }

  /** Is this the worker that asks all others? */
  get isCoordinator(): boolean {
    return this.coordinates > 0;
  }

  start(): void {
    this.running = this.run();
  }

  /** Gives everything back. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
    const entries = [
      ...[...this.revisions].map(([shard, revision]) => [this.key(shard), revision] as const),
      [this.key(this.me), this.signedAt] as const,
      ...(this.isCoordinator ? [[this.key("coordinator"), this.coordinates] as const] : []),
    ];
    await inGroups(entries, ([key, revision]) => forget(this.broker, "leases", key, revision).catch(() => {}));
  }

  private key(part: number | string): string {
    return typeof part === "number"
      ? `${this.job}.shard.${part}`
      : part === "coordinator"
        ? `${this.job}.${part}`
        : `${this.job}.worker.${part}`;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const started = performance.now();
      try {
        await this.round();
        this.renewedAt = started;
      } catch {
        // The broker is away. Leases that could not be renewed in time belong to somebody else.
        if (performance.now() > this.renewedAt + this.broker.leaseMilliseconds)
          for (const shard of this.owned) this.lose(shard);
      }
      await this.sleep((this.broker.leaseMilliseconds / ROUNDS) * (0.7 + 0.3 * Math.random()));
    }
  }

  /** Not longer than it lasts. */
  private async sleep(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    while (!this.isOver && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  private async round(): Promise<void> {
    const { leases } = this.broker;
    this.signedAt = await leases.put(this.key(this.me), "");
    await inGroups([...this.revisions], async ([shard, revision]) => {
      const renewed = await leases
        .update(this.key(shard), this.me, revision)
        .catch((error: unknown) => this.unlessLost(error));
      if (renewed === undefined) this.lose(shard);
      else if (this.revisions.has(shard)) this.revisions.set(shard, renewed);
    });
    await this.coordinate();
    const taken = new Set<number>();
    let workers = 0;
    for (const key of await keysIn(this.broker, "leases", `${this.job}.>`)) {
      const [, kind, name] = key.split(".");
      if (kind === "worker") workers++;
      if (kind === "shard") taken.add(Number(name));
    }
    const share = Math.ceil(this.shards / Math.max(1, workers));
    const free = Array.from({ length: this.shards }, (_, shard) => shard).filter((shard) => !taken.has(shard));
    const lacking = Math.max(0, share - this.revisions.size);
    await inGroups(free.slice(0, lacking), (shard) => this.take(shard));
    if (this.revisions.size > share && taken.size === this.shards && !this.isOver)
      await this.giveBack(this.owned.slice(share));
  }

  private async coordinate(): Promise<void> {
    const { leases } = this.broker;
    const key = this.key("coordinator");
    this.coordinates = await (this.coordinates > 0
      ? leases.update(key, this.me, this.coordinates)
      : leases.create(key, this.me)
    ).catch((error: unknown) => this.unlessLost(error) ?? 0);
  }

  private async take(shard: number): Promise<void> {
    if (this.isOver) return;
    const revision = await this.broker.leases
      .create(this.key(shard), this.me)
      .catch((error: unknown) => this.unlessLost(error));
    if (revision === undefined) return;
    this.revisions.set(shard, revision);
    try {
      await this.events.taken(shard);
    } catch (error) {
      // Whoever cannot begin does not own it.
      this.revisions.delete(shard);
      throw error;
    }
  }

  private async giveBack(shards: readonly number[]): Promise<void> {
    await this.events.givingBack(shards);
    const entries = shards.map((shard) => [shard, this.revisions.get(shard)] as const);
    await inGroups(entries, async ([shard, revision]) => {
      this.lose(shard);
      if (revision !== undefined) await forget(this.broker, "leases", this.key(shard), revision);
    });
  }

  private lose(shard: number): void {
    if (!this.revisions.delete(shard)) return;
    this.events.lost(shard);
  }

  /** Somebody else was quicker: undefined. Everything else is thrown. */
  private unlessLost(error: unknown): undefined {
    if (isTaken(error)) return undefined;
    throw error;
  }
}
