// Zones of successors, emitted: which clocks have a row at the current locations, how the rows of the target come
// from those of the source, and the order of operations: rows and resets in one gather, then delay fused with the
// invariant, then extrapolation. The source zone is cut to its invariant when a state is loaded, because
// extrapolation may have lost it.

import { add, and, ctz, mul, or, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32 } from "../../../wasm/assembler.ts";
import { eq, eqz, geS, gtS, ltU, ne } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import { emitInvariants } from "../language/invariants.ts";
import type { ClockTables } from "../state/clock-tables.ts";
import type { WorkingState } from "../state/state.ts";
import { emitKernel } from "./emit-kernel.ts";
import type { Kernel } from "./kernel.ts";
import { type KernelShape, matrixBytes } from "./kernel-rows.ts";
import { setsClocksBack } from "./splits.ts";
import { appendConstraint, checkSize, emitConstrainAll, returnContradicted, returnPushed } from "./zone-code.ts";

export interface ZoneStep {
  readonly kernel: Kernel;
  readonly source: number;
  readonly guarded: number;
  readonly target: number;
  /** The candidate's zone as it is stored. */
  readonly tight: number;
  readonly sourceDim: GlobalHandle;
  readonly targetDim: GlobalHandle;
  /** (row, row, bound) → 0 when the source zone contradicts it: keeps it for the step if it cuts something off. */
  readonly pushGuard: FunctionHandle;
  /** The same, but what the zone implies is kept, too: the opposite may be asked for. */
  readonly pushWhole: FunctionHandle;
  /** (row, row, bound) → 0 when nothing satisfies it: keeps it without looking at any zone. */
  readonly pushFree: FunctionHandle;
  /** (start of the step's constraints) → the zone from which the step is taken, 0 when empty. */
  readonly applyGuards: FunctionHandle;
  /** (matrix, dimension, start of constraints) → 0 when empty: cuts it by all of them. */
  readonly constrainAll: FunctionHandle;
  /** () → 0 when it contradicts the source zone: pushes what the target's invariant asks before the assignments. */
  readonly pullBack: FunctionHandle;
  /** Lets time pass in the source zone, as far as its invariant allows. */
  readonly elapseSource: FunctionHandle;
  /**
   * Code that brings a matrix over the source's rows to the rows of the target, into `target`; constraints of the
   * target's invariant that are not upper bounds stand behind `start` afterwards, and hold.
   */
  arrive(f: FunctionWriter, from: Arg, empty: () => void): { readonly dimension: Local; readonly start: Local };
  /** Code that widens a matrix of the target, or checks that its bounds are not too large. */
  finish(f: FunctionWriter, matrix: Arg, dimension: Local): void;
  /** (matrix) → 0 when empty: the target zone, packed into `tight`. */
  readonly enter: FunctionHandle;
  /** (tight): makes it the source zone of the working state. */
  readonly load: FunctionHandle;
  /** (tight): the same, for targets to look at; in local time that is what all local times agree in. */
  readonly loadPlain: FunctionHandle;
  /** The zone in which every clock has its initial value is what `enter` makes of this source. */
  readonly loadInitial: FunctionHandle;
  /** Gives rows to the active clocks of the working state; `clockOfRow` holds 4 · clock for each. */
  readonly describe: FunctionHandle;
  readonly clockOfRow: number;
  /** The same for the rows of the source zone, which guards are about. */
  readonly arrange: FunctionHandle;
  /** What `describe` says of the target's rows: where they come from, if anything moves or is shifted at all. */
  readonly rowMap: number;
  readonly moved: GlobalHandle;
  readonly offsets: GlobalHandle;
  /** Evaluates what of the target's invariant is not constant, as constraints on its rows; null if nothing is. */
  readonly coded: FunctionHandle | null;
  /** L and U of the rows, as the kernel and the store read them. */
  readonly lower2: number;
  readonly below: number;
  /** Forgets the clock assignments of an update. */
  readonly forget: FunctionHandle;
}

/** How zones are widened; without widening, bounds are checked to stay far from where lanes would wrap. */
export type Widening = "extra-lu" | "none";

/** What zones are made for. */
interface ZoneOptions {
  readonly tables: ClockTables;
  readonly shape: KernelShape;
  readonly dim: number;
  readonly widening: Widening;
  readonly largestBound: number;
  timeStops(f: FunctionWriter): Value;
}

export function emitZoneStep(context: EmitContext, state: WorkingState, options: ZoneOptions): ZoneStep {
  const declared = declareZoneStep(context, state, options);
  emitGuards(declared);
  const invariants = emitInvariantsOfTarget(declared);
  const arrival = emitArrival({ ...declared, ...invariants });
  emitLoading({ ...declared, ...invariants });
  return { ...declared, ...invariants, ...arrival, loadPlain: declared.load };
}

/** Rooms, registers and functions, declared before any of them is defined. */
function declareZoneStep(context: EmitContext, state: WorkingState, options: ZoneOptions) {
  const { shape, dim, widening } = options;
  const { module, map, network, lanes } = context;
  const laneBytes = (dim + 16) * lanes.bytes + 32;
  const lower2 = map.reserve(laneBytes);
  const below = map.reserve(laneBytes);
  const pattern = map.reserve(128);
  const rowMap = map.reserve(4 * dim + 64);
  const clockOfRow = map.reserve(4 * dim + 64);
  const kernel = emitKernel(module, shape, { upper: context.upper, lower2, below, pattern, map: rowMap });
  const source = map.room(matrixBytes(shape, dim));
  const guarded = map.room(matrixBytes(shape, dim));
  const target = map.room(matrixBytes(shape, dim));
  const tight = map.room(dim * dim * lanes.bytes + 16 * Math.ceil(dim / lanes.count) + 32);
  const sourceDim = module.global("i32", 1);
  const targetDim = module.global("i32", 1);
  /** The greatest dimension there was: so far the working matrices are in use. */
  const widest = module.global("i32", 1, "widest");
  const moved = module.global("i32", 0);
  const offsets = module.global("i32", 0);
  const functions = {
    pushGuard: module.declare("pushGuard", i32(3), ["i32"]),
    pushWhole: module.declare("pushWhole", i32(3), ["i32"]),
    pushFree: module.declare("pushFree", i32(3), ["i32"]),
    applyGuards: module.declare("applyGuards", i32(1), ["i32"]),
    describe: module.declare("describe", [], []),
    pushInvariant: module.declare("pushInvariant", i32(3), ["i32"]),
    constrainAll: emitConstrainAll(context, kernel),
    pullBack: module.declare("pullBack", [], ["i32"]),
    elapseSource: module.declare("elapseSource", [], []),
    enter: module.declare("enter", i32(1), ["i32"]),
    arrange: module.declare("arrangeRows", [], []),
    load: module.declare("loadZone", i32(1), []),
    loadInitial: module.declare("loadInitialZone", [], []),
    forget: module.declare("forget", [], []),
  };

  // Padding of `below`: never "beyond U" for extrapolation, which looks for bounds less than it; never "seen" for the
  // simulation test, which looks for bounds greater than it and counts row 0 always.
  const padding = lanes.splat(widening === "extra-lu" ? -lanes.infinity - 1 : lanes.infinity);
  const zones = { kernel, source, guarded, target, tight, sourceDim, targetDim };
  const rows = { lower2, below, rowMap, clockOfRow, widest, moved, offsets, padding };
  return { context, module, map, network, lanes, state, ...options, ...zones, ...rows, ...functions };
}

type Declared = ReturnType<typeof declareZoneStep>;

/** Guards pushed, and met by the zone of the source. */
function emitGuards(parts: Declared) {
  const { module, context, kernel, source, sourceDim, guarded } = parts;
  // ------------------------------------------------------------------------------------------ guards

  defineFunction(module, parts.pushGuard, (f, ...params) => {
    const [i, j, bound] = params as [Local, Local, Local];
    f.if(eq(i, j), () => f.return(geS(bound, 0)));
    returnPushed(context, f, kernel, source, global(sourceDim), [i, j, bound]);
  });
  defineFunction(module, parts.pushWhole, (f, ...params) => {
    const [i, j, bound] = params as [Local, Local, Local];
    f.if(eq(i, j), () => f.return(geS(bound, 0)));
    returnContradicted(context, f, kernel, source, global(sourceDim), [i, j, bound]);
    appendConstraint(context, f, i, j, bound);
    f.return(1);
  });
  defineFunction(module, parts.pushFree, (f, ...params) => {
    const [i, j, bound] = params as [Local, Local, Local];
    f.if(eq(i, j), () => f.return(geS(bound, 0)));
    appendConstraint(context, f, i, j, bound);
    f.return(1);
  });

  const noteLeaving = setsClocksBack(parts.network);
  defineFunction(module, parts.applyGuards, (f, start) => {
    if (noteLeaving) f.setGlobal(context.leaving, source);
    f.if(eq(start!, global(context.constraintTop)), () => f.return(source));
    if (noteLeaving) f.setGlobal(context.leaving, guarded);
    f.do(call(kernel.copy, source, global(sourceDim), guarded));
    f.return(f.choose(call(parts.constrainAll, guarded, global(sourceDim), start!), guarded, 0));
  });
}

/** The rows of the target, and its invariants. */
function emitInvariantsOfTarget(parts: Declared) {
  const { lanes, context, below, shape, state } = parts;
  // ------------------------------------------------------------------------------------------ rows of the target

  // Gives every active clock a row, in the order of the clocks, and lays down what the kernel needs to know.
  defineFunction(parts.module, parts.describe, (f) => {
    const blank = (at: Arg): void => {
      f.store128(at, lanes.splat(lanes.infinity), context.upper);
      f.store128(at, parts.padding, below);
    };
    // Wide rows are blanked as far as clocks are active, vector by vector.
    for (let v = 0; v < (shape.vectors === "dynamic" ? 1 : shape.vectors); v++) blank(16 * v);
    if (parts.widening === "none") lanes.store(f, below, -lanes.infinity - 1);
    const row = f.let(1);
    const word = f.local();
    const bits = f.local();
    const clock = f.local();
    const from = f.local();
    const change = f.let(0);
    const shifted = f.let(0);
    f.for(word, 0, state.activeWords, () => {
      f.set(bits, load32(shl(word, 2), state.activeBits));
      f.while(bits, () => {
        f.set(clock, add(ctz(bits), shl(word, 5)));
        f.set(bits, and(bits, sub(bits, 1)));
        const record = shl(clock, 4);
        const lane = f.let(mul(row, lanes.bytes));
        if (shape.vectors === "dynamic") f.if(eqz(and(row, lanes.count - 1)), () => blank(lane));
        lanes.store(f, lane, sub(0, load32(record, state.clockRecords)), parts.lower2);
        lanes.store(f, lane, load32(record, state.clockRecords + 4), below);
        lanes.store(f, lane, load32(record, state.clockRecords + 8), context.upper);
        const number = f.let(shl(clock, 2));
        f.store32(number, row, context.targetRowOf + 4);
        f.set(from, load32(shl(load32(number, context.assignedFrom + 4), 2), context.rowOf));
        f.store32(shl(row, 2), from, parts.rowMap);
        f.store32(shl(row, 2), number, parts.clockOfRow);
        f.set(change, or(change, ne(from, row)));
        f.set(shifted, or(shifted, load32(number, context.assignedOffset + 4)));
        f.set(row, add(row, 1));
      });
    });
    f.setGlobal(parts.targetDim, row);
    f.if(gtS(row, global(parts.widest)), () => f.setGlobal(parts.widest, row));
    f.setGlobal(parts.moved, or(change, ne(row, global(parts.sourceDim))));
    f.setGlobal(parts.offsets, shifted);
  });

  // ------------------------------------------------------------------------------------------ invariants

  defineFunction(parts.module, parts.pushInvariant, (f, ...params) => {
    const [i, j, bound] = params as [Local, Local, Local];
    f.if(eq(i, j), () => f.return(geS(bound, 0)));
    f.if(
      eqz(j),
      () => {
        const lane = f.let(mul(i, lanes.bytes));
        f.if(gtS(lanes.load(lane, context.upper), bound), () => lanes.store(f, lane, bound, context.upper));
      },
      () => appendConstraint(context, f, i, j, bound),
    );
    f.return(1);
  });

  const coded = emitInvariants(context, parts.tables.residue, { rows: context.targetRowOf, push: parts.pushInvariant });

  /** Evaluates the coded invariants; what is not an upper bound lies behind the local that is returned. */
  const gatherInvariants = (f: FunctionWriter, failed: () => void): Local => {
    const start = f.let(global(context.constraintTop));
    if (coded !== null) {
      f.if(eqz(call(coded)), () => {
        f.setGlobal(context.constraintTop, start);
        failed();
      });
    }
    return start;
  };

  const finish: ZoneStep["finish"] = (f, matrix, dimension) => {
    if (parts.widening === "extra-lu") f.do(call(parts.kernel.extrapolate, matrix, dimension));
    else checkSize(context, f, parts.kernel, matrix, dimension, parts.largestBound);
  };
  return { gatherInvariants, coded, finish };
}

type Invariants = ReturnType<typeof emitInvariantsOfTarget>;

/** What happens between source and target: constraints pulled back, time that passes, entry. */
function emitArrival(parts: Declared & Invariants) {
  const { module, describe, gatherInvariants, context, coded, lanes, kernel, constrainAll, target } = parts;
  // ------------------------------------------------------------------------------------------ before the step

  // What the target's invariant asks of its rows, said of the rows and offsets they come from.
  defineFunction(module, parts.pullBack, (f) => {
    f.do(call(describe));
    const start = gatherInvariants(f, () => f.return(0));
    const push = (i: Arg, j: Arg, bound: Arg): void => {
      const offsetOf = (row: Arg): Value =>
        f.choose(eqz(row), 0, load32(load32(shl(row, 2), parts.clockOfRow), context.assignedOffset + 4));
      const shifted = sub(bound, shl(sub(offsetOf(i), offsetOf(j)), 1));
      const row = (target: Arg): Value => load32(shl(target, 2), parts.rowMap);
      f.if(eqz(call(parts.pushGuard, row(i), row(j), shifted)), () => f.return(0));
    };
    if (coded !== null) {
      // Pulled back where they stand: what is pushed never overtakes what is read.
      const at = f.let(start);
      const end = f.let(global(context.constraintTop));
      f.setGlobal(context.constraintTop, start);
      f.while(ltU(at, end), () => {
        const [i, j, bound] = [f.let(load32(at)), f.let(load32(at, 4)), f.let(load32(at, 8))];
        push(i, j, bound);
        f.set(at, add(at, 12));
      });
    }
    const row = f.local();
    const upper = f.local();
    f.for(row, 1, global(parts.targetDim), () => {
      f.set(upper, lanes.load(mul(row, lanes.bytes), context.upper));
      f.if(ne(upper, lanes.infinity), () => push(row, 0, upper));
    });
    f.return(1);
  });

  defineFunction(module, parts.elapseSource, (f) => {
    f.do(call(describe));
    const dimension = f.let(global(parts.sourceDim));
    const start = gatherInvariants(f, () => f.return());
    f.drop(call(kernel.meetUpper, parts.source, dimension, 1));
    if (coded !== null) {
      f.drop(call(constrainAll, parts.source, dimension, start));
      f.setGlobal(context.constraintTop, start);
    }
  });

  // ------------------------------------------------------------------------------------------ entering and loading

  const arrive: ZoneStep["arrive"] = (f, from, empty) => {
    f.do(call(describe));
    const dimension = f.let(global(parts.targetDim));
    const start = gatherInvariants(f, empty);
    f.if(
      global(parts.moved),
      () => f.do(call(kernel.gather, from, global(parts.sourceDim), target, dimension)),
      () => f.do(call(kernel.copy, from, dimension, target)),
    );
    f.if(global(parts.offsets), () => {
      const row = f.local();
      const amount = f.local();
      f.for(row, 1, dimension, () => {
        f.set(amount, load32(load32(shl(row, 2), parts.clockOfRow), context.assignedOffset + 4));
        f.if(amount, () => f.do(call(kernel.shift, target, dimension, row, shl(amount, 1))));
      });
    });
    if (coded !== null) {
      f.if(eqz(call(constrainAll, target, dimension, start)), () => {
        f.setGlobal(context.constraintTop, start);
        empty();
      });
    }
    return { dimension, start };
  };

  defineFunction(module, parts.enter, (f, from) => {
    const { dimension, start } = arrive(f, from!, () => f.return(0));
    const fail = (): void => {
      f.setGlobal(context.constraintTop, start);
      f.return(0);
    };
    // Upper bounds are closed towards the past: to meet them after the delay is to meet them before it, too.
    const elapse = f.let(eqz(parts.timeStops(f)));
    f.if(eqz(call(kernel.meetUpper, target, dimension, elapse)), fail);
    if (coded !== null) {
      f.if(elapse, () => f.if(eqz(call(constrainAll, target, dimension, start)), fail));
      f.setGlobal(context.constraintTop, start);
    }
    parts.finish(f, target, dimension);
    f.do(call(kernel.pack, target, dimension, parts.tight));
    f.return(1);
  });
  return { arrive };
}

/** Zones from the store, and the initial one. */
function emitLoading(parts: Declared & Invariants) {
  const { network, context, lanes, module, sourceDim, source, coded } = parts;
  // A call into the host's memory fill costs more than a few vectors.
  const clearRows = (f: FunctionWriter): void => {
    const bytes = 4 * (network.clocks.length + 1);
    if (bytes > 256) f.fill(context.rowOf, 0, bytes);
    else for (let at = 0; at < bytes; at += 16) f.store128(context.rowOf, lanes.splat(0), at);
  };

  defineFunction(module, parts.arrange, (f) => {
    clearRows(f);
    f.do(call(parts.describe));
    const dimension = f.let(global(parts.targetDim));
    f.setGlobal(sourceDim, dimension);
    const row = f.local();
    f.for(row, 1, dimension, () => f.store32(load32(shl(row, 2), parts.clockOfRow), row, context.rowOf + 4));
  });

  defineFunction(module, parts.load, (f, at) => {
    f.do(call(parts.arrange));
    const dimension = f.let(global(sourceDim));
    f.do(call(parts.kernel.unpack, at!, dimension, source));
    const start = parts.gatherInvariants(f, () => f.return());
    f.drop(call(parts.kernel.meetUpper, source, dimension, 0));
    if (coded !== null) {
      f.drop(call(parts.constrainAll, source, dimension, start));
      f.setGlobal(context.constraintTop, start);
    }
  });

  const initialValues = parts.map.table([0, ...network.clocks.map(({ initial }) => initial)]);
  defineFunction(module, parts.loadInitial, (f) => {
    f.setGlobal(sourceDim, 1);
    clearRows(f);
    f.store128(source, lanes.constant([0, ...Array(lanes.count - 1).fill(lanes.infinity)]));
    const clock = f.local();
    f.for(
      clock,
      4,
      4 * (network.clocks.length + 1),
      () => {
        f.do(call(context.touch, clock));
        f.store32(clock, 0, context.assignedFrom);
        f.store32(clock, load32(clock, initialValues), context.assignedOffset);
      },
      4,
    );
  });

  defineFunction(module, parts.forget, (f) => {
    const at = f.local();
    const clock = f.local();
    f.for(
      at,
      0,
      shl(global(context.touchedCount), 2),
      () => {
        f.set(clock, load32(at, context.touched));
        f.store32(clock, 0, context.isTouched);
        f.store32(clock, shrU(clock, 2), context.assignedFrom);
        f.store32(clock, 0, context.assignedOffset);
      },
      4,
    );
    f.setGlobal(context.touchedCount, 0);
  });
}
