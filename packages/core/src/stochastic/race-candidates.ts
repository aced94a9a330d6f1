// What could be initiated from here: every internal or sending edge with values of its selects, the window of delays in
// which it is enabled, and for binary channels the partners with theirs.

import { grown } from "../basics/grow.ts";
import type { Select } from "../network/index.ts";
import { generalGuard } from "./faults.ts";
import type { DrawnEdge, SampledLocation } from "./model.ts";
import type { RaceState } from "./race-state.ts";
import type { RealMachine } from "./real-machine.ts";
import { Window } from "./window.ts";

/** A strict end: not at that moment, but as soon as any time has passed behind it. */
function earliestIn({ low, lowOpen }: Window): number {
  if (!lowOpen) return low;
  return low === 0 ? Number.MIN_VALUE : low * (1 + Number.EPSILON);
}

/** Edges with values of their selects, by which of its guards each is enabled, and the delays in between. */
export class EdgeList {
  count = 0;
  units: DrawnEdge[] = [];
  combos = new Int32Array(64);
  alternatives = new Int32Array(64);
  lows = new Float64Array(64);
  highs = new Float64Array(64);

  add(unit: DrawnEdge, combo: number, alternative: number, low: number, high: number): void {
    const at = this.count++;
    if (this.count > this.combos.length) this.grow();
    this.units[at] = unit;
    this.combos[at] = combo;
    this.alternatives[at] = alternative;
    this.lows[at] = low;
    this.highs[at] = high;
  }

  /** The one at `from` stands at `to` as well. */
  copy(from: number, to: number): void {
    this.units[to] = this.units[from]!;
    this.combos[to] = this.combos[from]!;
    this.alternatives[to] = this.alternatives[from]!;
  }

  isEnabled(at: number, delay: number): boolean {
    return this.lows[at]! <= delay && delay <= this.highs[at]!;
  }

  private grow(): void {
    this.combos = grown(this.combos, this.count);
    this.alternatives = grown(this.alternatives, this.count);
    this.lows = grown(this.lows, this.count);
    this.highs = grown(this.highs, this.count);
  }
}

export class RaceCandidates {
  /** What processes might initiate, those of process p from starts[p] to starts[p + 1]. */
  readonly list = new EdgeList();
  readonly starts: Int32Array;
  channels = new Int32Array(64);
  /** Partners of binary senders, those of candidate c from partnerStarts[c] to partnerStarts[c + 1]. */
  readonly partners = new EdgeList();
  partnerStarts = new Int32Array(65);
  private readonly state: RaceState;
  private readonly window = new Window();

  constructor(state: RaceState) {
    this.state = state;
    this.starts = new Int32Array(state.locations.length + 1);
  }

  /** `committed`: somebody is in a committed location and must take part. */
  find(committed: boolean): void {
    const { starts, list, partners } = this;
    list.count = 0;
    partners.count = 0;
    const processes = starts.length - 1;
    for (let p = 0; p < processes; p++) {
      starts[p] = list.count;
      this.findCandidates(p, committed);
    }
    starts[processes] = list.count;
  }

  canMoveAfter(process: number, delay: number): boolean {
    const end = this.starts[process + 1]!;
    for (let c = this.starts[process]!; c < end; c++) if (this.list.isEnabled(c, delay)) return true;
    return false;
  }

  isBinary(candidate: number): boolean {
    const channel = this.channels[candidate]!;
    return channel >= 0 && !this.state.network.channels[channel]!.broadcast;
  }

  partnersAfter(candidate: number, delay: number): number {
    let found = 0;
    const end = this.partnerStarts[candidate + 1]!;
    for (let k = this.partnerStarts[candidate]!; k < end; k++) if (this.partners.isEnabled(k, delay)) found++;
    return found;
  }

  /** Is an edge enabled now whose guard could not be foretold? */
  isGeneralEnabled(unit: DrawnEdge): boolean {
    for (let combo = 0; combo < unit.combinations; combo++) {
      for (let k = 0; k < unit.alternatives.length; k++) {
        if (this.guardOf(unit, k, combo) && this.window.general && this.window.low <= 0) return true;
      }
    }
    return false;
  }

  private findCandidates(process: number, committed: boolean): void {
    const place = this.state.placeOf(process);
    const { initiating } = place;
    for (let i = 0; i < initiating.length; i++) {
      const unit = initiating[i]!;
      if (committed && !place.committed && unit.kind === "internal") continue;
      for (let combo = 0; combo < unit.combinations; combo++) this.findCandidate(unit, combo, committed, place);
    }
  }

  private findCandidate(unit: DrawnEdge, combo: number, committed: boolean, place: SampledLocation): void {
    const { window, state, list } = this;
    const { machine, network } = state;
    for (let k = 0; k < unit.alternatives.length; k++) {
      if (!this.guardOf(unit, k, combo)) continue;
      const channel = unit.channel === null ? -1 : unit.channel(machine);
      const { high, general } = window;
      let low = earliestIn(window);
      const isUrgent = channel >= 0 && network.channels[channel]!.urgent;
      if (general && !isUrgent && !place.urgent && !place.committed && !state.cornered[unit.process]) {
        throw generalGuard(state.nameOf(unit.process), unit.edge.span);
      }
      const at = list.count;
      this.reserve(at + 1);
      this.partnerStarts[at] = this.partners.count;
      if (unit.kind === "send" && !network.channels[channel]!.broadcast) {
        low = this.findPartners(unit, channel, low, high, committed && !place.committed);
        if (low === Number.POSITIVE_INFINITY) continue;
      } else if (committed && !place.committed && !this.someoneCommittedHears(unit, channel)) {
        continue;
      }
      list.add(unit, combo, k, low, high);
      this.channels[at] = channel;
      this.partnerStarts[at + 1] = this.partners.count;
    }
  }

  /** Leaves the window of one guard; false: never. */
  private guardOf(unit: DrawnEdge, alternative: number, combo: number): boolean {
    const { guard, frameSize } = unit.alternatives[alternative]!;
    const { window, state } = this;
    const { machine } = state;
    window.reset();
    machine.openFrame(frameSize);
    if (unit.selects.length > 0) setSelects(machine, unit.selects, combo);
    for (let i = 0; i < guard.length; i++) if (!guard[i]!(machine, state, window)) return false;
    // What cannot be foretold holds now or is looked at again; it is not known to hold when the rest of the guard will.
    if (window.general && window.low > 0) return false;
    return window.low < window.high || !window.isEmpty;
  }

  /** D10: the earliest moment at which somebody else can receive; infinite: nobody ever. */
  private findPartners(
    sender: DrawnEdge,
    channel: number,
    low: number,
    high: number,
    mustBeCommitted: boolean,
  ): number {
    let earliest = Number.POSITIVE_INFINITY;
    const { state, window, partners } = this;
    const { listeners } = state.model;
    for (let l = 0; l < listeners.length; l++) {
      const process = listeners[l]!;
      if (process === sender.process) continue;
      const place = state.placeOf(process);
      if (mustBeCommitted && !place.committed) continue;
      for (let i = 0; i < place.receiving.length; i++) {
        const unit = place.receiving[i]!;
        for (let combo = 0; combo < unit.combinations; combo++) {
          for (let k = 0; k < unit.alternatives.length; k++) {
            if (!this.guardOf(unit, k, combo) || unit.channel!(state.machine) !== channel) continue;
            const from = Math.max(low, earliestIn(window));
            const to = Math.min(high, window.high);
            if (from > to) continue;
            partners.add(unit, combo, k, from, to);
            if (from < earliest) earliest = from;
          }
        }
      }
    }
    return earliest;
  }

  private someoneCommittedHears(sender: DrawnEdge, channel: number): boolean {
    const { state, partners } = this;
    const { listeners } = state.model;
    const { count } = partners;
    for (let l = 0; l < listeners.length; l++) {
      const process = listeners[l]!;
      if (process === sender.process || !state.placeOf(process).committed) continue;
      const found = this.addReceivers(process, channel);
      partners.count = count;
      if (found > 0) return true;
    }
    return false;
  }

  /** Adds the edges of the process that can receive now to the partners. */
  addReceivers(process: number, channel: number): number {
    const { state, window, partners } = this;
    const { receiving } = state.placeOf(process);
    let found = 0;
    for (let i = 0; i < receiving.length; i++) {
      const unit = receiving[i]!;
      for (let combo = 0; combo < unit.combinations; combo++) {
        for (let k = 0; k < unit.alternatives.length; k++) {
          if (!this.guardOf(unit, k, combo) || earliestIn(window) > 0) continue;
          if (unit.channel!(state.machine) !== channel) continue;
          partners.add(unit, combo, k, 0, 0);
          found++;
          break;
        }
      }
    }
    return found;
  }

  private reserve(count: number): void {
    if (count < this.channels.length) return;
    this.channels = grown(this.channels, count + 1);
    this.partnerStarts = grown(this.partnerStarts, count + 2);
  }
}

/** Gives the selects at the beginning of the frame the values of a combination. */
export function setSelects(machine: RealMachine, selects: readonly Select[], combo: number): void {
  const { memory, frame } = machine;
  let rest = combo;
  for (let i = selects.length - 1; i >= 0; i--) {
    const { min, max } = selects[i]!;
    const size = max - min + 1;
    memory[frame + i] = min + (rest % size);
    rest = Math.floor(rest / size);
  }
}
