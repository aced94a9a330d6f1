// Conditions and updates as the relaxed graph runs them: each result is kept in a decision tree that asks for the
// inputs in the order in which the first run read them. A run that finds the same sets again, in whatever state, only
// walks down that tree; the abstract interpreter is called where the tree ends.

import { type AbstractMachine, NoStep, TooComplex } from "../../../value-sets/abstract-machine.ts";
import { EMPTY, isSingle, type ValueSet } from "../../../value-sets/value-set.ts";
import type { Chain } from "../ground/chains.ts";
import type { Effect } from "../ground/effects.ts";
import type { GroundProgram, Rooted, Tree, Writes } from "../ground/program.ts";
import { ChainAssembly, FAILED } from "./chain-assembly.ts";
import { Forest } from "./decision-trees.ts";
import type { ProgramShape } from "./shapes.ts";

/** What the graph tells about inputs that are not cells, and about the cells that it follows. */
export interface RunnerContext {
  readonly facts: number;
  reached(fact: number): boolean;
  isPossible(operator: number): boolean;
  /** What of a set may be added to a cell; null when the cell is not followed. */
  fitting(cell: number, set: ValueSet): ValueSet | null;
}

const MAX_NODES = 2_000_000;

type Result = ValueSet | Writes | null;

export class ProgramRunner {
  readonly machine: AbstractMachine;
  /** Nodes ask for a cell's slot, or behind the cells for a location fact or an operator. */
  private readonly kept = new Forest<Result>(1 << 14);
  /** Results on inputs that were tried out to explain something: sets that hardly occur in other states. */
  private readonly tried = new Forest<Result>(1 << 10);
  private trying = false;
  private state = 0;
  private readonly context: RunnerContext;
  private readonly trees = new Map<string, Tree>();
  /** Slot of a cell, for the program at hand. */
  private readonly slotOf: Int32Array;
  private readonly assembly: ChainAssembly;

  constructor(machine: AbstractMachine, context: RunnerContext) {
    this.machine = machine;
    this.context = context;
    this.slotOf = new Int32Array(machine.inputs.length);
    this.assembly = new ChainAssembly(machine, {
      step: (effect) => this.step(effect),
      answer: (input) => this.answer(input),
      inputOf: (operator) => machine.inputs.length + context.facts + operator,
    });
  }

  /** Plants the tree of something, or gives it that of its shape. Null: nothing else has its shape. */
  register(something: Rooted, shape: ProgramShape | null): void {
    const key = shape === null ? `alone ${this.trees.size}` : shape.key;
    let tree = this.trees.get(key);
    if (tree === undefined) {
      tree = { root: this.kept.plant(), tried: -1, state: -1 };
      this.trees.set(key, tree);
    }
    something.tree = tree;
    something.slots = shape === null ? null : shape.slots;
  }

  /** What a condition's program may yield on the machine's inputs; null when it is too complex to follow. */
  value(program: GroundProgram): ValueSet | null {
    const known = this.recall(program);
    if (known !== undefined) return known as ValueSet | null;
    const value = this.interpret(program) ?? null;
    return this.keep(program, this.machine.reads, this.machine.found, value);
  }

  /** What a chain adds to the cells that are followed; they are given as slots. */
  writes(chain: Chain): Writes {
    const known = this.recall(chain);
    if (known !== undefined) return known as Writes;
    if (chain.own.length === 1 && chain.before.length === 0 && chain.earlier.length === 0) {
      const { reads, found } = this.machine;
      const writes = this.cut(chain, this.run(chain.own[0]!));
      return this.keep(chain, reads, found, writes);
    }
    const { assembly } = this;
    const writes = this.cut(chain, assembly.of(chain));
    return this.keep(chain, assembly.read, assembly.found, writes);
  }

  /** Another state: forgets what was tried, and everything when there is too much of it; true if so. */
  start(): boolean {
    this.trying = false;
    this.state++;
    this.tried.clear();
    if (!this.machine.pool.clearWhenFull() && this.kept.size < MAX_NODES) return false;
    this.kept.clear();
    this.assembly.forget();
    for (const tree of this.trees.values()) tree.root = this.kept.plant();
    return true;
  }

  /** From now on inputs are tried out, to explain something. */
  try(): void {
    this.trying = true;
  }

  private recall(rooted: Rooted): Result | undefined {
    const { tree } = rooted;
    const at = this.walk(this.kept, tree.root, rooted);
    if (at >= 0) return this.kept.resultAt(at);
    if (!this.trying || tree.state !== this.state) return undefined;
    const tried = this.walk(this.tried, tree.tried, rooted);
    return tried < 0 ? undefined : this.tried.resultAt(tried);
  }

  /** The node where the tree ends for the machine's inputs; −1 when it does not know them. */
  private walk(forest: Forest<Result>, root: number, { slots }: Rooted): number {
    for (let node = root; node >= 0; ) {
      const asked = forest.askedAt(node);
      if (asked < 0) return forest.isEnd(node) ? node : -1;
      const input = slots === null ? asked : slots[asked]!;
      node = forest.follow(node, this.answer(input));
    }
    return -1;
  }

  /**
   * The number of the set in a cell; of what lies behind the cells, is the location reached, or the operator possible?
   */
  private answer(asked: number): number {
    const { inputs } = this.machine;
    if (asked < inputs.length) return inputs[asked]!.id;
    const { reached, isPossible, facts } = this.context;
    const fact = asked - inputs.length;
    return (fact < facts ? reached(fact) : isPossible(fact - facts)) ? 1 : 0;
  }

  private interpret(program: GroundProgram): ValueSet | undefined {
    this.machine.start();
    try {
      return program.run(this.machine);
    } catch (error) {
      if (error instanceof NoStep) return EMPTY;
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
      if (error instanceof NoStep) return FAILED;
      if (!(error instanceof TooComplex)) throw error;
      return anything;
    }
    return {
      cells: [...machine.written],
      sets: machine.written.map((cell) => machine.writtenSet(cell)),
      replaces: machine.written.map((cell) => machine.replaces(cell)),
    };
  }

  /** One effect of a chain: what it reads of the state is read by the chain. */
  private step(effect: Effect): Writes {
    const { machine } = this;
    const { program } = effect;
    const { tree, slots } = program;
    const known = this.walk(this.kept, tree.root, program);
    if (known < 0) {
      const writes = this.run(effect);
      for (const [at, input] of machine.reads.entries()) this.assembly.noteInput(input, machine.found[at]!);
      const kept = writes === FAILED ? writes : { ...writes, cells: this.slotsOf(program, writes) };
      this.keep(program, machine.reads, machine.found, kept);
      return writes;
    }
    for (let node = tree.root; node !== known; ) {
      const asked = this.kept.askedAt(node);
      const input = slots === null ? asked : slots[asked]!;
      const answer = this.answer(input);
      this.assembly.noteInput(input, answer);
      node = this.kept.follow(node, answer);
    }
    const writes = this.kept.resultAt(known) as Writes;
    return slots === null || writes === FAILED
      ? writes
      : { ...writes, cells: writes.cells.map((slot) => slots[slot]!) };
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
  private keep<T extends Result>(
    { tree, slots }: Rooted,
    reads: readonly number[],
    found: readonly number[],
    result: T,
  ): T {
    const forest = this.trying && !this.recurs(reads) ? this.tried : this.kept;
    if (forest === this.tried && tree.state !== this.state) {
      tree.state = this.state;
      tree.tried = forest.plant();
    }
    if (slots !== null) this.number(slots);
    let node = forest === this.tried ? tree.tried : tree.root;
    for (let at = 0; at < reads.length; at++) {
      node = forest.extend(node, slots === null ? reads[at]! : this.slotOf[reads[at]!]!, found[at]!);
    }
    forest.end(node, result);
    return result;
  }

  /** Will these inputs be met again? Single values and sets of small numbers soon repeat, others hardly ever. */
  private recurs(reads: readonly number[]): boolean {
    const { inputs } = this.machine;
    return reads.every((input) => input >= inputs.length || inputs[input]!.bits !== 0 || isSingle(inputs[input]!));
  }
}
