// One network as one WebAssembly module: puts the emitted parts together and exports what the engine calls. Nothing
// is instantiated here, so the module can be inspected, sent to a worker, or compiled elsewhere.

import type { Network } from "../../network/index.ts";
import { add, select, shl, sub } from "../../wasm/arithmetic.ts";
import { type FunctionHandle, i32 } from "../../wasm/assembler.ts";
import { eq, ltU, ne } from "../../wasm/comparisons.ts";
import { type FaultSite, OUT_OF_MEMORY, STEP_BUDGET } from "../../wasm/context.ts";
import { call, callIndirect, defineFunction, type FunctionWriter } from "../../wasm/function-writer.ts";
import type { StateLayout } from "../../wasm/layout.ts";
import { load32 } from "../../wasm/memory.ts";
import type { MemoryMap } from "../../wasm/memory-map.ts";
import type { Lanes } from "../../wasm/simd.ts";
import { global, k, type Local, type Value } from "../../wasm/value.ts";
import { COVERED } from "../engine.ts";
import {
  declareState,
  declareStore,
  emitSteps,
  type ProgramOptions,
  type StateParts,
  type StepModule,
  type StoreParts,
} from "./program-parts.ts";
import { CANDIDATE_HEADER } from "./steps/candidates.ts";
import { emitRuns } from "./steps/runs.ts";
import { emitDeadlock, emitStuck } from "./steps/split/deadlock.ts";
import { emitTarget, isData } from "./steps/targets.ts";
import { emitWalk } from "./steps/walk.ts";
import type { PartitionPlace } from "./store/outbox.ts";
import type { NodeLayout } from "./store/store.ts";
import { BLOCK_HEADER } from "./store/subsumption.ts";

/** Where the engine finds things in memory. */
export interface ProgramAddresses {
  readonly locations: number;
  readonly cells: number;
  readonly startLocations: number;
  readonly candidateWords: number;
  readonly tight: number;
  readonly clockOfRow: number;
  readonly fault: number;
  readonly participants: number;
  /**
   * The address of the states that the candidates of the latest `expandAll` are, where states are told apart by
   * equality.
   */
  readonly targets: number;
}

export interface Program {
  readonly network: Network;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly map: MemoryMap;
  readonly layout: StateLayout;
  readonly lanes: Lanes;
  /** In local time, the process that each clock belongs to; null otherwise. */
  readonly owners: ArrayLike<number> | null;
  readonly at: ProgramAddresses;
  readonly faultSites: readonly FaultSite[];
  readonly nodes: NodeLayout;
  /** Which engine this is, where several share one memory. */
  readonly place: PartitionPlace | null;
}

export function emitProgram(network: Network, options: ProgramOptions): Program {
  const stateParts = declareState(network, options);
  const storeParts = declareStore(stateParts);
  const stepCode = emitSteps({ ...stateParts, ...storeParts });
  const expansion = emitExpansion({ ...stateParts, ...storeParts, ...stepCode });
  const entry = emitEntry({ ...stateParts, ...storeParts, ...stepCode, ...expansion });
  const targets = emitTargets({ ...stateParts, ...storeParts, ...stepCode, ...expansion });
  if (storeParts.store.coveredBy !== null) {
    emitProductWalk({ ...stateParts, ...storeParts, ...stepCode, ...expansion, ...targets });
  }
  const { module, map, layout, lanes, references, context, state, zones, participants } = stateParts;
  const { startLocations } = entry;
  const { tight } = storeParts;
  return {
    network,
    bytes: module.bytes(),
    map,
    layout,
    lanes,
    owners: references === 0 ? null : options.owners,
    at: {
      locations: context.locations,
      cells: context.cells,
      startLocations,
      candidateWords: state.candidateWords,
      tight,
      clockOfRow: zones?.clockOfRow ?? 0,
      fault: context.faultRecord,
      participants,
      targets: storeParts.targets,
    },
    faultSites: context.faultSites,
    nodes: storeParts.store.nodes,
    place: options.place,
  };
}

/** What expands stored states and candidates. */
function emitExpansion(parts: StateParts & StoreParts & StepModule) {
  const { context, ordinal, zones, federations, splitting, module, store, appending, explore } = parts;
  // ------------------------------------------------------------------------------------------ exports

  const reset = parts.procedure("reset", (f) => {
    // After a fault these may be anything.
    f.setGlobal(context.stackTop, context.stack);
    f.setGlobal(context.constraintTop, context.constraints);
    f.setGlobal(context.steps, STEP_BUDGET);
    f.setGlobal(ordinal, 0);
    if (context.log !== null) f.setGlobal(context.log.top, context.log.bottom);
    parts.candidates.clear(f);
    if (zones !== null) f.do(call(zones.forget));
    federations?.reset(f);
    if (splitting !== null && splitting.exclusions !== null) {
      f.setGlobal(splitting.exclusions.top, splitting.exclusions.base);
    }
  });
  const loadWords = module.declare("loadWords", i32(1), []);
  defineFunction(module, loadWords, (f, words) => {
    f.do(call(reset));
    f.do(call(parts.state.setSource, words!));
    f.do(call(parts.state.unpack));
  });
  /**
   * Code that loads a stored state or a candidate, its zone to be stepped from or, if that is wanted, to be looked at.
   */
  const loadZone = (f: FunctionWriter, how: "load" | "loadPlain", at: Value, isWanted?: Value): void => {
    if (zones === null) return;
    const load = (): void => f.do(call(zones[how], at));
    if (isWanted === undefined) load();
    else f.if(isWanted, load);
  };
  const loadStored = (f: FunctionWriter, id: Local, how: "load" | "loadPlain" = "load", isWanted?: Value): void => {
    f.do(call(loadWords, call(store.wordsOf, id)));
    if (store.noteSource !== null) f.do(call(store.noteSource));
    loadZone(f, how, add(call(store.blockOf, id), BLOCK_HEADER), isWanted);
  };
  const loadCandidate = (f: FunctionWriter, record: Local, how: "load" | "loadPlain", isWanted?: Value): void => {
    f.do(call(loadWords, add(record, CANDIDATE_HEADER)));
    loadZone(f, how, add(record, load32(record, 8)), isWanted);
  };
  const exported = (
    name: string,
    params: ("i32" | "f64")[],
    result: boolean,
    body: (f: FunctionWriter, ...p: Local[]) => void,
  ) => {
    const handle = module.declare(name, params, result ? ["i32"] : []);
    defineFunction(module, handle, body);
    module.export(handle);
    return handle;
  };
  const { batch } = store;
  const expandStored = (f: FunctionWriter, id: Local): void => {
    loadStored(f, id, "load");
    parts.setSourceId(f, id);
    f.setGlobal(appending, 0);
    f.do(call(explore));
  };
  exported("expandAll", ["i32", "f64"], true, (f, id, price) => {
    f.storeF64(parts.cost, price!);
    expandStored(f, id!);
    if (batch !== null) f.do(call(batch.flush));
    f.return(global(ordinal));
  });
  const { cost, setSourceId } = parts;
  emitRuns(module, store, { cost, setSourceId, ordinal, appending }, loadStored, explore);
  exported("expand", ["i32"], true, (f, id) => {
    loadStored(f, id!, "load");
    f.setGlobal(appending, 1);
    f.do(call(explore));
    f.return(global(ordinal));
  });
  // Expands a candidate that is not stored (its zone was dropped, it is on the way to one that is asked for).
  exported("expandCandidate", ["i32"], true, (f, record) => {
    loadCandidate(f, record!, "load");
    f.setGlobal(appending, 1);
    f.do(call(explore));
    f.return(global(ordinal));
  });
  // Which clocks have rows at the locations of a candidate.
  exported("describeCandidate", ["i32"], false, (f, record) => {
    f.do(call(loadWords, add(record!, CANDIDATE_HEADER)));
    if (zones !== null) f.do(call(zones.describe));
  });
  const { coveredBy } = store;
  const storing = (name: string, how: FunctionHandle) =>
    exported(name, ["i32", "f64", "i32", "i32"], true, (f, ...params) => {
      const [record, price, parent, number] = params as [Local, Local, Local, Local];
      if (parts.options.subsumption === "alu" && zones !== null) {
        // The store needs L and U of the candidate's locations.
        f.do(call(loadWords, add(record, CANDIDATE_HEADER)));
        f.do(call(zones.describe));
      }
      const zone = add(record, load32(record, 8));
      f.return(call(how, add(record, CANDIDATE_HEADER), zone, load32(record, 4), price, parent, number));
    });
  const insertCandidate = storing("insertCandidate", store.insert);
  const { exchange } = store;
  if (exchange !== null) storing("routeCandidate", exchange.route);
  if (exchange !== null && exchange.describe !== null && zones !== null) {
    defineFunction(module, exchange.describe, (f, words) => {
      f.do(call(loadWords, words!));
      f.do(call(zones.describe));
    });
  }
  if (coveredBy !== null) {
    exported("internCandidate", ["i32", "f64", "i32", "i32"], true, (f, ...params) => {
      const [record, price, parent, number] = params as [Local, Local, Local, Local];
      const id = f.let(call(insertCandidate, record, price, parent, number));
      f.return(select(eq(id, COVERED), global(coveredBy), id));
    });
  }
  exported("loadDiscrete", ["i32"], false, (f, id) => f.do(call(loadWords, call(store.wordsOf, id!))));
  return { exported, reset, loadWords, loadStored, loadCandidate, expandStored };
}

type Expansion = ReturnType<typeof emitExpansion>;

/** Initial states, and states from elsewhere. */
function emitEntry(parts: StateParts & StoreParts & StepModule & Expansion) {
  const { map, network, state, exported, zones, splitting, federations, invariants, targetDim, store } = parts;
  // An initial state: the engine wrote the locations to `startLocations`; cells and clocks start as declared.
  const startLocations = map.reserve(4 * network.processes.length);
  const initialCells = map.table(network.initialValues);
  map.tableAt(parts.context.cells, network.initialValues);
  const place = parts.procedure("place", (f) => {
    const process = f.local();
    f.for(process, 0, network.processes.length, () =>
      f.do(call(state.move, process, load32(shl(process, 2), startLocations))),
    );
  });
  exported("begin", [], false, (f) => {
    f.do(call(parts.reset));
    f.setGlobal(parts.appending, 1);
  });
  exported("enterInitial", [], false, (f) => {
    f.do(call(place));
    f.copy(parts.context.cells, initialCells, 4 * network.cells);
    f.setGlobal(parts.alone, 0);
    f.setGlobal(parts.participantCount, 0);
    f.setGlobal(parts.channel, -1);
    const accept = (): void => {
      f.do(call(state.packAll));
      f.do(call(parts.emit));
    };
    if (zones !== null && splitting !== null && federations !== null) {
      f.do(call(zones.loadInitial));
      const pieces = f.let(call(splitting.enterPieces, zones.source));
      const block = f.local();
      federations.each(f, pieces, block, () => {
        f.do(call(zones.kernel.pack, federations.matrixOf(block), global(zones.targetDim), zones.tight));
        accept();
      });
      f.do(call(federations.release, pieces));
      f.do(call(zones.forget));
    } else if (zones !== null) {
      f.do(call(zones.loadInitial));
      f.if(call(zones.enter, zones.source), accept);
      f.do(call(zones.forget));
    } else if (invariants !== null) f.if(call(invariants), accept);
    else accept();
  });
  // A state from elsewhere: locations at `startLocations`, cells in place. Then rows are known, and `adopt` stores it
  // or `append` puts it behind the other candidates.
  exported("arrange", [], true, (f) => {
    f.do(call(place));
    if (zones !== null) f.do(call(zones.describe));
    f.return(targetDim);
  });
  // The same for a state that was copied as it lies in memory: its words at `candidateWords`, its zone at `tight`.
  exported("adoptCopy", ["f64"], true, (f, price) => {
    f.do(call(parts.loadWords, state.candidateWords));
    if (zones !== null) f.do(call(zones.describe));
    f.return(call(store.insert, state.candidateWords, parts.tight, targetDim, price!, -1, 0));
  });
  exported("adopt", ["f64"], true, (f, price) => {
    f.do(call(state.packAll));
    f.return(call(store.insert, state.candidateWords, parts.tight, targetDim, price!, -1, 0));
  });
  exported("append", [], false, (f) => {
    f.do(call(state.packAll));
    f.setGlobal(parts.alone, 0);
    f.setGlobal(parts.participantCount, 0);
    f.do(call(parts.emit));
  });
  exported("dimensionOf", ["i32"], true, (f, id) => {
    f.do(call(parts.loadWords, call(store.wordsOf, id!)));
    if (zones !== null) f.do(call(zones.describe));
    f.return(targetDim);
  });
  // The block of a released zone is kept by its size, which the locations decide.
  exported("release", ["i32"], false, (f, id) => {
    f.do(call(parts.loadWords, call(store.wordsOf, id!)));
    if (zones !== null) f.do(call(zones.describe));
    if (store.release !== null) f.do(call(store.release, id!, targetDim));
  });
  return { startLocations };
}

/** Targets, asked of stored states and of candidates. */
function emitTargets(parts: StateParts & StoreParts & StepModule & Expansion) {
  const { plain, federations, context, splitting } = parts;
  const lookingParts = { ...parts.stepTables, successors: { ...parts.successors, zones: plain } };
  const deadlock =
    plain === null || federations === null || !parts.asksForDeadlock
      ? null
      : emitDeadlock(context, parts.state, lookingParts, {
          zones: plain,
          federations,
          timeStops: parts.timeStops,
          splitting,
        });
  const stuck = plain === null && parts.asksForDeadlock ? emitStuck(context, parts.state, lookingParts) : null;
  const targetParts = { zones: plain, deadlock, stuck };
  const targets = parts.options.targets.map(({ formula }, at) =>
    emitTarget(context, targetParts, formula, `target ${at}`),
  );
  const targetFrame = parts.map.reserve(
    parts.options.targets.reduce((most, { frameSize }) => Math.max(most, 4 * frameSize), 4),
  );
  const targetType = parts.module.typeOf({ params: ["i32"], results: ["i32"] });
  const targetSlots = parts.map.table(targets.map((target) => parts.module.slot(target)));
  // Most targets speak of data alone, and unpacking a zone takes longer than they do.
  const onZones = parts.map.table(parts.options.targets.map(({ formula }) => (isData(formula) ? 0 : 1)));
  const needsZone = (which: Local): Value => load32(shl(which, 2), onZones);
  const satisfies = parts.exported("satisfies", ["i32", "i32"], true, (f, id, which) => {
    parts.loadStored(f, id!, "loadPlain", needsZone(which!));
    f.return(callIndirect(targetType, load32(shl(which!, 2), targetSlots), targetFrame));
  });
  // Of the first targets, which speak of data alone: all of them at once.
  const letterOf = parts.exported("letterOf", ["i32", "i32"], true, (f, id, atoms) => {
    parts.loadStored(f, id!, "loadPlain", k(0));
    const letter = f.let(0);
    const which = f.let(atoms!);
    f.while(which, () => {
      f.set(which, sub(which, 1));
      const holds = callIndirect(targetType, load32(shl(which, 2), targetSlots), targetFrame);
      f.set(letter, add(shl(letter, 1), ne(holds, 0)));
    });
    f.return(letter);
  });
  parts.exported("firstSatisfying", ["i32", "i32", "i32"], true, (f, ...params) => {
    const [first, end, which] = params as [Local, Local, Local];
    const id = f.let(first);
    f.while(ltU(id, end), () => {
      f.if(call(parts.store.blockOf, id), () => {
        f.setGlobal(parts.sourceId, id);
        f.if(call(satisfies, id, which), () => f.return(id));
      });
      f.set(id, add(id, 1));
    });
    f.return(id);
  });
  parts.exported("candidateSatisfies", ["i32", "i32"], true, (f, record, which) => {
    parts.loadCandidate(f, record!, "loadPlain", needsZone(which!));
    f.return(callIndirect(targetType, load32(shl(which!, 2), targetSlots), targetFrame));
  });
  return { letterOf, satisfies };
}

type Targets = ReturnType<typeof emitTargets>;

/** Where states are told apart by equality: walks through their product with an automaton. */
function emitProductWalk(parts: StateParts & StoreParts & StepModule & Expansion & Targets) {
  const { module, context, network, state, store, sourceId, ordinal, targets, letterOf, satisfies } = parts;
  const mayLast = module.declare("mayLast", i32(1), ["i32"]);
  defineFunction(module, mayLast, (f, id) => {
    f.do(call(parts.loadWords, call(store.wordsOf, id!)));
    f.if(global(state.stops), () => f.return(0));
    const clock = f.local();
    f.for(
      clock,
      0,
      16 * network.clocks.length,
      () => f.if(ne(load32(clock, state.clockRecords + 8), parts.lanes.infinity), () => f.return(0)),
      16,
    );
    f.return(1);
  });
  emitWalk(module, {
    ...{ map: parts.map, store, sourceId, ordinal, targets, letterOf, satisfies, mayLast },
    expand(f, id) {
      f.store32(parts.cost, 0);
      f.store32(parts.cost + 4, 0);
      parts.expandStored(f, id);
    },
    outOfMemory: (f) => f.do(call(context.fault, OUT_OF_MEMORY, 0)),
  });
}
