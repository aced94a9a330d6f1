// How far a job is, in lines.

import type { JobStatus } from "@tracehound/cluster";
import { count } from "../report/count.ts";

export function statusText(status: JobStatus): string {
  const { id, kind, models, queries, state, tasks, workers = [], audit, log, refusals = [] } = status;
  const lines = [
    `job ${id}: ${state}, ${kind} on ${models.join(", ")}`,
    ...queries.slice(0, 5).map((query) => `  ${query}`),
    ...(queries.length > 5 ? [`  and ${queries.length - 5} more`] : []),
  ];
  if (tasks !== undefined) {
    const { done, all, taken, redelivered } = tasks;
    lines.push(`  ${done} of ${all} done, ${taken} under way, ${redelivered} taken again`);
  }
  if (log !== undefined)
    lines.push(
      `  log: ${count(log.batches)} batches, ${Math.round(log.bytes / 1e6)} of ${Math.round(log.limit / 1e6)} MB`,
    );
  for (const worker of workers) {
    const { explored, waiting, redelivered, replayed, isIdle, shards, unreadable, batches, trouble } = worker;
    lines.push(
      `  worker ${worker.worker}: shards ${ranges(shards.map(({ shard }) => shard))}; explored ${count(explored)}, waiting ${count(waiting)}, batches sent ${count(batches)}, ` +
        `read again ${count(redelivered)}, replayed ${count(replayed)}${unreadable > 0 ? `, unreadable ${unreadable}` : ""}${isIdle ? ", idle" : ""}`,
    );
    if (trouble !== undefined && state !== "full") lines.push(`    cannot write at the moment: ${trouble}`);
  }
  if (state === "full")
    lines.push("  the log is full: nothing is lost, and nothing goes on until there is room (`--log-limit`)");
  for (const { sentence, workers: many } of refusals)
    lines.push(`  refused by ${many === 1 ? "a worker" : `${many} workers`}: ${sentence}`);
  if (state === "waiting") lines.push("  nobody works on it: start `tracehound worker`");
  if (audit !== undefined) lines.push(`  audit: ${audit}`);
  return `${lines.join("\n")}\n`;
}

/** 0–7, 9 */
function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let j = i;
    while (numbers[j + 1] === numbers[j]! + 1) j++;
    parts.push(i === j ? `${numbers[i]}` : `${numbers[i]}-${numbers[j]}`);
    i = j + 1;
  }
  return parts.length === 0 ? "none" : parts.join(", ");
}
