// Deadlock, emitted: the valuations from which no delay leads to a step. The pasts of where the steps are possible are
// subtracted from the zone, one step after the other; mostly the first step that is possible at all leaves nothing.

import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, eqz, ne } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { global, k, type Value } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import type { Federations } from "../../zones/federations.ts";
import { ALWAYS } from "../../zones/zone-pieces.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import { emitSuccessors } from "../successors.ts";
import type { Splitting, StepTables } from "./splitting.ts";
import { emitTrial, emitTrialPieces } from "./trial.ts";

/** How a target asks for deadlock. */
export interface Deadlock {
  /** (first of the constraints on the source zone) → list of the deadlocked valuations that satisfy them. */
  readonly pieces: FunctionHandle;
  readonly federations: Federations;
}

export interface DeadlockZones {
  readonly zones: ZoneStep;
  readonly federations: Federations;
  timeStops(f: FunctionWriter): Value;
  /** Where zones are cut into pieces. */
  readonly splitting: Splitting | null;
}

export function emitDeadlock(
  context: EmitContext,
  state: WorkingState,
  { edges, frames, registers, successors }: StepTables,
  { zones, federations, timeStops, splitting }: DeadlockZones,
): Deadlock {
  const { module } = context;
  const { kernel, source, sourceDim } = zones;
  const { matrixOf, each } = federations;
  const stopping = splitting?.stopping ?? null;
  /** What is not known to be alive yet. */
  const left = module.global("i32", 0);
  const timePasses = module.global("i32", 0);
  const enough = eqz(global(left));
  const found = module.declare("notDead", ["i32"], []);
  const pieces = module.declare("deadlocked", ["i32"], ["i32"]);
  const tried = { parts: successors, registers, found, enough };
  const trial =
    splitting === null
      ? emitTrial(context, state, tried)
      : emitTrialPieces(context, state, tried, { ...splitting, zones, federations });
  const options = { fire: trial, specialised: null, enough, joining: splitting?.joining ?? null };
  const tryAll = emitSuccessors(context, state, edges, frames, registers, options);
  /** Where steps are possible, as long as stops have to be looked at together. */
  const goal = module.global("i32", 0);

  defineFunction(module, found, (f, start) => {
    if (splitting !== null) {
      const list = start!;
      if (stopping !== null) {
        f.setGlobal(goal, call(federations.join, global(goal), list));
        return;
      }
      const block = f.local();
      each(f, list, block, () => {
        f.if(global(timePasses), () => f.do(call(federations.past, matrixOf(block), global(sourceDim))));
        f.setGlobal(left, call(federations.subtract, global(left), matrixOf(block), global(sourceDim)));
      });
      f.do(call(federations.release, list));
      return;
    }
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
    const stops = f.let(0);
    f.setGlobal(timePasses, eqz(timeStops(f)));
    if (stopping !== null) {
      f.setGlobal(goal, 0);
      f.if(global(timePasses), () => {
        f.do(call(zones.describe));
        f.set(stops, call(stopping.urgentStops));
        f.setGlobal(timePasses, ne(stops, ALWAYS));
      });
    }
    f.if(global(timePasses), () => f.do(call(zones.elapseSource)));
    f.do(call(tryAll));
    if (stopping !== null) {
      f.if(global(timePasses), () => {
        f.setGlobal(goal, call(stopping.pastUntil, global(goal), stops, global(sourceDim)));
        f.do(call(federations.release, stops));
      });
      f.setGlobal(left, call(federations.subtractAll, global(left), global(goal), global(sourceDim)));
      f.do(call(federations.release, global(goal)));
    }
    f.do(call(kernel.copy, matrixOf(saved), global(sourceDim), source));
    f.do(call(federations.release, saved));
    f.return(global(left));
  });
  return { pieces, federations };
}

/** Without clocks: () → is no step possible? */
export function emitStuck(
  context: EmitContext,
  state: WorkingState,
  { edges, frames, registers, successors }: StepTables,
): FunctionHandle {
  const { module } = context;
  const moves = module.global("i32", 0);
  const found = module.declare("notStuck", ["i32"], []);
  const stuck = module.declare("stuck", [], ["i32"]);
  defineFunction(module, found, (f) => f.setGlobal(moves, 1));
  const enough = global(moves);
  const trial = emitTrial(context, state, { parts: successors, registers, found, enough });
  const options = { fire: trial, specialised: null, enough, joining: null };
  const tryAll = emitSuccessors(context, state, edges, frames, registers, options);
  defineFunction(module, stuck, (f) => {
    f.setGlobal(moves, k(0));
    f.do(call(tryAll));
    f.return(eqz(global(moves)));
  });
  return stuck;
}
