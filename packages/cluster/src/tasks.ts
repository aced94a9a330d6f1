// Lists of tasks: the hunts of a swarm, of which the first answer counts, and models × questions, of which all do. A
// task that was taken by somebody who is not heard of any more is taken again; since a task always comes to the same,
// no harm is done by doing it twice.

import type { JsMsg } from "@nats-io/jetstream";
import { type Broker, streamOf, subjectOf, TAKERS } from "./broker.ts";
import { type JobSpec, keyOf, packed, read, settle, type TaskReport } from "./job.ts";
import type { OpenedModel } from "./models.ts";

/** Milliseconds between signs of life, and for a task to come. */
const SIGN = 8_000;
const EXPIRES = 1_000;

export async function sendTasks({ js }: Broker, spec: JobSpec): Promise<void> {
  for (const at of spec.tasks.keys()) await js.publish(subjectOf(spec.id, "task"), String(at));
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
  const message = await consumer?.next({ expires: EXPIRES }).catch(() => null);
  if (message === null || message === undefined) {
    await settleIfDone(broker, spec);
    return false;
  }
  const at = Number(message.string());
  const task = spec.tasks[at];
  if (task === undefined || (await read<TaskReport>(broker, keyOf.task(spec.id, at))) !== undefined) {
    message.ack();
    return true;
  }
  tell(`job ${spec.id}: ${task.search ?? task.query}`);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener("abort", end, { once: true });
  const watching = await broker.jobs.watch({ key: keyOf.outcome(spec.id) });
  void (async () => {
    for await (const entry of watching) if (entry.operation === "PUT") end();
  })();
  const life = setInterval(() => sign(message), SIGN);
  try {
    const report = { task: at, ...(await models[task.model]!.answer(task, spec.options, ending.signal)) };
    // What was broken off is no report: somebody else takes it, unless all is over anyway.
    if (ending.signal.aborted && report.verdict === "unknown") {
      message.nak();
      return true;
    }
    await broker.jobs.put(keyOf.task(spec.id, at), packed(report));
    message.ack();
    if (spec.kind === "swarm" && report.verdict !== "unknown")
      await settle(broker, spec.id, { kind: "answer", report });
    else await settleIfDone(broker, spec);
  } finally {
    clearInterval(life);
    watching.stop();
    signal.removeEventListener("abort", end);
  }
  return true;
}

function sign(message: JsMsg): void {
  try {
    message.working();
  } catch {
    // Not connected at the moment.
  }
}

/** Every task has its report. */
async function settleIfDone(broker: Broker, spec: JobSpec): Promise<void> {
  let reports = 0;
  for await (const _ of await broker.jobs.keys(`${spec.id}.task.*`)) reports++;
  if (reports < spec.tasks.length) return;
  await settle(broker, spec.id, { kind: "done" });
}
