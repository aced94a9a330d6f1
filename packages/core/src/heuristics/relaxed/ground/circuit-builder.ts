// Makes gates of conditions and nodes of what chains write, program by program: one that does not fit keeps the
// interpreter. Nodes, rounds and steps are counted, so that what fits does not depend on the machine.

import { Circuit } from "../../../circuit/circuit.ts";
import { ALWAYS, type CircuitNode, NOTHING, Unfit } from "../../../circuit/node-store.ts";
import type { ConditionGate, Output } from "../../../circuit/outputs.ts";
import type { RunContext } from "../../../circuit/run-state.ts";
import { StateWrites } from "../../../circuit/state-writes.ts";
import { SymbolicRun } from "../../../circuit/symbolic-run.ts";
import type { FunctionDefinition } from "../../../network/index.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import type { Shortcut } from "../../../value-sets/shortcut.ts";
import { MAX_VALUES, type ValueSet } from "../../../value-sets/value-set.ts";
import type { Chain } from "./chains.ts";
import type { Condition } from "./conditions.ts";
import { type Counters, countedBy, findCounters } from "./counters.ts";
import type { Effect } from "./effects.ts";
import type { InputTable } from "./located-cells.ts";
import type { Code, FrameText, GroundProgram } from "./program.ts";

/** Steps of runs after which wide cells are not narrowed any further. */
const MOST_NARROWING = 60_000;
/** Tuples of values that a condition is made a gate for; the interpreter tries so many at least. */
const MOST_TUPLES = 64;
/** Rounds after which a cell that still gains values is given all that its type allows. */
const PATIENCE = 4;

export interface BuilderOptions {
  readonly functions: readonly FunctionDefinition[];
  readonly table: InputTable;
  /** Values that are the same in every state, by cell. */
  readonly fixed: Uint8Array;
  readonly initialValues: readonly number[];
  readonly firstFact: ArrayLike<number>;
  readonly pool: SetPool;
  readonly shortcut: Shortcut;
}

/** What a program yields, whether it fails, and the cells and locals that it reads twice. */
interface Value {
  readonly node: CircuitNode;
  readonly failed: CircuitNode;
  readonly readAgain: ReadonlySet<number>;
}

export class CircuitBuilder {
  circuit: Circuit;
  private readonly options: BuilderOptions;
  private readonly table: InputTable;
  /** What cells are taken to hold: what their types say, or less where nothing else is ever written to them. */
  private readonly lo: Int32Array;
  private readonly hi: Int32Array;
  private context: RunContext;
  /** Cells that only count, with the values of theirs that are told apart. */
  counters: Counters = new Map();
  private readonly values = new Map<GroundProgram, Value | null>();

  constructor(options: BuilderOptions) {
    const { table } = options;
    this.options = options;
    this.table = table;
    this.lo = table.min.slice();
    this.hi = table.max.slice();
    [this.circuit, this.context] = this.empty();
  }

  private empty(): [Circuit, RunContext] {
    const { functions, fixed, initialValues, firstFact, pool, shortcut } = this.options;
    const circuit = new Circuit(pool);
    const cellNode = (cell: number): CircuitNode =>
      fixed[cell] === 1 ? circuit.single(initialValues[cell]!) : circuit.cell(cell, this.lo[cell]!, this.hi[cell]!);
    const meter = { steps: 0 };
    return [circuit, { circuit, functions, cells: fixed.length, cellNode, firstFact, pool, shortcut, meter }];
  }

  /**
   * Cells of a type with too many values to be told apart may still hold few: the least intervals that contain their
   * first values and all that chains write, as far as a few rounds tell. Those that count need not be followed beyond
   * the last constant that conditions compare them with. Step by step.
   */
  *narrow(chains: Iterable<Chain>, conditions: Iterable<Condition>, relevant: Uint8Array): Generator<void, void> {
    const { table, lo, hi } = this;
    const { fixed, initialValues } = this.options;
    const isWide = (cell: number): boolean =>
      relevant[cell] === 1 &&
      fixed[cell] === 0 &&
      table.meta[cell] === 0 &&
      table.max[cell]! - table.min[cell]! >= MAX_VALUES;
    const writers = [...chains].filter(({ writes }) => writes.some(isWide));
    for (let cell = 0; cell < initialValues.length; cell++) {
      if (isWide(cell)) lo[cell] = hi[cell] = initialValues[cell]!;
    }
    this.counters = findCounters(conditions, chains, isWide);
    for (const [cell, { least, most }] of this.counters) {
      if (Number.isFinite(most)) hi[cell] = Math.max(hi[cell]!, Math.min(most, table.max[cell]!));
      else lo[cell] = Math.min(lo[cell]!, Math.max(least, table.min[cell]!));
    }
    let grows = writers.length > 0;
    const grow = (cell: number, least: number, most: number): void => {
      if (!isWide(cell) || (least >= lo[cell]! && most <= hi[cell]!)) return;
      grows = true;
      lo[cell] = Math.min(lo[cell]!, least);
      hi[cell] = Math.max(hi[cell]!, most);
    };
    let steps = 0;
    const isTooMuch = (): boolean => steps + this.context.meter.steps > MOST_NARROWING;
    for (let round = 0; grows && !isTooMuch(); round++) {
      steps += this.context.meter.steps;
      grows = false;
      [this.circuit, this.context] = this.empty();
      for (const chain of writers) {
        yield;
        if (isTooMuch()) {
          grows = true;
          break;
        }
        const outputs = this.outputsOf(chain, relevant);
        if (outputs === null) for (const cell of chain.writes) grow(cell, table.min[cell]!, table.max[cell]!);
        for (const output of outputs ?? []) {
          const [least, most] = [this.circuit.lo[output.node]!, this.circuit.hi[output.node]!];
          for (const cell of output.kind === "cell" ? [output.cell] : output.cells) {
            if (cell < 0 || (least >= lo[cell]! && most <= hi[cell]!)) continue;
            if (round < PATIENCE) grow(cell, least, most);
            else grow(cell, table.min[cell]!, table.max[cell]!);
          }
        }
      }
    }
    if (grows) {
      // Types say what there is to say then.
      for (let cell = 0; cell < initialValues.length; cell++) {
        if (isWide(cell)) [lo[cell], hi[cell]] = [table.min[cell]!, table.max[cell]!];
      }
    }
    [this.circuit, this.context] = this.empty();
  }

  /** Null: the condition stays with the interpreter. */
  gateOf({ program, among }: Condition): ConditionGate | null {
    const made = this.valueOf(program);
    if (made === null || among?.values === null) return null;
    const { circuit } = this;
    const opens = ({ node, failed }: Value): CircuitNode => {
      const holds = among === null ? circuit.nonzero(node) : circuit.among(node, among.values!);
      return circuit.and(circuit.not(failed), holds);
    };
    const filter = this.unlessUnfit(() => ({ gate: opens(made), exact: made.readAgain.size === 0 }));
    if (filter === null || filter.exact) return filter;
    return this.unlessUnfit(() => this.onTuples(program, [...made.readAgain], opens)) ?? filter;
  }

  /**
   * The gate of a program that reads cells twice, as one of two: each tuple of their values may be there, and will do.
   */
  private onTuples(
    program: GroundProgram,
    cells: readonly number[],
    opens: (value: Value) => CircuitNode,
  ): ConditionGate {
    const { circuit, context, lo, hi } = this;
    if (cells.some((cell) => cell >= context.cells)) throw new Unfit();
    const tuples = cells.reduce((count, cell) => count * (hi[cell]! - lo[cell]! + 1), 1);
    if (tuples > MOST_TUPLES) throw new Unfit();
    const pinned = new Map<number, number>();
    const cellNode = (cell: number): CircuitNode => {
      const value = pinned.get(cell);
      return value === undefined ? context.cellNode(cell) : circuit.single(value);
    };
    const gates: CircuitNode[] = [];
    for (let tuple = 0; tuple < tuples; tuple++) {
      let rest = tuple;
      for (const cell of cells) {
        const values = hi[cell]! - lo[cell]! + 1;
        pinned.set(cell, lo[cell]! + (rest % values));
        rest = Math.floor(rest / values);
      }
      const value = this.run(program, { ...context, cellNode });
      if (value === null || value.readAgain.size > 0) throw new Unfit();
      const there = cells.map((cell) => circuit.has(context.cellNode(cell), pinned.get(cell)!));
      gates.push(circuit.all([...there, opens(value)]));
    }
    return { gate: circuit.any(gates), exact: true };
  }

  /** Null: the chain stays with the interpreter. */
  outputsOf({ before, earlier, own }: Chain, relevant: Uint8Array): readonly Output[] | null {
    if (earlier.length > 0) return null;
    return this.unlessUnfit(() => {
      const { circuit, context, table } = this;
      const writes = new StateWrites(circuit, context.cellNode);
      let failed: CircuitNode = circuit.not(ALWAYS);
      for (const [at, { program }] of [...before, ...own].entries()) {
        if (program.code === null) throw new Unfit();
        if (at === before.length) writes.beginOwn();
        const run = this.open(program.code, writes);
        const { body } = program.code;
        if ("kind" in body) run.value(body);
        else run.run(body);
        failed = circuit.or(failed, run.failed);
      }
      const happens = circuit.not(failed);
      const { nodes, scatters } = writes.outputs((cell) => relevant[cell] === 1 && table.meta[cell] === 0);
      const outputs: Output[] = [];
      for (const { cell, node } of nodes) {
        const [least, most] = this.rangeOf(cell, own);
        const fitting = circuit.gated(happens, circuit.within(node, least, most));
        if (fitting !== NOTHING) outputs.push({ kind: "cell", cell, node: fitting });
      }
      for (const { gate, index, first, cells, value } of scatters) {
        const ends = cells.filter((cell) => cell >= 0);
        const lo = Math.min(...ends.map((cell) => table.min[cell]!));
        const hi = Math.max(...ends.map((cell) => table.max[cell]!));
        if (ends.some((cell) => table.min[cell] !== lo || table.max[cell] !== hi)) throw new Unfit();
        const node = circuit.within(value, lo, hi);
        outputs.push({ kind: "scatter", gate: circuit.and(happens, gate), index, first, cells, node });
      }
      return outputs;
    });
  }

  /** What effects may leave in a cell: what its type says, and where they count it, what is told apart. */
  private rangeOf(cell: number, own: readonly Effect[]): readonly [number, number] {
    const [min, max] = [this.table.min[cell]!, this.table.max[cell]!];
    const counter = this.counters.get(cell);
    if (counter === undefined || countedBy(own[0]!, cell) === 0) return [min, max];
    return [Math.max(min, counter.least), Math.min(max, counter.most)];
  }

  /** The cells that an output depends on. */
  readsOf(output: Output): number[] {
    return this.circuit.cellsOf(output.kind === "cell" ? [output.node] : [output.gate, output.index, output.node]);
  }

  private valueOf(program: GroundProgram): Value | null {
    let made = this.values.get(program);
    if (made === undefined) {
      made = this.unlessUnfit(() => this.run(program, this.context));
      this.values.set(program, made);
    }
    return made;
  }

  private run({ code }: GroundProgram, context: RunContext): Value | null {
    if (code === null || !("kind" in code.body)) return null;
    const run = this.open(code, new StateWrites(this.circuit, context.cellNode), context);
    const node = this.metValue(code, run, run.value(code.body));
    return { node, failed: run.failed, readAgain: run.readAgain };
  }

  /** Whether another expression can be the same, where there is one; else the value. */
  private metValue({ meets }: Code, run: SymbolicRun, value: CircuitNode): CircuitNode {
    if (meets === undefined || !("kind" in meets.body)) return value;
    const { circuit } = this;
    this.openFrame(meets.frame, run);
    const may = circuit.meets(value, run.value(meets.body));
    return circuit.truth(circuit.not(may), may, false);
  }

  private open({ frame }: Code, writes: StateWrites, context = this.context): SymbolicRun {
    const run = new SymbolicRun(context, writes);
    this.openFrame(frame, run);
    return run;
  }

  private openFrame(frame: FrameText, run: SymbolicRun): void {
    const { passed } = frame;
    let value: CircuitNode | null = null;
    if (passed !== null) {
      const { from, min, max } = passed;
      if (typeof from === "number") value = run.writes.view(from);
      else {
        run.begin(
          from.size,
          from.selects.map((set) => this.constant(set)),
        );
        value = run.value(from.index);
      }
      value = this.circuit.within(value, min, max);
    }
    run.begin(
      frame.size,
      frame.selects.map((set) => this.constant(set)),
    );
    if (passed !== null) run.setLocal(passed.cell, value!);
  }

  private constant({ values }: ValueSet): CircuitNode {
    if (values === null) throw new Unfit();
    return this.circuit.constant(values);
  }

  private unlessUnfit<T>(make: () => T): T | null {
    const { meter } = this.context;
    const before = meter.steps;
    this.circuit.begin();
    try {
      const made = make();
      // What fits is worth more than what is tried in vain.
      meter.steps = before + Math.ceil((meter.steps - before) / 4);
      return made;
    } catch (error) {
      if (error instanceof Unfit) return null;
      throw error;
    }
  }
}
