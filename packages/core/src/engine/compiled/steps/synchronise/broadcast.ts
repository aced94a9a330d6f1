// Broadcasts, emitted: the sender is never blocked; every process with an enabled receiving edge takes part with one of
// them, in all combinations.

import { or, shl } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, ne } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Local } from "../../../../wasm/value.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import { edgeAt } from "../../state/step-registers.ts";
import { forList, isElsewhere } from "../edges/edge-access.ts";
import type { EdgeTable } from "../edges/edge-table.ts";
import type { Frames } from "../edges/frames.ts";
import type { Combinations } from "./combinations.ts";

/** (sender, its frame, start of its constraints): fires the sender with all combinations of receivers. */
export function emitBroadcast(
  context: EmitContext,
  edges: EdgeTable,
  frames: Frames,
  combinations: Combinations,
  { channel }: StepRegisters,
): FunctionHandle {
  const { module } = context;
  const broadcast = module.declare("broadcast", ["i32", "i32", "i32"], []);
  defineFunction(module, broadcast, (f, ...params) => {
    const [sender, senderFrame, start] = params as [Local, Local, Local];
    const used = f.let(call(frames.channelOf, sender, senderFrame));
    f.setGlobal(channel, used);
    const list = f.let(load32(shl(used, 2), edges.receiving));
    const process = f.let(edgeAt(sender, "process"));
    const stack = f.let(global(context.stackTop));
    const end = f.let(global(context.constraintTop));
    const edge = f.local();
    const joining = f.let(-1);
    combinations.open(f);
    const first = f.let(combinations.next);
    const close = (): void => f.if(ne(first, combinations.next), () => combinations.closeGroup(f, first, 1));
    forList(f, list, edge, () => {
      f.block((next) => {
        const other = f.let(edgeAt(edge, "process"));
        f.branchIf(next, or(eq(other, process), isElsewhere(context, edge)));
        f.if(ne(other, joining), () => {
          close();
          f.set(joining, other);
          f.set(first, combinations.next);
        });
        f.do(call(combinations.collect, edge, used));
      });
    });
    close();
    f.do(call(combinations.product, start, end, 1));
    f.setGlobal(context.stackTop, stack);
    f.setGlobal(context.constraintTop, end);
  });
  return broadcast;
}
