// The joint steps that are possible now or after an allowed delay, as a table of columns that is filled anew in every
// state: who begins, who joins, and in which window of time. Who joins a broadcast is settled when the moment is known.

import { grown } from "../../basics/grow.ts";
import { BROADCASTING, NO_CHANNEL, URGENT } from "../compile/walk-network.ts";
import { type GuardWindows, HIGH_OPEN, LOW_OPEN, OK, TIMED, UNKNOWN } from "../state/guard-windows.ts";
import type { Walker } from "../state/walk-state.ts";

export const ALONE = -1;
export const BROADCAST = -2;

export class CandidateTable {
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
  /** The end of windows, before urgent synchronisations take time away. */
  private until = 0;
  private untilOpen = false;

  /** Fills the table for the walker's state; with `only`, by the steps that this slot begins. */
  enumerate(walker: Walker, only = -1): void {
    const { line, model, presence, windows } = walker;
    walker.machine.beginStep();
    walker.invariants.openAllowed();
    this.count = 0;
    this.allowed = line.high;
    this.allowedOpen = line.highOpen;
    // Time that an urgent synchronisation takes away is cut off at the end.
    this.until = model.hasUrgentChannels && presence.urgent === 0 ? Number.POSITIVE_INFINITY : this.allowed;
    this.untilOpen = this.until === this.allowed && this.allowedOpen;
    const { active, activeCount } = presence;
    for (let i = 0; i < activeCount; i++) {
      const slot = active[i]!;
      // Whoever may stop time has a say in what others can do.
      if (only >= 0 && slot !== only && !model.edges[model.slotEdge[slot]!]!.mayStopTime) continue;
      const flags = windows.flags[slot]!;
      if ((flags & OK) !== 0 || (flags === UNKNOWN && this.mayBegin(walker, slot) && windows.offers(slot))) {
        this.addSteps(walker, slot);
      }
    }
    if (model.hasUrgentChannels) this.clip(line.now);
    this.total = this.count;
  }

  /**
   * Is there a process to synchronise with, and does the committed rule allow it, as far as can be seen without the
   * guard?
   */
  private mayBegin({ model, presence }: Walker, slot: number): boolean {
    const channel = model.fixedChannel[slot]!;
    if (channel === NO_CHANNEL) return presence.isFree(model.slotProcess[slot]!);
    return channel < 0 || (model.channels[channel]! & BROADCASTING) !== 0 || presence.listeners[channel]! > 0;
  }

  /** Adds the steps that a slot begins whose data guard holds. */
  private addSteps(walker: Walker, slot: number): void {
    const { line, model, presence, windows } = walker;
    const channel = windows.channel[slot]!;
    const free = presence.committed === 0 || presence.isCommitted[model.slotProcess[slot]!] === 1;
    const kind = channel < 0 ? 0 : model.channels[channel]!;
    const isBinary = channel >= 0 && (kind & BROADCASTING) === 0;
    if (isBinary ? presence.listeners[channel] === 0 : channel < 0 && !free) return;
    const at = this.row(line.now, 0, this.until, this.untilOpen ? 1 : 0);
    if (!this.cut(at, windows, slot)) return;
    if (isBinary) {
      this.addPairs(walker, slot, free);
      return;
    }
    if ((kind & URGENT) !== 0) this.stopTime(this.low[at]!);
    this.add(slot, channel < 0 ? ALONE : BROADCAST);
  }

  /** Adds the steps of a sender, whose window is in the row to come, and each who listens to it. */
  private addPairs(walker: Walker, slot: number, free: boolean): void {
    const { model, presence, windows } = walker;
    const { slotProcess, slotSource, firstWord } = model;
    const { locations } = presence;
    const channel = windows.channel[slot]!;
    const list = model.receivers[channel]!;
    const sender = slotProcess[slot]!;
    const isUrgent = (model.channels[channel]! & URGENT) !== 0;
    const low = this.low[this.count]!;
    const lowOpen = this.lowOpen[this.count]!;
    const high = this.high[this.count]!;
    const highOpen = this.highOpen[this.count]!;
    const first = firstWord[channel]!;
    for (let word = first; word < firstWord[channel + 1]!; word++) {
      for (let bits = presence.listening[word]!; bits !== 0; bits &= bits - 1) {
        const partner = list[((word - first) << 5) + 31 - Math.clz32(bits & -bits)]!;
        const process = slotProcess[partner]!;
        if (locations[process] !== slotSource[partner] || process === sender) continue;
        if (!(free || presence.isCommitted[process] === 1)) continue;
        if (!windows.offers(partner) || windows.channel[partner] !== channel) continue;
        const at = this.row(low, lowOpen, high, highOpen);
        if (!this.cut(at, windows, partner)) continue;
        if (isUrgent) this.stopTime(this.low[at]!);
        this.add(slot, partner);
      }
    }
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

  /**
   * Nothing can be taken, because the data of some edge fails; where channels are urgent nobody knows if time may pass.
   */
  clear(walker: Walker): void {
    this.count = 0;
    this.total = 0;
    walker.invariants.openAllowed();
    const { line, model } = walker;
    this.allowed = model.hasUrgentChannels ? line.now : line.high;
    this.allowedOpen = model.hasUrgentChannels ? false : line.highOpen;
  }

  /** Time stops when the guards of an urgent synchronisation begin to hold, or just before. */
  private stopTime(from: number): void {
    if (from > this.allowed || (from === this.allowed && this.allowedOpen)) return;
    this.allowed = from;
    this.allowedOpen = false;
  }

  /** The row to come, with this window; `add` makes it a candidate. */
  private row(low: number, lowOpen: number, high: number, highOpen: number): number {
    const at = this.count;
    if (at === this.first.length) this.grow();
    this.low[at] = low;
    this.lowOpen[at] = lowOpen;
    this.high[at] = high;
    this.highOpen[at] = highOpen;
    return at;
  }

  /** Cuts a row's window by that of a slot's guard; is anything left? */
  private cut(at: number, windows: GuardWindows, slot: number): boolean {
    const flags = windows.flags[slot]!;
    if ((flags & TIMED) === 0) return true;
    const { low, lowOpen, high, highOpen } = this;
    const from = windows.low[slot]!;
    const until = windows.high[slot]!;
    if (from > low[at]!) {
      low[at] = from;
      lowOpen[at] = (flags & LOW_OPEN) === 0 ? 0 : 1;
    } else if (from === low[at] && (flags & LOW_OPEN) !== 0) lowOpen[at] = 1;
    if (until < high[at]!) {
      high[at] = until;
      highOpen[at] = (flags & HIGH_OPEN) === 0 ? 0 : 1;
    } else if (until === high[at] && (flags & HIGH_OPEN) !== 0) highOpen[at] = 1;
    return !this.isEmpty(at);
  }

  private isEmpty(at: number): boolean {
    const low = this.low[at]!;
    const high = this.high[at]!;
    return low > high || (low === high && (this.lowOpen[at] === 1 || this.highOpen[at] === 1));
  }

  private add(slot: number, partner: number): void {
    const at = this.count++;
    this.first[at] = slot;
    this.second[at] = partner;
  }

  /** Cuts all windows by the allowed time and drops what is empty. */
  private clip(now: number): void {
    const { high, highOpen, allowed } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (allowed < high[i]! || (allowed === high[i] && this.allowedOpen)) {
        high[i] = Math.max(allowed, now);
        highOpen[i] = this.allowedOpen ? 1 : 0;
      }
      if (this.isEmpty(i)) continue;
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
