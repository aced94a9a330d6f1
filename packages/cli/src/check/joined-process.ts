// One of several processes on a folder: its name, from which others on the same machine see whether it has ended, and
// what it does when there is nothing to do.

import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Joined, SharedFiles } from "@tracehound/core";

/** Milliseconds until it is looked again whether there is something to do. */
const REST = 20;

export function joinedProcess(files: SharedFiles): Joined {
  const here = placeOfProcesses();
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  return {
    files,
    me: `${here}-${process.pid}-${randomBytes(4).toString("hex")}`,
    now: () => performance.now() / 1000,
    rest: () => void Atomics.wait(sleeper, 0, 0, REST),
    hasEnded(name) {
      const [place, number] = name.split("-");
      return place === here && !isRunning(Number(number));
    },
  };
}

/** Where numbers of processes mean the same: a machine since it was started, or a container. */
function placeOfProcesses(): string {
  const told = [
    hostname(),
    trying(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    trying(() => readlinkSync("/proc/self/ns/pid")),
  ];
  return createHash("sha256").update(told.join("\n")).digest("hex").slice(0, 12);
}

function trying(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}

function isRunning(number: number): boolean {
  try {
    process.kill(number, 0);
    // One that was killed and that nobody has waited for is there, but does nothing any more.
    return !/^State:\s+Z/m.test(trying(() => readFileSync(`/proc/${number}/status`, "utf8")));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
