// The one worker that asks all others: when everybody was asked twice and nothing is missing, the job is settled, with
// the way to what was found, read back from the logs. What it cannot find out is said: then nothing is claimed.

import { recordAt, type StatePlace } from "@tracehound/core";
import { auditOf, isSame, readAnswer, type WorkerAnswer } from "./audit.ts";
import { readBatch } from "./batches.ts";
import { type Broker, isGone, removeStream, streamOf, subjectOf } from "./broker.ts";
import { type Best, type JobOutcome, type JobSpec, type JobStatistics, keyOf, read, settle, unpacked } from "./job.ts";
import { pause } from "./pause.ts";

/** Milliseconds between two waves, and for answers to one. */
const BETWEEN_WAVES = 150;
const ANSWERING = 1_500;
/** And between looks whether the log is there. */
const LOOK = 2_000;
/** Leases for which a batch is missing although nobody does anything: it will not come. */
const HOPELESS = 0.7;

/** What a coordinator knows of the worker that it is part of. */
export interface Seat {
  readonly isOver: boolean;
  /** Is it this one who asks the others? */
  readonly isCoordinator: boolean;
  /** Has it nothing else to do? Otherwise there is no need to ask. */
  readonly isIdle: boolean;
}

/** Until the search is over. */
export async function coordinate(broker: Broker, spec: JobSpec, seat: Seat): Promise<void> {
  let before: readonly WorkerAnswer[] = [];
  let stillSince: number | undefined;
  let looked = performance.now();
  while (!seat.isOver) {
    await pause(BETWEEN_WAVES);
    if (seat.isOver || !seat.isCoordinator) continue;
    try {
      if (await settleFirst(broker, spec)) continue;
      if (performance.now() > looked + LOOK) {
        await ensureLog(broker, spec);
        looked = performance.now();
      }
      if (!seat.isIdle) continue;
      const answers = await wave(broker, spec);
      const audit = auditOf(answers, spec.shards!);
      const isStill = audit.kind !== "busy" && isSame(before, answers);
      before = answers;
      if (!isStill) {
        stillSince = undefined;
        continue;
      }
      stillSince ??= performance.now();
      if (audit.kind === "complete" && (await isReadToTheEnd(broker, spec, answers))) {
        await finish(broker, spec, await seen(broker, spec, answers));
      } else if (performance.now() > stillSince + HOPELESS * broker.leaseMilliseconds) {
        const missing = audit.kind === "missing" ? audit.what : "a log was not read to its end";
        await finish(broker, spec, { kind: "incomplete", missing, statistics: total(spec, answers, "incomplete") });
      }
    } catch {
      // The broker is away, or somebody is: everything is asked again.
      before = [];
      stillSince = undefined;
    }
  }
}

/**
 * A broker that has forgotten the log will not have it again: nobody can write to it or read it, and all would wait.
 */
async function ensureLog(broker: Broker, spec: JobSpec): Promise<void> {
  const isThere = await broker.jsm.streams.info(streamOf(spec.id)).then(
    () => true,
    (error: unknown) => !isGone(error),
  );
  if (isThere) return;
  const statistics = total(spec, [], "incomplete");
  await settle(broker, spec.id, { kind: "incomplete", missing: "the broker has lost the log", statistics });
}

/** The first target that a greedy search has found ends it. */
async function settleFirst(broker: Broker, spec: JobSpec): Promise<boolean> {
  if (spec.order !== "greedy") return false;
  const best = await read<Best>(broker, keyOf.best(spec.id));
  if (best === undefined) return false;
  await finish(broker, spec, await found(broker, spec, best, await wave(broker, spec), "incomplete"));
  return true;
}

/** Nobody needs the logs any more. */
async function finish(broker: Broker, spec: JobSpec, outcome: JobOutcome): Promise<void> {
  if (await settle(broker, spec.id, outcome)) await removeStream(broker, spec.id);
}

/** Asks everybody, and listens until there is an answer for every shard. */
async function wave({ nc }: Broker, { id, shards = 0 }: JobSpec): Promise<readonly WorkerAnswer[]> {
  const answers: WorkerAnswer[] = [];
  const heard = new Set<number>();
  const asked = await nc.requestMany(subjectOf(id, "count"), undefined, {
    strategy: "stall",
    maxWait: ANSWERING,
    stall: 300,
  });
  for await (const message of asked) {
    const answer = answerIn(message.data);
    if (answer === undefined) continue;
    answers.push(answer);
    for (const { shard } of answer.shards) heard.add(shard);
    if (heard.size >= shards) break;
  }
  // Whoever owns nothing has nothing that others rely on.
  return answers.filter((answer) => answer.shards.length > 0);
}

function answerIn(data: Uint8Array): WorkerAnswer | undefined {
  try {
    return readAnswer(unpacked(data));
  } catch {
    return undefined;
  }
}

/** Does the broker hold nothing that nobody has read? */
async function isReadToTheEnd({ jsm }: Broker, { id }: JobSpec, answers: readonly WorkerAnswer[]): Promise<boolean> {
  const shards = answers.flatMap((answer) => answer.shards);
  const ends = await Promise.all(
    shards.map(({ shard }) => jsm.streams.getMessage(streamOf(id), { last_by_subj: subjectOf(id, `log.${shard}`) })),
  );
  return shards.every(({ last }, at) => (ends[at]?.seq ?? 0) <= last);
}

async function seen(broker: Broker, spec: JobSpec, answers: readonly WorkerAnswer[]): Promise<JobOutcome> {
  const best = await read<Best>(broker, keyOf.best(spec.id));
  if (best !== undefined) return found(broker, spec, best, answers, "complete");
  const met = await read<{ fault: unknown; place: StatePlace | null }>(broker, keyOf.fault(spec.id));
  const statistics = total(spec, answers, "complete");
  if (met === undefined) return { kind: "exhausted", statistics };
  const ordinals = met.place === null ? [] : await pathTo(broker, spec, met.place);
  return ordinals === undefined ? lost(spec, answers) : { kind: "fault", fault: met.fault, ordinals, statistics };
}

async function found(
  broker: Broker,
  spec: JobSpec,
  { place, length }: Best,
  answers: readonly WorkerAnswer[],
  audit: JobStatistics["audit"],
): Promise<JobOutcome> {
  const ordinals = await pathTo(broker, spec, place, length);
  return ordinals === undefined
    ? lost(spec, answers)
    : { kind: "found", ordinals, statistics: total(spec, answers, audit) };
}

const lost = (spec: JobSpec, answers: readonly WorkerAnswer[]): JobOutcome => ({
  kind: "incomplete",
  missing: "something was found, and a batch on the way to it is gone",
  statistics: total(spec, answers, "incomplete"),
});

async function recordIn(
  jsm: Broker["jsm"],
  id: string,
  { shard, batch, index }: StatePlace,
): Promise<ReturnType<typeof recordAt>> {
  const message = await jsm.streams.getMessage(streamOf(id), { seq: batch });
  if (message === null || message.subject !== subjectOf(id, `log.${shard}`)) return undefined;
  const read = readBatch(message.data);
  return read && recordAt(read.records, index);
}

/** Along the parents, each of which stands in the log, one step nearer to the start; undefined: one is gone. */
async function pathTo(
  { jsm }: Broker,
  { id }: JobSpec,
  place: StatePlace,
  length?: number,
): Promise<number[] | undefined> {
  const ordinals: number[] = [];
  let left = length;
  for (let at: StatePlace | undefined = place; at !== undefined; ) {
    const record = await recordIn(jsm, id, at);
    if (record === undefined || (left !== undefined && record.g !== left)) return undefined;
    ordinals.push(record.ordinal);
    left = record.g - 1;
    at = record.parent;
  }
  return left === -1 ? ordinals.reverse() : undefined;
}

function total(spec: JobSpec, answers: readonly WorkerAnswer[], audit: JobStatistics["audit"]): JobStatistics {
  const sum = (of: (answer: WorkerAnswer) => number): number => answers.reduce((all, answer) => all + of(answer), 0);
  const shards = answers.flatMap((answer) => answer.shards);
  return {
    explored: sum(({ explored }) => explored),
    transitions: sum(({ transitions }) => transitions),
    generated: sum(({ generated }) => generated),
    stored: shards.reduce((all, { stored }) => all + stored, 0),
    discrete: shards.reduce((all, { discrete }) => all + discrete, 0),
    shards: spec.shards!,
    redelivered: sum(({ redelivered }) => redelivered),
    replayed: sum(({ replayed }) => replayed),
    audit,
  };
}
