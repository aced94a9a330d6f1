// Priorities in walks: a step may be taken at a moment when nothing that outranks it is possible. Who may outrank whom
// is static but for the receivers of a broadcast; whether an outranking step is possible is tried on the state itself.

import type { Network } from "../../network/index.ts";
import type { WalkModel } from "../compile/walk-network.ts";
import type { Walker } from "./walk-state.ts";

export class Ranks {
  private readonly network: Network;
  private readonly model: WalkModel;

  constructor(model: WalkModel) {
    this.network = model.network;
    this.model = model;
  }

  /**
   * Does the joint step of the first slots win over that of the second ones? Channel priority first, then process
   * priority.
   */
  outranks(a: Int32Array, aCount: number, b: Int32Array, bCount: number, walker: Walker): boolean {
    const [first, second] = [this.ofChannel(a[0]!, walker), this.ofChannel(b[0]!, walker)];
    return first !== second ? first > second : this.ofProcesses(a, aCount) > this.ofProcesses(b, bCount);
  }

  private ofChannel(slot: number, { windows }: Walker): number {
    const channel = windows.channel[slot]!;
    return channel < 0 ? this.network.internalPriority : this.network.channels[channel]!.priority;
  }

  private ofProcesses(slots: Int32Array, count: number): number {
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      most = Math.max(most, this.network.processes[this.model.slotProcess[slots[i]!]!]!.priority);
    }
    return most;
  }
}
