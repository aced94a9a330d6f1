// What cells gather, layer by layer, emitted: the twin of `row-history.ts`. Cells are called by the records of their
// nodes, whose rows are the sets; beside each bit stand the layer where it appeared and who added it.

import { add, and, or, shl, shrU, sub, xor } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Arg, Local, Value } from "../../../wasm/value.ts";
import type { FlatOutputs } from "../kernel/flat-outputs.ts";
import type { NeededRows } from "../kernel/needed-rows.ts";
import type { NodeCode } from "./node-code.ts";
import { get, type NodeRecords, put } from "./node-records.ts";
import { eachBit, eachWord } from "./rows-code.ts";
import type { ModuleTables, Register, Stack, Table } from "./tables.ts";

/**
 * Of a bit: the layer where it appeared (and GOAL), the chain and the operator that added it, the next goal of its
 * layer.
 */
export const BIT = { layer: 0, chain: 4, operator: 8, next: 12 };
const BIT_BYTES = 16;
/** The bit is a goal of the trace at hand. */
export const GOAL = 1 << 31;

/** Of a chain: see `FlatOutputs`; `index` 0: it writes one cell, `first`. */
const CHAIN_FIELDS = ["node", "gate", "index", "first", "cells", "count", "isSingle", "single", "firstNumber"] as const;
type ChainField = (typeof CHAIN_FIELDS)[number];
const CHAIN_BYTES = 64;

export interface CellCode {
  readonly chain: (chain: Arg, field: ChainField) => Value;
  /** The record of a bit, by the address of its word and its place there. */
  bit(word: Arg, place: Arg): Value;
  /** The cell that a bit belongs to, and the value that it stands for. */
  cellOfBit(bit: Local): Value;
  valueOfBit(bit: Local, cell: Local): Value;
  layerOfValue(cell: Local, value: Local): Value;
  /** Code that takes the state over from where the host has put it. */
  reset(f: FunctionWriter): void;
  /** (chain) → has it what it needs? */
  readonly mayWrite: FunctionHandle;
  /** (chain, operator) */
  readonly addWrites: FunctionHandle;
  /** (layer): takes what was added over; what grew is in `touched` until `settle`. */
  readonly commit: FunctionHandle;
  readonly touched: Stack;
  settle(f: FunctionWriter): void;
  /** Lays what was added over the sets, or takes it away again. */
  readonly preview: FunctionHandle;
  readonly restore: FunctionHandle;
  /** (layer): forgets what was added after it. */
  readonly rewind: FunctionHandle;
  /** (layer): shows the cells as they were, until `showPresent`. */
  readonly showPast: FunctionHandle;
  readonly showPresent: FunctionHandle;
}

export interface CellParts {
  readonly nodes: NodeCode;
  readonly records: NodeRecords;
  readonly outputs: FlatOutputs;
  readonly needs: NeededRows;
  /** By number: the node of the cell; −1: none. */
  readonly nodeOfCell: Int32Array;
  /** Values of cells, as the host puts them. */
  readonly state: Table;
  readonly mostLayers: number;
  /** (operator, other) → is it easier? */
  readonly isEasier: FunctionHandle;
}

export function emitCells(workshop: ModuleTables, parts: CellParts): CellCode {
  const { records, nodeOfCell, outputs, needs } = parts;
  const { map } = workshop;
  const { rows, cellWords } = records;
  const cellAt = (cell: number): number => (nodeOfCell[cell]! < 0 ? 0 : records.of(nodeOfCell[cell]!));
  const followed = Int32Array.from([...nodeOfCell.keys()].filter((cell) => nodeOfCell[cell]! >= 0));
  const bits = map.room(cellWords * 32 * BIT_BYTES);
  const pending = map.reserve(4 * cellWords);
  const owner = workshop.room(cellWords);
  const touched = workshop.stack(followed.length);
  const changedWord = workshop.stack(cellWords * 32);
  const changedBits = workshop.room(cellWords * 32);
  const changesBefore = workshop.room(parts.mostLayers + 1);

  const chains = map.table(chainRecords(outputs, records, cellAt, (cells) => map.table(cells)));
  const chain = (index: Arg, field: ChainField): Value =>
    load32(shl(index, 6), chains + 4 * CHAIN_FIELDS.indexOf(field));
  const bit = (word: Arg, place: Arg): Value => add(add(shl(sub(word, rows), 7), shl(place, 4)), bits);
  const toPending = pending - rows;
  const code: CellCode = {
    chain,
    bit,
    cellOfBit: (record) => owner.at(shrU(sub(record, bits), 9)),
    valueOfBit: (record, cell) => add(get(cell, "base"), shrU(sub(record, bit(get(cell, "row"), 0)), 4)),
    layerOfValue: (cell, value) =>
      and(load32(bit(get(cell, "row"), sub(value, get(cell, "base"))), BIT.layer), 0x7fffffff),
    mayWrite: workshop.declare("mayWrite", 1, "number"),
    addWrites: workshop.declare("addWrites", 2, "nothing"),
    commit: workshop.declare("commit", 1, "nothing"),
    preview: workshop.declare("preview", 0, "nothing"),
    restore: workshop.declare("restore", 0, "nothing"),
    rewind: workshop.declare("rewind", 1, "nothing"),
    showPast: workshop.declare("showPast", 1, "nothing"),
    showPresent: workshop.declare("showPresent", 0, "nothing"),
    touched,
    settle: (f) => touched.count.set(f, 0),
    reset(f) {
      touched.each(f, (cell) => {
        put(f, cell, "known", 0);
        eachWord(f, cell, (word) => f.store32(word, 0, toPending));
      });
      touched.count.set(f, 0);
      changedWord.count.set(f, 0);
      f.fill(rows, 0, 4 * cellWords);
      const table = workshop.table(followed);
      const nodes = workshop.table(Int32Array.from(followed, cellAt));
      const at = f.local();
      f.for(at, 0, followed.length, () => {
        const cell = f.let(nodes.at(at));
        const offset = f.let(sub(parts.state.at(table.at(at)), get(cell, "base")));
        const word = f.let(add(get(cell, "row"), shl(shrU(offset, 5), 2)));
        f.store32(word, or(load32(word), shl(1, offset)));
        f.store32(bit(get(cell, "row"), offset), 0, BIT.layer);
      });
    },
  };
  map.tableAt(owner.address, ownersOf(parts, cellAt));
  emitNeeds(workshop, code.mayWrite, needs, rows);
  emitAdding(workshop, code, parts, toPending);
  emitLayers(workshop, code, { toPending, changedWord, changedBits, changesBefore });
  return code;
}

function ownersOf({ records, nodeOfCell }: CellParts, cellAt: (cell: number) => number): Int32Array {
  const owners = new Int32Array(records.cellWords);
  for (const [cell, node] of nodeOfCell.entries()) {
    if (node < 0) continue;
    const { row, words } = records.rowOf(node);
    owners.fill(cellAt(cell), row, row + words);
  }
  return owners;
}

function chainRecords(
  { node, gate, index, first, cells, cellsFrom, isSingle, single }: FlatOutputs,
  records: NodeRecords,
  cellAt: (cell: number) => number,
  lay: (cells: Int32Array) => number,
): Int32Array {
  const words = new Int32Array((node.length * CHAIN_BYTES) / 4);
  for (let chain = 0; chain < node.length; chain++) {
    if (node[chain]! < 0) continue;
    const isScatter = index[chain]! >= 0;
    const some = cells.subarray(cellsFrom[chain], cellsFrom[chain + 1]);
    const fields: Record<ChainField, number> = {
      node: records.of(node[chain]!),
      gate: isScatter ? records.of(gate[chain]!) : 0,
      index: isScatter ? records.of(index[chain]!) : 0,
      first: isScatter ? first[chain]! : cellAt(first[chain]!),
      cells: isScatter ? lay(some.map((cell) => (cell < 0 ? 0 : cellAt(cell)))) : 0,
      count: some.length,
      isSingle: isSingle[chain]!,
      single: single[chain]!,
      firstNumber: some[0] ?? 0,
    };
    for (const [at, name] of CHAIN_FIELDS.entries()) words[(chain * CHAIN_BYTES) / 4 + at] = fields[name];
  }
  return words;
}

function emitNeeds(
  workshop: ModuleTables,
  mayWrite: FunctionHandle,
  { needs, words, bits }: NeededRows,
  rows: number,
): void {
  const ofChain = workshop.lists(needs);
  const ofNeed = workshop.lists(words, (word) => rows + 4 * word);
  const enough = workshop.table(bits);
  workshop.define<[Local]>(mayWrite, (f, chain) => {
    ofChain.each(f, chain, (need) => {
      f.block((met) => {
        ofNeed.each(f, need, (word, at) => f.branchIf(met, and(load32(word), enough.at(at))));
        f.return(0);
      });
    });
    f.return(1);
  });
}

function emitAdding(workshop: ModuleTables, code: CellCode, { nodes, isEasier }: CellParts, toPending: number): void {
  const { chain: field, touched, bit } = code;
  const touch = (f: FunctionWriter, cell: Local): void =>
    f.if(eqz(get(cell, "known")), () => {
      put(f, cell, "known", 1);
      touched.push(f, cell);
    });
  // (bit, chain, operator): of what one operator adds, the last counts.
  const support = (f: FunctionWriter, at: Local, chain: Local, operator: Local): void => {
    f.store32(at, operator, BIT.operator);
    f.store32(at, chain, BIT.chain);
  };
  // (cell, value, chain, operator)
  const addValue = workshop.declare("addValue", 4, "nothing");
  workshop.define<[Local, Local, Local, Local]>(addValue, (f, cell, value, chain, operator) => {
    const offset = f.let(sub(value, get(cell, "base")));
    f.if(eqz(ltU(shrU(offset, 5), get(cell, "words"))), () => f.return());
    const word = f.let(add(get(cell, "row"), shl(shrU(offset, 5), 2)));
    const mask = f.let(shl(1, offset));
    f.if(and(load32(word), mask), () => f.return());
    touch(f, cell);
    const at = f.let(bit(word, and(offset, 31)));
    const known = f.let(load32(word, toPending));
    f.if(
      eqz(and(known, mask)),
      () => f.store32(word, or(known, mask), toPending),
      () => {
        const other = f.let(load32(at, BIT.operator));
        f.if(ne(other, operator), () => f.if(eqz(call(isEasier, operator, other)), () => f.return()));
      },
    );
    support(f, at, chain, operator);
  });
  // (cell, set, chain, operator): the set has been looked at.
  const addSet = workshop.declare("addSet", 4, "nothing");
  workshop.define<[Local, Local, Local, Local]>(addSet, (f, cell, set, chain, operator) => {
    const base = f.let(get(cell, "base"));
    const row = f.let(get(cell, "row"));
    const words = f.let(get(cell, "words"));
    eachWord(f, set, (from, value) => {
      const at = f.let(shrU(sub(value, base), 5));
      f.if(ltU(at, words), () => {
        const word = f.let(add(row, shl(at, 2)));
        const fresh = f.let(and(load32(from), xor(load32(word), -1)));
        f.if(fresh, () => {
          touch(f, cell);
          const known = f.let(load32(word, toPending));
          f.store32(word, or(known, fresh), toPending);
          eachBit(f, fresh, (place) => {
            const record = f.let(bit(word, place));
            f.block((kept) => {
              f.if(and(shrU(known, place), 1), () => {
                const other = f.let(load32(record, BIT.operator));
                f.branchIf(kept, f.choose(eq(other, operator), 0, eqz(call(isEasier, operator, other))));
              });
              support(f, record, chain, operator);
            });
          });
        });
      });
    });
  });
  workshop.define<[Local, Local]>(code.addWrites, (f, chain, operator) => {
    const node = f.let(field(chain, "node"));
    const index = f.let(field(chain, "index"));
    f.if(eqz(index), () => {
      const cell = f.let(field(chain, "first"));
      f.do(call(nodes.evaluate, node));
      f.if(cell, () => f.do(call(addSet, cell, node, chain, operator)));
      f.return();
    });
    f.if(eqz(call(nodes.holds, field(chain, "gate"))), () => f.return());
    f.do(call(nodes.evaluate, index));
    const isSingle = f.let(field(chain, "isSingle"));
    f.if(eqz(isSingle), () => f.do(call(nodes.evaluate, node)));
    const single = f.let(field(chain, "single"));
    const first = f.let(field(chain, "first"));
    const cells = f.let(field(chain, "cells"));
    const count = f.let(field(chain, "count"));
    eachWord(f, index, (word, value) => {
      const rest = f.let(load32(word));
      eachBit(f, rest, (bitPlace) => {
        const place = f.let(sub(add(value, bitPlace), first));
        const cell = f.let(f.choose(ltU(place, count), load32(add(cells, shl(place, 2))), 0));
        f.if(cell, () =>
          f.if(
            isSingle,
            () => f.do(call(addValue, cell, single, chain, operator)),
            () => f.do(call(addSet, cell, node, chain, operator)),
          ),
        );
      });
    });
  });
}

interface Changes {
  readonly toPending: number;
  /** What changed, in order: words and what was added to them; by layer, how many came before. */
  readonly changedWord: Stack;
  readonly changedBits: Table;
  readonly changesBefore: Table;
}

function emitLayers(workshop: ModuleTables, code: CellCode, changes: Changes): void {
  const { touched, bit } = code;
  const { toPending, changedWord, changedBits, changesBefore } = changes;
  const count: Register = changedWord.count;
  workshop.define<[Local]>(code.commit, (f, layer) => {
    changesBefore.put(f, layer, count.value);
    touched.each(f, (cell) => {
      put(f, cell, "known", 0);
      eachWord(f, cell, (word) => {
        const added = f.let(load32(word, toPending));
        f.if(added, () => {
          f.store32(word, 0, toPending);
          f.store32(word, or(load32(word), added));
          changedBits.put(f, count.value, added);
          changedWord.push(f, word);
          eachBit(f, added, (place) => f.store32(bit(word, place), layer, BIT.layer));
        });
      });
    });
  });
  const overlay = (handle: FunctionHandle, lay: (word: Local) => Value): void =>
    workshop.define(handle, (f) => {
      touched.each(f, (cell) => eachWord(f, cell, (word) => f.store32(word, lay(word))));
    });
  overlay(code.preview, (word) => or(load32(word), load32(word, toPending)));
  // What is to be added was not there.
  overlay(code.restore, (word) => and(load32(word), xor(load32(word, toPending), -1)));
  const past = workshop.register();
  workshop.define<[Local]>(code.showPast, (f, layer) => {
    const until = f.let(load32(shl(layer, 2), changesBefore.address + 4));
    const at = f.let(count.value);
    f.while(ltU(until, at), () => {
      f.set(at, sub(at, 1));
      const word = f.let(changedWord.table.at(at));
      f.store32(word, and(load32(word), xor(changedBits.at(at), -1)));
    });
    past.set(f, at);
  });
  workshop.define(code.showPresent, (f) => {
    const at = f.local();
    f.for(at, past.value, count.value, () => {
      const word = f.let(changedWord.table.at(at));
      f.store32(word, or(load32(word), changedBits.at(at)));
    });
  });
  workshop.define<[Local]>(code.rewind, (f, layer) => {
    f.do(call(code.showPast, layer));
    count.set(f, past.value);
  });
}
