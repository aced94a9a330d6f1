// The winner moves: one of its enabled edges, with whoever synchronises, outcomes by weight; all of it, or nothing
// where an invariant would be broken behind it (the decisions D5 to D7, D9, D10 and D14 of docs/statistics.md).

import { badWeight } from "./faults.ts";
import type { DrawnEdge } from "./model.ts";
import { type EdgeList, type RaceCandidates, setSelects } from "./race-candidates.ts";
import type { RaceState } from "./race-state.ts";

/** What a joint step was made of. */
export interface TakenEdge {
  readonly process: number;
  readonly edge: number;
  readonly select: readonly number[];
}

export class WinningStep {
  /** The edges of the latest step, the initiator first; undefined: nobody wants to know. */
  taken: TakenEdge[] | undefined;
  /** The first process that could receive a broadcast in several ways (D9), by its location and the channel. */
  severalReceivers: string | undefined;
  /** Its channel; negative: none. */
  channel = -1;
  private readonly state: RaceState;
  private readonly candidates: RaceCandidates;
  private readonly enabled: number[] = [];
  // Of the initiator and those who join: which outcome, and which values of its own selects.
  private readonly outcomes: Int32Array;
  private readonly outcomeCombos: Int32Array;

  constructor(state: RaceState, candidates: RaceCandidates) {
    const processes = state.locations.length;
    this.state = state;
    this.candidates = candidates;
    this.outcomes = new Int32Array(processes + 1);
    this.outcomeCombos = new Int32Array(processes + 1);
  }

  /** Takes one of the edges that the process can take now, after the delay; false: it can take none. */
  take(process: number, delay: number): boolean {
    const { candidates, enabled } = this;
    const { list, starts } = candidates;
    const { units, combos } = list;
    let count = 0;
    let last = -1;
    const end = starts[process + 1]!;
    for (let c = starts[process]!; c < end; c++) {
      if (!list.isEnabled(c, delay)) continue;
      if (candidates.isBinary(c) && candidates.partnersAfter(c, delay) === 0) continue;
      // Alternatives of one guard are one edge.
      if (last >= 0 && units[last] === units[c] && combos[last] === combos[c]) continue;
      last = c;
      enabled[count++] = c;
    }
    const { stream } = this.state.machine;
    while (count > 0) {
      const at = count === 1 ? 0 : stream.below(count);
      if (this.perform(enabled[at]!, delay)) return true;
      enabled[at] = enabled[--count]!;
    }
    return false;
  }

  /** False: an invariant would be broken behind it, so the edge is not enabled; all is as it was. */
  private perform(candidate: number, delay: number): boolean {
    const { state, candidates } = this;
    const { model, machine, network } = state;
    const { list, partners, channels } = candidates;
    const unit = list.units[candidate]!;
    const combo = list.combos[candidate]!;
    const channel = channels[candidate]!;
    this.channel = channel;
    if (model.hasInvariants) state.save();
    if (this.taken !== undefined) this.taken.length = 0;
    // Receivers are chosen in the state before the step.
    const joining = partners.count;
    if (channel >= 0) {
      if (candidates.isBinary(candidate)) this.choosePartner(candidate, delay);
      else this.chooseReceivers(unit, channel);
    }
    const joined = partners.count;
    partners.count = joining;
    // So are outcomes, before anything changes.
    this.chooseOutcome(0, unit, combo);
    for (let k = joining; k < joined; k++) this.chooseOutcome(k - joining + 1, partners.units[k]!, partners.combos[k]!);
    if (model.before !== null) {
      machine.openFrame(network.updateFrameSize);
      model.before(machine);
    }
    this.update(0, list, candidate);
    for (let k = joining; k < joined; k++) this.update(k - joining + 1, partners, k);
    if (model.after !== null) {
      machine.openFrame(network.updateFrameSize);
      model.after(machine);
    }
    state.setSlopes();
    if (!model.hasInvariants || state.invariantsHold()) return true;
    state.restore();
    state.setSlopes();
    return false;
  }

  /** One of those who can receive, uniformly; kept behind the partners. */
  private choosePartner(candidate: number, delay: number): void {
    const { candidates, state } = this;
    const { partners, partnerStarts } = candidates;
    const enabled = candidates.partnersAfter(candidate, delay);
    let which = enabled === 1 ? 0 : state.machine.stream.below(enabled);
    const end = partnerStarts[candidate + 1]!;
    for (let k = partnerStarts[candidate]!; k < end; k++) {
      if (!partners.isEnabled(k, delay) || which-- > 0) continue;
      partners.add(partners.units[k]!, partners.combos[k]!, partners.alternatives[k]!, 0, 0);
      return;
    }
  }

  /** D9: every process that can receive does, each with one of its edges; kept behind the partners. */
  private chooseReceivers(sender: DrawnEdge, channel: number): void {
    const { candidates, state } = this;
    const { partners } = candidates;
    const { listeners } = state.model;
    for (let l = 0; l < listeners.length; l++) {
      const process = listeners[l]!;
      if (process === sender.process) continue;
      const first = partners.count;
      const found = candidates.addReceivers(process, channel);
      if (found === 0) continue;
      if (found > 1) {
        this.severalReceivers ??= `${state.nameOf(process)} on \`${state.network.channels[channel]!.name}\``;
        partners.copy(first + state.machine.stream.below(found), first);
      }
      partners.count = first + 1;
    }
  }

  private update(part: number, list: EdgeList, at: number): void {
    const { machine, locations } = this.state;
    const unit = list.units[at]!;
    const outcome = unit.outcomes[this.outcomes[part]!]!;
    machine.openFrame(outcome.frameSize);
    const { selects } = outcome;
    const combo = list.combos[at]! * outcome.combinations + this.outcomeCombos[part]!;
    if (selects.length > 0) setSelects(machine, selects, combo);
    if (this.taken !== undefined) {
      const select = selects.map((_, i) => machine.memory[machine.frame + i]!);
      this.taken.push({ process: unit.process, edge: outcome.edges[list.alternatives[at]!]!, select });
    }
    locations[unit.process] = outcome.target;
    if (outcome.update !== null) outcome.update(machine);
  }

  /** D14: in proportion to the weights, as they are in the source state. */
  private chooseOutcome(part: number, unit: DrawnEdge, combo: number): void {
    const { outcomes } = unit;
    const { machine } = this.state;
    this.outcomes[part] = 0;
    this.outcomeCombos[part] = 0;
    if (outcomes.length === 1 && outcomes[0]!.combinations === 1) return;
    const weights = new Float64Array(outcomes.length);
    let sum = 0;
    for (let i = 0; i < outcomes.length; i++) {
      const outcome = outcomes[i]!;
      let weight = 1;
      if (outcome.weight !== null) {
        machine.openFrame(outcome.frameSize);
        if (unit.selects.length > 0) setSelects(machine, unit.selects, combo);
        weight = outcome.weight(machine);
      }
      if (!(weight >= 0)) throw badWeight(`negative (${weight})`, this.state.nameOf(unit.process), unit.edge.span);
      weights[i] = weight * outcome.combinations;
      sum += weights[i]!;
    }
    if (!(sum > 0)) throw badWeight("all 0", this.state.nameOf(unit.process), unit.edge.span);
    let at = machine.stream.fraction() * sum;
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
}
