// What is known of the guards of slots: whether their data holds, in which window of absolute time their clocks do, and
// on which channel they synchronise. A guard is evaluated when somebody asks, and again only after something it reads
// has changed.

import type { Machine } from "../../semantics/evaluate/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import type { ClockLine } from "../clock-origins.ts";
import { askPlainly } from "../compile/constant-guards.ts";
import { GuardCircuit } from "../compile/guard-circuit.ts";
import { openFrameOf, type WalkModel } from "../compile/walk-network.ts";

/** Nothing is known yet. */
export const UNKNOWN = 0;
/**
 * As far as data goes the guard holds, at any moment or (TIMED) within a window of time, whose ends may be excluded.
 */
export const OK = 1;
export const LOW_OPEN = 2;
export const HIGH_OPEN = 4;
export const TIMED = 8;
/** The guard does not hold; its data or channel has no value. */
const SHUT = 16;
const FAILS = 32;

export class GuardWindows {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly flags: Uint8Array;
  /** By slot; valid where the guard is known to hold. */
  readonly channel: Int32Array;
  readonly scans: GuardCircuit | null;
  private readonly model: WalkModel;
  private readonly machine: Machine;
  private readonly line: ClockLine;
  /** By slot, where the flags say that its guard or channel fails. */
  private readonly faults = new Map<number, ModelFault>();

  constructor(model: WalkModel, machine: Machine, line: ClockLine) {
    const { slots } = model;
    this.model = model;
    this.machine = machine;
    this.line = line;
    this.scans = model.scans === null ? null : new GuardCircuit(model.scans);
    this.low = new Float64Array(slots);
    this.high = new Float64Array(slots);
    this.flags = new Uint8Array(slots);
    this.channel = new Int32Array(slots);
  }

  restart(): void {
    this.scans?.load(this.machine.memory);
    this.flags.fill(UNKNOWN);
  }

  /** Does the data guard hold? Afterwards the slot's window and channel are known. A failing guard does not hold. */
  offers(slot: number): boolean {
    return (this.known(slot) & OK) !== 0;
  }

  fails(slot: number): boolean {
    return (this.known(slot) & FAILS) !== 0;
  }

  /** Is it known, without asking, that the guard and channel have values? */
  isSound(slot: number): boolean {
    const flags = this.flags[slot]!;
    return flags !== UNKNOWN && (flags & FAILS) === 0;
  }

  faultOf(slot: number): ModelFault {
    return this.faults.get(slot)!;
  }

  /** Does the guard (known to hold for the data) hold at this moment? */
  holdsAt(slot: number, moment: number): boolean {
    const flags = this.flags[slot]!;
    if ((flags & TIMED) === 0) return true;
    const low = this.low[slot]!;
    const high = this.high[slot]!;
    return (
      ((flags & LOW_OPEN) === 0 ? moment >= low : moment > low) &&
      ((flags & HIGH_OPEN) === 0 ? moment <= high : moment < high)
    );
  }

  private known(slot: number): number {
    const flags = this.flags[slot]!;
    return flags === UNKNOWN ? this.evaluate(slot) : flags;
  }

  evaluate(slot: number): number {
    const flags = this.scans?.isShut(slot) === true ? SHUT : this.ask(slot);
    this.flags[slot] = flags;
    return flags;
  }

  private ask(slot: number): number {
    const { line, machine, model } = this;
    const plain = model.plainOf[slot] ?? null;
    line.open();
    if (plain !== null) {
      if (!askPlainly(plain, machine.memory, line)) return SHUT;
      this.channel[slot] = model.fixedChannel[slot]!;
      return plain.cuts.length === 0 ? OK : this.note(slot);
    }
    openFrameOf(slot, model.frameSizeOf[slot]!, machine, model);
    try {
      if (!model.guardOf[slot]!(machine, line)) return SHUT;
      const fixed = model.fixedChannel[slot]!;
      this.channel[slot] = fixed < -1 ? model.channelOf[slot]!(machine) : fixed;
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      this.faults.set(slot, error);
      return FAILS;
    }
    return this.note(slot);
  }

  /** Keeps the line's window as that of the slot. */
  private note(slot: number): number {
    const { line } = this;
    if (line.isEmpty) return SHUT;
    const { low, high } = line;
    if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return OK;
    this.low[slot] = low;
    this.high[slot] = high;
    return OK | TIMED | (line.lowOpen ? LOW_OPEN : 0) | (line.highOpen ? HIGH_OPEN : 0);
  }
}
