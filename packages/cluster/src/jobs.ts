// Jobs from the side of who asks: start one, look how far it is, take what came of it, end it.

import { randomBytes } from "node:crypto";
import { auditOf, type WorkerAnswer } from "./audit.ts";
import {
  addLog,
  addTasks,
  type Broker,
  ClusterError,
  isFullError,
  reasonOf,
  streamOf,
  subjectOf,
  USUAL_LOG_BYTES,
} from "./broker.ts";
import {
  type JobOutcome,
  type JobSpec,
  jobOf,
  keyOf,
  packed,
  read,
  settle,
  type TaskReport,
  unpacked,
  unpackedText,
} from "./job.ts";
import { pause } from "./mail.ts";
import { sendTasks } from "./tasks.ts";

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
  const spec: JobSpec = { format: 1, id, ...wish };
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

export interface JobStatus {
  readonly id: string;
  readonly kind: JobSpec["kind"];
  readonly models: readonly string[];
  readonly queries: readonly string[];
  readonly state: JobState;
  /** Of lists: how many tasks there are, are done, and were taken a second time. */
  readonly tasks?: { readonly all: number; readonly done: number; readonly redelivered: number };
  /** Of searches, by worker. */
  readonly workers?: readonly (Omit<WorkerAnswer, "shards" | "sent"> & {
    readonly shards: readonly number[];
    readonly batches: number;
  })[];
  readonly audit?: string;
  readonly log?: { readonly batches: number; readonly bytes: number; readonly limit: number };
}

export async function jobStatus(broker: Broker, id: string): Promise<JobStatus> {
  const spec = await jobOf(broker, id);
  const outcome = await read<JobOutcome>(broker, keyOf.outcome(id));
  const about = {
    id,
    kind: spec.kind,
    models: spec.models.map(({ name }) => name),
    queries: [...new Set(spec.tasks.map(({ query }) => query))],
  };
  const stream = await broker.jsm.streams.info(streamOf(id)).catch(() => undefined);
  if (spec.kind !== "search") {
    let done = 0;
    for await (const _ of await broker.jobs.keys(`${id}.task.*`)) done++;
    const takers = await broker.jsm.consumers.info(streamOf(id), "takers").catch(() => undefined);
    const isTaken = (takers?.num_ack_pending ?? 0) > 0;
    const tasks = { all: spec.tasks.length, done, redelivered: takers?.num_redelivered ?? 0 };
    return { ...about, state: outcome?.kind ?? (isTaken ? "running" : "waiting"), tasks };
  }
  const log = stream && { batches: stream.state.messages, bytes: stream.state.bytes, limit: stream.config.max_bytes };
  const answers = outcome === undefined ? await askWorkers(broker, id) : [];
  const isFull = answers.some((answer) => answer.isFull);
  const workers = answers.map(({ shards, sent, ...rest }) => ({
    ...rest,
    shards: shards.map(({ shard }) => shard).sort((a, b) => a - b),
    batches: sent.reduce((sum, count) => sum + count, 0),
  }));
  const running = answers.length === 0 ? "waiting" : isFull ? "full" : "running";
  const audit = answers.length === 0 ? undefined : auditOf(answers, spec.shards!).kind;
  return { ...about, state: outcome?.kind ?? running, workers, ...(audit && { audit }), ...(log && { log }) };
}

async function askWorkers({ nc }: Broker, id: string): Promise<readonly WorkerAnswer[]> {
  const answers: WorkerAnswer[] = [];
  const asked = await nc.requestMany(subjectOf(id, "count"), undefined, {
    strategy: "stall",
    maxWait: 1_000,
    stall: 300,
  });
  try {
    for await (const message of asked) answers.push(unpacked<WorkerAnswer>(message.data));
  } catch {
    // Nobody is there.
  }
  return answers;
}

export async function listJobs(broker: Broker): Promise<readonly JobStatus[]> {
  const ids: string[] = [];
  for await (const key of await broker.jobs.keys("*.spec")) ids.push(key.split(".")[0]!);
  return Promise.all(ids.map((id) => jobStatus(broker, id)));
}

export interface JobResult {
  readonly spec: JobSpec;
  readonly outcome: JobOutcome;
  readonly texts: readonly string[];
  readonly reports: readonly TaskReport[];
}

/** Waits for the end of the job; undefined: it is not settled, and nobody waits any longer. */
export async function jobResult(broker: Broker, id: string, isPatient: () => boolean): Promise<JobResult | undefined> {
  const spec = await unlessAway(() => jobOf(broker, id), isPatient);
  const outcomeSoFar = (): Promise<JobOutcome | undefined> => read<JobOutcome>(broker, keyOf.outcome(id));
  let outcome = await unlessAway(outcomeSoFar, isPatient);
  while (outcome === undefined && isPatient()) {
    await pause(200);
    outcome = await unlessAway(outcomeSoFar, isPatient);
  }
  if (outcome === undefined) return undefined;
  const texts: string[] = [];
  for (const at of spec.models.keys()) {
    const entry = await broker.jobs.get(keyOf.model(id, at));
    texts.push(entry === null ? "" : unpackedText(entry.value));
  }
  const reports: TaskReport[] = [];
  for (const at of spec.tasks.keys()) {
    const report = spec.kind === "search" ? undefined : await read<TaskReport>(broker, keyOf.task(id, at));
    if (report !== undefined) reports.push(report);
  }
  return { spec, outcome, texts, reports };
}

/** What was found until then is kept. True: it was not over before. */
export async function cancelJob(broker: Broker, id: string): Promise<boolean> {
  await jobOf(broker, id);
  const isFirst = await settle(broker, id, { kind: "cancelled" });
  await removeStream(broker, id);
  return isFirst;
}

async function removeStream({ jsm }: Broker, id: string): Promise<void> {
  await jsm.streams.delete(streamOf(id)).catch(() => {});
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
