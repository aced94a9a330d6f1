// Why a chain adds a value, or a gate is open, where that cannot be read off the nodes, emitted: the twin of
// `explanation.ts` for what stays in a cell only where nothing else is surely stored. Cells go back to the value they
// started from as long as the thing still holds (in halves, QuickXplain); each of the rest is then held at the earliest
// value that will do.

import { add, and, or, shl, shrS, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, gtS, gtU, leS, ltS } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Local, Value } from "../../../wasm/value.ts";
import type { Lists } from "../ground/lists.ts";
import { FEW } from "../kernel/explanation.ts";
import { BIT, type CellCode } from "./cell-code.ts";
import type { NodeCode } from "./node-code.ts";
import { get, type NodeRecords } from "./node-records.ts";
import { eachBit, eachWord } from "./rows-code.ts";
import type { ModuleTables, Register, Stack, Table } from "./tables.ts";

export interface ExplainInputs {
  readonly nodes: NodeCode;
  readonly records: NodeRecords;
  readonly cells: CellCode;
  /** By chain, and by the number of a gate's list: the cells that it reads, called by their nodes. */
  readonly cellsOfChain: Lists;
  readonly cellsOfGate: Lists;
  /** Values of cells in the state, by number. */
  readonly state: Table;
  readonly mostLayers: number;
  /** (cell, value) */
  readonly addValue: FunctionHandle;
}

export interface TryOutCode {
  /**
   * (chain, value, index): makes goals of what it takes that the chain adds the value, to the cell that the index
   * means.
   */
  readonly chain: FunctionHandle;
  /** (gate): the same for a gate to be open. */
  readonly gate: FunctionHandle;
}

export function emitTryOut(workshop: ModuleTables, inputs: ExplainInputs): TryOutCode {
  return new ExplainCode(workshop, inputs).emit();
}

/** A value that no cell has. */
const NONE = -0x80000000;

class ExplainCode {
  private readonly workshop: ModuleTables;
  private readonly inputs: ExplainInputs;
  /** From the rows to their copies. */
  private readonly toCopy: number;
  /** What is explained: a gate, or where that is 0 a chain. */
  private readonly gate: Register;
  private readonly chain: Register;
  private readonly value: Register;
  private readonly index: Register;
  private readonly grown: Stack;
  private readonly released: Stack;
  private readonly neededCell: Stack;
  private readonly neededValue: Table;
  private readonly layers: Stack;
  private readonly hasLayer: Table;
  private readonly fresh: Stack;
  private readonly holds: FunctionHandle;
  private readonly release: FunctionHandle;
  private readonly earliest: FunctionHandle;

  constructor(workshop: ModuleTables, inputs: ExplainInputs) {
    const { cellWords, rows } = inputs.records;
    this.workshop = workshop;
    this.inputs = inputs;
    this.toCopy = workshop.room(cellWords).address - rows;
    this.gate = workshop.register();
    this.chain = workshop.register();
    this.value = workshop.register();
    this.index = workshop.register();
    this.grown = workshop.stack(cellWords);
    this.released = workshop.stack(cellWords);
    this.neededCell = workshop.stack(32 * cellWords);
    this.neededValue = workshop.room(32 * cellWords);
    this.layers = workshop.stack(inputs.mostLayers + 1);
    this.hasLayer = workshop.room(inputs.mostLayers + 1);
    this.fresh = workshop.stack(32 * cellWords);
    this.holds = workshop.declare("holdsStill", 0, "number");
    this.release = workshop.declare("release", 3, "nothing");
    this.earliest = workshop.declare("earliestValue", 1, "number");
  }

  emit(): TryOutCode {
    const { workshop, inputs, grown } = this;
    const { nodes } = inputs;
    const cellsOfChain = workshop.lists(inputs.cellsOfChain);
    const cellsOfGate = workshop.lists(inputs.cellsOfGate);
    this.emitHolds();
    this.emitRelease();
    this.emitEarliest();
    const explain = this.emitExplain();
    const push = (f: FunctionWriter, cell: Local): void =>
      f.if(gtU(call(nodes.count, cell), 1), () => grown.push(f, cell));
    const tryOut = {
      chain: workshop.declare("tryOut", 3, "nothing"),
      gate: workshop.declare("tryOutGate", 1, "nothing"),
    };
    workshop.define<[Local, Local, Local]>(tryOut.chain, (f, chain, value, index) => {
      this.gate.set(f, 0);
      this.chain.set(f, chain);
      this.value.set(f, value);
      this.index.set(f, index);
      grown.count.set(f, 0);
      cellsOfChain.each(f, chain, (cell) => push(f, cell));
      f.do(call(explain));
    });
    workshop.define<[Local]>(tryOut.gate, (f, gate) => {
      this.gate.set(f, gate);
      grown.count.set(f, 0);
      cellsOfGate.each(f, f.let(sub(get(gate, "cellList"), 1)), (cell) => push(f, cell));
      f.do(call(explain));
    });
    return tryOut;
  }

  /** (): makes goals of what it takes of the cells that have grown. */
  private emitExplain(): FunctionHandle {
    const { workshop, inputs, grown, released, neededCell } = this;
    const { nodes, records } = inputs;
    const explain = workshop.declare("explainGrown", 0, "nothing");
    workshop.define(explain, (f) => {
      f.if(eqz(grown.count.value), () => f.return());
      for (const { count } of [released, neededCell]) count.set(f, 0);
      f.copy(records.rows + this.toCopy, records.rows, 4 * records.cellWords);
      grown.each(f, (cell) => this.pinToState(f, cell));
      f.if(eqz(call(this.holds)), () => {
        f.do(call(this.release, 0, grown.count.value, 0));
        released.each(f, (cell) => this.need(f, cell));
      });
      grown.each(f, (cell) => this.restore(f, cell));
      nodes.change(f);
      const at = f.local();
      f.for(at, 0, neededCell.count.value, () => {
        f.do(call(inputs.addValue, neededCell.table.at(at), this.neededValue.at(at)));
      });
    });
    return explain;
  }

  /** What it takes of a cell that was let free. */
  private need(f: FunctionWriter, cell: Local): void {
    const { neededCell, neededValue, toCopy } = this;
    const push = (value: Value | Local): void => {
      neededValue.put(f, neededCell.count.value, value);
      neededCell.push(f, cell);
    };
    const value = f.let(call(this.earliest, cell));
    f.if(
      eq(value, NONE),
      () => {
        // No single value will do: all of them are needed.
        this.restore(f, cell);
        eachWord(f, cell, (word, first) => {
          const rest = f.let(load32(word, toCopy));
          eachBit(f, rest, (place) => push(add(first, place)));
        });
      },
      () => push(value),
    );
  }

  /** () → is the gate still open, does the chain still add the value? */
  private emitHolds(): void {
    const { workshop, inputs, gate, chain, value, index } = this;
    const { nodes, cells } = inputs;
    workshop.define(this.holds, (f) => {
      nodes.change(f);
      f.if(gate.value, () => f.return(call(nodes.holds, gate.value)));
      const node = f.let(cells.chain(chain.value, "node"));
      const list = f.let(cells.chain(chain.value, "index"));
      f.if(list, () => {
        f.if(eqz(call(nodes.holds, cells.chain(chain.value, "gate"))), () => f.return(0));
        f.do(call(nodes.evaluate, list));
        f.if(eqz(call(nodes.has, list, index.value)), () => f.return(0));
      });
      f.do(call(nodes.evaluate, node));
      f.return(call(nodes.has, node, value.value));
    });
  }

  /** (from, to, changed): see `release` in `explanation.ts`. */
  private emitRelease(): void {
    const { workshop, grown, released, release } = this;
    workshop.define<[Local, Local, Local]>(release, (f, from, to, changed) => {
      f.if(changed, () => f.if(call(this.holds), () => f.return()));
      f.if(eq(sub(to, from), 1), () => {
        const cell = f.let(grown.table.at(from));
        this.restore(f, cell);
        released.push(f, cell);
        f.return();
      });
      const middle = f.let(shrS(add(from, to), 1));
      const at = f.local();
      f.for(at, from, middle, () => this.restore(f, f.let(grown.table.at(at))));
      const before = f.let(released.count.value);
      f.do(call(release, middle, to, 1));
      f.for(at, from, middle, () => this.pinToState(f, f.let(grown.table.at(at))));
      f.do(call(release, from, middle, gtU(released.count.value, before)));
    });
  }

  /** (cell) → the value that appeared first and is enough; NONE when it takes several. */
  private emitEarliest(): void {
    const { workshop, inputs, layers, hasLayer, fresh, toCopy } = this;
    const { cells } = inputs;
    const layerOf = (word: Local, place: Local): Value => and(load32(cells.bit(word, place), BIT.layer), 0x7fffffff);
    const eachOf = (f: FunctionWriter, cell: Local, visit: (word: Local, place: Local, first: Local) => void): void =>
      eachWord(f, cell, (word, first) => {
        const rest = f.let(load32(word, toCopy));
        eachBit(f, rest, (place) => visit(word, place, first));
      });
    workshop.define<[Local]>(this.earliest, (f, cell) => {
      layers.count.set(f, 0);
      fresh.count.set(f, 0);
      const last = f.let(0);
      eachOf(f, cell, (word, place) => {
        const layer = f.let(layerOf(word, place));
        hasLayer.put(f, layer, 1);
        f.if(ltS(last, layer), () => f.set(last, layer));
      });
      const at = f.local();
      f.for(at, 0, add(last, 1), () =>
        f.if(hasLayer.at(at), () => {
          layers.push(f, at);
          hasLayer.put(f, at, 0);
        }),
      );
      // The layer where it was first enough.
      const low = f.let(-1);
      const high = f.let(layers.count.value);
      f.while(gtS(sub(high, low), 1), () => {
        const middle = f.let(shrS(add(low, high), 1));
        const layer = f.let(layers.table.at(middle));
        this.clear(f, cell);
        eachOf(f, cell, (word, place) => f.if(leS(layerOf(word, place), layer), () => mark(f, word, place)));
        f.if(
          call(this.holds),
          () => f.set(high, middle),
          () => f.set(low, middle),
        );
      });
      f.if(eq(high, layers.count.value), () => f.return(NONE));
      const layer = f.let(layers.table.at(high));
      eachOf(f, cell, (word, place, first) =>
        f.if(eq(layerOf(word, place), layer), () => fresh.push(f, add(first, place))),
      );
      f.set(low, 0);
      f.set(high, fresh.count.value);
      f.while(gtS(sub(high, low), FEW), () => {
        const middle = f.let(shrS(add(low, high), 1));
        this.pinValues(f, cell, low, middle);
        f.if(
          call(this.holds),
          () => f.set(high, middle),
          () => f.set(low, middle),
        );
      });
      f.while(ltS(low, high), () => {
        const next = f.let(add(low, 1));
        this.pinValues(f, cell, low, next);
        f.if(call(this.holds), () => f.return(fresh.table.at(low)));
        f.set(low, next);
      });
      f.return(NONE);
    });
  }

  private clear(f: FunctionWriter, cell: Local): void {
    eachWord(f, cell, (word) => f.store32(word, 0));
  }

  private restore(f: FunctionWriter, cell: Local): void {
    eachWord(f, cell, (word) => f.store32(word, load32(word, this.toCopy)));
  }

  private pinToState(f: FunctionWriter, cell: Local): void {
    this.clear(f, cell);
    this.markValue(f, cell, this.inputs.state.at(get(cell, "a")));
  }

  /** Shows the cell with values out of the fresh ones. */
  private pinValues(f: FunctionWriter, cell: Local, from: Local, to: Local): void {
    this.clear(f, cell);
    const at = f.local();
    f.for(at, from, to, () => this.markValue(f, cell, this.fresh.table.at(at)));
  }

  private markValue(f: FunctionWriter, cell: Local, value: Value): void {
    const offset = f.let(sub(value, get(cell, "base")));
    mark(f, f.let(add(get(cell, "row"), shl(shrU(offset, 5), 2))), offset);
  }
}

function mark(f: FunctionWriter, word: Local, place: Local): void {
  f.store32(word, or(load32(word), shl(1, place)));
}
