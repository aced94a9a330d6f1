// What single edges offer in one state: an edge with values for its selects whose data guard holds, together with
// what it asks of the clocks. Offers are computed when a joint step first asks for them and kept for that state, so
// a guard that nobody could use is never evaluated (and cannot fail).

import type { Select } from "../../network/index.ts";
import type { Machine } from "../evaluate/index.ts";
import { ModelFault } from "../fault.ts";
import type { EdgeProgram, Program } from "./program.ts";
import type { Constraint, Constraints, Discrete, MoveStep } from "./semantics.ts";

export interface Offer {
  readonly step: MoveStep;
  /** Index of the channel; −1 for internal edges and events. */
  readonly channel: number;
  /** Clock constraints of the guard; with `fault`, those met before it failed. */
  readonly constraints: Constraints;
  readonly fault?: ModelFault;
}

/** A receiving edge with its selects, its guard not yet looked at. */
interface Listener {
  readonly program: EdgeProgram;
  readonly step: MoveStep;
  readonly channel: number;
  offer?: Offer | null;
}

export class Offers {
  private readonly program: Program;
  private readonly machine: Machine;
  private readonly discrete: Discrete;
  private readonly listeners = new Map<number, readonly Listener[]>();
  private readonly offered = new Map<number, readonly Offer[]>();
  /** Channels of receiving edges that could not be evaluated although the guard holds. */
  readonly brokenListeners: Offer[] = [];

  constructor(program: Program, machine: Machine, discrete: Discrete) {
    this.program = program;
    this.machine = machine;
    this.discrete = discrete;
    machine.load(discrete.locations, discrete.cells, 0);
  }

  locationOf(process: number) {
    return this.program.locations[process]![this.discrete.locations[process]!]!;
  }

  /** Offers of one internal, sending or event edge, select values ascending. The guard comes before the channel. */
  ofEdge(program: EdgeProgram): readonly Offer[] {
    const known = this.offered.get(program.edge.id);
    if (known !== undefined) return known;
    const offers: Offer[] = [];
    for (const select of selections(program.edge.selects)) {
      const offer = this.evaluate(program, select);
      if (offer !== null) offers.push(offer);
    }
    this.offered.set(program.edge.id, offers);
    return offers;
  }

  /** Offers of a process to receive on a channel, in file order, select values ascending. */
  receiving(process: number, channel: number): readonly Offer[] {
    let listeners = this.listeners.get(process);
    if (listeners === undefined) {
      listeners = this.listen(process);
      this.listeners.set(process, listeners);
    }
    const offers: Offer[] = [];
    for (const listener of listeners) {
      if (listener.channel !== channel) continue;
      if (listener.offer === undefined) {
        listener.offer = this.evaluate(listener.program, listener.step.select, channel);
      }
      if (listener.offer !== null) offers.push(listener.offer);
    }
    return offers;
  }

  private listen(process: number): Listener[] {
    const listeners: Listener[] = [];
    for (const program of this.locationOf(process).receiving) {
      const { edge } = program;
      for (const select of selections(edge.selects)) {
        const step = { process, edge: edge.id, select };
        this.enter(program, select);
        try {
          listeners.push({ program, step, channel: program.channel!(this.machine) });
        } catch (error) {
          if (!(error instanceof ModelFault)) throw error;
          // The guard may be there to protect the index.
          const offer = this.evaluate(program, select, -1);
          if (offer !== null) this.brokenListeners.push({ ...offer, fault: offer.fault ?? error });
        }
      }
    }
    return listeners;
  }

  private evaluate(program: EdgeProgram, select: readonly number[], channel?: number): Offer | null {
    const { edge, guard } = program;
    const step = { process: edge.process, edge: edge.id, select };
    const constraints: Constraint[] = [];
    this.enter(program, select);
    try {
      for (const condition of guard) if (!condition(this.machine, constraints)) return null;
      const on = channel ?? program.channel?.(this.machine) ?? -1;
      return { step, channel: on, constraints };
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      return { step, channel: channel ?? -1, constraints, fault: error };
    }
  }

  private enter(program: EdgeProgram, select: readonly number[]): void {
    this.machine.openFrame(program.edge.frameSize);
    this.machine.setFrame(select);
  }
}

/** All values of the selects, the first one varying slowest. */
export function selections(selects: readonly Select[]): readonly (readonly number[])[] {
  let all: (readonly number[])[] = [[]];
  for (const { min, max } of selects) {
    const longer: (readonly number[])[] = [];
    for (const prefix of all) for (let value = min; value <= max; value++) longer.push([...prefix, value]);
    all = longer;
  }
  return all;
}
