// The machine of the reference semantics on states of which nothing is known yet: whatever is read first is guessed
// among the values that the diagram has for it, and noted; then the same is done again with the next guess, until all
// are made. So a step is a list of rules, what was read and what came of it, by nobody but the reference evaluator.

import { Machine } from "../../semantics/evaluate/index.ts";
import type { Constraints } from "../../semantics/semantics.ts";
import { Refused } from "../refused.ts";
import type { CertifiedSet, DiagramLayout } from "./diagram-proof.ts";
import { DONE, NONE, type SparseRelation, type TupleSet } from "./value-lists.ts";

/** Runs with values that occur, each by itself; beyond, with values that occur together, up to so many. */
const FEW_RUNS = 20_000;
const MOST_RUNS = 500_000;

class TooManyRuns extends Error {}
/** No state of the diagram is as was guessed. */
class Nowhere extends Error {}

interface Guess {
  /** −1: about no level. */
  readonly level: number;
  readonly values: readonly number[];
  at: number;
  /** The states in which everything guessed before holds. */
  readonly within: TupleSet;
}

export class GuessingMachine extends Machine {
  readonly layout: DiagramLayout;
  /** What was read of the state before the step, by level. */
  readonly reads = new Map<number, number>();
  private set: CertifiedSet;
  private readonly cellKnown: Uint32Array;
  private readonly processKnown: Uint32Array;
  private readonly clockKnown: Uint32Array;
  private readonly clocks: Int32Array;
  private readonly written = new Set<number>();
  private readonly stray: number[] = [];
  private guesses: Guess[] = [];
  private depth = 0;
  private now = 0;
  private isJoint = false;

  constructor(layout: DiagramLayout, set: CertifiedSet) {
    const { network } = layout;
    super(network.cells);
    this.layout = layout;
    this.set = set;
    this.cellKnown = new Uint32Array(network.cells);
    this.processKnown = new Uint32Array(network.processes.length);
    this.clockKnown = new Uint32Array(network.clocks.length);
    this.clocks = new Int32Array(network.clocks.length);
    this.noted = network.cells;
    this.memory.set(network.initialValues);
    this.locations = new Int32Array(network.processes.length);
  }

  /** Guesses among the values of another set meanwhile. */
  among<T>(set: CertifiedSet, work: () => T): T {
    const usual = this.set;
    this.set = set;
    try {
      return work();
    } finally {
      this.set = usual;
    }
  }

  /** Makes all runs of a script; `again` is called before they are made anew because there were too many. */
  all(script: () => void, again: () => void): void {
    try {
      this.isJoint = false;
      this.runs(script, FEW_RUNS);
    } catch (error) {
      if (!(error instanceof TooManyRuns)) throw error;
      again();
      this.isJoint = true;
      try {
        this.runs(script, MOST_RUNS);
      } catch (second) {
        if (second instanceof TooManyRuns) throw new Refused("a step reads too many combinations of values");
        throw second;
      }
    }
  }

  private runs(script: () => void, most: number): void {
    this.guesses = [];
    for (let count = 0; ; count++) {
      if (count >= most) throw new TooManyRuns();
      this.begin();
      try {
        script();
      } catch (error) {
        if (!(error instanceof Nowhere)) throw error;
      }
      for (let last = this.guesses.at(-1); last !== undefined; last = this.guesses.at(-1)) {
        if (++last.at < last.values.length) break;
        this.guesses.pop();
      }
      if (this.guesses.length === 0) return;
    }
  }

  private begin(): void {
    const { initialValues } = this.layout.network;
    for (const cell of this.stray) this.memory[cell] = initialValues[cell]!;
    this.stray.length = 0;
    this.written.clear();
    this.reads.clear();
    this.depth = 0;
    this.now++;
    this.beginStep();
    this.clearAssignments();
  }

  /** One of so many things, whatever the state is. */
  pick(count: number): number {
    return this.guess(-1, () => Array.from({ length: count }, (_, index) => index));
  }

  /** Puts a process somewhere: only states in which it is there are spoken of. */
  standAt(process: number, location: number): void {
    this.reads.set(this.layout.ofProcess[process]!, location);
    this.move(process, location);
  }

  move(process: number, location: number): void {
    this.locations[process] = location;
    this.processKnown[process] = this.now;
  }

  locationOf(process: number): number {
    this.watchLocation(process);
    return this.locations[process]!;
  }

  clockOf(clock: number): number {
    if (this.clockKnown[clock] !== this.now) {
      const level = this.layout.ofClock[clock]!;
      if (level < 0) throw new Refused(`the diagram does not tell what ${this.layout.network.clocks[clock]!.name} is`);
      this.setClock(clock, this.read(level));
    }
    return this.clocks[clock]!;
  }

  setClock(clock: number, value: number): void {
    this.clocks[clock] = value;
    this.clockKnown[clock] = this.now;
  }

  /**
   * Do bounds hold, strict ones taken as closed? They are asked by a process at a location, and may not be beyond what
   * the diagram tells apart, nor about what is forgotten there.
   */
  allows(constraints: Constraints, process: number, location: number): boolean {
    const { layout } = this;
    for (const { left, right, value } of constraints) {
      if (left !== 0 && right !== 0) throw new Refused("a difference of clocks is asked for");
      const clock = Math.max(left, right) - 1;
      if (clock < 0) {
        if (value < 0) return false;
        continue;
      }
      const { name } = layout.network.clocks[clock]!;
      const owner = layout.ownerOf(clock);
      if (owner >= 0 && (owner !== process || layout.isIdle(clock, process, location)))
        throw new Refused(`${name} is asked for where the diagram forgets it`);
      const bound = (left === 0 ? 0 - value : value) / layout.unit;
      if (!Number.isInteger(bound) || Math.abs(bound) >= layout.mostOf(clock))
        throw new Refused(`${name} is compared with ${Math.abs(value)}, which the diagram does not tell apart`);
      const now = this.clockOf(clock);
      if (left === 0 ? now < bound : now > bound) return false;
    }
    return true;
  }

  /** Cells that were written, with their values; those that the diagram does not tell must be as they were. */
  writtenCells(): ReadonlyMap<number, number> {
    const { ofCell, isMeta, network } = this.layout;
    const result = new Map<number, number>();
    for (const cell of this.written) {
      const value = this.memory[cell]!;
      if (ofCell[cell]! >= 0) result.set(ofCell[cell]!, value);
      else if (isMeta[cell] === 0 && value !== network.initialValues[cell])
        throw new Refused("a step writes what the diagram does not tell");
    }
    return result;
  }

  override watch(address: number, size: number): void {
    const end = Math.min(address + size, this.cells);
    for (let cell = address; cell < end; cell++) {
      if (this.cellKnown[cell] === this.now) continue;
      const level = this.layout.ofCell[cell]!;
      if (level >= 0) this.memory[cell] = this.read(level);
      this.cellKnown[cell] = this.now;
    }
  }

  override watchLocation(process: number): void {
    if (this.processKnown[process] === this.now) return;
    this.move(process, this.read(this.layout.ofProcess[process]!));
  }

  override noteWrite(cell: number): void {
    this.cellKnown[cell] = this.now;
    this.written.add(cell);
    if (this.layout.ofCell[cell]! < 0) this.stray.push(cell);
  }

  private read(level: number): number {
    const value = this.guess(level, (within) =>
      this.isJoint ? this.valuesIn(within, level) : this.set.values[level]!,
    );
    this.reads.set(level, value);
    return value;
  }

  private guess(level: number, valuesOf: (within: TupleSet) => readonly number[]): number {
    let made = this.guesses[this.depth];
    if (made === undefined) {
      const within = this.isJoint ? this.soFar() : NONE;
      made = { level, values: valuesOf(within), at: 0, within };
      if (made.values.length === 0) throw new Nowhere();
      this.guesses.push(made);
    }
    this.depth++;
    return made.values[made.at]!;
  }

  /** The states in which everything that was read is so; processes are put somewhere before the first guess. */
  private soFar(): TupleSet {
    const { lists, states } = this.set;
    const last = this.guesses[this.depth - 1];
    if (last?.level === -1) return last.within;
    const known = last === undefined ? [...this.reads] : [[last.level, last.values[last.at]!] as const];
    known.sort(([a], [b]) => a - b);
    const entries = known.map(([level]) => ({ level, reads: true, writes: false }));
    let pairs = DONE;
    for (const [, value] of known.reverse()) pairs = lists.node(value, pairs, NONE);
    return lists.image(last?.within ?? states, { entries, pairs } satisfies SparseRelation);
  }

  private valuesIn(within: TupleSet, level: number): readonly number[] {
    const { lists } = this.set;
    let now = new Set(within === NONE ? [] : [within]);
    for (let at = 0; at < level; at++) {
      const next = new Set<TupleSet>();
      for (const head of now) for (let one = head; one !== NONE; one = lists.right[one]!) next.add(lists.down[one]!);
      now = next;
    }
    const values = new Set<number>();
    for (const head of now) for (let one = head; one !== NONE; one = lists.right[one]!) values.add(lists.value[one]!);
    return [...values].sort((a, b) => a - b);
  }
}
