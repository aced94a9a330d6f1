// Delay that ends when it enters a stop, emitted: the twin of `symbolic/delay-until.ts`, piece by piece. Stops are the
// zones in which a synchronisation on an urgent channel is enabled.

import { add, mul, shl, shrS, sub } from "../../../wasm/arithmetic.ts";
import { type FunctionHandle, i32 } from "../../../wasm/assembler.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import type { Local } from "../../../wasm/value.ts";
import type { Federations } from "./federations.ts";

export interface DelayUntil {
  /** (matrix, stops, dim) → what is reached from the zone; the stops stay. */
  readonly delayUntil: FunctionHandle;
  /** (goal, stops, dim) → from where some allowed delay leads into the goal; the stops stay, the goal is used up. */
  readonly pastUntil: FunctionHandle;
}

export function emitDelayUntil(
  { module, lanes }: EmitContext,
  { matrixOf, each, ...federations }: Federations,
  constrain: FunctionHandle,
): DelayUntil {
  const delayUntil = module.declare("delayUntil", i32(3), ["i32"]);
  const pastUntil = module.declare("pastUntil", i32(3), ["i32"]);
  const upToStop = module.declare("upToStop", i32(3), ["i32"]);

  // (stop, its past, dim) → valuations at or before its beginning: some clock has not passed its lower bound in it.
  // A clock that may be 0 in the stop has passed it, unless no time has passed at all.
  defineFunction(module, upToStop, (f, ...params) => {
    const [stop, past, dimension] = params as [Local, Local, Local];
    const result = f.let(0);
    const piece = f.local();
    const row = f.local();
    const lower = f.local();
    f.for(row, 1, dimension, () => {
      f.set(lower, shl(shrS(add(lanes.load(add(stop, mul(row, lanes.bytes))), 1), 1), 1));
      f.if(lower, () => {
        f.set(piece, call(federations.copyOf, past, dimension));
        f.if(
          call(constrain, matrixOf(piece), dimension, row, 0, sub(0, lower)),
          () => f.set(result, call(federations.append, result, piece)),
          () => f.do(call(federations.release, piece)),
        );
      });
    });
    f.return(result);
  });

  /** Code that applies an operation on matrices to all zones of a list. */
  const forAll = (f: FunctionWriter, operation: FunctionHandle, list: Local, dimension: Local): void => {
    const block = f.local();
    each(f, list, block, () => f.do(call(operation, matrixOf(block), dimension)));
  };
  /** Code for list := reduce(list ∩ others), both used up. */
  const narrow = (f: FunctionWriter, list: Local, others: Local, dimension: Local): void => {
    const both = f.let(call(federations.intersectAll, list, others, dimension));
    f.do(call(federations.release, list));
    f.do(call(federations.release, others));
    f.set(list, call(federations.reduce, both, dimension));
  };

  /** A copy of a zone, and all that lies before it. */
  const pastOf = (f: FunctionWriter, zone: Local, dimension: Local): Local => {
    const past = f.let(call(federations.copyOf, matrixOf(zone), dimension));
    f.do(call(federations.past, matrixOf(past), dimension));
    return past;
  };

  defineFunction(module, delayUntil, (f, ...params) => {
    const [zone, stops, dimension] = params as [Local, Local, Local];
    const after = f.let(call(federations.copyOf, zone, dimension));
    f.do(call(federations.delay, matrixOf(after), dimension));
    const reached = f.let(call(federations.duplicate, after, dimension));
    const stop = f.local();
    each(f, stops, stop, () => {
      const past = pastOf(f, stop, dimension);
      const start = call(federations.copyOf, zone, dimension);
      const free = f.let(call(federations.subtract, start, matrixOf(past), dimension));
      forAll(f, federations.delay, free, dimension);
      const before = f.let(call(upToStop, matrixOf(stop), matrixOf(past), dimension));
      const upTo = f.let(call(federations.intersectAll, after, before, dimension));
      f.do(call(federations.release, before));
      f.do(call(federations.release, past));
      const ways = f.let(call(federations.copyOf, zone, dimension));
      f.set(ways, call(federations.join, ways, free));
      f.set(ways, call(federations.join, ways, upTo));
      narrow(f, reached, ways, dimension);
    });
    f.do(call(federations.release, after));
    f.return(reached);
  });

  defineFunction(module, pastUntil, (f, ...params) => {
    const [goal, stops, dimension] = params as [Local, Local, Local];
    const before = f.let(call(federations.duplicate, goal, dimension));
    forAll(f, federations.past, before, dimension);
    const starts = f.let(call(federations.duplicate, before, dimension));
    const stop = f.local();
    each(f, stops, stop, () => {
      const past = pastOf(f, stop, dimension);
      const copy = call(federations.duplicate, before, dimension);
      const free = f.let(call(federations.subtract, copy, matrixOf(past), dimension));
      const early = f.let(call(upToStop, matrixOf(stop), matrixOf(past), dimension));
      const upTo = f.let(call(federations.intersectAll, goal, early, dimension));
      f.do(call(federations.release, early));
      f.do(call(federations.release, past));
      forAll(f, federations.past, upTo, dimension);
      const ways = f.let(call(federations.duplicate, goal, dimension));
      f.set(ways, call(federations.join, ways, free));
      f.set(ways, call(federations.join, ways, upTo));
      narrow(f, starts, ways, dimension);
    });
    f.do(call(federations.release, before));
    f.do(call(federations.release, goal));
    f.return(starts);
  });

  return { delayUntil, pastUntil };
}
