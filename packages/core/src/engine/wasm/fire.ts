// Firing, emitted: the participants of a joint step are known; their updates run on the working state, the result is
// packed and handed on, and everything the step changed is put back. Network-independent: the network is in the tables.

import type { FunctionHandle } from "./assembler.ts";
import { call, defineFunction, eqz } from "./code.ts";
import type { Context } from "./context.ts";
import type { WorkingState } from "./state.ts";
import { type StepRegisters, type SuccessorParts, stepCode, where } from "./step-code.ts";

/** (first of the step's clock constraints): fires the step of the participants. */
export function emitFire(
  context: Context,
  state: WorkingState,
  parts: SuccessorParts,
  registers: StepRegisters,
): FunctionHandle {
  const { module } = context;
  const fire = module.declare("fire", ["i32"], []);
  defineFunction(module, fire, (f, start) => {
    const step = stepCode(context, state, parts, registers, f);
    step.refuseUncommitted();
    const zone = f.let(1);
    if (parts.zones !== null) {
      f.set(zone, call(parts.zones.applyGuards, start!));
      f.if(eqz(zone), () => f.return());
    }
    step.run();
    const possible =
      parts.zones !== null
        ? f.let(call(parts.zones.enter, zone))
        : parts.invariants !== null
          ? f.let(call(parts.invariants))
          : null;
    where(f, possible, step.pack);
    step.undo();
    where(f, possible, () => f.do(call(parts.emit)));
  });
  return fire;
}
