// Synchronisation vectors, emitted: a vector needs all its strong participants; weak ones join where they can.
// Participants stand in system order.

import { add, mul, or, shl } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eqz, ne } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Value } from "../../../../wasm/value.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import { locationOf } from "../edges/edge-access.ts";
import type { Combinations } from "./combinations.ts";

/** (vector): fires all its combinations. */
export function emitVector(
  context: EmitContext,
  combinations: Combinations,
  { participantCount, channel, alone }: StepRegisters,
): FunctionHandle {
  const { module } = context;
  const vector = module.declare("vector", ["i32"], []);
  defineFunction(module, vector, (f, table) => {
    const participant = f.local();
    const stack = f.let(global(context.stackTop));
    const end = f.let(global(context.constraintTop));
    const edge = f.local();
    const first = f.local();
    const own = f.local();
    const last = f.let(add(add(table!, 4), mul(load32(table!), 12)));
    const offered = (): Value => load32(add(load32(participant, 8), shl(locationOf(context, load32(participant)), 2)));
    // Most vectors are ruled out by the locations alone.
    f.for(
      participant,
      add(table!, 4),
      last,
      () => f.if(eqz(or(load32(participant, 4), load32(offered()))), () => f.return()),
      12,
    );
    combinations.open(f);
    f.setGlobal(alone, 0);
    f.setGlobal(participantCount, 0);
    f.setGlobal(channel, -1);
    f.block((impossible) => {
      f.for(
        participant,
        add(table!, 4),
        last,
        () => {
          f.set(first, combinations.next);
          f.set(own, offered());
          combinations.collectAll(f, own, edge);
          f.if(
            ne(first, combinations.next),
            () => combinations.closeGroup(f, first, load32(participant, 4)),
            () => f.branchIf(impossible, eqz(load32(participant, 4))),
          );
        },
        12,
      );
      f.branchIf(impossible, combinations.isEmpty);
      f.do(call(combinations.product, end, end, 0));
    });
    f.setGlobal(context.stackTop, stack);
    f.setGlobal(context.constraintTop, end);
  });
  return vector;
}
