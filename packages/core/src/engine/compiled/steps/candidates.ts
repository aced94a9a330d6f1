// What becomes of a complete candidate, emitted: it is stored at once (`expandAll`, `expandRun`) or appended to a list
// (`expand`) with its participants, from which it is inserted, described or expanded later.

import { add, and, select, shl, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, gtU, ltS } from "../../../wasm/comparisons.ts";
import { type EmitContext, OUT_OF_MEMORY } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32, loadF64 } from "../../../wasm/memory.ts";
import { global, k, type Value } from "../../../wasm/value.ts";
import { wrap } from "../../../wasm/wide-values.ts";
import type { WorkingState } from "../state/state.ts";
import type { StepRegisters } from "../state/step-registers.ts";
import { EDGE } from "../state/step-registers.ts";
import { MEMORY_CODE } from "../store/heap.ts";
import type { Store } from "../store/store.ts";
import { blockBytes } from "../store/subsumption.ts";
import type { ZoneStep } from "../zones/zone-step.ts";
import { eachParticipant } from "./step-code.ts";

/** Header of a candidate: size, dimension, offset of the zone, participants, channel; then words and participants. */
export const CANDIDATE_HEADER = 20;

/** Room for so many successors' ids at first. */
const FIRST_TARGETS = 64;

export interface Candidates {
  /** (): takes the candidate at hand. */
  readonly emit: FunctionHandle;
  /** (key): takes a candidate given by its packed words as one number; null where states are longer. */
  readonly emitKey: FunctionHandle | null;
  /** 1: candidates are appended, 0: they are stored. */
  readonly appending: GlobalHandle;
  /** Code that empties the list. */
  clear(f: FunctionWriter): void;
}

export function emitCandidates(
  context: EmitContext,
  state: WorkingState,
  zones: ZoneStep | null,
  store: Store,
  registers: StepRegisters,
  /**
   * Address of the cost of candidates that are stored at once; of the candidate's zone; of where the list of `note` is.
   */
  at: {
    readonly cost: number;
    readonly tight: number;
    readonly ordinal: GlobalHandle;
    readonly references: number;
    readonly targets: number;
  },
): Candidates {
  const { module, layout, lanes } = context;
  const { participants, participantCount, channel, alone } = registers;
  const { cost, tight, ordinal, references } = at;
  const appending = module.global("i32", 0);
  const arena = module.global("i32", 0, "arena");
  const arenaTop = module.global("i32", 0);
  const arenaEnd = module.global("i32", 0);
  const targetDim: Value = zones === null ? k(1) : global(zones.targetDim);
  const emit = module.declare("emit", [], []);
  const append = module.declare("append", [], []);
  const outOfMemory = (f: FunctionWriter): void => f.do(call(context.fault, OUT_OF_MEMORY, 0));
  const { batch, insertCandidate, coveredBy } = store;
  /** Where states are told apart by equality: which state each candidate is, one word for each. */
  const targets = coveredBy === null ? null : module.global("i32", 0);
  const targetRoom = module.global("i32", 0);
  const note = (f: FunctionWriter, id: Value): void => {
    if (targets === null) return;
    f.if(eq(global(ordinal), global(targetRoom)), () => {
      const room = f.let(add(shl(global(targetRoom), 1), FIRST_TARGETS));
      const grown = f.let(call(store.allocate, shl(room, 2)));
      f.if(eqz(grown), () => outOfMemory(f));
      f.copy(grown, global(targets), shl(global(targetRoom), 2));
      f.setGlobal(targets, grown);
      f.store32(at.targets, grown);
      f.setGlobal(targetRoom, room);
    });
    f.store32(add(global(targets), shl(global(ordinal), 2)), id);
  };
  defineFunction(module, emit, (f) => {
    f.if(
      global(appending),
      () => f.do(call(append)),
      () => {
        if (batch !== null) f.do(call(batch.add));
        if (insertCandidate === null) return;
        const id = f.let(call(insertCandidate, tight, targetDim, loadF64(cost)));
        f.if(eq(id, MEMORY_CODE), () => outOfMemory(f));
        if (coveredBy !== null) note(f, select(ltS(id, 0), global(coveredBy), id));
      },
    );
    f.setGlobal(ordinal, add(global(ordinal), 1));
  });
  const addKey = batch?.addKey ?? null;
  const emitKey = addKey === null ? null : module.declare("emitKey", ["i64"], []);
  if (emitKey !== null && addKey !== null) {
    defineFunction(module, emitKey, (f, key) => {
      f.if(
        global(appending),
        () => {
          if (layout.words === 1) f.store32(state.candidateWords, wrap(key!));
          else f.store64(state.candidateWords, key!);
          f.do(call(append));
        },
        () => f.do(call(addKey, key!)),
      );
      f.setGlobal(ordinal, add(global(ordinal), 1));
    });
  }

  defineFunction(module, append, (f) => {
    f.if(global(alone), () => {
      f.store32(participants, global(alone));
      f.store32(participants + 4, context.stack);
      f.setGlobal(participantCount, 1);
      f.setGlobal(channel, -1);
    });
    const zoneBytes = f.let(blockBytes(lanes, references, targetDim));
    const selects = f.let(0);
    const { at, edge, each } = eachParticipant(f, registers);
    each(() => f.set(selects, add(selects, add(load32(edge, EDGE.selectCount), 1))));
    const head = CANDIDATE_HEADER + 4 * layout.words;
    const zoneAt = f.let(and(add(shl(selects, 2), head + 15), -16));
    const size = f.let(add(zoneAt, zoneBytes));
    f.if(gtU(add(global(arenaTop), size), global(arenaEnd)), () => {
      const used = f.let(sub(global(arenaTop), global(arena)));
      const capacity = f.let(add(add(shl(used, 1), size), 1 << 16));
      const grown = f.let(call(store.allocate, capacity));
      f.if(eqz(grown), () => outOfMemory(f));
      f.copy(grown, global(arena), used);
      f.setGlobal(arena, grown);
      f.setGlobal(arenaTop, add(grown, used));
      f.setGlobal(arenaEnd, add(grown, capacity));
    });
    const record = f.let(global(arenaTop));
    f.store32(record, size);
    f.store32(record, targetDim, 4);
    f.store32(record, zoneAt, 8);
    f.store32(record, global(participantCount), 12);
    f.store32(record, global(channel), 16);
    f.copy(add(record, CANDIDATE_HEADER), state.candidateWords, 4 * layout.words);
    const to = f.let(add(record, head));
    each(() => {
      f.store32(to, load32(edge, EDGE.id));
      f.set(to, add(to, 4));
      const bytes = f.let(shl(load32(edge, EDGE.selectCount), 2));
      f.copy(to, load32(at, participants + 4), bytes);
      f.set(to, add(to, bytes));
    });
    f.copy(add(record, zoneAt), tight, zoneBytes);
    f.setGlobal(arenaTop, add(record, size));
  });

  return { emit, emitKey, appending, clear: (f) => f.setGlobal(arenaTop, global(arena)) };
}
