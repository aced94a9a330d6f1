// Jobs from the side of who asks: start one, look how far it is, take what came of it, end it.

import { randomBytes } from "node:crypto";
import { auditOf, readAnswer, type WorkerAnswer } from "./audit.ts";
import {
  addLog,
  addTasks,
  type Broker,
  ClusterError,
  isFullError,
  reasonOf,
  removeStream,
  streamOf,
  subjectOf,
  TAKERS,
  USUAL_LOG_BYTES,
} from "./broker.ts";
import { keysIn } from "./buckets.ts";
import {
  JOB_FORMAT,
  type JobOutcome,
  type JobSpec,
  jobOf,
  keyOf,
  packed,
  read,
  readOutcome,
  type StartedJob,
  settle,
  startedJob,
  type TaskReport,
  unpacked,
  unpackedText,
} from "./job.ts";
import { pause } from "./pause.ts";
import { reportsOf, sendTasks } from "./tasks.ts";

export interface JobWish extends Omit<JobSpec, "format" | "id"> {
  /** As they were written. */
  readonly texts: readonly string[];
  readonly logBytes?: number;
}

export async function startJob(
  broker: Broker,
  { texts, logBytes = USUAL_LOG_BYTES, ...wish }: JobWish,
): Promise<string> {
  const id = randomBytes(4).toString("hex");
  const spec: JobSpec = { format: JOB_FORMAT, id, ...wish };
  const most = broker.nc.info?.max_payload ?? 1 << 20;
  const parts = [...texts.map((text, at) => [keyOf.model(id, at), packed(text)] as const)];
  const head = packed(spec);
  for (const [, bytes] of [...parts, ["", head] as const]) {
    if (bytes.length > 0.9 * most)
      throw new ClusterError(
        `a model or list is too large for the broker (${bytes.length} bytes, shortened; it takes ${most})`,
        "set `max_payload` of the broker",
      );
  }
  try {
    if (spec.kind === "search") await addLog(broker, id, logBytes);
    else await addTasks(broker, id);
    for (const [key, bytes] of parts) await broker.jobs.put(key, bytes);
    if (spec.kind !== "search") await sendTasks(broker, spec);
    // Last, so that nobody sees half a job.
    await broker.jobs.put(keyOf.spec(id), head);
  } catch (error) {
    await removeStream(broker, id);
    if (isFullError(error)) throw new ClusterError(`the broker has no room for the job: ${reasonOf(error)}`);
    throw new ClusterError(`the job could not be started: ${reasonOf(error)}`);
  }
  return id;
}

export type JobState = "running" | "waiting" | "full" | JobOutcome["kind"];

/** Of one worker in a search; what it owns, by shard. */
export interface WorkerStatus extends Omit<WorkerAnswer, "shards" | "sent"> {
  readonly batches: number;
  readonly shards: readonly { readonly shard: number; readonly states: number; readonly waiting: number }[];
}

export interface JobStatus {
  readonly id: string;
  /** By the broker's clock. */
  readonly started: string;
  readonly kind: JobSpec["kind"];
  readonly models: readonly string[];
  readonly queries: readonly string[];
  readonly state: JobState;
  /** Of lists: how many tasks there are, are done, are being worked on, and were taken a second time. */
  readonly tasks?: {
    readonly all: number;
    readonly done: number;
    readonly taken: number;
    readonly redelivered: number;
  };
  /** Of searches, by worker. */
  readonly workers?: readonly WorkerStatus[];
  readonly audit?: string;
  readonly log?: { readonly batches: number; readonly bytes: number; readonly limit: number };
  /** Why workers do not work on it: sentences, and how many say so. */
  readonly refusals?: readonly { readonly sentence: string; readonly workers: number }[];
}

export async function jobStatus(broker: Broker, id: string): Promise<JobStatus> {
  return statusOf(broker, await startedJob(broker, id));
}

async function statusOf(broker: Broker, { spec, started }: StartedJob): Promise<JobStatus> {
  const { id } = spec;
  const outcome = await outcomeOf(broker, id);
  const refusals = await refusalsOf(broker, id);
  const about = {
    id,
    started: started.toISOString(),
    kind: spec.kind,
    models: spec.models.map(({ name }) => name),
    queries: [...new Set(spec.tasks.map(({ query }) => query))],
  };
  const refused = refusals.length === 0 ? {} : { refusals };
  if (spec.kind !== "search") return { ...about, ...(await listStatus(broker, spec, outcome)), ...refused };
  return { ...about, ...(await searchStatus(broker, spec, outcome)), ...refused };
}

async function listStatus(
  broker: Broker,
  { id, tasks }: JobSpec,
  outcome: JobOutcome | undefined,
): Promise<Pick<JobStatus, "state" | "tasks">> {
  const done = (await keysIn(broker, "jobs", `${id}.task.*`)).length;
  const takers = await broker.jsm.consumers.info(streamOf(id), TAKERS).catch(() => undefined);
  const taken = outcome === undefined ? (takers?.num_ack_pending ?? 0) : 0;
  const counts = { all: tasks.length, done, taken, redelivered: takers?.num_redelivered ?? 0 };
  return { state: outcome?.kind ?? (taken > 0 ? "running" : "waiting"), tasks: counts };
}

async function searchStatus(
  broker: Broker,
  { id, shards }: JobSpec,
  outcome: JobOutcome | undefined,
): Promise<Pick<JobStatus, "state" | "workers" | "audit" | "log">> {
  const stream = await broker.jsm.streams.info(streamOf(id)).catch(() => undefined);
  const log = stream && { batches: stream.state.messages, bytes: stream.state.bytes, limit: stream.config.max_bytes };
  const answers = outcome === undefined ? await askWorkers(broker, id) : [];
  const workers = answers.map(({ shards: own, sent, ...rest }) => ({
    ...rest,
    batches: sent.reduce((sum, count) => sum + count, 0),
    shards: own
      .map(({ shard, inserted, waiting }) => ({ shard, states: inserted, waiting }))
      .sort((a, b) => a.shard - b.shard),
  }));
  const isFull = answers.some((answer) => answer.isFull);
  const running = answers.length === 0 ? "waiting" : isFull ? "full" : "running";
  const ended = outcome !== undefined && "statistics" in outcome ? outcome.statistics.audit : undefined;
  const audit = answers.length === 0 ? ended : auditOf(answers, shards!).kind;
  return { state: outcome?.kind ?? running, workers, ...(audit && { audit }), ...(log && { log }) };
}

async function refusalsOf(broker: Broker, id: string): Promise<NonNullable<JobStatus["refusals"]>> {
  const counts = new Map<string, number>();
  for (const key of await keysIn(broker, "jobs", `${id}.refusal.*`)) {
    const sentence = await read<string>(broker, key).catch(() => undefined);
    if (typeof sentence === "string") counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return [...counts].map(([sentence, workers]) => ({ sentence, workers }));
}

async function askWorkers({ nc }: Broker, id: string): Promise<readonly WorkerAnswer[]> {
  const answers: WorkerAnswer[] = [];
  try {
    const asked = await nc.requestMany(subjectOf(id, "count"), undefined, {
      strategy: "stall",
      maxWait: 1_000,
      stall: 300,
    });
    for await (const message of asked) {
      const answer = readAnswer(unpacked(message.data));
      if (answer !== undefined) answers.push(answer);
    }
  } catch {
    // Nobody is there.
  }
  return answers;
}

/** What somebody else wrote there is no outcome, and told as one that failed. */
async function outcomeOf(broker: Broker, id: string): Promise<JobOutcome | undefined> {
  return (await settledJob(broker, id))?.outcome;
}

async function settledJob(broker: Broker, id: string): Promise<{ outcome: JobOutcome; settled: Date } | undefined> {
  const entry = await broker.jobs.get(keyOf.outcome(id));
  if (entry === null || entry.operation !== "PUT") return undefined;
  return { outcome: readOutcome(entry.value), settled: entry.created };
}

/** Those of our format, in the order in which they were started; others are somebody else's. */
export async function listJobs(broker: Broker): Promise<readonly JobStatus[]> {
  const ids = (await keysIn(broker, "jobs", "*.spec")).map((key) => key.split(".")[0]!);
  const all = await Promise.all(ids.map((id) => unlessForeign(startedJob(broker, id))));
  const ours = all.filter((one) => one !== undefined).sort((a, b) => a.revision - b.revision);
  const told = await Promise.all(ours.map((one) => unlessForeign(statusOf(broker, one))));
  return told.filter((one) => one !== undefined);
}

function unlessForeign<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof ClusterError) return undefined;
    throw error;
  });
}

export interface JobResult {
  readonly spec: JobSpec;
  readonly outcome: JobOutcome;
  readonly texts: readonly string[];
  /** From the start of the job to its end, by the broker's clock. */
  readonly seconds: number;
  readonly reports: readonly TaskReport[];
}

/** Waits for the end of the job; undefined: it is not settled, and nobody waits any longer. */
export async function jobResult(broker: Broker, id: string, isPatient: () => boolean): Promise<JobResult | undefined> {
  const { spec, started } = await unlessAway(() => startedJob(broker, id), isPatient);
  const end = () => unlessAway(() => settledJob(broker, id), isPatient);
  let known = await end();
  while (known === undefined && isPatient()) {
    await pause(200);
    known = await end();
  }
  if (known === undefined) return undefined;
  const { outcome, settled } = known;
  const seconds = Math.max(0, settled.getTime() - started.getTime()) / 1000;
  const texts: string[] = [];
  for (const at of spec.models.keys()) {
    const entry = await broker.jobs.get(keyOf.model(id, at));
    texts.push(entry === null ? "" : unpackedText(entry.value));
  }
  return { spec, outcome, texts, seconds, reports: spec.kind === "search" ? [] : await reportsOf(broker, spec) };
}

/** What was found until then is kept. True: it was not over before. */
export async function cancelJob(broker: Broker, id: string): Promise<boolean> {
  await jobOf(broker, id);
  const isFirst = await settle(broker, id, { kind: "cancelled" });
  await removeStream(broker, id);
  return isFirst;
}

/** A broker that is away is waited for, as long as there is patience. */
async function unlessAway<T>(ask: () => Promise<T>, isPatient: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ClusterError || !isPatient()) throw error;
      await pause(500);
    }
  }
}
