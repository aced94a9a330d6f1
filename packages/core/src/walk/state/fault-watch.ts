// Whose data may fail. An edge whose guard or channel has no value ends a walk, also where others could go on; but most
// edges never fail, and of those that may, only those are asked again that read something a step has changed.

import type { ModelFault } from "../../semantics/index.ts";
import type { WalkModel } from "../compile/walk-network.ts";
import type { GuardWindows } from "./guard-windows.ts";
import type { Presence } from "./location-index.ts";

/** Whether the data of a process's edges may fail: it never does, it does not here, it is to be found out. */
const NEVER = 0;
const NONE = 1;
const SOME = 2;
/** What is found instead of a slot: none fails, or none of those that may move here. */
const SOUND = -1;
const HELD = -2;

export class Doubts {
  private readonly model: WalkModel;
  private readonly presence: Presence;
  private readonly windows: GuardWindows;
  private readonly doubt: Uint8Array;
  /** The processes of which the data of some edge may fail, the first `count` of them. */
  private readonly doubtful: Int32Array;
  private count = 0;
  /** By edge, once it was asked for: processes and the committed locations where they let it move, flattened. */
  private readonly companions: (Int32Array | undefined)[] = [];

  constructor(model: WalkModel, presence: Presence, windows: GuardWindows) {
    const processes = model.network.processes.length;
    this.model = model;
    this.presence = presence;
    this.windows = windows;
    this.doubt = new Uint8Array(processes);
    this.doubtful = new Int32Array(processes);
  }

  restart(): void {
    this.doubt.fill(NEVER);
    this.count = 0;
    for (const process of this.model.riskyProcesses) {
      this.doubt[process] = NONE;
      this.begin(process);
    }
  }

  /** The process moved, or something that a guard of it reads has changed. */
  begin(process: number): void {
    if (this.doubt[process] !== NONE) return;
    this.doubt[process] = SOME;
    this.doubtful[this.count++] = process;
  }

  /**
   * The first edge whose data fails, in the order of `semantics/discrete/edge-faults.ts`; null when all have their
   * values.
   */
  settle(): { readonly slot: number; readonly fault: ModelFault } | null {
    if (this.count === 0) return null;
    let fails = false;
    for (let at = this.count - 1; at >= 0; at--) {
      const process = this.doubtful[at]!;
      const found = this.failing(process);
      if (found >= 0) fails = true;
      else if (found === SOUND) {
        this.doubt[process] = NONE;
        this.doubtful[at] = this.doubtful[--this.count]!;
      }
    }
    if (!fails) return null;
    for (const process of this.model.riskyProcesses) {
      const slot = this.failing(process);
      if (slot >= 0) return { slot, fault: this.windows.faultOf(slot) };
    }
    return null;
  }

  /**
   * The first slot of the process whose data fails; SOUND if there is none, HELD if there may be among those that may
   * not move.
   */
  private failing(process: number): number {
    const { model, presence, windows } = this;
    const { risky } = presence.at(process);
    let found = SOUND;
    for (let i = 0; i < risky.length; i++) {
      const slot = risky[i]!;
      if (windows.isSound(slot)) continue;
      if (!presence.isFree(process) && !this.mayJoin(model.slotEdge[slot]!)) found = HELD;
      else if (windows.fails(slot)) return slot;
    }
    return found;
  }

  /** Does a committed process stand where it could take the edge along? */
  private mayJoin(edge: number): boolean {
    const { locations } = this.presence;
    const companions = (this.companions[edge] ??= this.companionsOf(edge));
    for (let i = 0; i < companions.length; i += 2) {
      if (locations[companions[i]!] === companions[i + 1]) return true;
    }
    return false;
  }

  private companionsOf(edge: number): Int32Array {
    const { commitment, network } = this.model;
    const companions = commitment.companions(network.edges[edge]!);
    return Int32Array.from(companions.flatMap(({ process, location }) => [process, location]));
  }
}
