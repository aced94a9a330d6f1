// The joint steps that are possible now or after an allowed delay, as a table of columns that is filled anew in every
// state: who begins, who joins, and in which window of time. Who joins a broadcast is settled when the moment is known.

import { grown } from "../basics/grow.ts";
import type { Walker } from "./walker.ts";

export const ALONE = -1;
export const BROADCAST = -2;

export class Candidates {
  count = 0;
  first = new Int32Array(64);
  /** The receiving slot of a binary synchronisation, ALONE or BROADCAST. */
  second = new Int32Array(64);
  /** Windows in absolute time, not before now. */
  low = new Float64Array(64);
  high = new Float64Array(64);
  lowOpen = new Uint8Array(64);
  highOpen = new Uint8Array(64);
  /** Until when time may pass in this state. */
  allowed = 0;
  allowedOpen = false;

  /** Fills the table for the walker's state; with `only`, by the steps that this slot begins. */
  enumerate(walker: Walker, only?: number): void {
    this.count = 0;
    walker.machine.beginStep();
    walker.openAllowed();
    this.allowed = walker.line.high;
    this.allowedOpen = walker.line.highOpen;
    const { active, model } = walker;
    const { channels } = model.network;
    for (let i = 0; i < walker.activeCount; i++) {
      const slot = active[i]!;
      // Whoever may stop time has a say in what others can do.
      if (only !== undefined && slot !== only && !model.edges[model.slotEdge[slot]!]!.mayStopTime) continue;
      if (!walker.offers(slot)) continue;
      if (!this.cut(walker, slot, -1)) continue;
      const channel = walker.slotChannel[slot]!;
      if (channel < 0) {
        if (walker.committed === 0 || walker.at(model.slotProcess[slot]!).committed) this.add(walker, slot, ALONE);
        continue;
      }
      const { broadcast, urgent } = channels[channel]!;
      if (broadcast) {
        if (urgent) this.stopTime(walker);
        this.add(walker, slot, BROADCAST);
      } else this.addPairs(walker, slot, channel, urgent);
    }
    if (model.hasUrgentChannels) this.clip(walker.line.now);
  }

  /** Nothing can be taken, because the data of some edge fails; where channels are urgent nobody knows if time may pass. */
  clear(walker: Walker): void {
    this.count = 0;
    walker.openAllowed();
    const { line, model } = walker;
    this.allowed = model.hasUrgentChannels ? line.now : line.high;
    this.allowedOpen = model.hasUrgentChannels ? false : line.highOpen;
  }

  private addPairs(walker: Walker, slot: number, channel: number, urgent: boolean): void {
    const { locations, model } = walker;
    const list = model.receivers[channel]!;
    const sender = model.slotProcess[slot]!;
    const free = walker.committed === 0 || walker.at(sender).committed;
    for (let i = 0; i < list.length; i++) {
      const partner = list[i]!;
      const process = model.slotProcess[partner]!;
      if (locations[process] !== model.slotSource[partner] || process === sender) continue;
      if (!free && !walker.at(process).committed) continue;
      if (!walker.offers(partner) || walker.slotChannel[partner] !== channel) continue;
      if (!this.cut(walker, slot, partner)) continue;
      if (urgent) this.stopTime(walker);
      this.add(walker, slot, partner);
    }
  }

  /** The line's window becomes what the guards leave of the time from now on; false when that is nothing. */
  private cut(walker: Walker, slot: number, partner: number): boolean {
    const { line } = walker;
    line.low = line.now;
    line.lowOpen = false;
    // Time that an urgent synchronisation takes away is cut off at the end.
    line.high = walker.model.hasUrgentChannels && walker.urgent === 0 ? Number.POSITIVE_INFINITY : this.allowed;
    line.highOpen = line.high === this.allowed && this.allowedOpen;
    walker.cutBy(slot);
    if (partner >= 0) walker.cutBy(partner);
    return !line.isEmpty;
  }

  /** Time stops when the guards of an urgent synchronisation begin to hold, or just before. */
  private stopTime({ line }: Walker): void {
    if (line.low > this.allowed || (line.low === this.allowed && this.allowedOpen)) return;
    this.allowed = line.low;
    this.allowedOpen = false;
  }

  private add({ line }: Walker, slot: number, partner: number): void {
    const at = this.count++;
    if (at === this.first.length) this.grow();
    this.first[at] = slot;
    this.second[at] = partner;
    this.low[at] = line.low;
    this.high[at] = line.high;
    this.lowOpen[at] = line.lowOpen ? 1 : 0;
    this.highOpen[at] = line.highOpen ? 1 : 0;
  }

  /** Cuts all windows by the allowed time and drops what is empty. */
  private clip(now: number): void {
    const { low, high, lowOpen, highOpen, allowed } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (allowed < high[i]! || (allowed === high[i] && this.allowedOpen)) {
        high[i] = Math.max(allowed, now);
        highOpen[i] = this.allowedOpen ? 1 : 0;
      }
      if (low[i]! > high[i]! || (low[i] === high[i] && (lowOpen[i] === 1 || highOpen[i] === 1))) continue;
      if (kept !== i) this.copy(i, kept);
      kept++;
    }
    this.count = kept;
  }

  /** Removes a candidate; the last one takes its place. */
  drop(at: number): void {
    this.copy(--this.count, at);
  }

  private copy(from: number, to: number): void {
    this.first[to] = this.first[from]!;
    this.second[to] = this.second[from]!;
    this.low[to] = this.low[from]!;
    this.high[to] = this.high[from]!;
    this.lowOpen[to] = this.lowOpen[from]!;
    this.highOpen[to] = this.highOpen[from]!;
  }

  private grow(): void {
    const size = 2 * this.first.length;
    this.first = grown(this.first, size);
    this.second = grown(this.second, size);
    this.low = grown(this.low, size);
    this.high = grown(this.high, size);
    this.lowOpen = grown(this.lowOpen, size);
    this.highOpen = grown(this.highOpen, size);
  }
}
