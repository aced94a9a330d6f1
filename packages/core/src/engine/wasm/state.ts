// The working state, emitted: unpacking and packing of discrete states, moving a process to a location (which keeps
// the records of clocks, the set of active clocks and the count of committed and urgent processes up to date), and
// undoing. Only processes whose location changes cost anything, so networks of thousands of processes stay cheap.

import { type Location, sizeOf } from "../../network/index.ts";
import type { FunctionHandle, GlobalHandle } from "./assembler.ts";
import type { ClockTables } from "./clock-tables.ts";
import {
  type Arg,
  add,
  and,
  call,
  defineFunction,
  type FunctionWriter,
  global,
  k,
  type Local,
  load32,
  ltU,
  mul,
  ne,
  or,
  select,
  shl,
  shrU,
  sub,
  type Value,
  xor,
} from "./code.ts";
import type { Context } from "./context.ts";
import { type Field, maskOf } from "./layout.ts";
import { anyTrue, LANES_32, load128, vxor } from "./simd.ts";
import type { CellRange } from "./writes.ts";

export interface WorkingState {
  /** Packed words of the state being expanded and of the candidate being built. */
  readonly sourceWords: number;
  readonly candidateWords: number;
  /** Per clock, its record (see clock-tables.ts) at the current locations; bits of active clocks. */
  readonly clockRecords: number;
  readonly activeBits: number;
  readonly activeWords: number;
  /** Committed processes in the low half, committed and urgent ones in the high half. */
  readonly stops: GlobalHandle;
  /** (process, location) */
  readonly move: FunctionHandle;
  /** Makes the working state consistent: every process at its location 0. To be called once. */
  readonly start: FunctionHandle;
  /** Unpacks `sourceWords` into the working state. */
  readonly unpack: FunctionHandle;
  /** Packs the whole working state into `candidateWords`. */
  readonly packAll: FunctionHandle;
  /** (firstCell, count): packs, or restores from the source, a range of cells. */
  readonly packRange: FunctionHandle;
  readonly restoreRange: FunctionHandle;
  /** Code that packs or restores ranges, inline where they are short. */
  emitPack(f: FunctionWriter, ranges: readonly CellRange[]): void;
  emitRestore(f: FunctionWriter, ranges: readonly CellRange[]): void;
  /** Moves a process between known locations. */
  emitMove(f: FunctionWriter, process: number, from: number, to: number): void;
  emitPackLocation(f: FunctionWriter, process: number, location: number): void;
  /** (process, location): writes the location's bits into `candidateWords`. */
  readonly packLocation: FunctionHandle;
  /** Is the process committed at its location (0 or 1)? Is any (0 or not)? */
  isCommitted(process: Arg): Value;
  readonly anyCommitted: Value;
}

/** Processes, 32 bytes each: flags table, clock list, clock count, records, location field (offset, shift, mask). */
const PROCESS_BYTES = 32;
const INLINE = 6;
const UNROLLED_FIELDS = 300;

const stopFlags = ({ committed, urgent }: Location): number =>
  (committed ? 1 : 0) + (committed || urgent ? 0x10000 : 0);

export function emitWorkingState(context: Context, clocks: ClockTables | null): WorkingState {
  const { network, module, map, layout } = context;
  const words = 4 * layout.words;
  const sourceWords = map.reserve(words);
  const candidateWords = map.reserve(words);
  const clockCount = network.clocks.length;
  const clockRecords = map.reserve(16 * Math.max(1, clockCount));
  const activeWords = Math.ceil(clockCount / 32);
  const activeBits = map.reserve(4 * Math.max(1, activeWords));
  const stops = module.global("i32", 0);
  /** The cells of the source, for steps that may write long ranges. */
  const sourceCells = map.reserve(4 * network.cells + 16);
  const declare = (name: string, params: number) => module.declare(name, Array<"i32">(params).fill("i32"), []);
  const move = declare("move", 2);
  const start = declare("startState", 0);
  module.export(start);
  const unpack = declare("unpackState", 0);
  const packAll = declare("packAll", 0);
  const packRange = declare("packRange", 2);
  const restoreRange = declare("restoreRange", 2);
  const packLocation = declare("packLocation", 2);

  // Clocks that several processes speak about take the minimum over these (process, address of its records, stride).
  const sharers = new Map<number, { process: number; at: number }[]>();
  for (const [process, list] of (clocks?.clocksOf ?? []).entries()) {
    for (const [at, clock] of list.entries()) {
      const known = sharers.get(clock);
      if (known === undefined) sharers.set(clock, [{ process, at }]);
      else known.push({ process, at });
    }
  }
  const recordTables = network.processes.map((_, process) =>
    clocks === null ? 0 : map.table(clocks.records[process]!.flat(2)),
  );
  const everywhere = clocks === null ? 0 : map.table(clocks.everywhere.flat());
  const isShared = (clock: number): boolean => sharers.get(clock)!.length > 1 || clocks!.everywhere[clock]![3] === 0;
  // Per clock: address of its list of sharers (count, then locations address, records address, stride), 0 if private.
  const sharerTable = map.table(
    network.clocks.map((_, clock) => {
      const list = sharers.get(clock);
      if (list === undefined || !isShared(clock)) return 0;
      return map.table([
        list.length,
        ...list.flatMap(({ process, at }) => [
          context.locations + 4 * process,
          recordTables[process]! + 16 * at,
          16 * clocks!.clocksOf[process]!.length,
        ]),
      ]);
    }),
  );
  const processes = map.table(
    network.processes.flatMap(({ locations }, process) => {
      const flags = locations.map(stopFlags);
      const list = clocks?.clocksOf[process] ?? [];
      const field = layout.locations[process]!;
      return [
        map.table(flags),
        map.table(list),
        list.length,
        recordTables[process]!,
        4 * field.word,
        field.shift,
        maskOf(field.bits),
        0,
      ];
    }),
  );

  const flagsOf = (process: Arg): Value =>
    load32(add(load32(mul(process, PROCESS_BYTES), processes), shl(load32(shl(process, 2), context.locations), 2)));

  const record = module.declare("record", ["i32", "i32"], []);
  defineFunction(module, record, (f, ...params) => {
    // (clock, address of the process' record): sets the clock's record and active bit.
    const [clock, own] = params as [Local, Local];
    const value = f.let(load128(own), "v128");
    const list = f.let(load32(shl(clock, 2), sharerTable));
    f.if(list, () => {
      f.set(value, load128(shl(clock, 4), everywhere));
      const end = f.let(add(add(list, 4), mul(load32(list), 12)));
      f.set(list, add(list, 4));
      f.while(ltU(list, end), () => {
        const address = add(load32(list, 4), mul(load32(load32(list)), load32(list, 8)));
        f.set(value, LANES_32.min(value, load128(address)));
        f.set(list, add(list, 12));
      });
    });
    f.store128(shl(clock, 4), value, clockRecords);
    const word = f.let(shl(shrU(clock, 5), 2));
    const bit = f.let(shl(1, and(clock, 31)));
    const bits = f.let(load32(word, activeBits));
    const inactive = load32(shl(clock, 4), clockRecords + 12);
    f.store32(word, f.choose(inactive, and(bits, xor(bit, -1)), or(bits, bit)), activeBits);
  });

  defineFunction(module, move, (f, ...params) => {
    const [process, location] = params as [Local, Local];
    const entry = f.let(add(processes, mul(process, PROCESS_BYTES)));
    const place = f.let(add(context.locations, shl(process, 2)));
    const flags = f.let(load32(entry));
    const before = load32(add(flags, shl(load32(place), 2)));
    f.setGlobal(stops, add(global(stops), sub(load32(add(flags, shl(location, 2))), before)));
    f.store32(place, location);
    if (clocks === null) return;
    const count = f.let(load32(entry, 8));
    const list = f.let(load32(entry, 4));
    const own = f.let(add(load32(entry, 12), mul(location, shl(count, 4))));
    const end = f.let(add(list, shl(count, 2)));
    f.while(ltU(list, end), () => {
      f.do(call(record, load32(list), own));
      f.set(list, add(list, 4));
      f.set(own, add(own, 16));
    });
  });

  defineFunction(module, start, (f) => {
    const index = f.local();
    if (clocks !== null) {
      f.for(index, 0, clockCount, () => f.do(call(record, index, add(everywhere, shl(index, 4)))));
    }
    f.for(index, 0, network.processes.length, () => {
      f.setGlobal(stops, add(global(stops), flagsOf(index)));
      f.do(call(move, index, 0));
    });
  });

  // ------------------------------------------------------------------------------------------ fields

  const fieldOf = (cell: number): Field =>
    layout.cells[cell] ?? { word: 0, shift: 0, bits: 0, min: network.initialValues[cell]! };
  const isConstant = new Uint8Array(network.cells);
  for (const { constant, cell, type } of network.variables) {
    if (constant === true) isConstant.fill(1, cell, cell + sizeOf(type));
  }
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
    const kept = and(load32(candidateWords + 4 * word), ~(maskOf(bits) << shift));
    f.store32(candidateWords + 4 * word, or(kept, shl(sub(value, min), shift)));
  };

  // Long ranges are compared with the source's cells four at a time; most steps change few of them.
  defineFunction(module, packRange, (f, ...params) => {
    const [cell, count] = params as [Local, Local];
    const entry = f.let(add(fieldTable, shl(cell, 4)));
    const at = f.let(shl(cell, 2));
    const end = f.let(add(at, shl(count, 2)));
    const last = f.local();
    f.while(ltU(at, end), () => {
      f.set(last, add(at, 16));
      f.if(
        anyTrue(vxor(load128(at, context.cells), load128(at, sourceCells))),
        () => {
          f.set(last, select(ltU(last, end), last, end));
          f.while(ltU(at, last), () => {
            const word = f.let(add(candidateWords, load32(entry)));
            const mask = f.let(shl(load32(entry, 8), load32(entry, 4)));
            const bits = and(shl(sub(load32(at, context.cells), load32(entry, 12)), load32(entry, 4)), mask);
            f.store32(word, or(and(load32(word), xor(mask, -1)), bits));
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
  defineFunction(module, restoreRange, (f, ...params) => {
    const [cell, count] = params as [Local, Local];
    f.copy(add(context.cells, shl(cell, 2)), add(sourceCells, shl(cell, 2)), shl(count, 2));
  });
  defineFunction(module, packLocation, (f, ...params) => {
    const [process, location] = params as [Local, Local];
    const entry = f.let(mul(process, PROCESS_BYTES));
    const word = f.let(add(candidateWords, load32(entry, processes + 16)));
    const shift = f.let(load32(entry, processes + 20));
    const mask = shl(load32(entry, processes + 24), shift);
    f.store32(word, or(and(load32(word), xor(mask, -1)), shl(location, shift)));
  });
  defineFunction(module, unpack, (f) => {
    const location = f.local();
    const process = f.local();
    const moveIf = (which: Arg, at: Value): void => f.if(ne(location, at), () => f.do(call(move, which, location)));
    if (network.processes.length <= UNROLLED_FIELDS) {
      for (const [p, field] of layout.locations.entries()) {
        f.set(location, extractStatic(field));
        moveIf(p, load32(context.locations + 4 * p));
      }
    } else {
      f.for(process, 0, network.processes.length, () => {
        const entry = f.let(mul(process, PROCESS_BYTES));
        const word = load32(load32(entry, processes + 16), sourceWords);
        f.set(location, and(shrU(word, load32(entry, processes + 20)), load32(entry, processes + 24)));
        moveIf(process, load32(shl(process, 2), context.locations));
      });
    }
    if (network.cells <= UNROLLED_FIELDS) {
      for (let cell = 0; cell < network.cells; cell++)
        if (!isConstant[cell]) f.store32(context.cells + 4 * cell, extractStatic(fieldOf(cell)));
    } else {
      const entry = f.let(fieldTable);
      const at = f.local();
      f.for(
        at,
        0,
        4 * network.cells,
        () => {
          f.store32(at, extract(entry), context.cells);
          f.set(entry, add(entry, 16));
        },
        4,
      );
    }
    if (network.cells > INLINE) f.copy(sourceCells, context.cells, 4 * network.cells);
  });
  defineFunction(module, packAll, (f) => {
    f.fill(candidateWords, 0, words);
    const process = f.local();
    f.for(process, 0, network.processes.length, () =>
      f.do(call(packLocation, process, load32(shl(process, 2), context.locations))),
    );
    // Differs from what is to be packed in every bit, so that nothing is skipped.
    const at = f.local();
    f.for(at, 0, 4 * network.cells, () => f.store32(at, xor(load32(at, context.cells), -1), sourceCells), 4);
    f.do(call(packRange, 0, network.cells));
  });

  const cellsOf = ({ first, count }: CellRange): number[] => Array.from({ length: count }, (_, i) => first + i);
  return {
    sourceWords,
    candidateWords,
    clockRecords,
    activeBits,
    activeWords,
    stops,
    move,
    start,
    unpack,
    packAll,
    packRange,
    restoreRange,
    packLocation,
    isCommitted: (process) => and(flagsOf(process), 1),
    anyCommitted: and(global(stops), 0xffff),
    emitMove(f, process, from, to) {
      if (from === to) return;
      if (clocks !== null && clocks.clocksOf[process]!.length > 0) {
        f.do(call(move, process, to));
        return;
      }
      const { locations } = network.processes[process]!;
      const change = stopFlags(locations[to]!) - stopFlags(locations[from]!);
      if (change !== 0) f.setGlobal(stops, add(global(stops), change));
      f.store32(context.locations + 4 * process, to);
    },
    emitPackLocation(f, process, location) {
      storeField(f, layout.locations[process]!, k(location));
    },
    emitPack(f, ranges) {
      for (const range of ranges) {
        if (range.count > INLINE) f.do(call(packRange, range.first, range.count));
        else for (const cell of cellsOf(range)) storeField(f, fieldOf(cell), load32(context.cells + 4 * cell));
      }
    },
    emitRestore(f, ranges) {
      for (const range of ranges) {
        if (range.count > INLINE) f.do(call(restoreRange, range.first, range.count));
        else for (const cell of cellsOf(range)) f.store32(context.cells + 4 * cell, extractStatic(fieldOf(cell)));
      }
    },
  };
}
