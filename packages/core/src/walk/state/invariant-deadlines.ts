// Until when time may pass: the invariants of the current locations as ends in absolute time, evaluated again only
// after something they read has changed, and the earliest of all ends, looked for again only when it may have become
// later.

import type { Machine } from "../../semantics/evaluate/index.ts";
import type { ClockLine } from "../clock-origins.ts";
import type { Presence } from "./location-index.ts";

export class Invariants {
  private readonly presence: Presence;
  private readonly machine: Machine;
  private readonly line: ClockLine;
  private readonly ends: Float64Array;
  private readonly endsOpen: Uint8Array;
  /** Processes whose invariants end, in no order, and where each stands (−1: it is not there). */
  private readonly bounded: Int32Array;
  private boundedCount = 0;
  private readonly place: Int32Array;
  /** The earliest end of all, unless it is to be looked for. */
  private first = Number.POSITIVE_INFINITY;
  private firstOpen = false;
  private isKnown = true;
  private readonly dirty: Int32Array;
  private dirtyCount = 0;
  private readonly isDirty: Uint8Array;

  constructor(presence: Presence, machine: Machine, line: ClockLine) {
    const processes = presence.locations.length;
    this.presence = presence;
    this.machine = machine;
    this.line = line;
    this.ends = new Float64Array(processes).fill(Number.POSITIVE_INFINITY);
    this.endsOpen = new Uint8Array(processes);
    this.bounded = new Int32Array(processes);
    this.place = new Int32Array(processes).fill(-1);
    this.dirty = new Int32Array(processes);
    this.isDirty = new Uint8Array(processes);
  }

  /** Everything has to be asked. */
  restart(): void {
    for (let process = 0; process < this.ends.length; process++) this.soil(process);
  }

  /** The invariant of a process may have changed. */
  soil(process: number): void {
    if (this.isDirty[process] === 1) return;
    this.isDirty[process] = 1;
    this.dirty[this.dirtyCount++] = process;
  }

  /** Evaluates the invariants that may have changed; false when one does not hold now. */
  clean(): boolean {
    const { line, machine, presence } = this;
    let fine = true;
    while (this.dirtyCount > 0) {
      const process = this.dirty[--this.dirtyCount]!;
      this.isDirty[process] = 0;
      const { invariant, frameSize } = presence.at(process);
      if (invariant === null) {
        if (this.place[process]! >= 0) this.setEnd(process, Number.POSITIVE_INFINITY, false);
        continue;
      }
      line.open();
      machine.openFrame(frameSize);
      if (!invariant(machine, line)) fine = false;
      else if (line.now < line.low || (line.lowOpen && line.now === line.low)) fine = false;
      else if (line.now > line.high || (line.highOpen && line.now === line.high)) fine = false;
      this.setEnd(process, line.high, line.highOpen);
    }
    return fine;
  }

  /** Opens the line's window to the moments that invariants and urgent locations allow, from now on. */
  openAllowed(): void {
    const { line } = this;
    line.low = line.now;
    line.lowOpen = false;
    if (this.presence.urgent > 0) {
      line.high = line.now;
      line.highOpen = false;
      return;
    }
    if (!this.isKnown) this.findFirst();
    line.high = this.first;
    line.highOpen = this.firstOpen;
  }

  private findFirst(): void {
    const { bounded, ends, endsOpen } = this;
    let first = Number.POSITIVE_INFINITY;
    let open = false;
    for (let i = 0; i < this.boundedCount; i++) {
      const process = bounded[i]!;
      const end = ends[process]!;
      if (end < first) {
        first = end;
        open = endsOpen[process] === 1;
      } else if (end === first && endsOpen[process] === 1) open = true;
    }
    this.first = first;
    this.firstOpen = open;
    this.isKnown = true;
  }

  private setEnd(process: number, end: number, open: boolean): void {
    if (this.ends[process] === this.first) this.isKnown = false;
    this.ends[process] = end;
    this.endsOpen[process] = open ? 1 : 0;
    if (end < this.first) {
      // Earlier than what was first: it stays the first even if that is not known exactly.
      this.first = end;
      this.firstOpen = open;
      this.isKnown = true;
    } else if (end === this.first && open) this.firstOpen = true;
    this.list(process, end !== Number.POSITIVE_INFINITY);
  }

  private list(process: number, ends: boolean): void {
    const { bounded, place } = this;
    const at = place[process]!;
    if (ends && at < 0) {
      place[process] = this.boundedCount;
      bounded[this.boundedCount++] = process;
    } else if (!ends && at >= 0) {
      const last = bounded[--this.boundedCount]!;
      bounded[at] = last;
      place[last] = at;
      place[process] = -1;
    }
  }
}
