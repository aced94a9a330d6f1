// Sides of a partitioned search in other threads: what is sent there, who starts them, and what runs there. The core
// knows no threads; whoever embeds it hands the driver in. Besides the request nothing is sent: the sides meet in the
// memory that they share.

import { OutOfMemory, PartitionEngine, type PartitionOptions } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { BoundOverflow } from "../../zone/index.ts";
import { makeSide, type SideOptions } from "./make-side.ts";
import { FAILURES, Rendezvous } from "./rendezvous.ts";

/** Can be sent to another thread. */
export interface SideRequest {
  readonly network: Network;
  readonly engine: Omit<PartitionOptions, "makeMemory" | "remains">;
  readonly options: SideOptions;
  readonly sides: number;
  readonly memory: WebAssembly.Memory;
  readonly meeting: SharedArrayBuffer;
}

export interface SideTask {
  /** At once, whatever it is doing. */
  end(): void;
}

export interface SideDriver {
  /** Threads that can run at the same time, the calling one included. */
  readonly cores: number;
  /** From now on: how many cores were idle since, on the whole machine; absent: nobody can tell. */
  watchIdle?(): () => number;
  /** There are no threads: all sides take turns in the calling one. For tests, which then count and do not wait. */
  readonly isHere?: true;
  /** `onLost`: it has ended before its time, for lack of memory or by a mistake, in words. */
  start(request: SideRequest, onLost: (why: string) => void): SideTask;
}

export const sidesHere: SideDriver = {
  cores: 1,
  isHere: true,
  start() {
    throw new Error("there are no other threads");
  },
};

/** Does what another thread asked for; comes back when the search is over. */
export function serveSide(request: SideRequest, now: () => number): void {
  const { network, engine: asked, options, sides, memory } = request;
  const meeting = new Rendezvous(sides, request.meeting);
  const { me } = asked.place;
  try {
    const engine = new PartitionEngine(network, { ...asked, makeMemory: () => memory });
    const side = makeSide(network, engine, meeting, options, now);
    while (!meeting.isOver) {
      const status = side.step();
      if (status === "done") return;
      if (status !== "working") side.wait();
    }
  } catch (error) {
    // The search may have been ended in the middle of something.
    if (meeting.isOver) return;
    if (!(error instanceof OutOfMemory || error instanceof BoundOverflow)) meeting.post(me, reasonOf(error));
    meeting.publish(me, "failure", failureOf(error));
    meeting.end();
  }
}

function failureOf(error: unknown): number {
  if (error instanceof OutOfMemory) return FAILURES.memory;
  return error instanceof BoundOverflow ? FAILURES.bounds : FAILURES.ours;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
