// One worker of one search: it takes leases, reads logs, searches, writes checkpoints, and answers when it is asked how
// far it is. One of the workers is the coordinator, too.

import type { Hit, ShardedSearch, StatePlace } from "@tracehound/core";
import type { WorkerAnswer } from "./audit.ts";
import { type Broker, ClusterError, subjectOf } from "./broker.ts";
import { follow } from "./buckets.ts";
import { coordinate, type Seat } from "./coordinator.ts";
import {
  type Best,
  type JobOutcome,
  type JobSpec,
  keyOf,
  packed,
  read,
  readOutcome,
  unpacked,
  unpackedText,
} from "./job.ts";
import { Leases } from "./leases.ts";
import { type Checkpoint, LogMail } from "./mail.ts";
import type { OpenedModel } from "./models.ts";
import { pause } from "./pause.ts";

const NOTHING = Promise.resolve();
const NO_CHECKPOINT: Checkpoint = { expanded: {}, vouched: {} };
/** Milliseconds between checkpoints. */
const CHECKPOINT = 5_000;

export class SearchWorker {
  private readonly broker: Broker;
  private readonly spec: JobSpec;
  private readonly me: string;
  private readonly mail: LogMail;
  private readonly leases: Leases;
  private search: ShardedSearch | undefined;
  private outcome: JobOutcome | undefined;
  private readonly checkpoints = new Map<number, Checkpoint>();
  /** Hits and faults that are not written down yet: until they are, nothing rests on what was expanded. */
  private readonly noting = new Set<Promise<void>>();

  constructor(broker: Broker, spec: JobSpec, me: string) {
    this.broker = broker;
    this.spec = spec;
    this.me = me;
    this.mail = new LogMail(broker, spec.id, me, spec.shards!, {
      hit: (hit) => this.note(() => this.noteHit(hit)),
      fault: (fault, place) => this.note(() => this.noteFault(fault, place)),
    });
    this.leases = new Leases(broker, spec.id, me, spec.shards!, {
      taken: async (shard) => {
        const checkpoint = (await read<Checkpoint>(broker, keyOf.checkpoint(spec.id, shard))) ?? NO_CHECKPOINT;
        this.checkpoints.set(shard, checkpoint);
        await this.mail.take(shard, checkpoint);
      },
      givingBack: (shards) => this.checkpoint(shards),
      lost: (shard) => {
        this.checkpoints.delete(shard);
        this.mail.drop(shard);
      },
    });
  }

  /** Works until the job is settled, or until it is told to leave. */
  async run(model: OpenedModel, signal: AbortSignal): Promise<JobOutcome | undefined> {
    const { mail, leases, spec, broker } = this;
    const over = (): void => {
      mail.isOver = true;
    };
    signal.addEventListener("abort", over, { once: true });
    // Over for good: whoever is refused does not go on alone.
    void broker.nc.closed().then(over);
    const watching = follow(broker, `${spec.id}.*`, (key, value) => this.hear(key, value));
    const readAgain = (): void => mail.readAgain();
    broker.whenBack.add(readAgain);
    const answering = broker.nc.subscribe(subjectOf(spec.id, "count"), {
      callback: (error, message) => {
        const answer = error === null ? this.answer() : undefined;
        if (answer !== undefined) message.respond(packed(answer));
      },
    });
    const helpers: Promise<void>[] = [];
    try {
      await model.search(
        spec,
        mail,
        async (search) => {
          await this.compareLayout(search.form);
          this.search = search;
          leases.start();
          const seat: Seat = {
            get isOver() {
              return mail.isOver;
            },
            get isCoordinator() {
              return leases.isCoordinator;
            },
            get isIdle() {
              return search.isIdle;
            },
          };
          helpers.push(this.keepCheckpoints(), coordinate(broker, spec, seat));
        },
        () => (this.search?.isIdle === false && !mail.isFull ? NOTHING : mail.wait(100)),
        signal,
      );
    } finally {
      over();
      // Whoever leaves tells the next what need not be done again.
      if (this.outcome === undefined) await this.checkpoint(leases.owned).catch(() => {});
      mail.isClosed = true;
      watching.stop();
      broker.whenBack.delete(readAgain);
      answering.unsubscribe();
      await Promise.allSettled(helpers);
      await leases.end().catch(() => {});
      signal.removeEventListener("abort", over);
    }
    return this.outcome;
  }

  /** Every worker makes its own code, and all must lay out states alike. */
  private async compareLayout(form: string): Promise<void> {
    const { broker, spec } = this;
    const key = keyOf.layout(spec.id);
    await broker.jobs.create(key, packed(form)).catch(() => {});
    const entry = await broker.jobs.get(key);
    if (entry === null || unpackedText(entry.value) === form) return;
    throw new ClusterError(
      `states of job ${spec.id} are laid out in another way on this machine: it does not work on it`,
    );
  }

  private hear(key: string, value: Uint8Array): void {
    const { spec, mail } = this;
    try {
      if (key === keyOf.best(spec.id)) mail.bound = Math.min(mail.bound, unpacked<Best>(value).length);
      if (key === keyOf.outcome(spec.id)) {
        this.outcome = readOutcome(value);
        mail.isOver = true;
      }
    } catch {
      // None of ours; whoever asks for the result is told.
    }
  }

  /** Tries until it is written down, or the search is over. */
  private note(write: () => Promise<void>): void {
    const attempt = async (): Promise<void> => {
      while (!this.mail.isOver) {
        try {
          await write();
          return;
        } catch {
          await pause(200);
        }
      }
    };
    const noting = attempt().finally(() => this.noting.delete(noting));
    this.noting.add(noting);
  }

  /** The shortest way counts; in a greedy search the first. */
  private async noteHit({ length, place }: Hit): Promise<void> {
    const { jobs } = this.broker;
    const key = keyOf.best(this.spec.id);
    const entry = await jobs.get(key);
    if (entry !== null && unpacked<Best>(entry.value).length <= length) return;
    const best = packed({ length, place } satisfies Best);
    await (entry === null ? jobs.create(key, best) : jobs.update(key, best, entry.revision));
  }

  private async noteFault(fault: object, place: StatePlace | undefined): Promise<void> {
    const key = keyOf.fault(this.spec.id);
    if ((await this.broker.jobs.get(key)) !== null) return;
    await this.broker.jobs.create(key, packed({ fault, place: place ?? null }));
  }

  private answer(): WorkerAnswer | undefined {
    const { search, mail, leases, me } = this;
    if (search === undefined || mail.isOver) return undefined;
    const isIdle = search.isIdle && mail.isQuiet && this.noting.size === 0;
    const { explored, transitions, generated } = search.statistics;
    const shards = leases.owned
      .filter((shard) => mail.has(shard))
      .map((shard) => ({
        shard,
        ...mail.answersOf(shard),
        ...search.progressOf(shard),
        ...(isIdle ? search.countOf(shard) : { stored: 0, discrete: 0 }),
      }));
    return {
      worker: me,
      isIdle,
      isFull: mail.isRefusing,
      sent: [...mail.sent],
      shards,
      explored,
      transitions,
      generated,
      waiting: search.waitingStates,
      unreadable: mail.unread,
      replayed: mail.replayed,
      redelivered: mail.redelivered,
      ...(mail.trouble === undefined ? {} : { trouble: mail.trouble }),
    };
  }

  private async keepCheckpoints(): Promise<void> {
    let next = performance.now() + CHECKPOINT;
    while (!this.mail.isOver) {
      await pause(200);
      if (performance.now() < next) continue;
      await this.checkpoint(this.leases.owned).catch(() => {});
      next = performance.now() + CHECKPOINT;
    }
  }

  /** What was expanded need not be expanded again by the next owner, once all that came of it is written. */
  private async checkpoint(shards: readonly number[]): Promise<void> {
    const { search, mail, broker, spec, me } = this;
    if (search === undefined) return;
    search.flush();
    const sent = [...mail.sent];
    const reached = shards.map((shard) => [shard, search.expandedUpTo(shard)] as const);
    await Promise.all(this.noting);
    if (!(await mail.written(sent))) return;
    for (const [shard, expandedUpTo] of reached) {
      const known = this.checkpoints.get(shard);
      const expanded = mail.expandedOf(shard, expandedUpTo);
      if (known === undefined || expanded === undefined || !this.leases.owns(shard)) continue;
      if (JSON.stringify(expanded) === JSON.stringify(known.expanded)) continue;
      const checkpoint: Checkpoint = { expanded, vouched: { ...mail.answersOf(shard).vouched, [me]: sent } };
      await broker.jobs.put(keyOf.checkpoint(spec.id, shard), packed(checkpoint));
      this.checkpoints.set(shard, checkpoint);
    }
  }
}
