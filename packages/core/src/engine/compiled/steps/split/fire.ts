// Firing, emitted: the participants of a joint step are known; their updates run on the working state, the result is
// packed and handed on, and everything the step changed is put back. Network-independent: the network is in the tables.

import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eqz } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction } from "../../../../wasm/function-writer.ts";
import { global } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import type { Federations } from "../../zones/federations.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import { entry, type SuccessorParts, stepCode, where } from "../step-code.ts";
import type { Regions } from "./regions.ts";

/**
 * (first of the step's clock constraints): fires the step of the participants. `isOutranked`: () → is a step of higher
 * priority possible? (Where there are clocks, see below.)
 */
export function emitFire(
  context: EmitContext,
  state: WorkingState,
  parts: SuccessorParts,
  registers: StepRegisters,
  isOutranked: FunctionHandle | null,
): FunctionHandle {
  const { module } = context;
  const fire = module.declare("fire", ["i32"], []);
  defineFunction(module, fire, (f, start) => {
    const step = stepCode(context, state, parts, registers, f);
    step.refuseUncommitted();
    if (isOutranked !== null) f.if(call(isOutranked), () => f.return());
    const zone = f.let(1);
    if (parts.zones !== null) {
      f.set(zone, call(parts.zones.applyGuards, start!));
      f.if(eqz(zone), () => f.return());
    }
    step.run();
    const possible = entry(f, parts, zone);
    where(f, possible, step.pack);
    step.undo();
    where(f, possible, () => {
      f.do(call(parts.emit));
      state.closeCandidate(f);
    });
  });
  return fire;
}

export interface FirePieces {
  readonly zones: ZoneStep;
  readonly federations: Federations;
  readonly regions: Regions;
  /** (matrix) → list of the target's zones. */
  readonly enterPieces: FunctionHandle;
  /** (list) → what no step of higher priority blocks; used up. Null without priorities. */
  readonly unblocked: FunctionHandle | null;
}

/** The same where zones are cut into pieces: each piece from which the step is taken may have several results. */
export function emitFirePieces(
  context: EmitContext,
  state: WorkingState,
  parts: SuccessorParts,
  registers: StepRegisters,
  { zones, federations, regions, enterPieces, unblocked }: FirePieces,
): FunctionHandle {
  const { module } = context;
  const { matrixOf, each, release } = federations;
  const fire = module.declare("firePieces", ["i32"], []);
  const emitPieces = module.declare("emitPieces", ["i32"], []);
  defineFunction(module, emitPieces, (f, list) => {
    const block = f.local();
    each(f, list!, block, () => {
      f.do(call(zones.kernel.pack, matrixOf(block), global(zones.targetDim), zones.tight));
      f.do(call(parts.emit));
    });
    f.do(call(release, list!));
  });
  defineFunction(module, fire, (f, start) => {
    const step = stepCode(context, state, parts, registers, f);
    step.refuseUncommitted();
    const list = f.let(call(regions.region, start!));
    f.if(eqz(list), () => f.return());
    step.run();
    if (unblocked !== null) {
      // What blocks a step is subtracted from where it is possible, its target's invariant included.
      const pulledBack = f.let(global(context.constraintTop));
      f.if(
        call(zones.pullBack),
        () => f.set(list, call(unblocked, call(regions.cut, list, pulledBack))),
        () => {
          f.do(call(release, list));
          f.set(list, 0);
        },
      );
      f.setGlobal(context.constraintTop, pulledBack);
    }
    f.if(list, () => {
      step.pack();
      const block = f.local();
      each(f, list, block, () => f.do(call(emitPieces, call(enterPieces, matrixOf(block)))));
      f.do(call(release, list));
      state.closeCandidate(f);
    });
    step.undo();
  });
  return fire;
}
