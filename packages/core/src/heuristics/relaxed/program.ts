// Conditions and updates as the relaxed graph runs them: each result is kept in a decision tree that asks for the inputs
// in the order in which the first run read them. A run that finds the same sets again, in whatever state, only walks
// down that tree; the abstract interpreter is called where the tree ends.

import { type AbstractMachine, TooComplex } from "./abstract-machine.ts";
import type { Chain } from "./chains.ts";
import type { Effect } from "./effects.ts";
import { PairTable } from "./pair-table.ts";
import type { Shape } from "./shapes.ts";
import type { ValueSet } from "./value-set.ts";

/** What an update leaves in the cells it writes. Where it is kept in a tree, cells are slots. */
export interface Writes {
  readonly cells: readonly number[];
  readonly sets: readonly ValueSet[];
  /** Is the set all that the cell may hold afterwards, or an addition? */
  readonly replaces: readonly boolean[];
}

/** Something whose results are kept in a decision tree, perhaps together with others of its shape. */
export interface Rooted {
  /** Node at which the tree begins. */
  tree: { root: number };
  /** Input that a slot stands for; null: inputs are not renamed. */
  slots: Int32Array | null;
}

export interface Program extends Rooted {
  /** Runs on the machine, from its start. */
  readonly run: (machine: AbstractMachine) => ValueSet | undefined;
  /** What it was made of, as plain data. */
  readonly source: unknown;
  /** Every cell it may read. */
  readonly reads: readonly number[];
  readonly asksLocations: boolean;
  /** The layer, counted over all builds, in which the graph last asked for its value, and that value. */
  asked: number;
  latest: ValueSet | null;
}

/** What the graph tells about inputs that are not cells, and about the cells that it follows. */
export interface RunnerContext {
  readonly facts: number;
  reached(fact: number): boolean;
  isPossible(operator: number): boolean;
  /** What of a set may be added to a cell; null when the cell is not followed. */
  fitting(cell: number, set: ValueSet): ValueSet | null;
}

/** Kinds of nodes beside those that ask for an input. */
const UNKNOWN = -1;
const END = -2;
const MAX_NODES = 2_000_000;

export class ProgramRunner {
  readonly machine: AbstractMachine;
  /** Input that a node asks for (a cell, behind those a location fact, then an operator), UNKNOWN or END. */
  private readonly asks: number[] = [];
  private readonly next = new PairTable(1 << 14);
  /** Results, by the node where the tree ends: a value, or an effect's or chain's writes. */
  private readonly results: (ValueSet | Writes | null)[] = [];
  private readonly context: RunnerContext;
  private readonly trees = new Map<string, { root: number }>();
  /** Slot of a cell, for the program at hand. */
  private readonly slotOf: Int32Array;
  /** While a chain is put together: the inputs that it has read, with what was found, and the cells it has laid over. */
  private readonly read: number[] = [];
  private readonly found: number[] = [];
  private readonly noted = new Set<number>();
  private readonly overlaid = new Map<number, ValueSet>();

  constructor(machine: AbstractMachine, context: RunnerContext) {
    this.machine = machine;
    this.context = context;
    this.slotOf = new Int32Array(machine.inputs.length);
  }

  /** Plants the tree of something, or gives it that of its shape. Null: nothing else has its shape. */
  register(something: Rooted, shape: Shape | null): void {
    const key = shape === null ? `alone ${this.trees.size}` : shape.key;
    let tree = this.trees.get(key);
    if (tree === undefined) {
      tree = { root: this.node() };
      this.trees.set(key, tree);
    }
    something.tree = tree;
    something.slots = shape === null ? null : shape.slots;
  }

  /** What a condition's program may yield on the machine's inputs; null when it is too complex to follow. */
  value(program: Program): ValueSet | null {
    const known = this.walk(program);
    if (known >= 0) return this.results[known] as ValueSet | null;
    const value = this.interpret(program) ?? null;
    return this.end(program, this.machine.reads, this.machine.found, value) as ValueSet | null;
  }

  /** What a chain adds to the cells that are followed; they are given as slots. */
  writes(chain: Chain): Writes {
    const known = this.walk(chain);
    if (known >= 0) return this.results[known] as Writes;
    if (chain.own.length === 1 && chain.before.length === 0 && chain.earlier.length === 0) {
      const { reads, found } = this.machine;
      const writes = this.cut(chain, this.run(chain.own[0]!));
      return this.end(chain, reads, found, writes);
    }
    const writes = this.assemble(chain);
    return this.end(chain, this.read, this.found, writes);
  }

  /** Between estimates: forgets everything when there is too much of it; true if so. */
  clearWhenFull(): boolean {
    if (!this.machine.pool.clearWhenFull() && this.asks.length < MAX_NODES) return false;
    this.asks.length = 0;
    this.results.length = 0;
    this.next.clear();
    for (const tree of this.trees.values()) tree.root = this.node();
    return true;
  }

  /** The node where the tree ends for the machine's inputs; −1 when it does not know them. */
  private walk({ tree, slots }: Rooted): number {
    const { inputs } = this.machine;
    let node = tree.root;
    for (;;) {
      const asked = this.asks[node]!;
      if (asked < 0) return asked === END ? node : -1;
      const input = slots === null ? asked : slots[asked]!;
      node = this.next.get(node, input < inputs.length ? inputs[input]!.id : this.answer(input));
      if (node < 0) return -1;
    }
  }

  /** Is the location reached, or the operator possible, that an input behind the cells stands for? */
  private answer(asked: number): number {
    const { reached, isPossible, facts } = this.context;
    const fact = asked - this.machine.inputs.length;
    return (fact < facts ? reached(fact) : isPossible(fact - facts)) ? 1 : 0;
  }

  private interpret(program: Program): ValueSet | undefined {
    this.machine.start();
    try {
      return program.run(this.machine);
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      return undefined;
    }
  }

  private run({ program, anything }: Effect): Writes {
    const { machine } = this;
    machine.start();
    try {
      program.run(machine);
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      return anything;
    }
    return {
      cells: [...machine.written],
      sets: machine.written.map((cell) => machine.writtenSet(cell)),
      replaces: machine.written.map((cell) => machine.replaces(cell)),
    };
  }

  /** Runs the effects of a chain one after the other, each on what those before have laid over the inputs. */
  private assemble(chain: Chain): Writes {
    const { machine, overlaid } = this;
    this.read.length = 0;
    this.found.length = 0;
    this.noted.clear();
    for (const effect of chain.before) this.overlay(this.step(effect), true);
    for (const { operator, effects } of chain.earlier) {
      const asked = machine.inputs.length + this.context.facts + operator;
      if (this.note(asked, this.answer(asked)) === 0) continue;
      for (const effect of effects) this.overlay(this.step(effect), false);
    }
    const own = new Set<number>();
    for (const effect of chain.own) {
      const writes = this.step(effect);
      this.overlay(writes, true);
      for (const cell of writes.cells) own.add(cell);
    }
    const cells = [...own];
    const writes = this.cut(chain, { cells, sets: cells.map((cell) => machine.inputs[cell]!), replaces: [] });
    for (const [cell, hidden] of overlaid) machine.inputs[cell] = hidden;
    overlaid.clear();
    return writes;
  }

  /** One effect of a chain: what it reads of the state is read by the chain. */
  private step(effect: Effect): Writes {
    const { machine } = this;
    const { tree, slots } = effect.program;
    const known = this.walk(effect.program);
    if (known < 0) {
      const writes = this.run(effect);
      for (const [at, input] of machine.reads.entries()) this.noteInput(input, machine.found[at]!);
      this.end(effect.program, machine.reads, machine.found, {
        ...writes,
        cells: this.slotsOf(effect.program, writes),
      });
      return writes;
    }
    for (let node = tree.root; node !== known; ) {
      const asked = this.asks[node]!;
      const input = slots === null ? asked : slots[asked]!;
      const answer = input < machine.inputs.length ? machine.inputs[input]!.id : this.answer(input);
      this.noteInput(input, answer);
      node = this.next.get(node, answer);
    }
    const writes = this.results[known] as Writes;
    return slots === null ? writes : { ...writes, cells: writes.cells.map((slot) => slots[slot]!) };
  }

  private noteInput(input: number, found: number): void {
    if (!this.overlaid.has(input)) this.note(input, found);
  }

  private note(input: number, found: number): number {
    if (this.noted.has(input)) return found;
    this.noted.add(input);
    this.read.push(input);
    this.found.push(found);
    return found;
  }

  private overlay({ cells, sets, replaces }: Writes, surely: boolean): void {
    const { inputs, pool } = this.machine;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]!;
      const below = inputs[cell]!;
      const all = surely && replaces[at] === true;
      if (!all) this.noteInput(cell, below.id);
      if (!this.overlaid.has(cell)) this.overlaid.set(cell, below);
      inputs[cell] = all ? sets[at]! : pool.union(below, sets[at]!);
    }
  }

  /** Only what may be added to cells that are followed; cells become slots. */
  private cut(chain: Chain, { cells, sets }: Writes): Writes {
    const kept: number[] = [];
    const fitting: ValueSet[] = [];
    for (let at = 0; at < cells.length; at++) {
      const set = this.context.fitting(cells[at]!, sets[at]!);
      if (set === null) continue;
      kept.push(cells[at]!);
      fitting.push(set);
    }
    const writes = { cells: kept, sets: fitting, replaces: [] };
    return { ...writes, cells: this.slotsOf(chain, writes) };
  }

  private slotsOf(rooted: Rooted, { cells }: Writes): readonly number[] {
    if (rooted.slots === null) return cells;
    this.number(rooted.slots);
    return cells.map((cell) => this.slotOf[cell]!);
  }

  private number(slots: Int32Array): void {
    for (let slot = 0; slot < slots.length; slot++) this.slotOf[slots[slot]!] = slot;
  }

  /** Follows what was read down from the root, making nodes where there are none, and leaves the result at the end. */
  private end<T extends ValueSet | Writes | null>(
    { tree, slots }: Rooted,
    reads: readonly number[],
    found: readonly number[],
    result: T,
  ): T {
    if (slots !== null) this.number(slots);
    let node = tree.root;
    for (let at = 0; at < reads.length; at++) {
      this.asks[node] = slots === null ? reads[at]! : this.slotOf[reads[at]!]!;
      let child = this.next.get(node, found[at]!);
      if (child < 0) {
        child = this.node();
        this.next.set(node, found[at]!, child);
      }
      node = child;
    }
    this.asks[node] = END;
    this.results[node] = result;
    return result;
  }

  private node(): number {
    this.asks.push(UNKNOWN);
    this.results.push(null);
    return this.asks.length - 1;
  }
}

/** The tree of what was not registered yet. */
export const NO_TREE: Rooted["tree"] = { root: -1 };
