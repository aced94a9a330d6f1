// Entering a location vector where zones are cut into pieces, emitted: the zones that time makes of a step's result.
// Each piece of the result obeys the invariant and is widened; the caller packs and stores them one by one.

import { faultsOf } from "../../../analysis/faults.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, ne } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import type { Local, Value } from "../../../wasm/value.ts";
import type { Federations } from "./federations.ts";
import type { Stopwatches } from "./stopwatches.ts";
import type { ZoneStep } from "./zone-step.ts";

/** What `urgentStops` answers when time may not pass at all. */
export const ALWAYS = -1;

/** How time passes in networks with clock guards on urgent channels. */
export interface Stopping {
  /** () → list of stops, or ALWAYS. */
  readonly urgentStops: FunctionHandle;
  /** (matrix, stops, dim) → list. */
  readonly delayUntil: FunctionHandle;
}

/** How time passes. */
export interface Time {
  timeStops(f: FunctionWriter): Value;
  readonly stopping: Stopping | null;
  readonly stopwatches: Stopwatches | null;
}

/** (matrix over the source's rows) → list of the target's zones. */
export function emitEnterPieces(
  context: EmitContext,
  zones: ZoneStep,
  federations: Federations,
  { timeStops, stopping, stopwatches }: Time,
  widenAlong: FunctionHandle | null,
): FunctionHandle {
  const { module } = context;
  const { target, kernel } = zones;
  const { matrixOf } = federations;
  const ratesMayFail = faultsOf(context.network).locations.some((list) => list.includes(true));
  const enterPieces = module.declare("enterPieces", ["i32"], ["i32"]);
  defineFunction(module, enterPieces, (f, from) => {
    const { dimension, start } = zones.arrive(f, from!, () => f.return(0));
    const leave = (list: Local | number): void => {
      f.setGlobal(context.constraintTop, start);
      f.return(list);
    };
    f.if(eqz(call(kernel.meetUpper, target, dimension, 0)), () => leave(0));
    // Rates that may fail are evaluated wherever a state is entered, whether time passes there or not.
    if (stopwatches !== null && ratesMayFail) f.drop(call(stopwatches.someStands));
    const entry = f.let(call(federations.copyOf, target, dimension));
    const list = f.let(entry);
    const within = (block: Local, elapse: number): Value =>
      f.choose(
        call(kernel.meetUpper, matrixOf(block), dimension, elapse),
        call(zones.constrainAll, matrixOf(block), dimension, start),
        0,
      );
    const keep = (block: Local): void =>
      f.if(
        within(block, 0),
        () => f.set(list, call(federations.append, list, block)),
        () => f.do(call(federations.discard, block)),
      );
    const dropUnless = (holds: Value): void =>
      f.if(eqz(holds), () => {
        f.do(call(federations.release, entry));
        f.set(list, 0);
      });
    /** All clocks run: nothing cuts the zone, or delay ends where a stop begins. */
    const elapse = (): void => {
      const stops = f.let(stopping === null ? 0 : call(stopping.urgentStops));
      f.if(eqz(stops), () => dropUnless(within(entry, 1)));
      if (stopping === null) return;
      f.if(eqz(eq(stops, ALWAYS)), () =>
        f.if(stops, () => {
          const pieces = f.let(call(stopping.delayUntil, matrixOf(entry), stops, dimension));
          f.do(call(federations.release, stops));
          f.do(call(federations.release, entry));
          f.set(list, 0);
          const block = f.local();
          federations.each(f, pieces, block, () => keep(block));
        }),
      );
    };
    f.if(eqz(timeStops(f)), () => {
      if (stopwatches === null) return elapse();
      // Where clocks stand, guarded urgent synchronisations are not obeyed: what they cut off would not be exact. But
      // one without a guard stops time always.
      f.if(
        call(stopwatches.someStands),
        () => {
          const stand = (): void => {
            f.do(call(stopwatches.delayOthers, matrixOf(entry), dimension));
            dropUnless(within(entry, 0));
          };
          if (stopping === null) return stand();
          const stops = f.let(call(stopping.urgentStops));
          f.if(ne(stops, ALWAYS), () => {
            f.do(call(federations.release, stops));
            stand();
          });
        },
        elapse,
      );
    });
    if (widenAlong !== null) f.set(list, call(widenAlong, list, dimension));
    else {
      const block = f.local();
      federations.each(f, list, block, () => zones.finish(f, f.let(matrixOf(block)), dimension));
    }
    leave(list);
  });
  return enterPieces;
}
