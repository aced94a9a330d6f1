// Zones of local time, emitted (the twin is `reference/local-time.ts`): a reference row per process comes before the
// rows of clocks, participants of a step are brought to one moment, every process delays on its own. What is stored is
// the synchronised part, which states are compared by and targets are looked for in, and behind it the whole matrix.
// Rows of clocks are counted as in the synchronised part, where row 0 is the moment; here they lie further down.

import { add, and, mul, or, shl } from "../../../wasm/arithmetic.ts";
import { i32 } from "../../../wasm/assembler.ts";
import { eq, eqz, geS, ltU, ne } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { global, type Local, type Value } from "../../../wasm/value.ts";
import type { WorkingState } from "../state/state.ts";
import type { StepRegisters } from "../state/step-registers.ts";
import { edgeAt } from "../state/step-registers.ts";
import { zoneBytes } from "../store/subsumption.ts";
import { emitKernel } from "./emit-kernel.ts";
import type { Kernel } from "./kernel.ts";
import { type KernelShape, kernelRows, matrixBytes, shapeFor, tightBytes } from "./kernel-rows.ts";
import { emitLocalKernel } from "./local-kernel.ts";
import { appendConstraint, checkSize, emitConstrainAll, returnPushed } from "./zone-code.ts";
import type { ZoneStep } from "./zone-step.ts";

export function emitLocalZoneStep(
  context: EmitContext,
  state: WorkingState,
  plain: ZoneStep,
  owners: ArrayLike<number>,
  given: StepRegisters,
  largestBound: number,
): ZoneStep {
  const declared = declareLocalZoneStep(context, state, plain, owners, given, largestBound);
  emitLocalGuards(declared);
  emitLocalEntry(declared);
  emitLocalLoading(declared);
  const { kernel, source, guarded, target, tight, pushGuard, applyGuards, enter, load, loadInitial, loadPlain } =
    declared;
  return {
    ...plain,
    kernel,
    source,
    guarded,
    target,
    tight,
    pushGuard,
    applyGuards,
    enter,
    load,
    loadInitial,
    loadPlain,
  };
}

/** Rooms, registers and functions, declared before any of them is defined; and rows by their owners. */
function declareLocalZoneStep(
  context: EmitContext,
  state: WorkingState,
  plain: ZoneStep,
  owners: ArrayLike<number>,
  { participants, participantCount, alone }: StepRegisters,
  largestBound: number,
) {
  const { module, map, network, lanes } = context;
  const references = network.processes.length;
  const before = references - 1;
  const most = references + network.clocks.length;
  const shape: KernelShape = shapeFor(lanes, most);
  const rowMap = map.reserve(4 * most + 64);
  map.tableAt(
    rowMap,
    network.processes.map((_, process) => process),
  );
  const unused = { upper: context.upper, lower2: plain.lower2, below: plain.below };
  const kernel: Kernel = emitKernel(module, shape, { ...unused, pattern: map.reserve(128), map: rowMap });
  const local = emitLocalKernel(context, state, kernelRows(shape), kernelRows(plain.kernel.shape));
  // Rows are also read shifted, beyond their end.
  const matrix = (): number => map.reserve(matrixBytes(shape, most) + 4 * most + 64);
  const [source, guarded, target] = [matrix(), matrix(), matrix()];
  const tight = map.reserve(tightBytes(shape, network.clocks.length + 1) + most * (most + 8) * lanes.bytes + 64);
  const ownerOfClock = map.table(owners);
  /** By row of the source, as `clockOfRow` of the target. */
  const ownerOfRow = map.reserve(4 * (network.clocks.length + 1));
  /** Targets look at the synchronised part, and then guards do, too. */
  const isLocal = module.global("i32", 0);
  const constrainAll = emitConstrainAll(context, kernel);
  const functions = {
    pushGuard: module.declare("pushLocalGuard", i32(3), ["i32"]),
    applyGuards: module.declare("applyLocalGuards", i32(1), ["i32"]),
    enter: module.declare("enterLocally", i32(1), ["i32"]),
    load: module.declare("loadLocalZone", i32(1), []),
    loadInitial: module.declare("loadInitialLocalZone", [], []),
    loadPlain: module.declare("loadPlainZone", i32(1), []),
  };
  const wholeDim = (dimension: Value): Value => add(dimension, before);

  /** Row i − row j of the synchronised part as rows of the whole zone. */
  const localRows = (f: FunctionWriter, i: Local, j: Local, ownerOf: (row: Local) => Value): [Local, Local] => [
    f.let(f.choose(i, add(i, before), ownerOf(j))),
    f.let(f.choose(j, add(j, before), ownerOf(i))),
  ];
  const ownerInTarget = (row: Local): Value => load32(load32(shl(row, 2), plain.clockOfRow), ownerOfClock);
  const zones = { kernel, local, source, guarded, target, tight, rowMap, wholeDim, largestBound, constrainAll };
  const rows = { before, references, ownerOfRow, ownerInTarget, localRows, isLocal };
  return { context, module, lanes, plain, participants, participantCount, alone, ...zones, ...rows, ...functions };
}

type Declared = ReturnType<typeof declareLocalZoneStep>;

/** Guards pushed, and met by the zone of the source. */
function emitLocalGuards(parts: Declared) {
  const { plain, kernel, source, guarded } = parts;
  // ------------------------------------------------------------------------------------------ guards

  defineFunction(parts.module, parts.pushGuard, (f, ...params) => {
    const [i, j, bound] = params as [Local, Local, Local];
    f.if(eqz(global(parts.isLocal)), () => f.return(call(plain.pushGuard, i, j, bound)));
    f.if(eq(i, j), () => f.return(geS(bound, 0)));
    const [a, b] = parts.localRows(f, i, j, (row) => load32(shl(row, 2), parts.ownerOfRow));
    returnPushed(parts.context, f, kernel, source, parts.wholeDim(global(plain.sourceDim)), [a, b, bound]);
  });

  defineFunction(parts.module, parts.applyGuards, (f, start) => {
    const count = f.let(f.choose(global(parts.alone), 1, global(parts.participantCount)));
    f.if(and(eq(start!, global(parts.context.constraintTop)), eq(count, 1)), () => f.return(source));
    const dimension = f.let(parts.wholeDim(global(plain.sourceDim)));
    f.do(call(kernel.copy, source, dimension, guarded));
    const first = f.let(edgeAt(load32(parts.participants), "process"));
    const other = f.local();
    const at = f.local();
    f.for(
      at,
      8,
      shl(count, 3),
      () => {
        f.set(other, edgeAt(load32(at, parts.participants), "process"));
        f.if(eqz(call(kernel.constrain, guarded, dimension, first, other, 0)), () => f.return(0));
        f.if(eqz(call(kernel.constrain, guarded, dimension, other, first, 0)), () => f.return(0));
      },
      8,
    );
    f.return(f.choose(call(parts.constrainAll, guarded, dimension, start!), guarded, 0));
  });
}

/** Rows mapped, clocks made local, the target entered. */
function emitLocalEntry(parts: Declared) {
  const { plain, before, context, lanes, kernel, target, local } = parts;
  // ------------------------------------------------------------------------------------------ entering

  /** A clock that was reset shows the time since the moment of its process. */
  const mapRows = (f: FunctionWriter, dimension: Local): void => {
    const row = f.local();
    const from = f.local();
    f.for(row, 1, dimension, () => {
      f.set(from, load32(shl(row, 2), plain.rowMap));
      f.store32(shl(row, 2), f.choose(from, add(from, before), parts.ownerInTarget(row)), parts.rowMap + 4 * before);
    });
  };

  /** Makes constraints on rows of the target, from `start` on, constraints on rows of the whole zone. */
  const localise = (f: FunctionWriter, start: Local): void => {
    const at = f.let(start);
    f.while(ltU(at, global(context.constraintTop)), () => {
      const [i, j] = [f.let(load32(at)), f.let(load32(at, 4))];
      const [a, b] = parts.localRows(f, i, j, parts.ownerInTarget);
      f.store32(at, a);
      f.store32(at, b, 4);
      f.set(at, add(at, 12));
    });
  };

  /** Upper bounds of the invariant are kept with the constraints: each clock is measured against its own process. */
  const keepUppers = (f: FunctionWriter, dimension: Local): void => {
    const row = f.local();
    const upper = f.local();
    f.for(row, 1, dimension, () => {
      f.set(upper, lanes.load(mul(row, lanes.bytes), context.upper));
      f.if(ne(upper, lanes.infinity), () => appendConstraint(context, f, row, 0, upper));
    });
  };

  defineFunction(parts.module, parts.enter, (f, from) => {
    f.do(call(plain.describe));
    const dimension = f.let(global(plain.targetDim));
    const whole = f.let(parts.wholeDim(dimension));
    const start = f.let(global(context.constraintTop));
    const fail = (): void => {
      f.setGlobal(context.constraintTop, start);
      f.return(0);
    };
    if (plain.coded !== null) f.if(eqz(call(plain.coded)), fail);
    keepUppers(f, dimension);
    localise(f, start);
    f.if(
      or(global(plain.moved), ne(dimension, global(plain.sourceDim))),
      () => {
        mapRows(f, dimension);
        f.do(call(kernel.gather, from!, parts.wholeDim(global(plain.sourceDim)), target, whole));
      },
      () => f.do(call(kernel.copy, from!, whole, target)),
    );
    f.if(global(plain.offsets), () => {
      const row = f.local();
      const amount = f.local();
      f.for(row, 1, dimension, () => {
        f.set(amount, load32(load32(shl(row, 2), plain.clockOfRow), context.assignedOffset + 4));
        f.if(amount, () => f.do(call(kernel.shift, target, whole, add(row, before), shl(amount, 1))));
      });
    });
    // Lower bounds are met before the delay; upper ones after it, which is to have met them before.
    if (plain.coded !== null) f.if(eqz(call(parts.constrainAll, target, whole, start)), fail);
    f.do(call(local.delay, target, whole));
    f.if(eqz(call(parts.constrainAll, target, whole, start)), fail);
    f.setGlobal(context.constraintTop, start);
    f.if(eqz(call(local.isSynchronisable, target, whole)), () => f.return(0));
    checkSize(context, f, kernel, target, whole, parts.largestBound >> 1);
    f.do(call(local.synchronise, target, whole, plain.target, dimension));
    f.do(call(plain.kernel.pack, plain.target, dimension, parts.tight));
    f.do(call(kernel.pack, target, whole, add(parts.tight, zoneBytes(lanes, dimension))));
    f.return(1);
  });
}

/** Zones from the store, and the initial one. */
function emitLocalLoading(parts: Declared) {
  const { module, isLocal, plain } = parts;
  // ------------------------------------------------------------------------------------------ loading

  defineFunction(module, parts.load, (f, at) => {
    f.setGlobal(isLocal, 1);
    f.do(call(plain.arrange));
    const dimension = f.let(global(plain.sourceDim));
    const row = f.local();
    f.for(row, 1, dimension, () => f.store32(shl(row, 2), parts.ownerInTarget(row), parts.ownerOfRow));
    f.do(
      call(parts.kernel.unpack, add(at!, zoneBytes(parts.lanes, dimension)), parts.wholeDim(dimension), parts.source),
    );
  });

  // All processes stand at the same moment, and no clock has a row yet.
  defineFunction(module, parts.loadInitial, (f) => {
    f.setGlobal(isLocal, 1);
    f.do(call(plain.loadInitial));
    f.do(call(parts.local.atOnce, parts.source, parts.references));
  });

  defineFunction(module, parts.loadPlain, (f, at) => {
    f.setGlobal(isLocal, 0);
    f.do(call(plain.load, at!));
  });
}
