// The parts of trying a joint step, as code: who takes part, running the updates on the working state, packing the
// result, and putting back everything that changed. Firing a step and asking where it is possible are written with it.

import { or, shl } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eqz, ne } from "../../../wasm/comparisons.ts";
import { type EmitContext, STEP_BUDGET } from "../../../wasm/context.ts";
import { call, callIndirect, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { WorkingState } from "../state/state.ts";
import type { StepRegisters } from "../state/step-registers.ts";
import { edgeAt } from "../state/step-registers.ts";
import type { ZoneStep } from "../zones/zone-step.ts";

export interface SuccessorParts {
  readonly zones: ZoneStep | null;
  /** Data invariants of networks without clocks. */
  readonly invariants: FunctionHandle | null;
  /** () : what to do with a complete candidate. */
  readonly emit: FunctionHandle;
  /** Runs statements around every update, packs and restores what they write, puts meta variables back. */
  readonly before: FunctionHandle | null;
  readonly after: FunctionHandle | null;
  readonly packAround: FunctionHandle | null;
  readonly restoreAround: FunctionHandle | null;
  readonly resetMeta: FunctionHandle | null;
}

/** Code that enters a participant of the step at hand. */
export function setParticipant(
  f: FunctionWriter,
  { participants }: StepRegisters,
  at: Arg,
  edge: Arg,
  frame: Arg,
): void {
  f.store32(shl(at, 3), edge, participants);
  f.store32(shl(at, 3), frame, participants + 4);
}

/** Code that runs something for every participant; `edge` is its record, `at` its place among the participants. */
export function eachParticipant(f: FunctionWriter, { participants, participantCount }: StepRegisters) {
  const end = f.let(shl(global(participantCount), 3));
  const at = f.local();
  const edge = f.local();
  const each = (body: () => void): void => {
    const read = (): void => {
      f.set(edge, load32(at, participants));
      body();
    };
    f.for(at, 0, end, read, 8);
  };
  return { at, edge, each };
}

/** Code that asks whether the step may end where it does: in a zone, or where data allow it; null: it always may. */
export function entry(f: FunctionWriter, { zones, invariants }: SuccessorParts, zone: Value): Local | null {
  if (zones !== null) return f.let(call(zones.enter, zone));
  return invariants === null ? null : f.let(call(invariants));
}

export interface StepCode {
  /** Returns from the function when a process is committed and none of the participants is. */
  refuseUncommitted(): void;
  /** Runs the updates; the working state is the target's afterwards. */
  run(): void;
  /** Writes the target's words to `candidateWords`. */
  pack(): void;
  /** The working state is the source's again. */
  undo(): void;
}

export function stepCode(
  context: EmitContext,
  state: WorkingState,
  parts: SuccessorParts,
  registers: StepRegisters,
  f: FunctionWriter,
): StepCode {
  const { participants } = registers;
  const runType = context.module.typeOf({ params: ["i32"], results: [] });
  const { at, edge, each } = eachParticipant(f, registers);
  const slot = f.local();
  const runSlot = (field: "update" | "pack" | "restore"): void => {
    f.set(slot, edgeAt(edge, field));
    f.if(slot, () => f.do(callIndirect(runType, slot, load32(at, participants + 4))));
  };
  const move = (to: "target" | "source"): void =>
    each(() => {
      f.if(ne(edgeAt(edge, "target"), edgeAt(edge, "source")), () =>
        f.do(call(state.move, edgeAt(edge, "process"), edgeAt(edge, to))),
      );
    });
  const optional = (handle: FunctionHandle | null): void => {
    if (handle !== null) f.do(call(handle));
  };
  return {
    refuseUncommitted() {
      f.if(state.anyCommitted, () => {
        const allowed = f.let(0);
        each(() => f.set(allowed, or(allowed, state.isCommitted(edgeAt(edge, "process")))));
        f.if(eqz(allowed), () => f.return());
      });
    },
    run() {
      f.setGlobal(context.steps, STEP_BUDGET);
      optional(parts.before);
      each(() => runSlot("update"));
      optional(parts.after);
      move("target");
      optional(parts.resetMeta);
    },
    pack() {
      state.openCandidate(f);
      each(() => {
        f.do(call(state.packLocation, edgeAt(edge, "process"), edgeAt(edge, "target")));
        if (context.log === null) runSlot("pack");
      });
      if (context.log !== null) state.emitPack(f, []);
      optional(parts.packAround);
    },
    undo() {
      if (context.log === null) each(() => runSlot("restore"));
      else state.emitUndo(f, []);
      optional(parts.restoreAround);
      move("source");
      if (parts.zones !== null) f.if(global(context.touchedCount), () => f.do(call(parts.zones!.forget)));
    },
  };
}

/** Code that runs `body` if the condition holds, or in any case when there is none. */
export function where(f: FunctionWriter, condition: Value | null, body: () => void): void {
  if (condition === null) body();
  else f.if(condition, body);
}
