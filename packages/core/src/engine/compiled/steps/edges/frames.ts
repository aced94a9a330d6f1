// Frames and selects, emitted: every edge that is tried has a frame for its select values and locals on a stack, and
// is tried with all values of its selects, the first one varying slowest. Guards and channels are asked through the
// slots of the edge's record.

import { add, divS, shl, sub } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, geS, gtS, gtU, ltS } from "../../../../wasm/comparisons.ts";
import { type EmitContext, siteOf, stackEnd } from "../../../../wasm/context.ts";
import { call, callIndirect, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { type Arg, global, type Local } from "../../../../wasm/value.ts";
import { edgeAt } from "../../state/step-registers.ts";

export interface Frames {
  /** (edge, frame) → does the guard hold? Its clock constraints are appended. */
  readonly guardOf: FunctionHandle;
  /** Another function of the same kind, through another field of the edge's record. */
  guardThrough(field: "wholeGuard" | "freeGuard"): FunctionHandle;
  /** (edge, frame) → the channel. */
  readonly channelOf: FunctionHandle;
  /** A frame for an edge on top of the stack; the caller gives it back by resetting `stackTop`. */
  enter(f: FunctionWriter, edge: Arg): Local;
  /** Runs `body` for all values of the edge's selects, the first one varying slowest. */
  forSelects(f: FunctionWriter, edge: Local, frame: Local, body: () => void): void;
  /** The same for a receiver on channel `used`, where its guard holds. */
  forReceiverSelects(
    f: FunctionWriter,
    edge: Local,
    frame: Local,
    used: Local,
    body: () => void,
    guard?: FunctionHandle,
  ): void;
}

export function emitFrames(context: EmitContext): Frames {
  const { module } = context;
  const guardType = module.typeOf({ params: ["i32"], results: ["i32"] });
  const channelOf = module.declare("channelOf", ["i32", "i32"], ["i32"]);

  const emitGuard = (field: "guard" | "wholeGuard" | "freeGuard"): FunctionHandle => {
    const handle = module.declare(`${field}Of`, ["i32", "i32"], ["i32"]);
    defineFunction(module, handle, (f, ...params) => {
      const [edge, frame] = params as [Local, Local];
      const slot = f.let(edgeAt(edge, field));
      f.return(f.choose(slot, callIndirect(guardType, slot, frame), 1));
    });
    return handle;
  };
  const guardOf = emitGuard("guard");
  defineFunction(module, channelOf, (f, ...params) => {
    const [edge, frame] = params as [Local, Local];
    const slot = f.let(edgeAt(edge, "channelCode"));
    f.return(f.choose(slot, callIndirect(guardType, slot, frame), edgeAt(edge, "channel")));
  });

  const enter = (f: FunctionWriter, edge: Arg): Local => {
    const frame = f.let(global(context.stackTop));
    f.setGlobal(context.stackTop, add(frame, edgeAt(edge, "frameBytes")));
    f.if(gtU(global(context.stackTop), stackEnd(context)), () => {
      const message = () => "one step needs too many frames";
      f.do(call(context.fault, siteOf(context, { kind: "endless", span: undefined, message }), 0));
    });
    return frame;
  };

  function forSelects(f: FunctionWriter, edge: Local, frame: Local, body: () => void): void {
    const count = f.let(edgeAt(edge, "selectCount"));
    const ranges = f.let(edgeAt(edge, "selects"));
    const i = f.local();
    const at = f.local();
    f.block((done) => {
      f.for(i, 0, count, () => {
        f.set(at, add(ranges, shl(i, 3)));
        f.branchIf(done, gtS(load32(at), load32(at, 4)));
        f.store32(add(frame, shl(i, 2)), load32(at));
      });
      f.loop((again) => {
        body();
        f.set(i, sub(count, 1));
        f.while(geS(i, 0), () => {
          f.set(at, add(ranges, shl(i, 3)));
          const cell = f.let(add(frame, shl(i, 2)));
          f.if(ltS(load32(cell), load32(at, 4)), () => {
            f.store32(cell, add(load32(cell), 1));
            f.branch(again);
          });
          f.store32(cell, load32(at));
          f.set(i, sub(i, 1));
        });
      });
    });
  }

  // A select that the channel determines is not tried out.
  function forReceiverSelects(
    f: FunctionWriter,
    edge: Local,
    frame: Local,
    used: Local,
    body: () => void,
    guard = guardOf,
  ): void {
    const stride = f.let(edgeAt(edge, "inverseStride"));
    f.if(
      stride,
      () => {
        const position = divS(sub(used, edgeAt(edge, "inverseBase")), stride);
        f.store32(frame, add(position, edgeAt(edge, "inverseFirst")));
        f.if(call(guard, edge, frame), body);
      },
      () =>
        forSelects(f, edge, frame, () => {
          f.if(eq(call(channelOf, edge, frame), used), () => f.if(call(guard, edge, frame), body));
        }),
    );
  }

  return { guardOf, guardThrough: emitGuard, channelOf, enter, forSelects, forReceiverSelects };
}
