// Packed and unpacked states, emitted: one int32 per location and cell while steps are tried, bit fields in words where
// states are stored. A candidate is the source's words with some fields replaced. Where states are long, the candidate
// equals the source between steps, and only the words that a step touches are written, noted, and put back.

import { type Network, sizeOf } from "../../../network/index.ts";
import { add, and, mul, or, select, shl, shrU, sub, xor } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, i32 } from "../../../wasm/assembler.ts";
import { eq, eqz, ltU, ne } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import type { CellRange } from "../../../wasm/layout.ts";
import { type Field, maskOf } from "../../../wasm/layout.ts";
import { load32 } from "../../../wasm/memory.ts";
import { anyTrue, load128, vxor } from "../../../wasm/simd.ts";
import type { Changes } from "../../../wasm/tree-shape.ts";
import { isLong, treeShape } from "../../../wasm/tree-shape.ts";
import { type Arg, global, k, type Local, type Value } from "../../../wasm/value.ts";

export interface Packing {
  /** Packed words of the state being expanded and of the candidate being built; of long states, whole trees. */
  readonly sourceWords: number;
  readonly candidateWords: number;
  /** Of long states: which words of the candidate's tree differ from the source's, or may. */
  readonly changes: Changes | null;
  /** (words): makes them the source's; nothing is unpacked yet. */
  readonly setSource: FunctionHandle;
  /** Unpacks `sourceWords` into the working state. */
  readonly unpack: FunctionHandle;
  /** Packs the whole working state into `candidateWords`. */
  readonly packAll: FunctionHandle;
  /** (process, location): writes the location's bits into `candidateWords`. */
  readonly packLocation: FunctionHandle;
  emitPackLocation(f: FunctionWriter, process: number, location: number): void;
  /** Code that makes the candidate the source, and what is to be done once the candidate was taken. */
  openCandidate(f: FunctionWriter): void;
  closeCandidate(f: FunctionWriter): void;
  /** Code that packs, or puts back, what an update wrote: these cells, or those of the log if there is one. */
  emitPack(f: FunctionWriter, written: readonly CellRange[]): void;
  emitUndo(f: FunctionWriter, written: readonly CellRange[]): void;
  /** Code that puts these cells back. */
  emitRestore(f: FunctionWriter, ranges: readonly CellRange[]): void;
}

/** The table of processes: bytes of an entry, and where the offset, shift and mask of the location's field stand. */
export interface ProcessTable {
  readonly address: number;
  readonly bytes: number;
  readonly field: number;
}

const INLINE = 6;
const UNROLLED_FIELDS = 300;

export function emitPacking(context: EmitContext, processes: ProcessTable, move: FunctionHandle): Packing {
  const declared = declarePacking(context, processes, move);
  const fields = fieldCode(declared);
  emitRanges({ ...declared, ...fields });
  emitWhole({ ...declared, ...fields });
  const logged = emitLogged({ ...declared, ...fields });
  const { sourceWords, candidateWords, changes, setSource, unpack, packAll, packLocation, layout, packRange } =
    declared;
  const { storeField, fieldOf } = fields;
  const { packLog, cellsOf, undoLog, emitRestore } = logged;
  return {
    sourceWords,
    candidateWords,
    changes,
    setSource,
    unpack,
    packAll,
    packLocation,
    emitPackLocation: (f, process, location) => storeField(f, layout.locations[process]!, k(location)),
    openCandidate(f) {
      if (changes !== null) return;
      const { words } = layout;
      if (words > 8) f.copy(candidateWords, sourceWords, 4 * words);
      else for (let i = 0; i < words; i++) f.store32(candidateWords + 4 * i, load32(sourceWords + 4 * i));
    },
    closeCandidate(f) {
      if (changes !== null) f.do(call(changes.undo, changes.list));
    },
    emitPack(f, written) {
      if (packLog !== null) {
        f.do(call(packLog));
        return;
      }
      for (const range of written) {
        if (range.count > INLINE) f.do(call(packRange, range.first, range.count));
        else for (const cell of cellsOf(range)) storeField(f, fieldOf(cell), load32(context.cells + 4 * cell));
      }
    },
    emitUndo(f, written) {
      if (undoLog === null) emitRestore(f, written);
      else f.do(call(undoLog));
    },
    emitRestore,
  };
}

/** Memory and functions, declared before anything is defined. */
function declarePacking(context: EmitContext, processes: ProcessTable, move: FunctionHandle) {
  const { network, module, map, layout, log } = context;
  const long = isLong(layout.words);
  const total = 4 * (long ? treeShape(layout.words).total : layout.words);
  const sourceWords = map.reserve(total);
  const candidateWords = map.reserve(total);
  /** The cells of the source, for steps that may write long ranges. */
  const sourceCells = map.reserve(4 * network.cells + 16);
  const declare = (name: string, params: number) => module.declare(name, i32(params), []);
  const functions = {
    setSource: declare("setSource", 1),
    unpack: declare("unpackState", 0),
    packAll: declare("packAll", 0),
    packRange: declare("packRange", 2),
    restoreRange: declare("restoreRange", 2),
    packLocation: declare("packLocation", 2),
  };
  const changes = long ? emitChanges(context, sourceWords, candidateWords, total) : null;
  const words = { sourceWords, candidateWords, sourceCells, changes };
  return { context, network, module, map, layout, log, processes, move, declare, ...words, ...functions };
}

type Declared = ReturnType<typeof declarePacking>;

/** Code for single fields: where they are, how they are read and written. */
function fieldCode({ changes, layout, network, map, sourceWords, candidateWords, context }: Declared) {
  /** Code that notes that the word at an offset of the candidate is about to change. */
  const touch = (f: FunctionWriter, offset: Arg): void => {
    if (changes !== null) f.do(call(changes.note, offset));
  };

  const fieldOf = (cell: number): Field =>
    layout.cells[cell] ?? { word: 0, shift: 0, bits: 0, min: network.initialValues[cell]! };
  const changing = changingCells(network);
  const fieldTable = map.table(
    Array.from({ length: network.cells }, (_, cell) => {
      const { word, shift, bits, min } = fieldOf(cell);
      return [4 * word, shift, maskOf(bits), min];
    }).flat(),
  );
  /** Offset, shift, mask and min of a cell's field, from the table. */
  const extract = (entry: Local): Value =>
    add(and(shrU(load32(load32(entry), sourceWords), load32(entry, 4)), load32(entry, 8)), load32(entry, 12));
  const extractStatic = ({ word, shift, bits, min }: Field): Value =>
    bits === 0
      ? k(min)
      : add(
          bits === 32 ? load32(sourceWords + 4 * word) : and(shrU(load32(sourceWords + 4 * word), shift), maskOf(bits)),
          min,
        );
  const storeField = (f: FunctionWriter, { word, shift, bits, min }: Field, value: Value): void => {
    if (bits === 0) return;
    touch(f, 4 * word);
    const kept = and(load32(candidateWords + 4 * word), ~(maskOf(bits) << shift));
    f.store32(candidateWords + 4 * word, or(kept, shl(sub(value, min), shift)));
  };
  /** The same for a cell (its number times 4), through the table. */
  const packCell = (f: FunctionWriter, cell: Value, entry: Local): void => {
    const mask = f.let(shl(load32(entry, 8), load32(entry, 4)));
    touch(f, load32(entry));
    const word = f.let(add(candidateWords, load32(entry)));
    const bits = and(shl(sub(load32(cell, context.cells), load32(entry, 12)), load32(entry, 4)), mask);
    f.store32(word, or(and(load32(word), xor(mask, -1)), bits));
  };
  return { fieldTable, packCell, touch, extractStatic, changing, fieldOf, extract, storeField };
}

type Fields = ReturnType<typeof fieldCode>;

/** The cells that are no constants, as neighbours: tables of constants may be long, and stay as they are. */
function changingCells({ cells, variables }: Network): CellRange[] {
  const isConstant = new Uint8Array(cells + 1);
  for (const { constant, cell, type } of variables) if (constant) isConstant.fill(1, cell, cell + sizeOf(type));
  isConstant[cells] = 1;
  const ranges: CellRange[] = [];
  for (let first = isConstant.indexOf(0); first >= 0; ) {
    const end = isConstant.indexOf(1, first);
    ranges.push({ first, count: end - first });
    first = isConstant.indexOf(0, end);
  }
  return ranges;
}

/** Ranges of cells and single locations, packed and restored. */
function emitRanges(parts: Declared & Fields) {
  const { module, processes } = parts;
  // Long ranges are compared with the source's cells four at a time; most steps change few of them.
  defineFunction(module, parts.packRange, (f, ...params) => {
    const [cell, count] = params as [Local, Local];
    const entry = f.let(add(parts.fieldTable, shl(cell, 4)));
    const at = f.let(shl(cell, 2));
    const end = f.let(add(at, shl(count, 2)));
    const last = f.local();
    f.while(ltU(at, end), () => {
      f.set(last, add(at, 16));
      f.if(
        anyTrue(vxor(load128(at, parts.context.cells), load128(at, parts.sourceCells))),
        () => {
          f.set(last, select(ltU(last, end), last, end));
          f.while(ltU(at, last), () => {
            parts.packCell(f, at, entry);
            f.set(at, add(at, 4));
            f.set(entry, add(entry, 16));
          });
        },
        () => {
          f.set(at, last);
          f.set(entry, add(entry, 64));
        },
      );
    });
  });
  defineFunction(module, parts.restoreRange, (f, ...params) => {
    const [cell, count] = params as [Local, Local];
    f.copy(add(parts.context.cells, shl(cell, 2)), add(parts.sourceCells, shl(cell, 2)), shl(count, 2));
  });
  defineFunction(module, parts.packLocation, (f, ...params) => {
    const [process, location] = params as [Local, Local];
    const entry = f.let(mul(process, processes.bytes));
    const field = processes.address + processes.field;
    parts.touch(f, load32(entry, field));
    const word = f.let(add(parts.candidateWords, load32(entry, field)));
    const shift = f.let(load32(entry, field + 4));
    const mask = shl(load32(entry, field + 8), shift);
    f.store32(word, or(and(load32(word), xor(mask, -1)), shl(location, shift)));
  });
}

/** Whole states, packed and unpacked. */
function emitWhole(parts: Declared & Fields) {
  const { module, layout, sourceWords, changes, network, context, processes, log } = parts;
  defineFunction(module, parts.setSource, (f, words) => {
    if (layout.words <= 8) {
      for (let i = 0; i < layout.words; i++) f.store32(sourceWords + 4 * i, load32(words!, 4 * i));
    } else f.copy(sourceWords, words!, 4 * layout.words);
    if (changes === null) return;
    f.do(call(changes.undo, changes.list));
    f.copy(parts.candidateWords, words!, 4 * layout.words);
  });
  defineFunction(module, parts.unpack, (f) => {
    const location = f.local();
    const process = f.local();
    const moveIf = (which: Arg, at: Value): void =>
      f.if(ne(location, at), () => f.do(call(parts.move, which, location)));
    if (network.processes.length <= UNROLLED_FIELDS) {
      for (const [p, field] of layout.locations.entries()) {
        f.set(location, parts.extractStatic(field));
        moveIf(p, load32(context.locations + 4 * p));
      }
    } else {
      f.for(process, 0, network.processes.length, () => {
        const entry = f.let(add(mul(process, processes.bytes), processes.address + processes.field));
        const word = load32(load32(entry), sourceWords);
        f.set(location, and(shrU(word, load32(entry, 4)), load32(entry, 8)));
        moveIf(process, load32(shl(process, 2), context.locations));
      });
    }
    const { changing } = parts;
    const count = changing.reduce((sum, range) => sum + range.count, 0);
    const entry = f.local();
    const at = f.local();
    for (const range of changing) {
      if (count <= UNROLLED_FIELDS) {
        for (let cell = range.first; cell < range.first + range.count; cell++)
          f.store32(context.cells + 4 * cell, parts.extractStatic(parts.fieldOf(cell)));
      } else {
        f.set(entry, k(parts.fieldTable + 16 * range.first));
        f.for(
          at,
          4 * range.first,
          4 * (range.first + range.count),
          () => {
            f.store32(at, parts.extract(entry), context.cells);
            f.set(entry, add(entry, 16));
          },
          4,
        );
      }
      const bytes = 4 * range.first;
      if (count > INLINE || log !== null) f.copy(parts.sourceCells + bytes, context.cells + bytes, 4 * range.count);
    }
  });
  defineFunction(module, parts.packAll, (f) => {
    f.fill(parts.candidateWords, 0, 4 * layout.words);
    const process = f.local();
    f.for(process, 0, network.processes.length, () =>
      f.do(call(parts.packLocation, process, load32(shl(process, 2), context.locations))),
    );
    const at = f.local();
    for (const { first, count } of parts.changing) {
      // Differs from what is to be packed in every bit, so that nothing is skipped.
      const different = (): void => f.store32(at, xor(load32(at, context.cells), -1), parts.sourceCells);
      f.for(at, 4 * first, 4 * (first + count), different, 4);
      f.do(call(parts.packRange, first, count));
    }
  });
}

/** Where writes are logged: what was written, packed and undone. */
function emitLogged(parts: Declared & Fields) {
  const { context, log } = parts;
  const cellsOf = ({ first, count }: CellRange): number[] => Array.from({ length: count }, (_, i) => first + i);
  const emitRestore: Packing["emitRestore"] = (f, ranges) => {
    for (const range of ranges) {
      if (range.count > INLINE) f.do(call(parts.restoreRange, range.first, range.count));
      else
        for (const cell of cellsOf(range))
          f.store32(context.cells + 4 * cell, parts.extractStatic(parts.fieldOf(cell)));
    }
  };
  const packLog = log === null ? null : parts.declare("packLog", 0);
  const undoLog = log === null ? null : parts.declare("undoLog", 0);
  if (log !== null && packLog !== null && undoLog !== null) {
    const at = (f: FunctionWriter, everything: () => void, each: (cell: Local) => void): void => {
      const entry = f.local();
      const cell = f.local();
      f.if(eq(global(log.top), log.end), everything, () => {
        f.for(
          entry,
          log.bottom,
          global(log.top),
          () => {
            f.set(cell, sub(load32(entry), context.cells));
            each(cell);
          },
          4,
        );
      });
    };
    defineFunction(parts.module, packLog, (f) => {
      const field = f.local();
      at(
        f,
        () => {
          for (const { first, count } of parts.changing) f.do(call(parts.packRange, first, count));
        },
        (cell) => {
          f.set(field, add(parts.fieldTable, shl(cell, 2)));
          parts.packCell(f, cell, field);
        },
      );
    });
    defineFunction(parts.module, undoLog, (f) => {
      at(
        f,
        () => {
          for (const { first, count } of parts.changing) f.do(call(parts.restoreRange, first, count));
        },
        (cell) => f.store32(cell, load32(cell, parts.sourceCells), context.cells),
      );
      f.setGlobal(log.top, log.bottom);
    });
  }
  return { packLog, cellsOf, undoLog, emitRestore };
}

function emitChanges(
  { module, map }: EmitContext,
  sourceWords: number,
  candidateWords: number,
  bytes: number,
): Changes {
  const list = map.reserve(bytes);
  const marks = map.reserve(bytes);
  const top = module.global("i32", list);
  const note = module.declare("noteChange", ["i32"], []);
  defineFunction(module, note, (f, offset) => {
    f.if(eqz(load32(offset!, marks)), () => {
      f.store32(offset!, 1, marks);
      f.store32(global(top), offset!);
      f.setGlobal(top, add(global(top), 4));
    });
  });
  const undo = module.declare("undoChanges", ["i32"], []);
  defineFunction(module, undo, (f, from) => {
    const at = f.local();
    f.for(
      at,
      from!,
      global(top),
      () => {
        const offset = f.let(load32(at));
        f.store32(offset, load32(offset, sourceWords), candidateWords);
        f.store32(offset, 0, marks);
      },
      4,
    );
    f.setGlobal(top, from!);
  });
  return { list, top, note, undo };
}
