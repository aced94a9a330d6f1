// Guards that scan arrays (the first free of three hundred messages), as one circuit over the cells as they are. What
// the guards have in common is looked at once per step, where each of them scanned the array on its own. The circuit is
// that of the relaxed estimates: on single values it is exact. It only says which guards are surely shut; the others
// are evaluated.

import { Circuit } from "../../circuit/circuit.ts";
import { CircuitValues } from "../../circuit/circuit-values.ts";
import { type CircuitNode, Unfit } from "../../circuit/node-store.ts";
import type { RunContext } from "../../circuit/run-state.ts";
import { StateWrites } from "../../circuit/state-writes.ts";
import { SymbolicRun } from "../../circuit/symbolic-run.ts";
import { cellTable, type Edge, type Expression, type Network } from "../../network/index.ts";
import { SetPool } from "../../value-sets/set-pool.ts";

/** Fewer slots than this are sooner evaluated. */
const WORTH_SHARING = 16;
/** Slots beyond this many are not looked at. */
const MOST_SLOTS = 4_000;

/** A slot whose guard reads an array through a computed index. */
interface ScanningSlot {
  readonly slot: number;
  readonly edge: Edge;
  readonly selects: readonly number[];
}

/** Where a conjunct of a guard fails, and where it holds. */
interface Gates {
  readonly failed: CircuitNode;
  readonly holds: CircuitNode;
}

/** The gates of guards, by slot, made once for all walkers. */
export interface GuardGates {
  readonly cells: number;
  readonly circuit: Circuit;
  readonly gates: ReadonlyMap<number, readonly Gates[]>;
}

/** Null where guards have little in common, or do not fit. */
export function guardsOf(
  network: Network,
  slots: readonly ScanningSlot[],
  least: number = WORTH_SHARING,
): GuardGates | null {
  if (slots.length < least || slots.length > MOST_SLOTS) return null;
  const made = new GuardReader(network).read(slots);
  return made.gates.size < least ? null : made;
}

export class GuardCircuit {
  private readonly values: CircuitValues;
  private readonly bits: Int32Array;
  /** By cell: where its row begins (−1: no guard reads it), its words, and the value of the first bit. */
  private readonly first: Int32Array;
  private readonly words: Int32Array;
  private readonly base: Int32Array;
  private readonly gates: GuardGates["gates"];
  private readonly known: Int32Array;

  constructor({ cells, circuit, gates }: GuardGates) {
    this.gates = gates;
    this.values = new CircuitValues(circuit, new SetPool(), [], () => false);
    this.values.tryOut();
    this.bits = this.values.showRows();
    this.first = new Int32Array(cells).fill(-1);
    this.words = new Int32Array(cells);
    this.base = new Int32Array(cells);
    this.known = new Int32Array(cells);
    this.values.forEachCell((cell, at, words, base) => {
      this.first[cell] = at;
      this.words[cell] = words;
      this.base[cell] = base;
    });
  }

  /** The cells are all new. */
  load(cells: Int32Array): void {
    for (let cell = 0; cell < this.first.length; cell++) {
      const at = this.first[cell]!;
      if (at < 0) continue;
      this.bits.fill(0, at, at + this.words[cell]!);
      this.known[cell] = cells[cell]!;
      this.flip(cell, cells[cell]!);
    }
    this.values.changed();
  }

  /** A cell has another value. */
  set(cell: number, value: number): void {
    if (this.first[cell]! < 0) return;
    this.flip(cell, this.known[cell]!);
    this.known[cell] = value;
    this.flip(cell, value);
    this.values.changed();
  }

  /** Does the guard surely not hold, and not fail either? */
  isShut(slot: number): boolean {
    const gates = this.gates.get(slot);
    if (gates === undefined) return false;
    for (let at = 0; at < gates.length; at++) {
      if (this.values.holds(gates[at]!.failed)) return false;
      if (!this.values.holds(gates[at]!.holds)) return true;
    }
    return false;
  }

  private flip(cell: number, value: number): void {
    const bit = (this.first[cell]! << 5) + value - this.base[cell]!;
    this.bits[bit >> 5]! ^= 1 << (bit & 31);
  }
}

/** Makes gates of guards, conjunct by conjunct, up to the first that does not fit. */
class GuardReader {
  private readonly circuit: Circuit;
  private readonly context: RunContext;

  constructor(network: Network) {
    const pool = new SetPool();
    const circuit = new Circuit(pool);
    const { min, max, variable } = cellTable(network);
    const cellNode = (cell: number): CircuitNode =>
      network.variables[variable[cell]!]!.constant === true
        ? circuit.single(network.initialValues[cell]!)
        : circuit.cell(cell, min[cell]!, max[cell]!);
    let facts = 0;
    const firstFact = network.processes.map(({ locations }) => {
      facts += locations.length;
      return facts - locations.length;
    });
    const { functions, cells } = network;
    this.circuit = circuit;
    this.context = { circuit, functions, cells, cellNode, firstFact, pool, shortcut: "off", meter: { steps: 0 } };
  }

  read(slots: readonly ScanningSlot[]): GuardGates {
    const gates = new Map<number, Gates[]>();
    for (const slot of slots) {
      const of = this.conjunctsOf(slot);
      if (of.length > 0) gates.set(slot.slot, of);
    }
    return { cells: this.context.cells, circuit: this.circuit, gates };
  }

  private conjunctsOf({ edge, selects }: ScanningSlot): Gates[] {
    const gates: Gates[] = [];
    for (const conjunct of edge.guard) {
      // A bound on a clock may fail as well: whoever evaluates the guard will say.
      if (conjunct.kind === "clock") return gates;
      const made = this.gatesOf(conjunct.condition, edge, selects);
      if (made === null) return gates;
      gates.push(made);
    }
    return gates;
  }

  private gatesOf(condition: Expression, { frameSize }: Edge, selects: readonly number[]): Gates | null {
    const { circuit, context } = this;
    circuit.begin();
    try {
      const run = new SymbolicRun(context, new StateWrites(circuit, context.cellNode));
      run.begin(
        frameSize,
        selects.map((value) => circuit.single(value)),
      );
      const holds = circuit.nonzero(run.value(condition));
      // Where processes are is no cell.
      return circuit.asksLocations(holds) || circuit.asksLocations(run.failed) ? null : { failed: run.failed, holds };
    } catch (error) {
      if (error instanceof Unfit) return null;
      throw error;
    }
  }
}
