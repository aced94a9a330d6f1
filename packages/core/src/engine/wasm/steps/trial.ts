// Where a joint step is possible, emitted: the guards of its participants and the invariant of its target, said of the
// clocks before the step. The updates run, because data decides what is asked of the clocks, and are undone again.

import { add } from "../emit/arithmetic.ts";
import type { FunctionHandle } from "../emit/assembler.ts";
import { eqz, gtU } from "../emit/comparisons.ts";
import type { Context } from "../emit/context.ts";
import { call, defineFunction } from "../emit/function-writer.ts";
import { global, type Value } from "../emit/value.ts";
import type { WorkingState } from "../state/state.ts";
import type { StepRegisters } from "../state/step-registers.ts";
import type { Federations } from "../zones/federations.ts";
import type { ZoneStep } from "../zones/zone-step.ts";
import type { Regions } from "./regions.ts";
import { type SuccessorParts, stepCode, where } from "./step-code.ts";

/**
 * (first of the step's clock constraints): calls `found` with the same if the source zone may allow the step; then
 * all that is asked of the source zone stands behind it.
 */
export function emitTrial(
  context: Context,
  state: WorkingState,
  parts: SuccessorParts,
  registers: StepRegisters,
  found: FunctionHandle,
  enough: Value | null,
): FunctionHandle {
  const { module } = context;
  const { zones } = parts;
  const trial = module.declare("trial", ["i32"], []);
  defineFunction(module, trial, (f, start) => {
    if (enough !== null) f.if(enough, () => f.return());
    const step = stepCode(context, state, parts, registers, f);
    step.refuseUncommitted();
    // One constraint alone was tested when it was pushed. A step that cannot be taken must not run (it might fail).
    if (zones !== null) {
      f.if(gtU(global(context.constraintTop), add(start!, 12)), () => {
        f.if(eqz(call(zones.applyGuards, start!)), () => f.return());
      });
    }
    step.run();
    const possible =
      zones !== null ? f.let(call(zones.pullBack)) : parts.invariants !== null ? f.let(call(parts.invariants)) : null;
    step.undo();
    where(f, possible, () => f.do(call(found, start!)));
  });
  return trial;
}

/** The same where zones are cut into pieces: `found` gets (and uses up) the list of where the step is possible. */
export function emitTrialPieces(
  context: Context,
  state: WorkingState,
  parts: SuccessorParts,
  registers: StepRegisters,
  { regions, federations, zones }: { regions: Regions; federations: Federations; zones: ZoneStep },
  found: FunctionHandle,
  enough: Value | null,
): FunctionHandle {
  const { module } = context;
  const trial = module.declare("trialPieces", ["i32"], []);
  defineFunction(module, trial, (f, start) => {
    if (enough !== null) f.if(enough, () => f.return());
    const step = stepCode(context, state, parts, registers, f);
    step.refuseUncommitted();
    const list = f.let(call(regions.region, start!));
    f.if(eqz(list), () => f.return());
    step.run();
    const pulledBack = f.let(global(context.constraintTop));
    const possible = f.let(call(zones.pullBack));
    step.undo();
    f.if(
      possible,
      () => {
        f.set(list, call(regions.cut, list, pulledBack));
        f.if(list, () => f.do(call(found, list)));
      },
      () => f.do(call(federations.release, list)),
    );
    f.setGlobal(context.constraintTop, pulledBack);
  });
  return trial;
}
