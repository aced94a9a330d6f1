// A worker: it looks for jobs, the oldest first, and does what is to be done: a task of a list, or its part of a
// search. It trusts nothing: each job is compared with what it knows before it begins, and what it refuses is told in a
// sentence.

import { randomBytes } from "node:crypto";
import { type Broker, ClusterError, reasonOf } from "./broker.ts";
import { keysIn } from "./buckets.ts";
import { JOB_FORMAT, type JobOutcome, type JobSpec, keyOf, knownJob, packed, unpackedText } from "./job.ts";
import type { Models, OpenedModel } from "./models.ts";
import { pause } from "./pause.ts";
import { SearchWorker } from "./search-worker.ts";
import { takeTask } from "./tasks.ts";

/** Milliseconds between looks for jobs. */
const LOOK = 300;

export interface WorkerOptions {
  readonly broker: Broker;
  readonly models: Models;
  readonly signal: AbortSignal;
  /** What it does and refuses, in sentences. */
  readonly tell: (sentence: string) => void;
  /** Only jobs of this id. */
  readonly only?: string;
  /** Leave when there is nothing to do. */
  readonly once?: boolean;
}

/** Until it is told to stop; throws when the broker will not have it any more. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { broker, signal, tell, once, only } = options;
  const me = randomBytes(6).toString("hex");
  const refused = new Set<string>();
  const opened = new Map<string, readonly OpenedModel[]>();
  while (!signal.aborted) {
    if (broker.nc.isClosed()) await broker.nc.closed();
    if (broker.ended !== undefined) throw new ClusterError(`the connection to the broker is over: ${broker.ended}`);
    if (broker.nc.isClosed()) return;
    let worked = false;
    const open = await openJobs(broker).catch(() => undefined);
    for (const id of opened.keys()) if (open?.includes(id) === false) opened.delete(id);
    for (const id of open ?? []) {
      if (signal.aborted) return;
      if (refused.has(id) || (only !== undefined && only !== id)) continue;
      try {
        const spec = await knownJob(broker, id);
        if (spec === undefined) continue;
        const models = opened.get(id) ?? (await openModels(spec, options));
        opened.set(id, models);
        worked = await work(spec, models, options, me);
      } catch (error) {
        // Whoever was cut off comes back.
        if (isAway(error)) break;
        refused.add(id);
        opened.delete(id);
        tell(`job ${id} is refused: ${reasonOf(error)}`);
        await broker.jobs.put(keyOf.refusal(id, me), packed(JSON.stringify(reasonOf(error)))).catch(() => {});
      }
      if (worked) break;
    }
    if (worked) continue;
    if (once && open !== undefined) return;
    await pause(LOOK);
  }
}

/** What the client library says while the broker cannot be reached. */
const AWAY = new Set([
  "TimeoutError",
  "RequestError",
  "NoResponders",
  "ClosedConnectionError",
  "ConnectionError",
  "DrainingConnectionError",
]);
const isAway = (error: unknown): boolean => error instanceof Error && AWAY.has(error.name);

async function work(
  spec: JobSpec,
  models: readonly OpenedModel[],
  options: WorkerOptions,
  me: string,
): Promise<boolean> {
  const { broker, signal, tell } = options;
  if (spec.kind !== "search") return takeTask(broker, spec, models, signal, tell);
  tell(`job ${spec.id}: joins the search`);
  // Every part of a search has a sender of its own, so that numbers are never given twice.
  const outcome: JobOutcome | undefined = await new SearchWorker(
    broker,
    spec,
    `${me.slice(0, 6)}${randomBytes(3).toString("hex")}`,
  ).run(models[0]!, signal);
  tell(`job ${spec.id}: ${outcome === undefined ? "left" : outcome.kind}`);
  return true;
}

/** Ids of jobs that are not settled, the oldest first. */
export async function openJobs(broker: Broker): Promise<readonly string[]> {
  const idsOf = async (filter: string): Promise<string[]> =>
    (await keysIn(broker, "jobs", filter)).map((key) => key.split(".")[0]!);
  const settled = new Set(await idsOf("*.outcome"));
  return (await idsOf("*.spec")).filter((id) => !settled.has(id));
}

async function openModels(spec: JobSpec, { broker, models }: WorkerOptions): Promise<readonly OpenedModel[]> {
  if (spec.format !== JOB_FORMAT)
    throw new ClusterError(`it is written in format ${spec.format}, and this is ${JOB_FORMAT}`);
  if (spec.version !== models.version) {
    throw new ClusterError(`it was started by version ${spec.version}, and this is ${models.version}`);
  }
  const all: OpenedModel[] = [];
  for (const [at, model] of spec.models.entries()) {
    const entry = await broker.jobs.get(keyOf.model(spec.id, at));
    if (entry === null) throw new ClusterError(`its model ${model.name} is not there`);
    let own: OpenedModel;
    try {
      own = models.open(model, unpackedText(entry.value));
    } catch (error) {
      throw new ClusterError(`its model ${model.name} cannot be read: ${reasonOf(error)}`);
    }
    if (own.hash !== model.hash) {
      throw new ClusterError(`its model ${model.name} is another one here (${own.hash} instead of ${model.hash})`);
    }
    all.push(own);
  }
  return all;
}
