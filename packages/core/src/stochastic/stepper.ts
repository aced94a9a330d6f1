// One random run, step by step (David et al. 2015, with the decisions D1 to D15 of docs/statistics.md): every process
// draws a delay, the least wins, the winner chooses among its enabled edges, weights choose the outcome, and all draw
// again. Memory is allocated once; a run begins with the stream of its number and takes nothing from other runs.

import { grown } from "../basics/grow.ts";
import type { Network, Select } from "../network/index.ts";
import { badRate, badWeight, generalGuard, probablyZeno, STEPS_WITHOUT_TIME, timeLock } from "./faults.ts";
import { Integrator } from "./integrator.ts";
import type { DrawnEdge, SampledLocation, StochasticModel } from "./model.ts";
import { RealMachine } from "./real-machine.ts";
import { type Motion, Window } from "./window.ts";

/** What a joint step was made of, for whoever records it. */
export interface TakenEdge {
  readonly process: number;
  readonly edge: number;
  readonly select: readonly number[];
}

const NOBODY = -1;

/** A strict end at the very moment: not yet, but as soon as any time has passed. */
function earliestIn({ low, lowOpen }: Window): number {
  return lowOpen && low === 0 ? Number.MIN_VALUE : low;
}

export class RaceStepper implements Motion {
  readonly model: StochasticModel;
  readonly network: Network;
  readonly machine: RealMachine;
  readonly locations: Int32Array;
  readonly slopes: Float64Array;
  readonly changing: Uint8Array;
  time = 0;
  steps = 0;
  /** Who moves next, after how long; nobody: time passes and all draw again. */
  winner = NOBODY;
  delay = 0;
  /** Does some slope change while time passes? */
  isCurved = false;
  /** Hears of every edge that takes part in a step, in order, the initiator first; undefined: nobody wants to know. */
  onTaken: ((taken: TakenEdge, channel: number) => void) | undefined;

  private readonly window = new Window();
  private readonly integrator: Integrator;
  private readonly bounds: Float64Array;
  /** A general invariant was about to be left: the process must move now. */
  private readonly cornered: Uint8Array;
  private stepsAtMoment = 0;

  // Candidates: what processes might initiate, those of process p from starts[p] to starts[p + 1].
  private readonly starts: Int32Array;
  private units: DrawnEdge[] = [];
  private combos = new Int32Array(64);
  private lows = new Float64Array(64);
  private highs = new Float64Array(64);
  private channels = new Int32Array(64);
  private count = 0;
  // Partners of binary senders, those of candidate c from partnerStarts[c] to partnerStarts[c + 1].
  private partnerStarts = new Int32Array(65);
  private partnerUnits: DrawnEdge[] = [];
  private partnerCombos = new Int32Array(64);
  private partnerLows = new Float64Array(64);
  private partnerHighs = new Float64Array(64);
  private partnerCount = 0;

  private readonly startClocks: Float64Array;
  private readonly savedCells: Float64Array;
  private readonly savedClocks: Float64Array;
  private readonly savedLocations: Int32Array;
  private enabled = new Int32Array(64);
  // Of the initiator and those who join: which outcome, and which values of its own selects.
  private readonly outcomes: Int32Array;
  private readonly outcomeCombos: Int32Array;
  private readonly tied: Int32Array;

  constructor(model: StochasticModel, step: number) {
    const { network } = model;
    this.model = model;
    this.network = network;
    this.machine = new RealMachine(network.cells, network.clocks.length);
    const processes = network.processes.length;
    this.locations = new Int32Array(processes);
    this.machine.locations = this.locations;
    this.slopes = new Float64Array(network.clocks.length).fill(1);
    this.changing = new Uint8Array(network.clocks.length);
    this.bounds = new Float64Array(processes);
    this.cornered = new Uint8Array(processes);
    this.starts = new Int32Array(processes + 1);
    this.tied = new Int32Array(processes);
    this.outcomes = new Int32Array(processes + 1);
    this.outcomeCombos = new Int32Array(processes + 1);
    this.startClocks = new Float64Array(network.clocks.length);
    this.savedCells = new Float64Array(network.cells);
    this.savedClocks = new Float64Array(network.clocks.length);
    this.savedLocations = new Int32Array(processes);
    this.integrator = new Integrator(this, step);
  }

  /** Puts the initial state in place; draws come from the stream of that run. */
  begin(seed: number, run: number): void {
    const { machine, network, locations } = this;
    machine.memory.set(network.initialValues);
    for (let i = 0; i < network.clocks.length; i++) machine.clocks[i] = network.clocks[i]!.initial;
    for (let p = 0; p < locations.length; p++) locations[p] = network.processes[p]!.initial[0]!;
    machine.stream.begin(seed, run);
    this.time = 0;
    this.steps = 0;
    this.stepsAtMoment = 0;
    this.cornered.fill(0);
    machine.beginStep();
    this.setSlopes();
  }

  placeOf(process: number): SampledLocation {
    return this.model.places[process]![this.locations[process]!]!;
  }

  nameOf(process: number): string {
    return `${this.network.processes[process]!.name}.${this.placeOf(process).location.name}`;
  }

  /** Slopes in this state; those that depend on clocks are what they are now. */
  setSlopes(): void {
    if (!this.model.hasRates) return;
    const { slopes, changing, machine } = this;
    slopes.fill(1);
    changing.fill(0);
    this.isCurved = false;
    for (let p = 0; p < this.locations.length; p++) {
      const place = this.placeOf(p);
      if (place.rates.length === 0) continue;
      machine.openFrame(place.frameSize);
      for (let i = 0; i < place.rates.length; i++) place.rates[i]!(machine, slopes);
      for (let i = 0; i < place.changing.length; i++) {
        place.changing[i]!(machine, changing);
        this.isCurved = true;
      }
    }
  }

  // -------------------------------------------------------------------------------------------- the race

  /** Lets everybody draw. */
  propose(): void {
    const { locations, model } = this;
    this.machine.beginStep();
    // Along curves slopes were those of the last piece.
    if (this.isCurved) this.setSlopes();
    this.count = 0;
    this.partnerCount = 0;
    const committed = model.hasCommitted && this.someCommitted();
    const hurried = committed || (model.hasUrgentLocations && this.someUrgent());
    for (let p = 0; p < locations.length; p++) {
      this.starts[p] = this.count;
      this.findCandidates(p, committed);
    }
    this.starts[locations.length] = this.count;
    if (hurried) this.hurry(committed);
    else this.race();
  }

  private someCommitted(): boolean {
    for (let p = 0; p < this.locations.length; p++) if (this.placeOf(p).committed) return true;
    return false;
  }

  private someUrgent(): boolean {
    for (let p = 0; p < this.locations.length; p++) if (this.placeOf(p).urgent) return true;
    return false;
  }

  /** D11: time stands still. Whoever is in a hurry moves; where none of them can, whoever can. */
  private hurry(committed: boolean): void {
    const { locations, tied } = this;
    let hasty = 0;
    let others = 0;
    for (let p = 0; p < locations.length; p++) {
      if (!this.canMoveAfter(p, 0)) continue;
      const place = this.placeOf(p);
      if (committed || place.urgent || place.committed) tied[hasty++] = p;
      else others++;
    }
    if (hasty === 0 && others > 0) {
      for (let p = 0; p < locations.length; p++) if (this.canMoveAfter(p, 0)) tied[hasty++] = p;
    }
    this.delay = 0;
    if (hasty === 0) {
      const stuck = this.firstHurried();
      throw timeLock(this.nameOf(stuck), this.time, this.placeOf(stuck).location.span);
    }
    this.winner = tied[hasty === 1 ? 0 : this.machine.stream.below(hasty)]!;
  }

  private firstHurried(): number {
    for (let p = 0; p < this.locations.length; p++) {
      const { urgent, committed } = this.placeOf(p);
      if (urgent || committed) return p;
    }
    return 0;
  }

  private race(): void {
    const { locations, tied, bounds } = this;
    let least = Number.POSITIVE_INFINITY;
    let ties = 0;
    let mostAllowed = Number.POSITIVE_INFINITY;
    let first = 0;
    for (let p = 0; p < locations.length; p++) {
      const bound = this.boundOf(p);
      bounds[p] = bound;
      if (bound < mostAllowed) {
        mostAllowed = bound;
        first = p;
      }
      const drawn = this.draw(p, bound);
      if (drawn > least || drawn === Number.POSITIVE_INFINITY) continue;
      if (drawn < least) ties = 0;
      least = drawn;
      tied[ties++] = p;
    }
    if (least > mostAllowed) {
      // D12: a bound comes before anybody moves.
      if (mostAllowed <= 0) throw timeLock(this.nameOf(first), this.time, this.placeOf(first).location.span);
      this.winner = NOBODY;
      this.delay = mostAllowed;
      return;
    }
    this.delay = least;
    if (ties === 0) this.winner = NOBODY;
    else this.winner = tied[ties === 1 ? 0 : this.machine.stream.below(ties)]!;
  }

  /** How long the invariant of its location lets the process stay. */
  private boundOf(process: number): number {
    const place = this.placeOf(process);
    if (place.invariant.length === 0) return Number.POSITIVE_INFINITY;
    if (this.cornered[process] === 1) return 0;
    const { window, machine } = this;
    window.reset();
    machine.openFrame(place.frameSize);
    for (let i = 0; i < place.invariant.length; i++) if (!place.invariant[i]!(machine, this, window)) return 0;
    return Math.max(0, window.high);
  }

  /** D1, D2, D4: infinite where the process does not draw. */
  private draw(process: number, bound: number): number {
    const { lows } = this;
    const end = this.starts[process + 1]!;
    let earliest = Number.POSITIVE_INFINITY;
    let urgent = Number.POSITIVE_INFINITY;
    for (let c = this.starts[process]!; c < end; c++) {
      const low = lows[c]!;
      if (low < earliest) earliest = low;
      const channel = this.channels[c]!;
      if (channel >= 0 && low < urgent && this.network.channels[channel]!.urgent) urgent = low;
    }
    if (earliest === Number.POSITIVE_INFINITY || earliest > bound) return Number.POSITIVE_INFINITY;
    const latest = Math.min(urgent, bound);
    const { stream } = this.machine;
    if (latest < Number.POSITIVE_INFINITY) {
      if (latest <= earliest) return earliest;
      if (bound < Number.POSITIVE_INFINITY) {
        const drawn = earliest + stream.fraction() * (bound - earliest);
        return Math.min(drawn, urgent);
      }
    }
    const place = this.placeOf(process);
    let rate = 1;
    if (place.rate !== null) {
      this.machine.openFrame(place.frameSize);
      rate = place.rate(this.machine);
      if (!(rate > 0)) throw badRate(rate, this.nameOf(process), place.location.span);
    }
    const drawn = earliest + stream.exponential() / rate;
    return Math.min(drawn, urgent);
  }

  private canMoveAfter(process: number, delay: number): boolean {
    const end = this.starts[process + 1]!;
    for (let c = this.starts[process]!; c < end; c++) if (this.isEnabled(c, delay)) return true;
    return false;
  }

  private isEnabled(candidate: number, delay: number): boolean {
    return this.lows[candidate]! <= delay && delay <= this.highs[candidate]!;
  }

  // -------------------------------------------------------------------------------------------- candidates

  private findCandidates(process: number, committed: boolean): void {
    const place = this.placeOf(process);
    const { initiating } = place;
    for (let i = 0; i < initiating.length; i++) {
      const unit = initiating[i]!;
      if (committed && !place.committed && unit.kind === "internal") continue;
      for (let combo = 0; combo < unit.combinations; combo++) this.findCandidate(unit, combo, committed, place);
    }
  }

  private findCandidate(unit: DrawnEdge, combo: number, committed: boolean, place: SampledLocation): void {
    const { window, machine, network } = this;
    for (let k = 0; k < unit.alternatives.length; k++) {
      if (!this.guardOf(unit, k, combo)) continue;
      const channel = unit.channel === null ? -1 : unit.channel(machine);
      const { high, general } = window;
      const low = earliestIn(window);
      const isUrgent = channel >= 0 && network.channels[channel]!.urgent;
      if (general && !isUrgent && !place.urgent && !place.committed && !this.cornered[unit.process]) {
        throw generalGuard(this.nameOf(unit.process), unit.edge.span);
      }
      const at = this.count;
      this.reserve(at + 1);
      this.partnerStarts[at] = this.partnerCount;
      let from = low;
      let to = high;
      if (unit.kind === "send" && !network.channels[channel]!.broadcast) {
        const first = this.findPartners(unit, channel, low, high, committed && !place.committed);
        if (first === Number.POSITIVE_INFINITY) continue;
        from = first;
        to = high;
      } else if (committed && !place.committed && !this.someoneCommittedHears(unit, channel)) {
        continue;
      }
      this.units[at] = unit;
      this.combos[at] = combo;
      this.lows[at] = from;
      this.highs[at] = to;
      this.channels[at] = channel;
      this.count = at + 1;
      this.partnerStarts[at + 1] = this.partnerCount;
    }
  }

  /** Leaves the window of one guard; false: never. */
  private guardOf(unit: DrawnEdge, alternative: number, combo: number): boolean {
    const { guard, frameSize } = unit.alternatives[alternative]!;
    const { machine, window } = this;
    window.reset();
    machine.openFrame(frameSize);
    if (unit.selects.length > 0) this.setSelects(unit.selects, combo);
    for (let i = 0; i < guard.length; i++) if (!guard[i]!(machine, this, window)) return false;
    // What cannot be foretold holds now or is looked at again; it is not known to hold when the rest of the guard will.
    if (window.general && window.low > 0) return false;
    return window.low < window.high || !window.isEmpty;
  }

  private setSelects(selects: readonly Select[], combo: number): void {
    const { memory, frame } = this.machine;
    let rest = combo;
    for (let i = selects.length - 1; i >= 0; i--) {
      const { min, max } = selects[i]!;
      const size = max - min + 1;
      memory[frame + i] = min + (rest % size);
      rest = Math.floor(rest / size);
    }
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
    const { listeners } = this.model;
    for (let l = 0; l < listeners.length; l++) {
      const process = listeners[l]!;
      if (process === sender.process) continue;
      const place = this.placeOf(process);
      if (mustBeCommitted && !place.committed) continue;
      for (let i = 0; i < place.receiving.length; i++) {
        const unit = place.receiving[i]!;
        for (let combo = 0; combo < unit.combinations; combo++) {
          for (let k = 0; k < unit.alternatives.length; k++) {
            if (!this.guardOf(unit, k, combo) || unit.channel!(this.machine) !== channel) continue;
            const from = Math.max(low, earliestIn(this.window));
            const to = Math.min(high, this.window.high);
            if (from > to) continue;
            const at = this.partnerCount++;
            this.reservePartners(this.partnerCount);
            this.partnerUnits[at] = unit;
            this.partnerCombos[at] = combo;
            this.partnerLows[at] = from;
            this.partnerHighs[at] = to;
            if (from < earliest) earliest = from;
          }
        }
      }
    }
    return earliest;
  }

  private someoneCommittedHears(sender: DrawnEdge, channel: number): boolean {
    const { listeners } = this.model;
    for (let l = 0; l < listeners.length; l++) {
      const process = listeners[l]!;
      if (process === sender.process || !this.placeOf(process).committed) continue;
      if (this.receiversOf(process, channel) > 0) return true;
    }
    return false;
  }

  /** Edges of the process that can receive now, left in `partnerUnits` behind the others. */
  private receiversOf(process: number, channel: number): number {
    const { receiving } = this.placeOf(process);
    let found = 0;
    for (let i = 0; i < receiving.length; i++) {
      const unit = receiving[i]!;
      for (let combo = 0; combo < unit.combinations; combo++) {
        for (let k = 0; k < unit.alternatives.length; k++) {
          if (!this.guardOf(unit, k, combo) || earliestIn(this.window) > 0) continue;
          if (unit.channel!(this.machine) !== channel) continue;
          const at = this.partnerCount + found++;
          this.reservePartners(at + 1);
          this.partnerUnits[at] = unit;
          this.partnerCombos[at] = combo;
          break;
        }
      }
    }
    return found;
  }

  private reserve(count: number): void {
    if (count < this.combos.length) return;
    this.combos = grown(this.combos, count + 1);
    this.lows = grown(this.lows, count + 1);
    this.highs = grown(this.highs, count + 1);
    this.channels = grown(this.channels, count + 1);
    this.partnerStarts = grown(this.partnerStarts, count + 2);
    this.enabled = grown(this.enabled, count + 1);
  }

  private reservePartners(count: number): void {
    if (count < this.partnerCombos.length) return;
    this.partnerCombos = grown(this.partnerCombos, count + 1);
    this.partnerLows = grown(this.partnerLows, count + 1);
    this.partnerHighs = grown(this.partnerHighs, count + 1);
  }

  // -------------------------------------------------------------------------------------------- time

  /** Looks at the state as it will be after a delay along straight lines. */
  after(delay: number, look: () => void): void {
    const { clocks } = this.machine;
    this.startClocks.set(clocks);
    for (let i = 0; i < clocks.length; i++) clocks[i] = clocks[i]! + this.slopes[i]! * delay;
    look();
    clocks.set(this.startClocks);
  }

  /** Lets time pass along straight lines. */
  advance(delay: number): void {
    if (delay <= 0) return;
    const { clocks } = this.machine;
    const { slopes } = this;
    for (let i = 0; i < clocks.length; i++) clocks[i] = clocks[i]! + slopes[i]! * delay;
    this.time += delay;
    this.stepsAtMoment = 0;
  }

  /**
   * Of a delay along curves: the next piece, straight as far as anybody can tell, as slopes and its length. Less than
   * the rest where something happens on the way that nobody could foretell.
   */
  nextPiece(rest: number): number {
    return this.integrator.piece(rest);
  }

  /** After a piece along curves: is something urgent now, or has an invariant come to its end? Then all draw again. */
  get isInterrupted(): boolean {
    return this.integrator.isInterrupted;
  }

  /** Could an urgent edge be taken now, or is an invariant broken? For the integrator, at the clocks as they are. */
  lookAround(): "nothing" | "urgent" | "left" {
    const { locations, machine, window } = this;
    for (let p = 0; p < locations.length; p++) {
      const place = this.placeOf(p);
      window.reset();
      machine.openFrame(place.frameSize);
      for (let i = 0; i < place.invariant.length; i++) {
        if (place.invariant[i]!(machine, this, window) || !window.general) continue;
        this.cornered[p] = 1;
        return "left";
      }
      for (let i = 0; i < place.initiating.length; i++) {
        const unit = place.initiating[i]!;
        if (!unit.general) continue;
        for (let combo = 0; combo < unit.combinations; combo++) {
          for (let k = 0; k < unit.alternatives.length; k++) {
            if (this.guardOf(unit, k, combo) && window.general && window.low <= 0) return "urgent";
          }
        }
      }
    }
    return "nothing";
  }

  forgetCorners(): void {
    this.cornered.fill(0);
  }

  // -------------------------------------------------------------------------------------------- steps

  /** Lets the winner move, after its delay. False: nobody could after all (D5), and all draw again. */
  act(): boolean {
    if (++this.stepsAtMoment > STEPS_WITHOUT_TIME) throw probablyZeno(this.time);
    if (this.winner === NOBODY) return false;
    let count = 0;
    let last = -1;
    const end = this.starts[this.winner + 1]!;
    for (let c = this.starts[this.winner]!; c < end; c++) {
      if (!this.isEnabled(c, this.delay)) continue;
      if (this.isBinary(c) && this.partnersAt(c) === 0) continue;
      // Alternatives of one guard are one edge.
      if (last >= 0 && this.units[last] === this.units[c] && this.combos[last] === this.combos[c]) continue;
      last = c;
      this.enabled[count++] = c;
    }
    const { stream } = this.machine;
    while (count > 0) {
      const at = count === 1 ? 0 : stream.below(count);
      if (this.take(this.enabled[at]!)) {
        this.steps++;
        this.cornered.fill(0);
        return true;
      }
      this.enabled[at] = this.enabled[--count]!;
    }
    return false;
  }

  private isBinary(candidate: number): boolean {
    const channel = this.channels[candidate]!;
    return channel >= 0 && !this.network.channels[channel]!.broadcast;
  }

  private partnersAt(candidate: number): number {
    let found = 0;
    for (let k = this.partnerStarts[candidate]!; k < this.partnerStarts[candidate + 1]!; k++) {
      if (this.partnerLows[k]! <= this.delay && this.delay <= this.partnerHighs[k]!) found++;
    }
    return found;
  }

  /** False: an invariant would be broken behind it, so the edge is not enabled; all is as it was. */
  private take(candidate: number): boolean {
    const { model, machine } = this;
    const unit = this.units[candidate]!;
    const channel = this.channels[candidate]!;
    if (model.hasInvariants) this.save();
    // Receivers are chosen in the state before the step.
    const joining = this.partnerCount;
    let joined = joining;
    if (channel >= 0)
      joined = this.isBinary(candidate) ? this.choosePartner(candidate) : this.chooseReceivers(unit, channel);
    // So are outcomes, before anything changes.
    this.chooseOutcome(0, unit, this.combos[candidate]!);
    for (let k = joining; k < joined; k++) {
      this.chooseOutcome(k - joining + 1, this.partnerUnits[k]!, this.partnerCombos[k]!);
    }
    if (model.before !== null) {
      machine.openFrame(this.network.updateFrameSize);
      model.before(machine);
    }
    this.perform(0, unit, this.combos[candidate]!, channel);
    for (let k = joining; k < joined; k++) {
      this.perform(k - joining + 1, this.partnerUnits[k]!, this.partnerCombos[k]!, channel);
    }
    if (model.after !== null) {
      machine.openFrame(this.network.updateFrameSize);
      model.after(machine);
    }
    this.setSlopes();
    if (!model.hasInvariants || this.invariantsHold()) return true;
    this.restore();
    this.setSlopes();
    return false;
  }

  private choosePartner(candidate: number): number {
    const enabled = this.partnersAt(candidate);
    let which = enabled === 1 ? 0 : this.machine.stream.below(enabled);
    const at = this.partnerCount;
    this.reservePartners(at + 1);
    for (let k = this.partnerStarts[candidate]!; k < this.partnerStarts[candidate + 1]!; k++) {
      if (this.partnerLows[k]! > this.delay || this.delay > this.partnerHighs[k]!) continue;
      if (which-- > 0) continue;
      this.partnerUnits[at] = this.partnerUnits[k]!;
      this.partnerCombos[at] = this.partnerCombos[k]!;
      break;
    }
    return at + 1;
  }

  /** D9: every process that can receive does, each with one of its edges; kept behind the partners. */
  private chooseReceivers(sender: DrawnEdge, channel: number): number {
    const { listeners } = this.model;
    const first = this.partnerCount;
    for (let l = 0; l < listeners.length; l++) {
      const process = listeners[l]!;
      if (process === sender.process) continue;
      const found = this.receiversOf(process, channel);
      if (found === 0) continue;
      const which = found === 1 ? 0 : this.machine.stream.below(found);
      this.partnerUnits[this.partnerCount] = this.partnerUnits[this.partnerCount + which]!;
      this.partnerCombos[this.partnerCount] = this.partnerCombos[this.partnerCount + which]!;
      this.partnerCount++;
    }
    const last = this.partnerCount;
    this.partnerCount = first;
    return last;
  }

  private perform(part: number, unit: DrawnEdge, combo: number, channel: number): void {
    const { machine } = this;
    const outcome = unit.outcomes[this.outcomes[part]!]!;
    const own = this.outcomeCombos[part]!;
    machine.openFrame(outcome.frameSize);
    const { selects } = outcome;
    if (selects.length > 0) this.setSelects(selects, combo * outcome.combinations + own);
    if (this.onTaken !== undefined) {
      const select = selects.map((_, i) => machine.memory[machine.frame + i]!);
      this.onTaken({ process: unit.process, edge: outcome.edge, select }, channel);
    }
    this.locations[unit.process] = outcome.target;
    if (outcome.update !== null) outcome.update(machine);
  }

  /** D14: in proportion to the weights, as they are in the source state. */
  private chooseOutcome(part: number, unit: DrawnEdge, combo: number): void {
    const { outcomes } = unit;
    this.outcomes[part] = 0;
    this.outcomeCombos[part] = 0;
    if (outcomes.length === 1 && outcomes[0]!.combinations === 1) return;
    const weights = new Float64Array(outcomes.length);
    let sum = 0;
    for (let i = 0; i < outcomes.length; i++) {
      const outcome = outcomes[i]!;
      let weight = 1;
      if (outcome.weight !== null) {
        this.machine.openFrame(outcome.frameSize);
        if (unit.selects.length > 0) this.setSelects(unit.selects, combo);
        weight = outcome.weight(this.machine);
      }
      if (!(weight >= 0)) throw badWeight(`negative (${weight})`, this.nameOf(unit.process), unit.edge.span);
      weights[i] = weight * outcome.combinations;
      sum += weights[i]!;
    }
    if (!(sum > 0)) throw badWeight("all 0", this.nameOf(unit.process), unit.edge.span);
    let at = this.machine.stream.fraction() * sum;
    let last = 0;
    for (let i = 0; i < outcomes.length; i++) {
      if (weights[i] === 0) continue;
      last = i;
      if (at < weights[i]!) break;
      at -= weights[i]!;
    }
    const outcome = outcomes[last]!;
    const { combinations } = outcome;
    this.outcomes[part] = last;
    if (combinations === 1) return;
    this.outcomeCombos[part] = Math.min(combinations - 1, Math.floor((at / weights[last]!) * combinations));
  }

  invariantsHold(): boolean {
    const { machine, window } = this;
    for (let p = 0; p < this.locations.length; p++) {
      const place = this.placeOf(p);
      if (place.invariant.length === 0) continue;
      window.reset();
      machine.openFrame(place.frameSize);
      for (let i = 0; i < place.invariant.length; i++) {
        if (!place.invariant[i]!(machine, this, window) || window.low > 0 || window.high < 0) return false;
      }
    }
    return true;
  }

  private save(): void {
    this.savedCells.set(this.machine.memory.subarray(0, this.network.cells));
    this.savedClocks.set(this.machine.clocks);
    this.savedLocations.set(this.locations);
  }

  private restore(): void {
    this.machine.memory.set(this.savedCells);
    this.machine.clocks.set(this.savedClocks);
    this.locations.set(this.savedLocations);
  }
}
