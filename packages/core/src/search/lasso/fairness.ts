// Fairness between processes, of networks without clocks. A process is *enabled* in a state if some joint step of the state
// involves it, *taken* by a step that does. Weak: who is always enabled from some moment on is taken again and again; that is
// one acceptance set on steps per process, "taken, or not enabled before". Strong: who is enabled again and again is taken again
// and again; that is a Streett condition (`strongly-fair.ts`). Runs that end, because nothing is possible or because time passes, are fair.

import type { JointTransition } from "../../engine/engine.ts";
import type { Network } from "../../network/index.ts";

/** Who is treated fairly: indices of processes. */
export interface Fairness {
  readonly kind: "weak" | "strong";
  readonly processes: readonly number[];
}

/** Marks are bits of one number, with a sign. */
export const MOST_MARKS = 30;

/** Which of the processes, as bits from `first` on, the steps of a state involve. */
export class Involved {
  private readonly byEdge: Int32Array;
  readonly all: number;

  constructor({ edges }: Network, { processes }: Fairness, first: number) {
    if (first + processes.length > MOST_MARKS) throw new Error("too many processes to be treated fairly");
    this.byEdge = Int32Array.from(edges, ({ process }) => {
      const at = processes.indexOf(process);
      return at < 0 ? 0 : 1 << (first + at);
    });
    this.all = processes.reduce((bits, _, at) => bits | (1 << (first + at)), 0);
  }

  by({ edges }: JointTransition): number {
    return edges.reduce((bits, { edge }) => bits | this.byEdge[edge]!, 0);
  }
}
