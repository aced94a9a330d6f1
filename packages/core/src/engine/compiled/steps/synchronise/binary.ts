// Pairs of a sender and a receiver, emitted: the sender's edge is chosen, its partners are found through the list of
// the channel, in system and file order.

import { and, or, shl } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, eqz, ne } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Local } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import { edgeAt } from "../../state/step-registers.ts";
import { forList, isElsewhere } from "../edges/edge-access.ts";
import type { EdgeTable } from "../edges/edge-table.ts";
import type { Frames } from "../edges/frames.ts";
import { setParticipant } from "../step-code.ts";

/** (sender, its frame, start of its constraints): fires the sender with every partner. */
export function emitBinary(
  context: EmitContext,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
  registers: StepRegisters,
  fire: FunctionHandle,
): FunctionHandle {
  const { module } = context;
  const { participantCount, channel } = registers;
  const binary = module.declare("binary", ["i32", "i32", "i32"], []);
  defineFunction(module, binary, (f, ...params) => {
    const [sender, senderFrame, start] = params as [Local, Local, Local];
    const used = f.let(call(frames.channelOf, sender, senderFrame));
    f.setGlobal(channel, used);
    f.setGlobal(participantCount, 2);
    const list = f.let(load32(shl(used, 2), edges.receiving));
    const process = f.let(edgeAt(sender, "process"));
    const constraints = f.let(global(context.constraintTop));
    const blocked = f.let(and(ne(state.anyCommitted, 0), eqz(state.isCommitted(process))));
    const edge = f.local();
    forList(f, list, edge, () => {
      f.block((next) => {
        const other = f.let(edgeAt(edge, "process"));
        f.branchIf(next, or(eq(other, process), isElsewhere(context, edge)));
        f.if(blocked, () => f.branchIf(next, eqz(state.isCommitted(other))));
        const frame = frames.enter(f, edge);
        setParticipant(f, registers, 1, edge, frame);
        frames.forReceiverSelects(f, edge, frame, used, () => {
          f.do(call(fire, start));
          f.setGlobal(context.constraintTop, constraints);
        });
        f.setGlobal(context.constraintTop, constraints);
        f.setGlobal(context.stackTop, frame);
      });
    });
  });
  return binary;
}
