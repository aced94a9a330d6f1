// Conditions and updates as the relaxed graph runs them: each result is kept in a decision tree that asks for the inputs
// in the order in which the first run read them. A run that finds the same sets again, in whatever state, only walks
// down that tree; the abstract interpreter is called where the tree ends.

import { type AbstractMachine, TooComplex } from "./abstract-machine.ts";
import { PairTable } from "./pair-table.ts";
import { mayBeTrue, type ValueSet } from "./value-set.ts";

/** What an update leaves in the cells it writes. */
export interface Writes {
  readonly cells: readonly number[];
  readonly sets: readonly ValueSet[];
  /** Is the set all that the cell may hold afterwards, or an addition? */
  readonly replaces: readonly boolean[];
}

export interface Program {
  /** Runs on the machine, from its start. */
  readonly run: (machine: AbstractMachine) => ValueSet | undefined;
  /** Every cell it may read. */
  readonly reads: readonly number[];
  /** What it writes when it is too complex to follow; none for conditions. */
  readonly anything: Writes;
  /** Root of its decision tree. */
  root: number;
}

/** Kinds of nodes beside those that ask for an input. */
const UNKNOWN = -1;
const END = -2;
const MAX_NODES = 2_000_000;
const NOTHING: Writes = { cells: [], sets: [], replaces: [] };

export class ProgramRunner {
  readonly machine: AbstractMachine;
  /** Input that a node asks for (a cell, or behind the cells a location fact), UNKNOWN or END. */
  private readonly asks: number[] = [];
  private readonly next = new PairTable(1 << 14);
  /** Results, by the node where the tree ends. */
  private readonly writes: (Writes | undefined)[] = [];
  private readonly holds: boolean[] = [];
  private readonly reached: (fact: number) => boolean;
  private readonly programs: Program[] = [];
  /** How often a tree had the answer, and how often the interpreter was called. */
  hits = 0;
  misses = 0;

  constructor(machine: AbstractMachine, reached: (fact: number) => boolean) {
    this.machine = machine;
    this.reached = reached;
  }

  /** Makes the program known, so that its tree can be cleared. */
  register(program: Program): void {
    program.root = this.node();
    this.programs.push(program);
  }

  /** May the condition hold on the machine's inputs? */
  test(program: Program): boolean {
    return this.holds[this.walk(program)] === true;
  }

  /** What the update writes, given the machine's inputs. */
  update(program: Program): Writes {
    return this.writes[this.walk(program)]!;
  }

  /** Inputs that a run on the machine's inputs reads: appended to `into`, cells only. */
  inputsOf(program: Program, into: Set<number>): void {
    this.walk(program);
    const { inputs } = this.machine;
    let node = program.root;
    for (;;) {
      const asked = this.asks[node]!;
      if (asked < 0) return;
      if (asked < inputs.length) into.add(asked);
      node = this.next.get(node, this.answer(asked));
    }
  }

  /** Between estimates: forgets everything when there is too much of it. */
  clearWhenFull(): void {
    if (!this.machine.pool.clearWhenFull() && this.asks.length < MAX_NODES) return;
    this.asks.length = 0;
    this.writes.length = 0;
    this.holds.length = 0;
    this.next.clear();
    for (const program of this.programs) program.root = this.node();
  }

  private answer(asked: number): number {
    const { inputs } = this.machine;
    return asked < inputs.length ? inputs[asked]!.id : this.reached(asked - inputs.length) ? 1 : 0;
  }

  private walk(program: Program): number {
    let node = program.root;
    for (;;) {
      const asked = this.asks[node]!;
      if (asked === END) {
        this.hits++;
        return node;
      }
      if (asked === UNKNOWN) return this.interpret(program);
      node = this.next.get(node, this.answer(asked));
      if (node < 0) return this.interpret(program);
    }
  }

  private interpret(program: Program): number {
    this.misses++;
    const { machine } = this;
    machine.start();
    let holds = false;
    let writes = NOTHING;
    try {
      const result = program.run(machine);
      holds = result !== undefined && mayBeTrue(result);
      if (machine.written.length > 0) {
        writes = {
          cells: [...machine.written],
          sets: machine.written.map((cell) => machine.writtenSet(cell)),
          replaces: machine.written.map((cell) => machine.replaces(cell)),
        };
      }
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      holds = true;
      writes = program.anything;
    }
    const end = this.extend(program.root);
    this.asks[end] = END;
    this.holds[end] = holds;
    this.writes[end] = writes;
    return end;
  }

  /** Follows what the machine has read down from the root, making nodes where there are none. */
  private extend(root: number): number {
    const { reads, found } = this.machine;
    let node = root;
    for (let at = 0; at < reads.length; at++) {
      this.asks[node] = reads[at]!;
      let child = this.next.get(node, found[at]!);
      if (child < 0) {
        child = this.node();
        this.next.set(node, found[at]!, child);
      }
      node = child;
    }
    return node;
  }

  private node(): number {
    this.asks.push(UNKNOWN);
    this.writes.push(undefined);
    this.holds.push(false);
    return this.asks.length - 1;
  }
}
