// The joint steps that are possible now or after an allowed delay, as a table of columns that is filled anew in every
// state: who begins, who joins, and in which window of time. Who joins a broadcast is settled when the moment is known.

import { grown } from "../basics/grow.ts";
import { BROADCASTING, URGENT } from "./model.ts";
import { HIGH_OPEN, LOW_OPEN, TIMED, type Walker } from "./walker.ts";

export const ALONE = -1;
export const BROADCAST = -2;

export class Candidates {
  count = 0;
  /** With those that were dropped: they stand behind the others. */
  total = 0;
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
  /** The window of the candidate at hand. */
  private from = 0;
  private fromOpen = false;
  private until = 0;
  private untilOpen = false;

  /** Fills the table for the walker's state; with `only`, by the steps that this slot begins. */
  enumerate(walker: Walker, only?: number): void {
    this.count = 0;
    walker.machine.beginStep();
    walker.openAllowed();
    this.allowed = walker.line.high;
    this.allowedOpen = walker.line.highOpen;
    const { active, activeCount, committed, model, slotChannel } = walker;
    const { channels } = model;
    for (let i = 0; i < activeCount; i++) {
      const slot = active[i]!;
      // Whoever may stop time has a say in what others can do.
      if (only !== undefined && slot !== only && !model.edges[model.slotEdge[slot]!]!.mayStopTime) continue;
      if (!walker.offers(slot)) continue;
      const channel = slotChannel[slot]!;
      const kind = channel < 0 ? 0 : channels[channel]!;
      if (channel >= 0 && (kind & BROADCASTING) === 0 && model.receivers[channel]!.length === 0) continue;
      if (!this.open(walker, slot)) continue;
      if (channel < 0) {
        if (committed === 0 || walker.at(model.slotProcess[slot]!).committed) this.add(slot, ALONE);
      } else if ((kind & BROADCASTING) !== 0) {
        if ((kind & URGENT) !== 0) this.stopTime();
        this.add(slot, BROADCAST);
      } else this.addPairs(walker, slot, channel, (kind & URGENT) !== 0);
    }
    if (model.hasUrgentChannels) this.clip(walker.line.now);
    this.total = this.count;
  }

  /** Does the moment lie in the window of a candidate? */
  includes(at: number, moment: number): boolean {
    const low = this.low[at]!;
    const high = this.high[at]!;
    return (
      (moment > low || (moment === low && this.lowOpen[at] === 0)) &&
      (moment < high || (moment === high && this.highOpen[at] === 0))
    );
  }

  /** Nothing can be taken, because the data of some edge fails; where channels are urgent nobody knows if time may pass. */
  clear(walker: Walker): void {
    this.count = 0;
    this.total = 0;
    walker.openAllowed();
    const { line, model } = walker;
    this.allowed = model.hasUrgentChannels ? line.now : line.high;
    this.allowedOpen = model.hasUrgentChannels ? false : line.highOpen;
  }

  private addPairs(walker: Walker, slot: number, channel: number, urgent: boolean): void {
    const { locations, model, slotChannel } = walker;
    const { slotProcess, slotSource } = model;
    const list = model.receivers[channel]!;
    const sender = slotProcess[slot]!;
    const free = walker.committed === 0 || walker.at(sender).committed;
    const { from, fromOpen, until, untilOpen } = this;
    for (let i = 0; i < list.length; i++) {
      const partner = list[i]!;
      const process = slotProcess[partner]!;
      if (locations[process] !== slotSource[partner] || process === sender) continue;
      if (!free && !walker.at(process).committed) continue;
      if (!walker.offers(partner) || slotChannel[partner] !== channel) continue;
      this.from = from;
      this.fromOpen = fromOpen;
      this.until = until;
      this.untilOpen = untilOpen;
      if (!this.cut(walker, partner)) continue;
      if (urgent) this.stopTime();
      this.add(slot, partner);
    }
  }

  /** The window becomes what the slot's guard leaves of the time from now on; false when that is nothing. */
  private open(walker: Walker, slot: number): boolean {
    this.from = walker.line.now;
    this.fromOpen = false;
    // Time that an urgent synchronisation takes away is cut off at the end.
    const endless = walker.model.hasUrgentChannels && walker.urgent === 0;
    this.until = endless ? Number.POSITIVE_INFINITY : this.allowed;
    this.untilOpen = this.until === this.allowed && this.allowedOpen;
    return this.cut(walker, slot);
  }

  /** What the slot's guard leaves of the window; false when that is nothing. */
  private cut(walker: Walker, slot: number): boolean {
    const flags = walker.slotFlags[slot]!;
    if ((flags & TIMED) === 0) return true;
    const low = walker.slotLow[slot]!;
    const high = walker.slotHigh[slot]!;
    if (low > this.from) {
      this.from = low;
      this.fromOpen = (flags & LOW_OPEN) !== 0;
    } else if (low === this.from && (flags & LOW_OPEN) !== 0) this.fromOpen = true;
    if (high < this.until) {
      this.until = high;
      this.untilOpen = (flags & HIGH_OPEN) !== 0;
    } else if (high === this.until && (flags & HIGH_OPEN) !== 0) this.untilOpen = true;
    return this.from < this.until || (this.from === this.until && !this.fromOpen && !this.untilOpen);
  }

  /** Time stops when the guards of an urgent synchronisation begin to hold, or just before. */
  private stopTime(): void {
    if (this.from > this.allowed || (this.from === this.allowed && this.allowedOpen)) return;
    this.allowed = this.from;
    this.allowedOpen = false;
  }

  private add(slot: number, partner: number): void {
    const at = this.count++;
    if (at === this.first.length) this.grow();
    this.first[at] = slot;
    this.second[at] = partner;
    this.low[at] = this.from;
    this.high[at] = this.until;
    this.lowOpen[at] = this.fromOpen ? 1 : 0;
    this.highOpen[at] = this.untilOpen ? 1 : 0;
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

  /** Removes a candidate; the last one takes its place, and it the place of that. */
  drop(at: number): void {
    const last = --this.count;
    if (at === last) return;
    if (this.total === this.first.length) this.grow();
    this.copy(at, this.total);
    this.copy(last, at);
    this.copy(this.total, last);
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
