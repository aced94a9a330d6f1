// How far a job is, in lines.

import type { JobStatus } from "@tracehound/cluster";
import { count } from "../report/count.ts";

export function statusText({ id, kind, models, queries, state, tasks, workers = [], audit, log }: JobStatus): string {
  const lines = [
    `job ${id}: ${state}, ${kind} on ${models.join(", ")}`,
    ...queries.slice(0, 5).map((query) => `  ${query}`),
  ];
  if (tasks !== undefined) lines.push(`  ${tasks.done} of ${tasks.all} done, ${tasks.redelivered} taken again`);
  if (log !== undefined)
    lines.push(
      `  log: ${count(log.batches)} batches, ${Math.round(log.bytes / 1e6)} of ${Math.round(log.limit / 1e6)} MB`,
    );
  for (const worker of workers) {
    const { explored, waiting, redelivered, replayed, isIdle, shards, unreadable, batches } = worker;
    lines.push(
      `  worker ${worker.worker}: shards ${ranges(shards)}; explored ${count(explored)}, waiting ${count(waiting)}, batches sent ${count(batches)}, ` +
        `read again ${count(redelivered)}, replayed ${count(replayed)}${unreadable > 0 ? `, unreadable ${unreadable}` : ""}${isIdle ? ", idle" : ""}`,
    );
  }
  if (state === "full")
    lines.push("  the log is full: nothing is lost, and nothing goes on until there is room (`--log-limit`)");
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
