// One worker of one search: it takes leases, reads logs, searches, writes checkpoints, and answers when it is asked how
// far it is. One of the workers asks all others, twice, and settles the job.

import type { Hit, ShardedSearch, StatePlace } from "@tracehound/core";
import { readRecords } from "@tracehound/core";
import { auditOf, isSame, type WorkerAnswer } from "./audit.ts";
import { readBatch } from "./batches.ts";
import { type Broker, ClusterError, streamOf, subjectOf } from "./broker.ts";
import {
  type JobOutcome,
  type JobSpec,
  type JobStatistics,
  keyOf,
  packed,
  read,
  settle,
  unpacked,
  unpackedText,
} from "./job.ts";
import { Leases } from "./leases.ts";
import { type Checkpoint, LogMail, pause } from "./mail.ts";
import type { OpenedModel } from "./models.ts";

const NOTHING = Promise.resolve();
const NO_CHECKPOINT: Checkpoint = { expandedUpTo: 0, vouched: {} };
/** Milliseconds between checkpoints, between two waves, and for answers to one. */
const CHECKPOINT = 5_000;
const BETWEEN_WAVES = 150;
const ANSWERING = 1_500;
/** Waves in a row that lack a batch although nobody does anything: it will not come. */
const HOPELESS = 12;

interface Best {
  readonly length: number;
  readonly place: StatePlace;
}

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
    const watching = await broker.jobs.watch({ key: `${spec.id}.>` });
    void this.watch(watching);
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
          helpers.push(this.keepCheckpoints(), this.coordinate());
        },
        () => (this.search?.isIdle === false && !mail.isFull ? NOTHING : mail.wait(20)),
        signal,
      );
    } finally {
      over();
      // Whoever leaves tells the next what need not be done again.
      if (this.outcome === undefined) await this.checkpoint(leases.owned).catch(() => {});
      mail.isClosed = true;
      watching.stop();
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

  private async watch(entries: AsyncIterable<{ key: string; value: Uint8Array; operation: string }>): Promise<void> {
    const { spec, mail } = this;
    for await (const { key, value, operation } of entries) {
      if (operation !== "PUT") continue;
      if (key === keyOf.best(spec.id)) mail.bound = Math.min(mail.bound, unpacked<Best>(value).length);
      if (key === keyOf.outcome(spec.id)) {
        this.outcome = unpacked<JobOutcome>(value);
        mail.isOver = true;
      }
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
    };
  }

  private async keepCheckpoints(): Promise<void> {
    let next = Date.now() + CHECKPOINT;
    while (!this.mail.isOver) {
      await pause(200);
      if (Date.now() < next) continue;
      await this.checkpoint(this.leases.owned).catch(() => {});
      next = Date.now() + CHECKPOINT;
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
      if (known === undefined || !this.leases.owns(shard) || expandedUpTo <= known.expandedUpTo) continue;
      const checkpoint: Checkpoint = { expandedUpTo, vouched: { ...mail.answersOf(shard).vouched, [me]: sent } };
      await broker.jobs.put(keyOf.checkpoint(spec.id, shard), packed(checkpoint));
      this.checkpoints.set(shard, checkpoint);
    }
  }

  private async wave(): Promise<readonly WorkerAnswer[]> {
    const { nc } = this.broker;
    const answers: WorkerAnswer[] = [];
    const asked = await nc.requestMany(subjectOf(this.spec.id, "count"), undefined, {
      strategy: "stall",
      maxWait: ANSWERING,
      stall: 300,
    });
    for await (const message of asked) {
      try {
        answers.push(unpacked<WorkerAnswer>(message.data));
      } catch {
        // No answer.
      }
    }
    return answers;
  }

  private async coordinate(): Promise<void> {
    const { mail, leases, spec, broker } = this;
    let before: readonly WorkerAnswer[] = [];
    let hopeless = 0;
    while (!mail.isOver) {
      await pause(BETWEEN_WAVES);
      if (!leases.isCoordinator || this.search === undefined || mail.isOver) continue;
      try {
        const best = await read<Best>(broker, keyOf.best(spec.id));
        if (best !== undefined && spec.order === "greedy") {
          await this.settleFound(best, []);
          continue;
        }
        if (!this.search.isIdle) continue;
        const answers = await this.wave();
        const audit = auditOf(answers, spec.shards!);
        const isStill = audit.kind !== "busy" && isSame(before, answers);
        before = answers;
        if (!isStill) {
          hopeless = 0;
          continue;
        }
        if (audit.kind === "complete" && (await this.isReadToTheEnd(answers))) await this.settleSeen(answers, best);
        else if (++hopeless >= HOPELESS) {
          const missing = audit.kind === "missing" ? audit.what : "a log was not read to its end";
          await settle(broker, spec.id, { kind: "incomplete", missing, statistics: this.total(answers, "incomplete") });
        }
      } catch {
        // The broker is away, or somebody is: everything is asked again.
        before = [];
      }
    }
  }

  /** Does the broker hold nothing that nobody has read? */
  private async isReadToTheEnd(answers: readonly WorkerAnswer[]): Promise<boolean> {
    const { jsm } = this.broker;
    const { id } = this.spec;
    for (const { shard, last } of answers.flatMap(({ shards }) => shards)) {
      const message = await jsm.streams.getMessage(streamOf(id), { last_by_subj: subjectOf(id, `log.${shard}`) });
      if (message !== null && message.seq > last) return false;
    }
    return true;
  }

  private async settleSeen(answers: readonly WorkerAnswer[], best: Best | undefined): Promise<void> {
    const { broker, spec } = this;
    if (best !== undefined) return this.settleFound(best, answers);
    const statistics = this.total(answers, "complete");
    const met = await read<{ fault: unknown; place: StatePlace | null }>(broker, keyOf.fault(spec.id));
    if (met === undefined) await settle(broker, spec.id, { kind: "exhausted", statistics });
    else {
      const ordinals = met.place === null ? [] : await this.pathTo(met.place);
      await settle(broker, spec.id, { kind: "fault", fault: met.fault, ordinals, statistics });
    }
  }

  private async settleFound({ place }: Best, known: readonly WorkerAnswer[]): Promise<void> {
    const answers = known.length > 0 ? known : await this.wave();
    const ordinals = await this.pathTo(place);
    const statistics = this.total(answers, known.length > 0 ? "complete" : "incomplete");
    await settle(this.broker, this.spec.id, { kind: "found", ordinals, statistics });
  }

  /** Along the parents, each of which stands in the log. */
  private async pathTo(place: StatePlace): Promise<number[]> {
    const { jsm } = this.broker;
    const ordinals: number[] = [];
    for (let at: StatePlace | undefined = place; at !== undefined; ) {
      const message = await jsm.streams.getMessage(streamOf(this.spec.id), { seq: at.batch });
      const batch = message === null ? undefined : readBatch(message.data);
      const record: ReturnType<typeof recordAt> = batch && recordAt(batch.records, at.index);
      if (record === undefined) throw new Error(`batch ${at.batch} is gone`);
      ordinals.push(record.ordinal);
      at = record.parent;
    }
    return ordinals.reverse();
  }

  private total(answers: readonly WorkerAnswer[], audit: JobStatistics["audit"]): JobStatistics {
    const sum = (of: (answer: WorkerAnswer) => number): number =>
      answers.reduce((total, answer) => total + of(answer), 0);
    const shards = answers.flatMap((answer) => answer.shards);
    return {
      explored: sum(({ explored }) => explored),
      transitions: sum(({ transitions }) => transitions),
      generated: sum(({ generated }) => generated),
      stored: shards.reduce((total, { stored }) => total + stored, 0),
      discrete: shards.reduce((total, { discrete }) => total + discrete, 0),
      shards: this.spec.shards!,
      redelivered: sum(({ redelivered }) => redelivered),
      replayed: sum(({ replayed }) => replayed),
      audit,
    };
  }
}

function recordAt(records: Uint8Array, index: number): NonNullable<ReturnType<typeof readRecords>>[number] | undefined {
  return readRecords(records)?.[index];
}
