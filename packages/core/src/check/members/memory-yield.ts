// The memory limit is the whole process's. While members in other threads use of it, too, the first member does not end
// for their sake: they are ended, and it goes on once their memory is given back. What it needs then is what it would
// need alone.

import type { Environment } from "../../limits/index.ts";

/** Seconds that the process may take to shrink when the others are ended. */
const SETTLING = 1;
/** Meanwhile a step is ended only when the process has grown this far beyond the limit, in bytes. */
const SLACK = 100e6;

/** Symbolic members other than the first give up beyond this, or this share of the limit, so that walks can go on. */
export const MEMORY_OF_FOLLOWERS = 3e9;
export const SHARE_OF_FOLLOWERS = 0.9;

export interface Others {
  readonly areUnderWay: boolean;
  /** Ends them at once, for want of memory. */
  giveWay(): void;
}

/** The environment of the first member; `limit` in bytes. */
export function relieved(environment: Environment, limit: number, others: Others): Environment {
  const { interruptible } = environment;
  /** When the process must have shrunk. */
  let end: number | undefined;
  const isSettling = (): boolean => end !== undefined && environment.now() < end;
  return {
    ...environment,
    memoryBytes() {
      const used = environment.memoryBytes();
      if (used <= limit) return used;
      if (others.areUnderWay) {
        others.giveWay();
        end ??= environment.now() + SETTLING;
      }
      return isSettling() ? limit : used;
    },
    ...(interruptible === undefined
      ? {}
      : {
          interruptible: (work, limits) => {
            const room = others.areUnderWay || isSettling() ? SLACK : 0;
            const { memoryBytes = Number.POSITIVE_INFINITY } = limits;
            return interruptible(work, { ...limits, memoryBytes: memoryBytes + room });
          },
        }),
  };
}
