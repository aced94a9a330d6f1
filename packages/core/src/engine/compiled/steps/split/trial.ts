// Where a joint step is possible, emitted: the guards of its participants and the invariant of its target, said of the
// clocks before the step. The updates run, because data decides what is asked of the clocks, and are undone again.

import { add } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eqz, gtU } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { global, type Local, type Value } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import type { Federations } from "../../zones/federations.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import { type StepCode, type SuccessorParts, stepCode, where } from "../step-code.ts";
import type { Regions } from "./regions.ts";

/** What is tried, and what becomes of it. */
export interface TrialParts {
  readonly parts: SuccessorParts;
  readonly registers: StepRegisters;
  /** Gets what was found: see below. */
  readonly found: FunctionHandle;
  /** No more trials are wanted where this holds; null: they always are. */
  readonly enough: Value | null;
}

/** A function (first of the step's clock constraints) that begins to try a step of the participants. */
function defineTrial(
  context: EmitContext,
  state: WorkingState,
  { parts, registers, enough }: TrialParts,
  name: string,
  body: (f: FunctionWriter, start: Local, step: StepCode) => void,
): FunctionHandle {
  const trial = context.module.declare(name, ["i32"], []);
  defineFunction(context.module, trial, (f, start) => {
    if (enough !== null) f.if(enough, () => f.return());
    const step = stepCode(context, state, parts, registers, f);
    step.refuseUncommitted();
    body(f, start!, step);
  });
  return trial;
}

/**
 * (first of the step's clock constraints): calls `found` with the same if the source zone may allow the step; then
 * all that is asked of the source zone stands behind it.
 */
export function emitTrial(context: EmitContext, state: WorkingState, trial: TrialParts): FunctionHandle {
  const { zones, invariants } = trial.parts;
  return defineTrial(context, state, trial, "trial", (f, start, step) => {
    // One constraint alone was tested when it was pushed. A step that cannot be taken must not run (it might fail).
    if (zones !== null) {
      f.if(gtU(global(context.constraintTop), add(start, 12)), () => {
        f.if(eqz(call(zones.applyGuards, start)), () => f.return());
      });
    }
    step.run();
    const possible =
      zones !== null ? f.let(call(zones.pullBack)) : invariants !== null ? f.let(call(invariants)) : null;
    step.undo();
    where(f, possible, () => f.do(call(trial.found, start)));
  });
}

/** The same where zones are cut into pieces: `found` gets (and uses up) the list of where the step is possible. */
export function emitTrialPieces(
  context: EmitContext,
  state: WorkingState,
  trial: TrialParts,
  { regions, federations, zones }: { regions: Regions; federations: Federations; zones: ZoneStep },
): FunctionHandle {
  return defineTrial(context, state, trial, "trialPieces", (f, start, step) => {
    const list = f.let(call(regions.region, start));
    f.if(eqz(list), () => f.return());
    step.run();
    const pulledBack = f.let(global(context.constraintTop));
    const possible = f.let(call(zones.pullBack));
    step.undo();
    f.if(
      possible,
      () => {
        f.set(list, call(regions.cut, list, pulledBack));
        f.if(list, () => f.do(call(trial.found, list)));
      },
      () => f.do(call(federations.release, list)),
    );
    f.setGlobal(context.constraintTop, pulledBack);
  });
}
