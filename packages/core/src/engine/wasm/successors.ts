// Joint steps, emitted: found through the current locations and per-channel lists, in the order of the seam, and handed
// to a function that fires them (`fire.ts`) or asks where they are possible (`trial.ts`). Network-independent: the
// network is in the tables.

import type { FunctionHandle } from "./assembler.ts";
import { emitBinary } from "./binary.ts";
import { emitBroadcast } from "./broadcast.ts";
import {
  add,
  and,
  call,
  callIndirect,
  defineFunction,
  eq,
  eqz,
  type FunctionWriter,
  global,
  type Local,
  load32,
  ne,
  shl,
  type Value,
} from "./code.ts";
import { emitCombinations } from "./combinations.ts";
import type { Context } from "./context.ts";
import { edgeAt, forList, locationOf } from "./edge-access.ts";
import { type EdgeTable, KIND } from "./edge-table.ts";
import type { Frames } from "./frames.ts";
import type { WorkingState } from "./state.ts";
import { type StepRegisters, setParticipant } from "./step-code.ts";
import { emitVector } from "./vectors.ts";

/** Up to this many processes the loop over them is unrolled. */
const UNROLLED = 64;

export interface SuccessorOptions {
  /** (first of the step's clock constraints): what to do with a step whose participants are known. */
  readonly fire: FunctionHandle;
  /** Have edges that are taken alone a step of their own (`steps.ts`), to be called instead? */
  readonly specialised: boolean;
  /** Nothing more needs to be tried. */
  readonly enough?: Value;
}

/** () → nothing: tries all steps from the working state. */
export function emitSuccessors(
  context: Context,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
  registers: StepRegisters,
  { fire, specialised, enough }: SuccessorOptions,
): FunctionHandle {
  const { module, network } = context;
  const { participantCount, channel, alone } = registers;
  const stepType = module.typeOf({ params: [], results: [] });
  const combinations = emitCombinations(context, edges, frames, registers, fire);
  const binary = emitBinary(context, state, edges, frames, registers, fire);
  const broadcast = emitBroadcast(context, edges, frames, combinations, registers);
  const vector = emitVector(context, combinations, registers);
  const begin = module.declare("begin", ["i32"], []);
  const explore = module.declare("explore", [], []);

  // (edge): tries it as the initiator, with all values of its selects.
  defineFunction(module, begin, (f, edgeParam) => {
    const edge = edgeParam!;
    const kind = f.let(edgeAt(edge, "kind"));
    f.if(and(ne(state.anyCommitted, 0), eqz(kind)), () => {
      f.if(eqz(state.isCommitted(edgeAt(edge, "process"))), () => f.return());
    });
    const frame = frames.enter(f, edge);
    const constraints = f.let(global(context.constraintTop));
    setParticipant(f, registers, 0, edge, frame);
    frames.forSelects(f, edge, frame, () => {
      f.setGlobal(alone, 0);
      f.setGlobal(participantCount, 1);
      f.setGlobal(channel, -1);
      f.if(call(frames.guardOf, edge, frame), () => {
        f.if(
          eq(kind, KIND.internal),
          () => f.do(call(fire, constraints)),
          () =>
            f.if(
              eq(kind, KIND.binary),
              () => f.do(call(binary, edge, frame, constraints)),
              () => f.do(call(broadcast, edge, frame, constraints)),
            ),
        );
      });
      f.setGlobal(context.constraintTop, constraints);
    });
    f.setGlobal(context.stackTop, frame);
  });

  const stopEarly = (f: FunctionWriter): void => {
    if (enough !== undefined) f.if(enough, () => f.return());
  };
  defineFunction(module, explore, (f) => {
    const process = f.local();
    const edge = f.local();
    const at = f.local();
    const step = f.local();
    f.for(
      at,
      edges.vectorRuns,
      edges.vectorRuns + 8 * edges.vectorRunCount,
      () => {
        const list = f.let(load32(add(load32(at, 4), shl(load32(load32(at)), 2))));
        forList(f, list, edge, () => {
          f.do(call(vector, edge));
          stopEarly(f);
        });
      },
      8,
    );
    const tryAll = (list: Local): void =>
      forList(f, list, edge, () => {
        if (specialised) {
          f.set(step, edgeAt(edge, "step"));
          f.if(
            step,
            () => f.do(callIndirect(stepType, step)),
            () => f.do(call(begin, edge)),
          );
        } else f.do(call(begin, edge));
        stopEarly(f);
      });
    if (network.processes.length <= UNROLLED) {
      const list = f.local();
      for (const [p, table] of edges.initiatingOf.entries()) {
        f.set(list, load32(shl(load32(context.locations + 4 * p), 2), table));
        tryAll(list);
      }
      return;
    }
    f.for(process, 0, network.processes.length, () => {
      const byLocation = load32(shl(process, 2), edges.initiating);
      tryAll(f.let(load32(add(byLocation, shl(locationOf(context, process), 2)))));
    });
  });
  return explore;
}
