// What the system knows of single threads: how much processor time one has used, and how important it is.

import { readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import type { Environment } from "@tracehound/core";

/** Node's own clock where there is one, else Linux's; elsewhere nobody can tell. */
export function threadCpuClock(): Pick<Environment, "threadCpu"> {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage !== undefined) {
    return {
      threadCpu: () => {
        const { user, system } = threadCpuUsage.call(process);
        return (user + system) / 1e6;
      },
    };
  }
  // The first number is the time on a processor, in nanoseconds.
  const read = (): number => Number.parseInt(readFileSync("/proc/thread-self/schedstat", "utf8"), 10) / 1e9;
  try {
    if (Number.isFinite(read())) return { threadCpu: read };
  } catch {
    // There is no such file.
  }
  return {};
}

/** A step of niceness is worth about this factor. */
const PER_STEP = 1.25;

/** Are single threads more or less important? */
export const canYield = process.platform === "linux";

/** Lets threads of normal importance have so many times what this one gets, where the system can do that (Linux). */
export function yieldTo(share: number): void {
  const nice = Math.round(Math.log(share) / Math.log(PER_STEP));
  if (nice <= 0) return;
  try {
    const thread = Number(/[0-9]+$/.exec(readlinkSync("/proc/thread-self"))?.[0]);
    if (thread > 0) setPriority(thread, Math.min(19, nice));
  } catch {
    // Then they share equally.
  }
}
