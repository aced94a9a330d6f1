// Lists of tasks: the hunts of a swarm, of which the first answer counts, and models × questions, of which all do. A
// task that was taken by somebody who is not heard of any more is taken again; since a task always comes to the same,
// no harm is done by doing it twice.

import type { JsMsg } from "@nats-io/jetstream";
import { addTasks, type Broker, isGone, reasonOf, streamOf, subjectOf, TAKERS } from "./broker.ts";
import { follow, keysIn } from "./buckets.ts";
import { inGroups } from "./in-groups.ts";
import { type JobSpec, keyOf, packed, read, settle, type TaskReport } from "./job.ts";
import type { OpenedModel } from "./models.ts";
import { within } from "./pause.ts";

/** Milliseconds between signs of life, and for a task to come. */
const SIGN = 8_000;
const EXPIRES = 1_000;
/** A task that so many workers took and did not come back from is not tried again. */
const MOST_TAKEN = 10;

export async function sendTasks({ js }: Broker, spec: JobSpec): Promise<void> {
  await inGroups([...spec.tasks.keys()], (at) => js.publish(subjectOf(spec.id, "task"), String(at)));
}

/** False: there is none at the moment. */
export async function takeTask(
  broker: Broker,
  spec: JobSpec,
  models: readonly OpenedModel[],
  signal: AbortSignal,
  tell: (sentence: string) => void,
): Promise<boolean> {
  const consumer = await broker.js.consumers.get(streamOf(spec.id), TAKERS).catch(() => undefined);
  const next = consumer?.next({ expires: EXPIRES }).catch(() => null) ?? Promise.resolve(null);
  // One that comes later than that is taken again by somebody.
  const message = await within(3 * EXPIRES, next);
  if (message === null || message === undefined) {
    if (!(await settleIfDone(broker, spec))) await sendLost(broker, spec);
    return false;
  }
  const at = Number(message.string());
  const task = spec.tasks[at];
  const known = task === undefined ? undefined : await read<TaskReport>(broker, keyOf.task(spec.id, at));
  if (task === undefined || known !== undefined) {
    await settleIfDone(broker, spec, known);
    message.ack();
    return true;
  }
  tell(`job ${spec.id}: ${task.search ?? task.query}`);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener("abort", end, { once: true });
  // Over for good: nobody would hear of the answer.
  void broker.nc.closed().then(end);
  const watching = follow(broker, keyOf.outcome(spec.id), end);
  const life = setInterval(() => sign(message), SIGN);
  try {
    const isHopeless = message.info.deliveryCount > MOST_TAKEN;
    const report = {
      task: at,
      ...(isHopeless
        ? noReport(`given up: ${MOST_TAKEN} workers took it and did not come back`)
        : await models[task.model]!.answer(task, spec.options, ending.signal).catch((error: unknown) =>
            noReport(`failed: ${reasonOf(error)}`),
          )),
    };
    // What was broken off is no report: somebody else takes it, unless all is over anyway.
    if (ending.signal.aborted && report.verdict === "unknown") {
      message.nak();
      return true;
    }
    await broker.jobs.put(keyOf.task(spec.id, at), packed(report));
    await settleIfDone(broker, spec, report);
    message.ack();
  } finally {
    clearInterval(life);
    watching.stop();
    signal.removeEventListener("abort", end);
  }
  return true;
}

const noReport = (because: string): Omit<TaskReport, "task"> => ({
  verdict: "unknown",
  because,
  search: "none",
  ...{ explored: 0, stored: 0, transitions: 0, seconds: 0 },
});

/** Undefined: there is no such list. Everything else is thrown. */
function unlessGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

function sign(message: JsMsg): void {
  try {
    message.working();
  } catch {
    // Not connected at the moment.
  }
}

/** What has come so far, in the order of the tasks. */
export async function reportsOf(broker: Broker, { id }: JobSpec): Promise<readonly TaskReport[]> {
  const keys = await keysIn(broker, "jobs", `${id}.task.*`);
  const reports: TaskReport[] = [];
  await inGroups(keys, async (key) => {
    const report = await read<TaskReport>(broker, key).catch(() => undefined);
    if (typeof report?.task === "number") reports.push(report);
  });
  return reports.sort((a, b) => a.task - b.task);
}

/** The answer of a hunt ends a swarm; otherwise every task has to have its report. */
async function settleIfDone(broker: Broker, spec: JobSpec, report?: TaskReport): Promise<boolean> {
  if (spec.kind === "swarm" && report !== undefined && report.verdict !== "unknown") {
    await settle(broker, spec.id, { kind: "answer", report });
    return true;
  }
  const count = (await keysIn(broker, "jobs", `${spec.id}.task.*`)).length;
  if (count < spec.tasks.length) return false;
  // Whoever had the answer may have been cut off before it could say so.
  const reports = spec.kind === "swarm" ? await reportsOf(broker, spec) : [];
  const answer = reports.find(({ verdict }) => verdict !== "unknown");
  await settle(broker, spec.id, answer === undefined ? { kind: "done" } : { kind: "answer", report: answer });
  return true;
}

/**
 * A broker that was killed may have forgotten tasks that it had confirmed; they are sent again. A report is written
 * before its task is taken off the list: what is neither on the list nor reported afterwards was lost.
 */
async function sendLost(broker: Broker, spec: JobSpec): Promise<void> {
  const list = await broker.jsm.consumers.info(streamOf(spec.id), TAKERS).catch(unlessGone);
  if (list !== undefined && list.num_pending + list.num_ack_pending > 0) return;
  const reported = new Set(await keysIn(broker, "jobs", `${spec.id}.task.*`));
  const lost = [...spec.tasks.keys()].filter((at) => !reported.has(keyOf.task(spec.id, at)));
  if (lost.length === 0 || (await broker.jobs.get(keyOf.outcome(spec.id))) !== null) return;
  if (list === undefined) await addTasks(broker, spec.id);
  await inGroups(lost, (at) => broker.js.publish(subjectOf(spec.id, "task"), String(at)));
}
