// Urgent channels, emitted: is a synchronisation on one of them enabled? A broadcast needs its sender only. Guards on
// urgent channels have no clocks. Where the data of edges fails nobody can say what is urgent: that stops the module,
// and the reference engine takes the step.

import { or, shl } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import type { Local } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import { edgeAt } from "../../state/step-registers.ts";
import { forList, forUrgentEdges, isElsewhere } from "../edges/edge-access.ts";
import { emitEdgeData } from "../edges/edge-data.ts";
import { type EdgeTable, KIND } from "../edges/edge-table.ts";
import type { Frames } from "../edges/frames.ts";

/** Declared first, because `timeStops` of the zones needs it; null without urgent channels. */
export function declareUrgency(context: EmitContext): FunctionHandle | null {
  const { network, module } = context;
  return network.channels.some(({ urgent }) => urgent) ? module.declare("urgentEnabled", [], ["i32"]) : null;
}

export function emitUrgency(
  context: EmitContext,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
  urgentEnabled: FunctionHandle,
): void {
  const edgeData = emitEdgeData(context, state, edges, frames);
  const { module } = context;
  const answers = module.declare("answers", ["i32", "i32"], ["i32"]);
  defineFunction(module, answers, (f, ...params) => {
    const [sender, used] = params as [Local, Local];
    const list = f.let(load32(shl(used, 2), edges.receiving));
    const edge = f.local();
    forList(f, list, edge, () => {
      f.block((next) => {
        f.branchIf(next, or(eq(edgeAt(edge, "process"), edgeAt(sender, "process")), isElsewhere(context, edge)));
        const frame = frames.enter(f, edge);
        frames.forReceiverSelects(f, edge, frame, used, () => {
          f.setGlobal(context.stackTop, frame);
          f.return(1);
        });
        f.setGlobal(context.stackTop, frame);
      });
    });
    f.return(0);
  });
  defineFunction(module, urgentEnabled, (f) => {
    if (edgeData !== null) f.do(call(edgeData));
    forUrgentEdges(context, edges, f, (edge) => {
      const frame = frames.enter(f, edge);
      frames.forSelects(f, edge, frame, () => {
        f.if(call(frames.guardOf, edge, frame), () => {
          const enabled = f.choose(
            eq(edgeAt(edge, "kind"), KIND.broadcast),
            1,
            call(answers, edge, call(frames.channelOf, edge, frame)),
          );
          f.if(enabled, () => {
            f.setGlobal(context.stackTop, frame);
            f.return(1);
          });
        });
      });
      f.setGlobal(context.stackTop, frame);
    });
    f.return(0);
  });
}
