// The parts that a program is put together from: the network laid out in memory, its zones, the store, and the steps
// that lead from one state to the next. What the host calls is made of them in `program.ts`.

import { type Formula, mentions, type Network, sizeOf } from "../../network/index.ts";
import { add, mul } from "../../wasm/arithmetic.ts";
import { type FunctionHandle, ModuleBuilder } from "../../wasm/assembler.ts";
import { eqz } from "../../wasm/comparisons.ts";
import { createContext, OUT_OF_MEMORY } from "../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../wasm/function-writer.ts";
import type { CellRange } from "../../wasm/layout.ts";
import { layoutOf } from "../../wasm/layout.ts";
import { MemoryMap } from "../../wasm/memory-map.ts";
import { LANES_16, LANES_32 } from "../../wasm/simd.ts";
import { global, k, type Local, type Value } from "../../wasm/value.ts";
import type { ClockBounds } from "../clock-bounds.ts";
import { createScope } from "./language/expressions.ts";
import { emitFunctions } from "./language/functions.ts";
import { emitInvariants } from "./language/invariants.ts";
import { compileBlock } from "./language/statements.ts";
import { WriteAnalysis } from "./language/writes.ts";
import { clockTables } from "./state/clock-tables.ts";
import { emitWorkingState } from "./state/state.ts";
import type { StepRegisters } from "./state/step-registers.ts";
import { emitCandidates } from "./steps/candidates.ts";
import { emitEdges } from "./steps/edges/edge-table.ts";
import { emitFrames } from "./steps/edges/frames.ts";
import { emitFire } from "./steps/split/fire.ts";
import { emitPlainPriorities, emitSplitting } from "./steps/split/splitting.ts";
import { declareUrgency, emitUrgency } from "./steps/split/urgency.ts";
import type { SuccessorParts } from "./steps/step-code.ts";
import { emitSuccessors } from "./steps/successors.ts";
import { emitStore } from "./store/emit-store.ts";
import type { PartitionPlace } from "./store/outbox.ts";
import { mostInWideLanes, roomInWideLanes } from "./support.ts";
import { emitFederations } from "./zones/federations.ts";
import { shapeFor } from "./zones/kernel-rows.ts";
import { emitLocalZoneStep } from "./zones/local-zone-step.ts";
import { someSplit, splitsOf } from "./zones/splits.ts";
import { emitZoneStep, type Widening } from "./zones/zone-step.ts";

export interface ProgramOptions {
  readonly bounds: ClockBounds;
  readonly laneBits: 16 | 32;
  /** At most this many rows, the constant's row included; 1 without clocks. */
  readonly dim: number;
  readonly dense: boolean;
  readonly widening: Widening;
  readonly subsumption: "inclusion" | "equality" | "either" | "alu";
  /** In local time, the process that each clock belongs to; null otherwise. */
  readonly owners: ArrayLike<number> | null;
  readonly targets: readonly { readonly formula: Formula; readonly frameSize: number }[];
  /** Which engine this is, where several share one memory and divide the states among them; null otherwise. */
  readonly place: PartitionPlace | null;
}

/** The network laid out in memory, and what its zones need. */
export function declareState(network: Network, options: ProgramOptions) {
  const module = new ModuleBuilder({ sharesMemory: options.place !== null });
  const map = new MemoryMap(options.place?.first);
  const layout = layoutOf(network);
  const lanes = options.laneBits === 16 ? LANES_16 : LANES_32;
  const timed = network.clocks.length > 0;
  const splits = splitsOf(network, options.widening === "none" ? [] : options.bounds.diagonals);
  const cutsZones = timed && someSplit(splits);
  const asksForDeadlock = options.targets.some(({ formula }) => mentions(formula, "deadlock"));
  // A bound of a piece that subtraction leaves is a sum of as many bounds as there are rows. Without widening, bounds
  // beyond the room there is end the search.
  const subtracts = asksForDeadlock || cutsZones;
  const largest = roomInWideLanes(network, options.dim, subtracts) ?? 0;
  const mostComputed = mostInWideLanes(network, options.dim, subtracts);
  const context = createContext(network, module, map, layout, lanes, mostComputed);
  emitFunctions(context);
  const tables = clockTables(network, options.bounds, lanes);
  const state = emitWorkingState(context, timed ? tables : null);
  const urgentEnabled = timed && !splits.urgency ? declareUrgency(context) : null;
  const timeStops = (f: FunctionWriter): Value =>
    urgentEnabled === null ? global(state.stops) : f.choose(global(state.stops), 1, call(urgentEnabled));
  const shape = shapeFor(lanes, options.dim);
  const registers: StepRegisters = {
    participants: map.reserve(8 * (network.processes.length + 1)),
    participantCount: module.global("i32", 0, "participantCount"),
    channel: module.global("i32", -1, "channel"),
    alone: module.global("i32", 0, "alone"),
  };
  /** Zones of one time for all: what targets look at, and without local time all there is. */
  const plain = timed
    ? emitZoneStep(context, state, { ...options, tables, shape, largestBound: largest, timeStops })
    : null;
  const zones =
    plain === null || options.owners === null
      ? plain
      : emitLocalZoneStep(context, state, plain, options.owners, registers, largest);
  const references = zones === plain ? 0 : network.processes.length;
  const noClocks = module.declare("noClocks", ["i32", "i32", "i32"], ["i32"]);
  defineFunction(module, noClocks, (f) => f.return(1));
  const guardSink = { rows: context.rowOf, push: zones?.pushGuard ?? noClocks };
  const invariants = timed ? null : emitInvariants(context, tables.residue, guardSink);
  const writes = new WriteAnalysis(network);
  // Steps of one process alone have one result, or none.
  const specialised = !cutsZones && !splits.priorities;
  const zoneParts = { plain, zones, references, splits, cutsZones, subtracts, timeStops, urgentEnabled };
  const stateParts = { context, network, options, module, map, layout, lanes, state, registers };
  const stepParts = { guardSink, invariants, writes, specialised, asksForDeadlock };
  return { ...stateParts, ...registers, ...zoneParts, ...stepParts };
}

export type StateParts = ReturnType<typeof declareState>;

/** Edges, the store, and candidates on their way into it. */
export function declareStore(parts: StateParts) {
  const { context, state, plain, map, module, zones, options } = parts;
  const edges = emitEdges(context, state, parts.writes, {
    sink: parts.guardSink,
    whole: plain !== null && parts.splits.joining ? { rows: context.rowOf, push: plain.pushWhole } : null,
    free: plain !== null && parts.splits.urgency ? { rows: context.targetRowOf, push: plain.pushFree } : null,
    specialised: parts.specialised && !parts.asksForDeadlock,
  });
  const cost = map.reserve(8);
  const targets = map.reserve(8);
  const ordinal = module.global("i32", 0, "ordinal");
  const sourceId = module.global("i32", -1, "sourceId");
  const { place } = options;
  /** The source as all engines know it that share a memory. */
  const parent = place === null ? sourceId : module.global("i32", -1);
  const setSourceId = (f: FunctionWriter, id: Local): void => {
    f.setGlobal(sourceId, id);
    if (place !== null) f.setGlobal(parent, add(mul(id, place.of), place.me));
  };
  const tight = zones?.tight ?? map.reserve(64);
  const targetDim: Value = zones === null ? k(1) : global(zones.targetDim);
  const store = emitStore(module, map, {
    words: parts.layout.words,
    bits: parts.layout.bits,
    dim: options.dim,
    lanes: parts.lanes,
    references: parts.references,
    dense: options.dense,
    subsumption: options.subsumption === "alu" ? (zones ?? "inclusion") : options.subsumption,
    sourceWords: state.sourceWords,
    candidateWords: state.candidateWords,
    changes: state.changes,
    parent,
    ordinal,
    place,
    outOfMemory: (f) => f.do(call(context.fault, OUT_OF_MEMORY, 0)),
  });
  const candidates = emitCandidates(context, state, zones, store, parts.registers, {
    cost,
    tight,
    ordinal,
    references: parts.references,
    targets,
  });
  const { emit, appending } = candidates;
  const registers = { ordinal, cost, sourceId, setSourceId, appending, targetDim, tight };
  return { targets, emit, candidates, edges, store, ...registers };
}

export type StoreParts = ReturnType<typeof declareStore>;

/** Updates and steps; where zones are cut, pieces of zones. */
export function emitSteps(parts: StateParts & StoreParts) {
  const { context, network, module, zones, invariants, state, urgentEnabled, edges, plain, registers } = parts;
  // ------------------------------------------------------------------------------------------ around updates

  const around = context.log === null ? parts.writes.writtenBy([...network.beforeUpdate, ...network.afterUpdate]) : [];
  const updateFrame = parts.map.reserve(4 * Math.max(1, network.updateFrameSize));
  const procedure = (name: string, body: (f: FunctionWriter) => void): FunctionHandle => {
    const handle = module.declare(name, [], []);
    defineFunction(module, handle, body);
    return handle;
  };
  const statements = (name: string, list: typeof network.beforeUpdate): FunctionHandle | null =>
    list.length === 0 ? null : procedure(name, (f) => compileBlock(createScope(context, f, k(updateFrame)), list));
  const metaRanges = network.variables
    .filter(({ meta, constant }) => meta && constant !== true)
    .map(({ cell, type }): CellRange => ({ first: cell, count: sizeOf(type) }));
  const successors: SuccessorParts = {
    zones,
    invariants,
    emit: parts.emit,
    before: statements("before", network.beforeUpdate),
    after: statements("after", network.afterUpdate),
    packAround: around.length === 0 ? null : procedure("packAround", (f) => state.emitPack(f, around)),
    restoreAround: around.length === 0 ? null : procedure("restoreAround", (f) => state.emitUndo(f, around)),
    resetMeta: metaRanges.length === 0 ? null : procedure("resetMeta", (f) => state.emitRestore(f, metaRanges)),
  };
  const stepParts = {
    ...successors,
    emitKey: parts.candidates.emitKey,
    alone: parts.alone,
    sink: parts.guardSink,
    writes: parts.writes,
    areApart: parts.store.coveredBy !== null,
  };
  const frames = emitFrames(context);
  if (urgentEnabled !== null) emitUrgency(context, state, edges, frames, urgentEnabled);

  // ------------------------------------------------------------------------------------------ unions of zones

  const allocatePiece = module.declare("allocatePiece", ["i32"], ["i32"]);
  defineFunction(module, allocatePiece, (f, bytes) => {
    const address = f.let(call(parts.store.allocate, bytes!));
    f.if(eqz(address), () => f.do(call(context.fault, OUT_OF_MEMORY, 0)));
    f.return(address);
  });
  const federations =
    plain !== null && parts.subtracts ? emitFederations(module, plain.kernel, parts.options.dim, allocatePiece) : null;
  const stepTables = { edges, frames, registers, successors };
  const splitting =
    plain !== null && federations !== null && parts.cutsZones
      ? emitSplitting(context, state, stepTables, plain, federations, parts.splits, parts.timeStops)
      : null;
  const plainly = (): FunctionHandle => {
    const fire = emitFire(context, state, successors, registers, null);
    return emitSuccessors(context, state, edges, frames, registers, { fire, specialised: stepParts, joining: null });
  };
  const explore =
    splitting !== null
      ? splitting.explore
      : parts.splits.priorities
        ? emitPlainPriorities(context, state, stepTables)
        : plainly();
  return { procedure, federations, splitting, explore, stepTables, successors };
}

export type StepModule = ReturnType<typeof emitSteps>;
