// Entering a location vector where zones are cut into pieces, emitted: the zones that time makes of a step's result.
// Each piece of the result obeys the invariant and is widened; the caller packs and stores them one by one.

import type { FunctionHandle } from "./assembler.ts";
import { call, defineFunction, eq, eqz, type FunctionWriter, type Local, type Value } from "./code.ts";
import type { Context } from "./context.ts";
import type { Federations } from "./federations.ts";
import { ALWAYS } from "./urgent-stops.ts";
import type { ZoneStep } from "./zone-step.ts";

/** How time passes in networks with clock guards on urgent channels. */
export interface Stopping {
  /** () → list of stops, or ALWAYS. */
  readonly urgentStops: FunctionHandle;
  /** (matrix, stops, dim) → list. */
  readonly delayUntil: FunctionHandle;
}

/** (matrix over the source's rows) → list of the target's zones. */
export function emitEnterPieces(
  context: Context,
  zones: ZoneStep,
  federations: Federations,
  timeStops: (f: FunctionWriter) => Value,
  stopping: Stopping | null,
): FunctionHandle {
  const { module } = context;
  const { target, kernel } = zones;
  const { matrixOf } = federations;
  const enterPieces = module.declare("enterPieces", ["i32"], ["i32"]);
  defineFunction(module, enterPieces, (f, from) => {
    const { dimension, start } = zones.arrive(f, from!, () => f.return(0));
    const leave = (list: Local | number): void => {
      f.setGlobal(context.constraintTop, start);
      f.return(list);
    };
    f.if(eqz(call(kernel.meetUpper, target, dimension, 0)), () => leave(0));
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
    f.if(eqz(timeStops(f)), () => {
      const stops = f.let(stopping === null ? 0 : call(stopping.urgentStops));
      f.if(eqz(stops), () => {
        // Nothing stops time, so one zone stays one zone; its entry holds, and so does what comes after it.
        f.if(eqz(within(entry, 1)), () => {
          f.do(call(federations.release, entry));
          f.set(list, 0);
        });
      });
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
    });
    const block = f.local();
    federations.each(f, list, block, () => zones.finish(f, f.let(matrixOf(block)), dimension));
    leave(list);
  });
  return enterPieces;
}
