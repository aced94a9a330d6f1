// Walking on typed arrays: candidates from current locations, guards kept as windows, nothing allocated per step.

import type { Prng } from "../basics/prng.ts";
import type { Target } from "../engine/index.ts";
import type { ConcreteSemantics, ConcreteState } from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { toNumber } from "../zone/index.ts";
import { type Checkpoint, startAt } from "./checkpoint.ts";
import { ALONE, BROADCAST, CandidateTable } from "./choose/candidate-table.ts";
import { MOST_COVERED } from "./choose/chooser.ts";
import { earliest } from "./choose/delay-sampling.ts";
import { WalkTarget } from "./choose/target-test.ts";
import { LATEST } from "./clock-origins.ts";
import { WalkModel } from "./compile/walk-network.ts";
import { exactly, WalkRecord, type WalkStep } from "./record.ts";
import { Ranks } from "./state/priorities.ts";
import { Walker } from "./state/walk-state.ts";
import type { StateCondition, StateFault, Stepper } from "./stepper.ts";

export class FastStepper implements Stepper {
  readonly table = new CandidateTable();
  readonly walker: Walker;
  readonly model: WalkModel;
  /** What is asked in every state; null where the walk only goes on. */
  private readonly target: WalkTarget | null;
  private readonly random: Prng;
  private readonly starts: readonly Checkpoint[];
  private readonly record = new WalkRecord();
  private readonly slots: Int32Array;
  private slotCount = 0;
  /** Null where no step outranks another. */
  private readonly ranks: Ranks | null;
  private readonly rivals: Int32Array;
  /** Slots that a broadcast prefers to others of the same process, for following a run. */
  readonly preferred = new Set<number>();
  private hasChoice = false;
  private readonly semantics: ConcreteSemantics;
  metAt = 0;
  failing: StateFault | null = null;

  /** `like`: a stepper for the same network, whose model can be used. */
  constructor(semantics: ConcreteSemantics, target: Target | null, random: Prng, like?: FastStepper) {
    const { network } = semantics;
    this.semantics = semantics;
    this.model = like?.model ?? new WalkModel(network);
    this.walker = new Walker(this.model);
    this.target = target && new WalkTarget(this.model, target);
    this.random = random;
    this.starts = semantics.initial().map(({ locations }) => startAt(network, locations));
    this.slots = new Int32Array(network.processes.length);
    this.rivals = new Int32Array(network.processes.length);
    this.ranks = network.hasPriorities ? new Ranks(this.model) : null;
  }

  /** A stepper of its own for the same question. */
  another(random: Prng): FastStepper {
    return new FastStepper(this.semantics, this.target?.target ?? null, random, this);
  }

  get now(): number {
    return this.walker.line.now;
  }

  get largest(): number {
    return this.walker.line.largest;
  }

  get fault() {
    return this.walker.fault;
  }

  get length(): number {
    return this.record.length;
  }

  get discrete() {
    const { locations, machine } = this.walker;
    return { locations, cells: machine.memory.subarray(0, machine.cells) };
  }

  get heldBack(): boolean {
    return this.walker.heldBack;
  }

  keepWithin(condition: StateCondition | null): void {
    this.walker.within = condition && (() => condition(this.discrete));
  }

  restart(initial: number): boolean {
    const start = this.starts[initial];
    return start !== undefined && this.resume(start);
  }

  /** Goes where the walk stood before; what is recorded begins there. */
  resume(checkpoint: Checkpoint): boolean {
    this.record.clear();
    this.target?.restart();
    this.walker.heldBack = false;
    return this.walker.reset(checkpoint);
  }

  weigh(timesCovered: Int32Array, into: Int32Array): number {
    const { slotEdge } = this.model;
    const { count, first, second } = this.table;
    let least = MOST_COVERED;
    for (let i = 0; i < count; i++) {
      const own = timesCovered[slotEdge[first[i]!]!]!;
      const partner = second[i]!;
      const weight = partner < 0 ? own : Math.min(own, timesCovered[slotEdge[partner]!]!);
      into[i] = weight;
      least = Math.min(least, weight);
    }
    return least;
  }

  /** With `only`, of what can happen no more is asked than whether these slots can take a step together. */
  look(only?: readonly number[]): boolean {
    const { table, target, walker } = this;
    const broken = walker.doubts.settle();
    this.failing =
      broken === null
        ? null
        : { transition: this.transition(Int32Array.of(broken.slot), -1), fault: broken.fault, moment: this.now };
    // A deadlock, and what outranks a step, is known only to who has looked at everything.
    const mustSeeAll = target?.mentionsDeadlock === true || this.ranks !== null;
    if (broken === null) table.enumerate(walker, mustSeeAll ? undefined : only?.[0]);
    else table.clear(walker);
    if (target === null) return false;
    const isMet = this.meets(target);
    if (target.fault !== null) this.failing ??= { fault: target.fault, moment: this.now };
    return isMet;
  }

  private meets(target: WalkTarget): boolean {
    const { table, walker } = this;
    if (target.met(walker.machine, walker.line, table.allowed, table.allowedOpen)) {
      this.metAt = target.moment;
      if (!target.mentionsDeadlock || this.confirm(target)) return true;
    }
    return (
      target.mentionsDeadlock && this.outlivesCandidates() && target.metIfDead(walker.machine) && this.confirm(target)
    );
  }

  /** Could the target be met here, as far as it is about data, if a process were elsewhere? */
  couldMeetWith(process: number, location: number): boolean {
    const { target, walker } = this;
    const here = walker.locations[process]!;
    walker.locations[process] = location;
    const could = target?.couldBeMet(walker.machine) ?? false;
    walker.locations[process] = here;
    return could;
  }

  metWhenStuck(): boolean {
    const { target, walker } = this;
    return target?.mentionsDeadlock === true && target.metIfDead(walker.machine) && this.confirm(target);
  }

  take(candidate: number, moment: number): boolean {
    const { slots, walker } = this;
    if (moment > LATEST) return false;
    walker.fault = null;
    this.slotCount = this.join(candidate, moment, slots, this.random);
    if (this.slotCount < 0) {
      this.slotCount = 1;
      return false;
    }
    if (this.ranks !== null && this.isOutranked(this.ranks, moment)) return false;
    return this.fire(moment);
  }

  /** Writes the slots of a candidate's joint step at a moment; their number, or −1 if it may not happen. */
  private join(candidate: number, moment: number, slots: Int32Array, random: Prng | null): number {
    slots[0] = this.table.first[candidate]!;
    const partner = this.table.second[candidate]!;
    if (partner === BROADCAST) return this.gather(slots, moment, random);
    if (partner === ALONE) return 1;
    slots[1] = partner;
    return 2;
  }

  /** Is a step possible at this moment that wins over the one at hand? */
  private isOutranked(ranks: Ranks, moment: number): boolean {
    const { rivals, slots, slotCount, table, walker } = this;
    for (let i = 0; i < table.total; i++) {
      if (!table.includes(i, moment)) continue;
      this.hasChoice = false;
      const count = this.join(i, moment, rivals, null);
      if (count < 0 || !ranks.outranks(rivals, count, slots, slotCount, walker)) continue;
      // Which edges receivers take may decide whether it is possible: the exact semantics look at all of them.
      if (this.hasChoice) return !this.isPossible(moment);
      if (walker.fire(rivals, count, moment, false)) return true;
      walker.fault = null;
    }
    return false;
  }

  private isPossible(moment: number): boolean {
    const then = this.semantics.delay(this.state(), exactly(moment - this.now));
    return this.semantics.fire(then, this.tried()).ok;
  }

  /** Takes a step that is known to be possible, without looking around first. */
  repeat(slots: readonly number[], moment: number): boolean {
    const { walker } = this;
    this.slotCount = slots.length;
    for (let i = 0; i < slots.length; i++) this.slots[i] = slots[i]!;
    // The sender's channel is what the guard last saw; asking makes sure that it is known.
    walker.windows.offers(slots[0]!);
    // Where the data of an edge fails, nothing can be taken. Whoever has looked around before knows that none does.
    return walker.doubts.settle() === null && this.fire(moment);
  }

  private fire(moment: number): boolean {
    const { slots, walker } = this;
    const channel = walker.windows.channel[slots[0]!]!;
    if (!walker.fire(slots, this.slotCount, moment)) {
      if (walker.fault !== null && !this.isFault(moment)) walker.fault = null;
      return false;
    }
    this.record.add(slots, this.slotCount, channel, moment);
    if (this.target !== null) this.tell(this.target);
    return true;
  }

  /** Does the exact semantics agree that the step tried last fails at this moment? */
  private isFault(moment: number): boolean {
    const { semantics } = this;
    const then = semantics.delay(this.state(), exactly(moment - this.now));
    const fired = semantics.fire(then, this.tried());
    return !fired.ok && fired.fault !== undefined;
  }

  /** The candidate that these slots would take part in, −1 if there is none now. */
  candidateOf(slots: readonly number[]): number {
    const { count, first, second } = this.table;
    const partner = slots[1] ?? ALONE;
    for (let i = 0; i < count; i++) {
      if (first[i] === slots[0] && (second[i] === partner || second[i] === BROADCAST)) return i;
    }
    return -1;
  }

  drop(candidate: number): void {
    this.table.drop(candidate);
  }

  tried(): JointTransition {
    return this.transition(this.slots.subarray(0, this.slotCount), -1);
  }

  forEachEdge(visit: (edge: number) => void): void {
    for (let i = 0; i < this.slotCount; i++) visit(this.model.slotEdge[this.slots[i]!]!);
  }

  steps(): WalkStep[] {
    return Array.from({ length: this.record.length }, (_, at) => ({
      moment: this.record.momentOf(at),
      transition: this.transition(this.record.slotsOf(at), this.record.channelOf(at)),
    }));
  }

  /**
   * Every process that can receive at this moment joins, with one of its edges: a preferred one, or by chance; without
   * it the first, and `hasChoice` says if there were others. −1 if the step may not happen.
   */
  private gather(slots: Int32Array, moment: number, random: Prng | null): number {
    const { model, walker } = this;
    const { presence, windows } = walker;
    const sender = slots[0]!;
    const channel = windows.channel[sender]!;
    const sending = model.slotProcess[sender]!;
    let free = presence.isFree(sending);
    const list = model.receivers[channel]!;
    const first = model.firstWord[channel]!;
    let count = 1;
    let process = -1;
    let seen = 0;
    for (let word = first; word < model.firstWord[channel + 1]!; word++) {
      for (let bits = presence.listening[word]!; bits !== 0; bits &= bits - 1) {
        const slot = list[((word - first) << 5) + 31 - Math.clz32(bits & -bits)]!;
        const owner = model.slotProcess[slot]!;
        if (owner === sending || walker.locations[owner] !== model.slotSource[slot]) continue;
        if (!windows.offers(slot) || windows.channel[slot] !== channel || !windows.holdsAt(slot, moment)) continue;
        if (owner !== process) {
          process = owner;
          seen = 1;
          slots[count++] = slot;
          if (presence.isFree(owner)) free = true;
        } else if (random === null) this.hasChoice = true;
        else if (this.preferred.has(slot)) slots[count - 1] = slot;
        else if (random.below(++seen) === 0 && !this.preferred.has(slots[count - 1]!)) slots[count - 1] = slot;
      }
    }
    return free ? count : -1;
  }

  /** What the step changed. */
  private tell(target: WalkTarget): void {
    const { model, slots, walker } = this;
    for (let i = 0; i < this.slotCount; i++) {
      const slot = slots[i]!;
      target.stepped(model.slotProcess[slot]!, model.slotSource[slot]!, model.slotTarget[slot]!);
    }
    for (let i = 0; i < walker.changedCount; i++) target.wrote(walker.changedCells[i]!);
  }

  private transition(slots: Int32Array, channel: number): JointTransition {
    const edges = Array.from(slots, (slot) => ({
      edge: this.model.slotEdge[slot]!,
      select: this.model.selectOf(slot),
    }));
    return channel < 0 ? { edges } : { edges, channel };
  }

  /** May time pass beyond the last moment at which any candidate is possible? */
  private outlivesCandidates(): boolean {
    const { count, high, highOpen, allowed, allowedOpen } = this.table;
    for (let i = 0; i < count; i++) {
      if (high[i]! > allowed) return false;
      if (high[i] === allowed && (allowed === Number.POSITIVE_INFINITY || highOpen[i] === 0 || allowedOpen)) {
        return false;
      }
    }
    return true;
  }

  /** Asks the exact semantics whether the target is met here, and when. */
  private confirm({ target }: WalkTarget): boolean {
    const { formula, frameSize } = target;
    const [when] = this.semantics.whenHolds(formula, frameSize, this.state());
    if (when === undefined) return false;
    const { now } = this;
    const high = when.upper === undefined ? Number.POSITIVE_INFINITY : now + toNumber(when.upper);
    const moment = earliest(now + toNumber(when.lower), when.lowerStrict, high, when.upperStrict);
    if (Number.isNaN(moment)) return false;
    this.metAt = moment;
    return true;
  }

  /** The walk's state, exactly. */
  state(): ConcreteState {
    const { line, locations, machine } = this.walker;
    return {
      locations: locations.slice(),
      cells: machine.memory.slice(0, machine.cells),
      clocks: this.model.network.clocks.map((_, index) => exactly(line.value(index + 1))),
    };
  }
}
