// A chain of several effects, put together: each runs on what those before it have laid over the inputs. Receivers of
// one broadcast see those that come earlier, so their chains begin alike; where a chain begins as another did, on the
// same inputs, it goes on from there.

import type { AbstractMachine } from "../../../value-sets/abstract-machine.ts";
import type { ValueSet } from "../../../value-sets/value-set.ts";
import type { Chain } from "../ground/chains.ts";
import type { Effect } from "../ground/effects.ts";
import type { Writes } from "../ground/program.ts";

/** What an update leaves that fails for all values: nothing, and nothing of what is tied to it. */
export const FAILED: Writes = { cells: [], sets: [], replaces: [] };

/** What a chain is put together from. */
export interface ChainSteps {
  /** Runs an effect; what it reads is noted by `noteInput`. */
  step(effect: Effect): Writes;
  /** What is found in an input: the number of a set, or behind the cells 0 or 1. */
  answer(input: number): number;
  /** The input that says whether an operator is possible. */
  inputOf(operator: number): number;
}

/** How a chain began: what was run, what that has read and found, and what it has laid over. */
interface Beginning {
  readonly before: readonly Effect[];
  readonly earlier: Chain["earlier"];
  readonly read: readonly number[];
  readonly found: readonly number[];
  readonly cells: readonly number[];
  readonly sets: readonly ValueSet[];
  readonly fails: boolean;
}

export class ChainAssembly {
  /** The inputs that the chain has read, in order, with what was found. */
  readonly read: number[] = [];
  readonly found: number[] = [];
  private readonly machine: AbstractMachine;
  private readonly steps: ChainSteps;
  private readonly noted: number[] = [];
  private moment = 0;
  /** Cells that were laid over, and what lies below. */
  private readonly overlaid = new Map<number, ValueSet>();
  private fails = false;
  /** The latest beginning of each broadcast, by its first receiver. */
  private readonly beginnings = new Map<number, Beginning>();

  constructor(machine: AbstractMachine, steps: ChainSteps) {
    this.machine = machine;
    this.steps = steps;
  }

  /** Sets are other ones from here on. */
  forget(): void {
    this.beginnings.clear();
  }

  /** What the chain adds to cells, on the inputs as they are; `read` and `found` say what it depends on. */
  of(chain: Chain): Writes {
    const { machine, overlaid } = this;
    this.read.length = 0;
    this.found.length = 0;
    this.moment++;
    this.fails = false;
    this.begin(chain);
    const own = new Set<number>();
    for (const effect of chain.own) for (const cell of this.take(effect, true).cells) own.add(cell);
    const cells = this.fails ? [] : [...own];
    const sets = cells.map((cell) => machine.inputs[cell]!);
    for (const [cell, hidden] of overlaid) machine.inputs[cell] = hidden;
    overlaid.clear();
    return { cells, sets, replaces: [] };
  }

  /** An effect has found this in an input: unless the chain has laid something over it, that is what the chain read. */
  noteInput(input: number, found: number): void {
    if (!this.overlaid.has(input)) this.note(input, found);
  }

  private begin({ before, earlier }: Chain): void {
    const key = earlier[0]?.operator;
    const known = key === undefined ? undefined : this.beginnings.get(key);
    const resumed = known !== undefined && beginsAs(before, earlier, known) && this.resume(known) ? known : undefined;
    if (resumed === undefined) for (const effect of before) this.take(effect, true);
    for (let at = resumed?.earlier.length ?? 0; at < earlier.length; at++) {
      const { operator, effects } = earlier[at]!;
      const input = this.steps.inputOf(operator);
      if (this.note(input, this.steps.answer(input)) === 0) continue;
      for (const effect of effects) this.take(effect, false);
    }
    if (key === undefined || resumed?.earlier.length === earlier.length) return;
    const cells = [...this.overlaid.keys()];
    const sets = cells.map((cell) => this.machine.inputs[cell]!);
    const [read, found] = [[...this.read], [...this.found]];
    this.beginnings.set(key, { before, earlier, read, found, cells, sets, fails: this.fails });
  }

  /** Goes on from a beginning; false if it found other inputs. */
  private resume({ read, found, cells, sets, fails }: Beginning): boolean {
    for (let at = 0; at < read.length; at++) if (this.steps.answer(read[at]!) !== found[at]) return false;
    for (let at = 0; at < read.length; at++) this.note(read[at]!, found[at]!);
    for (let at = 0; at < cells.length; at++) this.lay(cells[at]!, sets[at]!);
    this.fails = fails;
    return true;
  }

  /** `surely`: the effect is part of every run, so that what it assigns replaces what was there. */
  private take(effect: Effect, surely: boolean): Writes {
    if (this.fails) return FAILED;
    const writes = this.steps.step(effect);
    if (surely && writes === FAILED) this.fails = true;
    const { inputs, pool } = this.machine;
    const { cells, sets, replaces } = writes;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]!;
      const below = inputs[cell]!;
      const all = surely && replaces[at] === true;
      if (!all) this.noteInput(cell, below.id);
      this.lay(cell, all ? sets[at]! : pool.union(below, sets[at]!));
    }
    return writes;
  }

  private lay(cell: number, set: ValueSet): void {
    const { inputs } = this.machine;
    if (!this.overlaid.has(cell)) this.overlaid.set(cell, inputs[cell]!);
    inputs[cell] = set;
  }

  private note(input: number, found: number): number {
    if (this.noted[input] === this.moment) return found;
    this.noted[input] = this.moment;
    this.read.push(input);
    this.found.push(found);
    return found;
  }
}

function beginsAs(before: readonly Effect[], earlier: Chain["earlier"], known: Beginning): boolean {
  return (
    known.earlier.length <= earlier.length &&
    known.before.length === before.length &&
    known.before.every((effect, at) => effect === before[at]) &&
    known.earlier.every((operator, at) => operator === earlier[at])
  );
}
