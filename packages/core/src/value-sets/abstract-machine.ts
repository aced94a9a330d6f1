// The machine on which guards and updates run under the monotonicity abstraction: every cell holds the set of values it
// may have. What an update surely assigns replaces what it sees of a variable; what it may assign is added. The machine
// notes which inputs a run has read, in order: the result of a run is a function of those.

import type { SetPool } from "./set-pool.ts";
import { EMPTY, isSingle, type ValueSet } from "./value-set.ts";

/** Something a run may find several values in: an input, or a select of its frame. */
export interface SetVariable {
  readonly kind: "input" | "select";
  readonly index: number;
  readonly set: ValueSet;
}

export type AbstractEvaluator = (machine: AbstractMachine) => ValueSet;
/** True when the statement certainly returned. */
export type AbstractRunner = (machine: AbstractMachine) => boolean;

/** Thrown when an update is too complex to follow: whoever runs it falls back to "any value". */
export class TooComplex extends Error {}

/** Thrown where something surely fails, whatever the values: a fault of the model is no step, so there is no result. */
export class NoStep extends Error {}

/** Thrown where something surely fails on a way that need not be gone: nothing comes of this way. */
export class DeadWay extends Error {}

/** Reads, writes and rounds of loops that one run may take. */
const BUDGET = 10_000;

/** How a run sees a state cell: as it found it (or has not looked), with more values added, or entirely its own. */
const UNTOUCHED = 0;
const ADDED = 1;
const SEEN = 2;

export class AbstractMachine {
  readonly pool: SetPool;
  /** The sets that a run finds in the state cells; whoever runs programs fills them in. Frame addresses lie behind. */
  readonly inputs: ValueSet[];
  private readonly reachedFact: (fact: number) => boolean;
  private readonly firstFact: ArrayLike<number>;
  private readonly frameSets: ValueSet[] = [];
  /** How the running program sees state cells: the input that stands for each; null: the cells themselves. */
  seenAs: Int32Array | null = null;
  frame: number;
  top: number;
  /**
   * False inside branches that may not be taken: writes outside the running function's frame are only possible then.
   */
  certain = true;
  /** Some way through the running function may have ended already. */
  mayHaveReturned = false;
  /** What the running function may have returned so far: a value, or the cells of an array or struct. */
  result: ValueSet = EMPTY;
  returned: ValueSet[] = [];
  /** Inputs read by this run: cells, and behind them location facts; with the number of the set (0 or 1) found. */
  readonly reads: number[] = [];
  readonly found: number[] = [];
  /** State cells written by this run, and the sets. */
  readonly written: number[] = [];
  private readonly view: ValueSet[];
  private readonly mode: Uint8Array;
  private readonly touched: number[] = [];
  private readonly factSeen = new Set<number>();
  private readonly wrote: Uint8Array;
  /** Cells that hold the same value in every state need not be noted. */
  private readonly fixed: Uint8Array;
  /** Inputs that have several values and were read more than once; the same of the frame, where reads are counted. */
  private readonly inputsAgain = new Set<number>();
  private readonly selectsRead = new Set<number>();
  private readonly selectsAgain = new Set<number>();
  private readonly frameReads: number[] = [];
  private localsAgain = false;
  /** Frames opened by this run, and how many selects the latest one has. */
  private begun = 0;
  private selects: readonly ValueSet[] = [];
  private readonly overwritten = new Set<number>();
  private readonly pinnedSelects = new Map<number, ValueSet>();
  private budget = BUDGET;
  /** What all runs before this one have cost. */
  spent = 0;
  /** How often what the run leaves in a cell has changed. */
  private changes = 0;

  constructor(fixed: Uint8Array, pool: SetPool, firstFact: ArrayLike<number>, reachedFact: (fact: number) => boolean) {
    const cells = fixed.length;
    this.fixed = fixed;
    this.pool = pool;
    this.inputs = Array.from({ length: cells }, () => EMPTY);
    this.view = Array.from({ length: cells }, () => EMPTY);
    this.mode = new Uint8Array(cells);
    this.wrote = new Uint8Array(cells);
    this.firstFact = firstFact;
    this.reachedFact = reachedFact;
    this.frame = cells;
    this.top = cells;
  }

  /** Starts a run that has read and written nothing. */
  start(): void {
    for (const cell of this.touched) {
      this.mode[cell] = UNTOUCHED;
      this.wrote[cell] = 0;
    }
    this.touched.length = 0;
    this.written.length = 0;
    this.reads.length = 0;
    this.found.length = 0;
    this.factSeen.clear();
    this.inputsAgain.clear();
    this.selectsRead.clear();
    this.selectsAgain.clear();
    this.localsAgain = false;
    this.begun = 0;
    this.spent += BUDGET - this.budget;
    this.budget = BUDGET;
  }

  /** Opens the one frame of a condition or update, whose first cells hold the given sets. */
  begin(frameSize: number, first: readonly ValueSet[], seenAs: Int32Array | null = null): void {
    this.seenAs = seenAs;
    this.frame = this.inputs.length;
    this.top = this.inputs.length;
    this.push(frameSize);
    for (let i = 0; i < first.length; i++) this.frameSets[i] = this.pinnedSelects.get(i) ?? first[i]!;
    this.selects = first;
    this.overwritten.clear();
    this.begun++;
    this.certain = true;
    this.mayHaveReturned = false;
  }

  push(size: number): number {
    const first = this.top;
    this.top += size;
    for (let index = first - this.inputs.length; index < this.top - this.inputs.length; index++) {
      this.frameSets[index] = EMPTY;
      this.frameReads[index] = 0;
    }
    return first;
  }

  tick(): void {
    if (--this.budget < 0) throw new TooComplex();
  }

  /** Something fails here for all values. That ends the run, or this way of it where another may be gone instead. */
  fail(): never {
    throw this.certain ? new NoStep() : new DeadWay();
  }

  /** Goes a way that need not be gone; true when it can only fail. */
  dies(way: () => void): boolean {
    const { frame, top } = this;
    try {
      way();
      return false;
    } catch (error) {
      if (!(error instanceof DeadWay)) throw error;
      this.frame = frame;
      this.top = top;
      return true;
    }
  }

  reached(process: number, location: number): boolean {
    const fact = this.firstFact[process]! + location;
    const holds = this.reachedFact(fact);
    if (!this.factSeen.has(fact)) {
      this.factSeen.add(fact);
      this.reads.push(this.inputs.length + fact);
      this.found.push(holds ? 1 : 0);
    }
    return holds;
  }

  read(address: number): ValueSet {
    this.tick();
    if (address >= this.inputs.length) return this.readFrame(address - this.inputs.length);
    const mode = this.mode[address]!;
    const source = this.seenAs === null ? address : (this.seenAs[address] ?? address);
    if (mode === SEEN) {
      const seen = this.view[address]!;
      if (this.wrote[address] === 0 && !isSingle(seen)) this.inputsAgain.add(source);
      return seen;
    }
    const input = this.inputs[source]!;
    if (this.fixed[address] === 1) return input;
    this.reads.push(source);
    this.found.push(input.id);
    if (mode === UNTOUCHED) this.touched.push(address);
    this.mode[address] = SEEN;
    if (mode !== ADDED) return (this.view[address] = input);
    return this.leave(address, this.pool.union(input, this.view[address]!));
  }

  private readFrame(index: number): ValueSet {
    const set = this.frameSets[index] ?? EMPTY;
    if (isSingle(set)) return set;
    const isSelect = index < this.selects.length && !this.overwritten.has(index);
    if (isSelect) this.selectsRead.add(index);
    if (this.frameReads[index] === 0) this.frameReads[index] = 1;
    else if (isSelect) this.selectsAgain.add(index);
    else this.localsAgain = true;
    return set;
  }

  /**
   * The variables whose values this run took for those of several: read again, or all that it read where something that
   * was computed from them was. Selects count only where the run has one frame of them.
   */
  readAgain(): readonly SetVariable[] {
    const { inputs, reads, localsAgain } = this;
    if (this.inputsAgain.size === 0 && this.selectsAgain.size === 0 && !localsAgain) return [];
    const cells = localsAgain ? reads.filter((input) => input < inputs.length) : [...this.inputsAgain];
    const variables = cells.map((index): SetVariable => ({ kind: "input", index, set: inputs[index]! }));
    if (this.begun === 1) {
      for (const index of localsAgain ? this.selectsRead : this.selectsAgain) {
        variables.push({ kind: "select", index, set: this.selects[index]! });
      }
    }
    return variables.filter(({ set }) => !isSingle(set));
  }

  /** Lets a run find this in the variable, and what it was before again. */
  pin({ kind, index }: SetVariable, set: ValueSet): void {
    if (kind === "input") this.inputs[index] = set;
    else this.pinnedSelects.set(index, set);
  }

  unpin({ kind, index, set }: SetVariable): void {
    if (kind === "input") this.inputs[index] = set;
    else this.pinnedSelects.delete(index);
  }

  /** Further runs on the way to one result: what the first one has read is what the result depends on. */
  keepingReads<T>(work: () => T): T {
    const reads = [...this.reads];
    const found = [...this.found];
    const result = work();
    this.start();
    this.reads.push(...reads);
    this.found.push(...found);
    return result;
  }

  /** `strong`: the address is the only one the assignment can mean. */
  write(address: number, set: ValueSet, strong: boolean): void {
    this.tick();
    // Locals are kept apart for every way through the function, so writing them is always certain.
    const sure = strong && (this.certain || address >= this.frame);
    if (address >= this.inputs.length) {
      const index = address - this.inputs.length;
      const before = this.frameSets[index]!;
      const after = sure ? set : this.pool.union(before, set);
      this.frameSets[index] = after;
      this.frameReads[index] = 0;
      if (index < this.selects.length) this.overwritten.add(index);
      return;
    }
    const mode = this.mode[address]!;
    if (mode === UNTOUCHED) this.touched.push(address);
    if (this.wrote[address] === 0) {
      this.wrote[address] = 1;
      this.written.push(address);
      this.changes++;
    }
    const before = mode === UNTOUCHED ? EMPTY : this.view[address]!;
    const after = sure ? set : this.pool.union(before, set);
    if (sure) this.mode[address] = SEEN;
    else if (mode === UNTOUCHED) this.mode[address] = ADDED;
    this.leave(address, after);
  }

  private leave(address: number, set: ValueSet): ValueSet {
    if (this.view[address] !== set) this.changes++;
    return (this.view[address] = set);
  }

  /** The running function's frame, as it is. */
  saveLocals(): ValueSet[] {
    return this.frameSets.slice(this.frame - this.inputs.length, this.top - this.inputs.length);
  }

  restoreLocals(saved: readonly ValueSet[]): void {
    const first = this.frame - this.inputs.length;
    for (let at = 0; at < saved.length; at++) this.frameSets[first + at] = saved[at]!;
  }

  /** Adds what the locals are on another way that ends here too. */
  joinLocals(other: readonly ValueSet[]): void {
    this.restoreLocals(this.unite(this.saveLocals(), other));
  }

  unite(all: ValueSet[] | null, more: readonly ValueSet[]): ValueSet[] {
    return all === null ? [...more] : all.map((set, at) => this.pool.union(set, more[at]!));
  }

  /** Notes an array or struct that is returned, wherever it may lie. */
  returnCells(addresses: readonly number[]): void {
    for (let i = 0; i < this.returned.length; i++) {
      for (const address of addresses) this.returned[i] = this.pool.union(this.returned[i]!, this.read(address + i));
    }
  }

  /**
   * The frames, as numbers of sets, and how often cells changed: how loops see that a round changed nothing. They ask
   * only where nothing is certain any more, and there cells only gain values: none has changed and changed back.
   */
  snapshot(): readonly number[] {
    const ids = [this.changes, this.result.id];
    for (let at = 0; at < this.returned.length; at++) ids.push(this.returned[at]!.id);
    for (let at = this.top - this.inputs.length - 1; at >= 0; at--) ids.push(this.frameSets[at]!.id);
    return ids;
  }

  /** What the run leaves in a cell it wrote; with `replaces` false, in addition to what was there. */
  writtenSet(cell: number): ValueSet {
    return this.view[cell]!;
  }

  replaces(cell: number): boolean {
    return this.mode[cell] === SEEN;
  }
}
