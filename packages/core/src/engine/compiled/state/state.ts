// The working state, emitted: moving a process to a location keeps the records of clocks, the set of active clocks and
// the count of committed and urgent processes up to date. Only processes whose location changes cost anything, so
// networks of thousands of processes stay cheap. What is packed and unpacked, and how, stands in `packing.ts`.

import type { Location } from "../../../network/index.ts";
import { add, and, mul, or, shl, shrU, sub, xor } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32 } from "../../../wasm/assembler.ts";
import { ltU } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { maskOf } from "../../../wasm/layout.ts";
import { load32 } from "../../../wasm/memory.ts";
import { LANES_32, load128 } from "../../../wasm/simd.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { ClockTables } from "./clock-tables.ts";
import { emitPacking, type Packing } from "./packing.ts";

export interface WorkingState extends Packing {
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
  /** Moves a process between known locations. */
  emitMove(f: FunctionWriter, process: number, from: number, to: number): void;
  /** Is the process committed at its location (0 or 1)? Is any (0 or not)? */
  isCommitted(process: Arg): Value;
  readonly anyCommitted: Value;
}

/** Processes, 32 bytes each: flags table, clock list, clock count, records, location field (offset, shift, mask). */
const PROCESS_BYTES = 32;
/** Where the field begins. */
const PROCESS_FIELD = 16;

const stopFlags = ({ committed, urgent }: Location): number =>
  (committed ? 1 : 0) + (committed || urgent ? 0x10000 : 0);

export function emitWorkingState(context: EmitContext, clocks: ClockTables | null): WorkingState {
  const declared = declareWorkingState(context, clocks);
  emitMoves(declared);
  const packed = packingOf(declared);
  const { packing } = packed;
  const { clockRecords, activeBits, activeWords, stops, move, start, flagsOf, network } = declared;
  return {
    ...packing,
    clockRecords,
    activeBits,
    activeWords,
    stops,
    move,
    start,
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
  };
}

/** Memory and functions, declared before anything is defined; and the tables of processes and clocks. */
function declareWorkingState(context: EmitContext, clocks: ClockTables | null) {
  const { network, module, map, layout } = context;
  const clockCount = network.clocks.length;
  const clockRecords = map.reserve(16 * Math.max(1, clockCount));
  const activeWords = Math.ceil(clockCount / 32);
  const activeBits = map.reserve(4 * Math.max(1, activeWords));
  const stops = module.global("i32", 0);
  const declare = (name: string, params: number) => module.declare(name, i32(params), []);
  const move = declare("move", 2);
  const start = declare("startState", 0);
  module.export(start);

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
  const clockTables = { clocks, clockCount, clockRecords, sharerTable, everywhere, activeBits, activeWords };
  return { context, module, network, processes, flagsOf, stops, ...clockTables, move, start };
}

type Declared = ReturnType<typeof declareWorkingState>;

/** A process enters a location: its clocks, its flags. */
function emitMoves(parts: Declared) {
  const { module, stops, clocks } = parts;
  const record = module.declare("record", ["i32", "i32"], []);
  defineFunction(module, record, (f, ...params) => {
    // (clock, address of the process' record): sets the clock's record and active bit.
    const [clock, own] = params as [Local, Local];
    const value = f.let(load128(own), "v128");
    const list = f.let(load32(shl(clock, 2), parts.sharerTable));
    f.if(list, () => {
      f.set(value, load128(shl(clock, 4), parts.everywhere));
      const end = f.let(add(add(list, 4), mul(load32(list), 12)));
      f.set(list, add(list, 4));
      f.while(ltU(list, end), () => {
        const address = add(load32(list, 4), mul(load32(load32(list)), load32(list, 8)));
        f.set(value, LANES_32.min(value, load128(address)));
        f.set(list, add(list, 12));
      });
    });
    f.store128(shl(clock, 4), value, parts.clockRecords);
    const word = f.let(shl(shrU(clock, 5), 2));
    const bit = f.let(shl(1, and(clock, 31)));
    const bits = f.let(load32(word, parts.activeBits));
    const inactive = load32(shl(clock, 4), parts.clockRecords + 12);
    f.store32(word, f.choose(inactive, and(bits, xor(bit, -1)), or(bits, bit)), parts.activeBits);
  });

  defineFunction(module, parts.move, (f, ...params) => {
    const [process, location] = params as [Local, Local];
    const entry = f.let(add(parts.processes, mul(process, PROCESS_BYTES)));
    const place = f.let(add(parts.context.locations, shl(process, 2)));
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

  defineFunction(module, parts.start, (f) => {
    const index = f.local();
    if (clocks !== null) {
      f.for(index, 0, parts.clockCount, () => f.do(call(record, index, add(parts.everywhere, shl(index, 4)))));
    }
    f.for(index, 0, parts.network.processes.length, () => {
      f.setGlobal(stops, add(global(stops), parts.flagsOf(index)));
      f.do(call(parts.move, index, 0));
    });
  });
}

/** How states are packed. */
function packingOf({ context, processes, move }: Declared) {
  const packing = emitPacking(context, { address: processes, bytes: PROCESS_BYTES, field: PROCESS_FIELD }, move);
  return { packing };
}
