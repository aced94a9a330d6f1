// Where the processes are, and what follows from that alone: which slots leave the current locations, who listens to
// which channel, who is committed. Listeners of a channel are bits, in system order, so that few look at those who are
// elsewhere.

import type { LocationModel, WalkModel } from "../compile/walk-network.ts";

export class Presence {
  readonly locations: Int32Array;
  /** Slots of internal and sending edges that leave the current locations, in no order, and where each stands. */
  readonly active: Int32Array;
  activeCount = 0;
  private readonly place: Int32Array;
  /**
   * Bits over `model.receivers`, channel by channel from word `model.firstWord` on, and how many are set for a channel:
   * at least those that leave the current locations.
   */
  readonly listening: Int32Array;
  readonly listeners: Int32Array;
  /** Processes in urgent or committed, and in committed locations; and by process, whether it is committed. */
  urgent = 0;
  committed = 0;
  readonly isCommitted: Uint8Array;
  private readonly model: WalkModel;

  constructor(model: WalkModel) {
    const { network, slots } = model;
    this.model = model;
    this.locations = new Int32Array(network.processes.length);
    this.active = new Int32Array(slots);
    this.place = new Int32Array(slots);
    this.listening = new Int32Array(model.firstWord.at(-1)!);
    this.listeners = new Int32Array(network.channels.length);
    this.isCommitted = new Uint8Array(network.processes.length);
  }

  restart(locations: Int32Array): void {
    this.locations.set(locations);
    this.activeCount = 0;
    this.urgent = 0;
    this.committed = 0;
    this.listening.set(this.model.alwaysListening);
    this.listeners.set(this.model.alwaysListeners);
    this.isCommitted.fill(0);
    for (let process = 0; process < locations.length; process++) this.enter(process, this.at(process));
  }

  at(process: number): LocationModel {
    return this.model.locations[process]![this.locations[process]!]!;
  }

  move(process: number, location: number): void {
    const here = this.locations[process]!;
    if (here === location) return;
    const places = this.model.locations[process]!;
    this.leave(process, places[here]!);
    this.locations[process] = location;
    this.enter(process, places[location]!);
  }

  /** The committed rule: may a step that this process takes part in happen, as far as it is about this process? */
  isFree(process: number): boolean {
    return this.committed === 0 || this.isCommitted[process] === 1;
  }

  private enter(process: number, { initiating, listens, urgent, committed }: LocationModel): void {
    const { active, place } = this;
    let count = this.activeCount;
    for (let i = 0; i < initiating.length; i++) {
      const slot = initiating[i]!;
      place[slot] = count;
      active[count++] = slot;
    }
    this.activeCount = count;
    if (listens.length > 0) this.flip(listens, 1);
    if (urgent || committed) this.urgent++;
    if (!committed) return;
    this.committed++;
    this.isCommitted[process] = 1;
  }

  private leave(process: number, { initiating, listens, urgent, committed }: LocationModel): void {
    const { active, place } = this;
    let count = this.activeCount;
    for (let i = 0; i < initiating.length; i++) {
      const at = place[initiating[i]!]!;
      const last = active[--count]!;
      active[at] = last;
      place[last] = at;
    }
    this.activeCount = count;
    if (listens.length > 0) this.flip(listens, -1);
    if (urgent || committed) this.urgent--;
    if (!committed) return;
    this.committed--;
    this.isCommitted[process] = 0;
  }

  private flip(listens: Int32Array, by: 1 | -1): void {
    const { listening, listeners } = this;
    for (let i = 0; i < listens.length; i += 3) {
      listeners[listens[i]!]! += by;
      listening[listens[i + 1]!]! ^= listens[i + 2]!;
    }
  }
}
