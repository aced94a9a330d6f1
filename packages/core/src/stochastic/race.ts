// Who moves next, and after how long: every process draws a delay from its window, the least wins (David et al. 2015;
// the decisions D1 to D5, D11 and D12 of docs/statistics.md).

import { badRate, timeLock } from "./faults.ts";
import type { RaceCandidates } from "./race-candidates.ts";
import type { RaceState } from "./race-state.ts";

export const NOBODY = -1;

/** Windows that are narrower, and open at their end, hold no moment. */
const NO_TIME = 1e-9;

export class Race {
  /** Nobody: time passes and all draw again. */
  winner = NOBODY;
  delay = 0;
  private readonly state: RaceState;
  private readonly candidates: RaceCandidates;
  private readonly tied: Int32Array;
  /** Who may not stay until its bound, which is strict, while nobody moves before. */
  private locked = NOBODY;

  constructor(state: RaceState, candidates: RaceCandidates) {
    this.state = state;
    this.candidates = candidates;
    this.tied = new Int32Array(state.locations.length);
  }

  /** Behind the delay: fails where nobody moved before a strict bound. */
  arrive(): void {
    if (this.locked === NOBODY) return;
    const { state, locked } = this;
    throw timeLock(state.nameOf(locked), state.time, state.placeOf(locked).location.span);
  }

  /** Lets everybody draw. */
  run(): void {
    this.locked = NOBODY;
    const { model } = this.state;
    const committed = model.hasCommitted && this.someCommitted();
    const hurried = committed || (model.hasUrgentLocations && this.someUrgent());
    this.candidates.find(committed);
    if (hurried) this.hurry(committed);
    else this.draws();
  }

  private someCommitted(): boolean {
    const { state } = this;
    for (let p = 0; p < state.locations.length; p++) if (state.placeOf(p).committed) return true;
    return false;
  }

  private someUrgent(): boolean {
    const { state } = this;
    for (let p = 0; p < state.locations.length; p++) if (state.placeOf(p).urgent) return true;
    return false;
  }

  /** D11: time stands still. Whoever is in a hurry moves; where none of them can, whoever can. */
  private hurry(committed: boolean): void {
    const { state, tied, candidates } = this;
    const processes = state.locations.length;
    let hasty = 0;
    let others = 0;
    for (let p = 0; p < processes; p++) {
      if (!candidates.canMoveAfter(p, 0)) continue;
      const place = state.placeOf(p);
      if (committed || place.urgent || place.committed) tied[hasty++] = p;
      else others++;
    }
    if (hasty === 0 && others > 0) {
      for (let p = 0; p < processes; p++) if (candidates.canMoveAfter(p, 0)) tied[hasty++] = p;
    }
    this.delay = 0;
    if (hasty === 0) {
      const stuck = this.firstHurried();
      throw timeLock(state.nameOf(stuck), state.time, state.placeOf(stuck).location.span);
    }
    this.winner = tied[hasty === 1 ? 0 : state.machine.stream.below(hasty)]!;
  }

  private firstHurried(): number {
    for (let p = 0; p < this.state.locations.length; p++) {
      const { urgent, committed } = this.state.placeOf(p);
      if (urgent || committed) return p;
    }
    return 0;
  }

  private draws(): void {
    const { state, tied } = this;
    const processes = state.locations.length;
    let least = Number.POSITIVE_INFINITY;
    let ties = 0;
    let mostAllowed = Number.POSITIVE_INFINITY;
    let first = 0;
    let isStrict = false;
    for (let p = 0; p < processes; p++) {
      const bound = state.boundOf(p);
      if (bound < mostAllowed) {
        mostAllowed = bound;
        first = p;
        isStrict = state.isBoundOpen;
      }
      const drawn = this.draw(p, bound, state.isBoundOpen);
      if (drawn > least || drawn === Number.POSITIVE_INFINITY) continue;
      if (drawn < least) ties = 0;
      least = drawn;
      tied[ties++] = p;
    }
    if (least > mostAllowed) {
      // D12: a bound comes before anybody moves.
      if (mostAllowed <= 0) throw timeLock(state.nameOf(first), state.time, state.placeOf(first).location.span);
      this.winner = NOBODY;
      this.delay = mostAllowed;
      if (isStrict) this.locked = first;
      return;
    }
    this.delay = least;
    if (ties === 0) this.winner = NOBODY;
    else this.winner = tied[ties === 1 ? 0 : state.machine.stream.below(ties)]!;
  }

  /** D1, D2, D4: infinite where the process does not draw. */
  private draw(process: number, bound: number, isOpen: boolean): number {
    const { starts, channels, list } = this.candidates;
    const { machine, network } = this.state;
    const { lows } = list;
    const end = starts[process + 1]!;
    let earliest = Number.POSITIVE_INFINITY;
    let urgent = Number.POSITIVE_INFINITY;
    for (let c = starts[process]!; c < end; c++) {
      const low = lows[c]!;
      if (low < earliest) earliest = low;
      const channel = channels[c]!;
      if (channel >= 0 && low < urgent && network.channels[channel]!.urgent) urgent = low;
    }
    if (earliest === Number.POSITIVE_INFINITY || earliest > bound) return Number.POSITIVE_INFINITY;
    // D15: nothing lies between.
    if (isOpen && bound - earliest <= NO_TIME && earliest > 0) return Number.POSITIVE_INFINITY;
    const latest = Math.min(urgent, bound);
    const { stream } = machine;
    if (latest < Number.POSITIVE_INFINITY) {
      if (latest <= earliest) return earliest;
      if (bound < Number.POSITIVE_INFINITY) {
        const drawn = earliest + stream.fraction() * (bound - earliest);
        return Math.min(drawn, urgent);
      }
    }
    const place = this.state.placeOf(process);
    let rate = 1;
    if (place.rate !== null) {
      machine.openFrame(place.frameSize);
      rate = place.rate(machine);
      if (!(rate > 0)) throw badRate(rate, this.state.nameOf(process), place.location.span);
    }
    const drawn = earliest + stream.exponential() / rate;
    return Math.min(drawn, urgent);
  }
}
