// Deadlock, emitted: the valuations from which no delay leads to a step. The pasts of where the steps are possible are
// subtracted from the zone, one step after the other; mostly the first step that is possible at all leaves nothing.

import type { FunctionHandle } from "./assembler.ts";
import { call, defineFunction, eq, eqz, type FunctionWriter, global, k, type Value } from "./code.ts";
import type { Context } from "./context.ts";
import type { EdgeTable } from "./edge-table.ts";
import type { Federations } from "./federations.ts";
import type { Frames } from "./frames.ts";
import type { WorkingState } from "./state.ts";
import type { StepRegisters, SuccessorParts } from "./step-code.ts";
import { emitSuccessors } from "./successors.ts";
import { emitTrial } from "./trial.ts";
import type { ZoneStep } from "./zone-step.ts";

/** How a target asks for deadlock. */
export interface Deadlock {
  /** (first of the constraints on the source zone) → list of the deadlocked valuations that satisfy them. */
  readonly pieces: FunctionHandle;
  readonly federations: Federations;
}

export interface DeadlockParts {
  readonly edges: EdgeTable;
  readonly frames: Frames;
  readonly registers: StepRegisters;
  readonly successors: SuccessorParts;
}

export function emitDeadlock(
  context: Context,
  state: WorkingState,
  { edges, frames, registers, successors }: DeadlockParts,
  zones: ZoneStep,
  federations: Federations,
  timeStops: (f: FunctionWriter) => Value,
): Deadlock {
  const { module } = context;
  const { kernel, source, sourceDim } = zones;
  /** What is not known to be alive yet. */
  const left = module.global("i32", 0);
  const timePasses = module.global("i32", 0);
  const enough = eqz(global(left));
  const found = module.declare("notDead", ["i32"], []);
  const pieces = module.declare("deadlocked", ["i32"], ["i32"]);
  const trial = emitTrial(context, state, successors, registers, found, enough);
  const tryAll = emitSuccessors(context, state, edges, frames, registers, { fire: trial, specialised: null, enough });

  defineFunction(module, found, (f, start) => {
    f.if(eq(start!, global(context.constraintTop)), () => {
      // Possible wherever time may lead.
      f.do(call(federations.release, global(left)));
      f.setGlobal(left, 0);
      f.return();
    });
    const zone = f.let(call(zones.applyGuards, start!));
    f.if(eqz(zone), () => f.return());
    f.if(global(timePasses), () => f.do(call(federations.past, zone, global(sourceDim))));
    f.setGlobal(left, call(federations.subtract, global(left), zone, global(sourceDim)));
  });

  defineFunction(module, pieces, (f, start) => {
    const zone = f.let(call(zones.applyGuards, start!));
    f.if(eqz(zone), () => f.return(0));
    f.setGlobal(left, call(federations.copyOf, zone, global(sourceDim)));
    const saved = f.let(call(federations.copyOf, source, global(sourceDim)));
    f.setGlobal(timePasses, eqz(timeStops(f)));
    f.if(global(timePasses), () => f.do(call(zones.elapseSource)));
    f.do(call(tryAll));
    f.do(call(kernel.copy, federations.matrixOf(saved), global(sourceDim), source));
    f.do(call(federations.release, saved));
    f.return(global(left));
  });
  return { pieces, federations };
}

/** Without clocks: () → is no step possible? */
export function emitStuck(
  context: Context,
  state: WorkingState,
  { edges, frames, registers, successors }: DeadlockParts,
): FunctionHandle {
  const { module } = context;
  const moves = module.global("i32", 0);
  const found = module.declare("notStuck", ["i32"], []);
  const stuck = module.declare("stuck", [], ["i32"]);
  defineFunction(module, found, (f) => f.setGlobal(moves, 1));
  const enough = global(moves);
  const trial = emitTrial(context, state, successors, registers, found, enough);
  const tryAll = emitSuccessors(context, state, edges, frames, registers, { fire: trial, specialised: null, enough });
  defineFunction(module, stuck, (f) => {
    f.setGlobal(moves, k(0));
    f.do(call(tryAll));
    f.return(eqz(global(moves)));
  });
  return stuck;
}
