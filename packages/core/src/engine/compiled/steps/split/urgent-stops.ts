// When time stops because of urgent channels with clock guards, emitted: every synchronisation on such a channel that
// the data allows stops time where the guards of its participants hold (of the sender alone for broadcast). Data that
// fails stops the module, as in `urgency.ts`.

import { or, shl } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Local } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import { edgeAt } from "../../state/step-registers.ts";
import type { Federations } from "../../zones/federations.ts";
import { ALWAYS } from "../../zones/zone-pieces.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import { forList, forUrgentEdges, isElsewhere } from "../edges/edge-access.ts";
import { emitEdgeData } from "../edges/edge-data.ts";
import { type EdgeTable, KIND } from "../edges/edge-table.ts";
import type { Frames } from "../edges/frames.ts";

/** () → list of the stops over the target's rows, or ALWAYS. */
export function emitUrgentStops(
  context: EmitContext,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
  zones: ZoneStep,
  federations: Federations,
): FunctionHandle {
  const { module } = context;
  const edgeData = emitEdgeData(context, state, edges, frames);
  const guard = frames.guardThrough("freeGuard");
  const stops = module.global("i32", 0);
  const addStop = module.declare("addStop", ["i32"], ["i32"]);
  const partners = module.declare("urgentPartners", ["i32", "i32", "i32"], ["i32"]);
  const urgentStops = module.declare("urgentStops", [], ["i32"]);

  // (start of constraints) → 1 when there are none.
  defineFunction(module, addStop, (f, start) => {
    f.if(eq(start!, global(context.constraintTop)), () => f.return(1));
    const dimension = f.let(global(zones.targetDim));
    const zone = f.let(call(federations.universe, dimension));
    f.if(
      call(zones.constrainAll, federations.matrixOf(zone), dimension, start!),
      () => f.setGlobal(stops, call(federations.append, global(stops), zone)),
      () => f.do(call(federations.release, zone)),
    );
    f.return(0);
  });

  /** Code that adds a stop, or says that time stops always. */
  const stopOrReturn = (f: FunctionWriter, start: Local): void => f.if(call(addStop, start), () => f.return(1));

  // (sender, its channel, start of its constraints) → 1 when time stops always.
  defineFunction(module, partners, (f, ...params) => {
    const [sender, used, start] = params as [Local, Local, Local];
    const list = f.let(load32(shl(used, 2), edges.receiving));
    const edge = f.local();
    const top = f.let(global(context.constraintTop));
    forList(f, list, edge, () => {
      f.block((next) => {
        f.branchIf(next, or(eq(edgeAt(edge, "process"), edgeAt(sender, "process")), isElsewhere(context, edge)));
        const frame = frames.enter(f, edge);
        const body = (): void => {
          stopOrReturn(f, start);
          f.setGlobal(context.constraintTop, top);
        };
        frames.forReceiverSelects(f, edge, frame, used, body, guard);
        f.setGlobal(context.constraintTop, top);
        f.setGlobal(context.stackTop, frame);
      });
    });
    f.return(0);
  });

  defineFunction(module, urgentStops, (f) => {
    if (edgeData !== null) f.do(call(edgeData));
    f.setGlobal(stops, 0);
    const stack = f.let(global(context.stackTop));
    const start = f.let(global(context.constraintTop));
    const always = f.local();
    forUrgentEdges(context, edges, f, (edge) => {
      const frame = frames.enter(f, edge);
      frames.forSelects(f, edge, frame, () => {
        f.if(call(guard, edge, frame), () => {
          f.if(
            eq(edgeAt(edge, "kind"), KIND.broadcast),
            () => f.set(always, call(addStop, start)),
            () => f.set(always, call(partners, edge, call(frames.channelOf, edge, frame), start)),
          );
          f.if(always, () => {
            f.do(call(federations.release, global(stops)));
            f.setGlobal(context.stackTop, stack);
            f.setGlobal(context.constraintTop, start);
            f.return(ALWAYS);
          });
        });
        f.setGlobal(context.constraintTop, start);
      });
      f.setGlobal(context.stackTop, frame);
    });
    f.return(global(stops));
  });
  return urgentStops;
}
