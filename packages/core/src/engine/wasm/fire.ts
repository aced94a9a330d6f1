// Firing, emitted: the participants of a joint step are known; their updates run on the working state, the result is
// packed and handed on, and everything the step changed is put back. Network-independent: the network is in the tables.

import type { FunctionHandle, GlobalHandle } from "./assembler.ts";
import {
  type Arg,
  call,
  callIndirect,
  defineFunction,
  eqz,
  type FunctionWriter,
  global,
  load32,
  ne,
  or,
  shl,
} from "./code.ts";
import { type Context, STEP_BUDGET } from "./context.ts";
import { edgeAt } from "./edge-access.ts";
import type { WorkingState } from "./state.ts";
import { copyWords } from "./steps.ts";
import type { ZoneStep } from "./zone-step.ts";

/** Who takes part in the step at hand. */
export interface StepRegisters {
  /** Pairs (edge record, frame). */
  readonly participants: number;
  readonly participantCount: GlobalHandle;
  /** −1: none. */
  readonly channel: GlobalHandle;
  /** The record of an edge that is tried alone (see `steps.ts`); 0: look at the participants. */
  readonly alone: GlobalHandle;
}

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

/** (first of the step's clock constraints): fires the step of the participants. */
export function emitFire(
  context: Context,
  state: WorkingState,
  parts: SuccessorParts,
  { participants, participantCount }: StepRegisters,
): FunctionHandle {
  const { module } = context;
  const runType = module.typeOf({ params: ["i32"], results: [] });
  const fire = module.declare("fire", ["i32"], []);
  defineFunction(module, fire, (f, start) => {
    const count = f.let(shl(global(participantCount), 3));
    const at = f.local();
    const edge = f.local();
    const slot = f.local();
    const each = (body: () => void): void =>
      f.for(
        at,
        0,
        count,
        () => {
          f.set(edge, load32(at, participants));
          body();
        },
        8,
      );
    const run = (field: "update" | "pack" | "restore"): void => {
      f.set(slot, edgeAt(edge, field));
      f.if(slot, () => f.do(callIndirect(runType, slot, load32(at, participants + 4))));
    };
    f.if(state.anyCommitted, () => {
      const allowed = f.let(0);
      each(() => f.set(allowed, or(allowed, state.isCommitted(edgeAt(edge, "process")))));
      f.if(eqz(allowed), () => f.return());
    });
    const zone = f.let(1);
    if (parts.zones !== null) {
      f.set(zone, call(parts.zones.applyGuards, start!));
      f.if(eqz(zone), () => f.return());
    }
    f.setGlobal(context.steps, STEP_BUDGET);
    if (parts.before !== null) f.do(call(parts.before));
    each(() => run("update"));
    if (parts.after !== null) f.do(call(parts.after));
    const move = (to: "target" | "source"): void =>
      each(() => {
        f.if(ne(edgeAt(edge, "target"), edgeAt(edge, "source")), () =>
          f.do(call(state.move, edgeAt(edge, "process"), edgeAt(edge, to))),
        );
      });
    move("target");
    if (parts.resetMeta !== null) f.do(call(parts.resetMeta));
    const possible =
      parts.zones !== null
        ? f.let(call(parts.zones.enter, zone))
        : parts.invariants !== null
          ? f.let(call(parts.invariants))
          : null;
    const pack = (): void => {
      copyWords(context, f, state.candidateWords, state.sourceWords);
      each(() => {
        f.do(call(state.packLocation, edgeAt(edge, "process"), edgeAt(edge, "target")));
        run("pack");
      });
      if (parts.packAround !== null) f.do(call(parts.packAround));
    };
    if (possible === null) pack();
    else f.if(possible, pack);
    each(() => run("restore"));
    if (parts.restoreAround !== null) f.do(call(parts.restoreAround));
    move("source");
    if (parts.zones !== null) f.if(global(context.touchedCount), () => f.do(call(parts.zones!.forget)));
    if (possible === null) f.do(call(parts.emit));
    else f.if(possible, () => f.do(call(parts.emit)));
  });
  return fire;
}
