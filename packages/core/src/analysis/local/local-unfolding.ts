// One process by itself: its locations with the values of the variables that only it writes, and the steps between
// them, conditions on everything else taken as true. Every edge then has concrete cells (`occupied[2]`), and every run
// of the network, seen by the process, is a path here.

import type { ClockConjunct, Conjunct, DataConjunct, Edge, Network } from "../../network/index.ts";
import { AccessAnalysis } from "../accesses.ts";
import { GuardRun, type Test } from "./guard-run.ts";
import { Faulty, type KnownValue, Lost } from "./known-values.ts";
import type { CellEffect, ClockReset } from "./partial-state.ts";

/** Where processes are and what cells hold. */
interface Situation {
  readonly locations: ArrayLike<number>;
  readonly cells: ArrayLike<number>;
}

/** `x op bound`; clocks are compared with numbers that the process knows. */
export interface ClockTest {
  readonly clock: number;
  readonly op: ClockConjunct["op"];
  readonly bound: number;
}

export interface LocalStep {
  readonly edge: Edge;
  readonly selects: readonly number[];
  readonly from: number;
  readonly to: number;
  /** What it asks of cells that the process does not know by itself. */
  readonly tests: readonly Test[];
  readonly effects: readonly CellEffect[];
  readonly resets: readonly ClockReset[];
  readonly clocks: readonly ClockTest[];
  /** The guard asks for more of clocks than `clocks` says: differences, or bounds that are not known. */
  readonly unclear: boolean;
  /** The channel it uses; undefined: none, or it is not known which. */
  readonly channel: KnownValue;
}

export interface LocalState {
  readonly location: number;
  /** Values of the cells of `own`. */
  readonly values: Int32Array;
  readonly invariant: readonly ClockTest[];
  /** As for steps. */
  readonly unclear: boolean;
}

export interface Unfolding {
  readonly process: number;
  /** Cells that only this process writes. */
  readonly own: readonly number[];
  readonly states: readonly LocalState[];
  readonly initial: readonly number[];
  readonly steps: readonly LocalStep[];
  /** Numbers of steps, by state. */
  readonly leaving: readonly (readonly number[])[];
  readonly entering: readonly (readonly number[])[];
  /** The number of the state that the process is in; −1: none that was met. */
  indexOf(state: Situation): number;
}

const MOST_STATES = 100_000;
const MOST_SELECTS = 4096;

export type OwnCells = readonly (readonly number[])[];

/** By process: cells that its edges alone write, temporaries not among them. */
export function ownCells(network: Network, accesses = new AccessAnalysis(network)): OwnCells {
  const writer = new Int32Array(network.cells).fill(-1);
  const note = (cell: number, process: number): void => {
    writer[cell] = writer[cell] === -1 || writer[cell] === process ? process : -2;
  };
  for (const edge of network.edges) {
    for (const cell of accesses.ofStatements(edge.update).writtenCells) note(cell, edge.process);
  }
  for (const hook of [network.beforeUpdate, network.afterUpdate]) {
    for (const cell of accesses.ofStatements(hook).writtenCells) writer[cell] = -2;
  }
  for (const { cell, meta } of network.variables) if (meta && writer[cell]! >= 0) writer[cell] = -2;
  return network.processes.map((_, process) => [...writer.keys()].filter((cell) => writer[cell] === process));
}

/** Undefined: the process cannot be followed by itself, or has too many states. */
export function unfold(network: Network, process: number, own: OwnCells, most = MOST_STATES): Unfolding | undefined {
  try {
    return new Unfolder(network, process, own).unfold(most);
  } catch (error) {
    if (error instanceof Lost) return undefined;
    throw error;
  }
}

class Unfolder {
  private readonly network: Network;
  private readonly process: number;
  private readonly own: readonly number[];
  private readonly run: GuardRun;
  private readonly accesses: AccessAnalysis;
  private location = 0;
  private readonly numbers = new Map<string, number>();
  private readonly states: LocalState[] = [];
  private readonly steps: LocalStep[] = [];

  constructor(network: Network, process: number, own: OwnCells) {
    this.network = network;
    this.process = process;
    this.own = own[process]!;
    this.accesses = new AccessAnalysis(network);
    const isKnown = new Uint8Array(network.cells);
    for (const cell of this.own) isKnown[cell] = 1;
    for (const cell of constants(network, this.accesses)) isKnown[cell] = 1;
    this.run = new GuardRun(
      network,
      (cell) => isKnown[cell] === 1,
      (asked) => (asked === process ? this.location : undefined),
    );
  }

  unfold(most: number): Unfolding | undefined {
    const { network, process, own, states, steps } = this;
    const { initial, edges } = network.processes[process]!;
    const start = Int32Array.from(network.initialValues);
    const roots = initial.flatMap((location) => this.stateAt(location, start) ?? []);
    const whole = Int32Array.from(network.initialValues);
    for (let at = 0; at < states.length; at++) {
      if (states.length > most) return undefined;
      const { location, values } = states[at]!;
      for (const [i, cell] of own.entries()) whole[cell] = values[i]!;
      for (const id of edges) {
        const edge = network.edges[id]!;
        if (edge.source !== location) continue;
        for (const selects of selectValues(edge)) {
          const step = this.step(at, edge, selects, whole);
          if (step !== undefined) steps.push(step);
        }
      }
    }
    const leaving: number[][] = states.map(() => []);
    const entering: number[][] = states.map(() => []);
    for (const [number, { from, to }] of steps.entries()) {
      leaving[from]!.push(number);
      entering[to]!.push(number);
    }
    return { process, own, states, initial: roots, steps, leaving, entering, indexOf: numbering(process, own, states) };
  }

  private step(from: number, edge: Edge, selects: readonly number[], whole: Int32Array): LocalStep | undefined {
    const { run } = this;
    try {
      this.location = edge.source;
      run.begin(whole, selects);
      const tests: Test[] = [];
      const clocks: ClockTest[] = [];
      const isClear = this.ask(edge.guard, tests, clocks);
      if (isClear === "never") return undefined;
      const channel =
        edge.sync.kind === "send" || edge.sync.kind === "receive" ? run.index(edge.sync.channel) : undefined;
      for (const statement of edge.update) this.follow(statement);
      this.location = edge.target;
      const to = this.stateAt(edge.target, run.cells);
      if (to === undefined) return undefined;
      const [effects, resets] = [[...run.effects], [...run.resets]];
      return { edge, selects, from, to, tests, effects, resets, clocks, unclear: isClear === "partly", channel };
    } catch (error) {
      if (error instanceof Faulty) return undefined;
      throw error;
    }
  }

  /** What cannot be followed may write other cells, but none of ours and no clock. */
  private follow(statement: Edge["update"][number]): void {
    const { run } = this;
    const [effects, resets] = [run.effects.length, run.resets.length];
    try {
      run.run([statement]);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      const { writtenCells, resetClocks } = this.accesses.ofStatements([statement]);
      if (resetClocks.size > 0 || this.own.some((cell) => writtenCells.has(cell))) throw error;
      run.effects.length = effects;
      run.resets.length = resets;
      for (const cell of writtenCells) run.effects.push({ cell, op: "set", value: undefined });
    }
  }

  private ask(conjuncts: readonly Conjunct[], tests: Test[], clocks: ClockTest[]): "clear" | "partly" | "never" {
    let isClear = true;
    for (const conjunct of conjuncts) {
      if (conjunct.kind === "data") {
        if (!this.mayHold(conjunct, tests)) return "never";
      } else if (!this.askClock(conjunct, 0, clocks)) isClear = false;
    }
    return isClear ? "clear" : "partly";
  }

  /** A condition that cannot be followed (a function whose loop depends on others) may hold, as any of others. */
  private mayHold(conjunct: DataConjunct, tests: Test[]): boolean {
    try {
      return this.run.tests(conjunct.condition, tests);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      const { readCells: cells, askedProcesses: processes } = this.accesses.ofConjuncts([conjunct]);
      tests.push({ kind: "other", cells, processes });
      return true;
    }
  }

  private askClock(conjunct: ClockConjunct, binder: number, clocks: ClockTest[]): boolean {
    const { run } = this;
    const bound = conjunct.binders[binder];
    if (bound !== undefined) {
      let isClear = true;
      for (let value = bound.min; value <= bound.max; value++) {
        isClear = run.bound(bound.cell, value, () => this.askClock(conjunct, binder + 1, clocks)) && isClear;
      }
      return isClear;
    }
    const when = conjunct.when === undefined ? 1 : run.tried(conjunct.when);
    if (when === 0) return true;
    const { left, right, op } = conjunct;
    const value = run.tried(conjunct.bound);
    const clock = left !== undefined && left.space === "clock" ? run.index(left) : undefined;
    if (when === undefined || right !== undefined || clock === undefined || value === undefined) return false;
    clocks.push({ clock, op, bound: value });
    return true;
  }

  /** The number of a state; undefined: its invariant cannot hold. */
  private stateAt(location: number, cells: Int32Array): number | undefined {
    const { own, numbers, states, run, network, process } = this;
    let key = String.fromCharCode(location);
    for (const cell of own) key += `,${cells[cell]}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const values = Int32Array.from(own, (cell) => cells[cell]!);
    const [effects, resets] = [[...run.effects], [...run.resets]];
    this.location = location;
    run.begin(cells, []);
    const invariant: ClockTest[] = [];
    const answer = this.ask(network.processes[process]!.locations[location]!.invariant, [], invariant);
    run.effects.push(...effects);
    run.resets.push(...resets);
    if (answer === "never") return undefined;
    numbers.set(key, states.length);
    states.push({ location, values, invariant, unclear: answer === "partly" });
    return states.length - 1;
  }
}

/** Finds states by location and values, read as one number in mixed radix. */
function numbering(process: number, own: readonly number[], states: readonly LocalState[]): Unfolding["indexOf"] {
  const least = own.map((_, i) => states.reduce((min, { values }) => Math.min(min, values[i]!), 0));
  const span = own.map((_, i) => states.reduce((max, { values }) => Math.max(max, values[i]! - least[i]! + 1), 1));
  const size = span.reduce((product, one) => product * one, 1 << 16);
  if (size > Number.MAX_SAFE_INTEGER) throw new Lost();
  const keyOf = (location: number, digitOf: (i: number) => number): number => {
    let key = location;
    for (let i = 0; i < own.length; i++) {
      const digit = digitOf(i) - least[i]!;
      if (digit < 0 || digit >= span[i]!) return -1;
      key = key * span[i]! + digit;
    }
    return key;
  };
  const numbers = new Map(states.map(({ location, values }, number) => [keyOf(location, (i) => values[i]!), number]));
  return ({ locations, cells }) => numbers.get(keyOf(locations[process]!, (i) => cells[own[i]!]!)) ?? -1;
}

/** Cells that nothing writes. */
export function constants(network: Network, accesses: AccessAnalysis): readonly number[] {
  let found = unwritten.get(network);
  if (found === undefined) {
    const written = new Uint8Array(network.cells);
    const updates = [...network.edges.map(({ update }) => update), network.beforeUpdate, network.afterUpdate];
    for (const update of updates) for (const cell of accesses.ofStatements(update).writtenCells) written[cell] = 1;
    found = [...written.keys()].filter((cell) => written[cell] === 0);
    unwritten.set(network, found);
  }
  return found;
}

/** Every process asks for them. */
const unwritten = new WeakMap<Network, readonly number[]>();

function selectValues({ selects }: Edge): readonly (readonly number[])[] {
  let all: readonly (readonly number[])[] = [[]];
  for (const { min, max } of selects) {
    const values = Array.from({ length: max - min + 1 }, (_, i) => min + i);
    all = all.flatMap((before) => values.map((value) => [...before, value]));
    if (all.length > MOST_SELECTS) throw new Lost();
  }
  return all;
}
