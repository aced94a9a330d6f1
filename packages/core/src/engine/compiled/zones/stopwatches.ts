// Stopwatches, emitted: which clocks of the target stand still, and delay for the others. The result is the least zone
// around what is exactly reached, as in `delayStopped` of `zone/`.

import { type Rate, stopsClocks } from "../../../network/index.ts";
import { add, and, mul, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eqz, ne } from "../../../wasm/comparisons.ts";
import { type EmitContext, siteOf } from "../../../wasm/context.ts";
import { call, callIndirect, defineFunction } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { bitselect } from "../../../wasm/simd.ts";
import { global, type Local } from "../../../wasm/value.ts";
import { forBinders } from "../language/constraints.ts";
import { createScope } from "../language/expressions.ts";
import { eachCurrentSlot } from "../language/invariants.ts";
import { type CodeScope, clockNumber } from "../language/places.ts";
import type { WorkingState } from "../state/state.ts";
import { kernelRows } from "./kernel-rows.ts";
import type { ZoneStep } from "./zone-step.ts";

export interface Stopwatches {
  /** () → does some clock stand still? Marks the rows of those that do. */
  readonly someStands: FunctionHandle;
  /** (matrix, dim): lets time pass for the clocks that run. */
  readonly delayOthers: FunctionHandle;
}

export function emitStopwatches(
  context: EmitContext,
  state: WorkingState,
  { kernel, targetDim }: ZoneStep,
): Stopwatches {
  const { module, map, network, lanes } = context;
  const { strideOf, eachVector, at128, put128, infinities } = kernelRows(kernel.shape);
  /** One lane per row of the target: all bits where the row stands still, and the constant does. */
  const standing = map.reserve((network.clocks.length + 17) * lanes.bytes + 32);
  const some = module.global("i32", 0);
  const someStands = module.declare("someStands", [], ["i32"]);
  const delayOthers = module.declare("delayOthers", ["i32", "i32"], []);
  const type = module.typeOf({ params: ["i32"], results: [] });
  const sizes = network.processes.flatMap(({ locations }) => locations.map(({ frameSize }) => 4 * frameSize));
  const frame = map.reserve(sizes.reduce((most, size) => Math.max(most, size), 4));

  const setRate = (scope: CodeScope, { binders, when, clock, rate, span }: Rate): void => {
    const { f } = scope;
    const mark = (): void => {
      const number = f.let(clockNumber(scope, clock));
      const speed = f.let(scope.expression(rate));
      f.if(
        speed,
        () =>
          f.if(ne(speed, 1), () => {
            const message = (value: number) => `the clock rate ${value}: only 0 and 1 are supported`;
            f.do(call(context.fault, siteOf(context, { kind: "unsupported", span, message }), speed));
          }),
        () => {
          f.setGlobal(some, 1);
          const index = f.let(sub(number, 1));
          const bits = load32(shl(shrU(index, 5), 2), state.activeBits);
          f.if(and(shrU(bits, and(index, 31)), 1), () =>
            lanes.store(f, mul(load32(shl(number, 2), context.targetRowOf), lanes.bytes), -1, standing),
          );
        },
      );
    };
    forBinders(scope, binders, () => {
      if (when === undefined) mark();
      else f.if(scope.expression(when), mark);
    });
  };
  const entries = network.processes.flatMap(({ name, locations }, process) => {
    if (!locations.some(stopsClocks)) return [];
    const slots = locations.map(({ rates }, location) => {
      if (rates.length === 0) return 0;
      const handle = module.declare(`rates of ${name} at ${location}`, ["i32"], []);
      defineFunction(module, handle, (f, at) => {
        for (const rate of rates) setRate(createScope(context, f, at!), rate);
      });
      return module.slot(handle);
    });
    return [context.locations + 4 * process, map.table(slots)];
  });
  const table = map.table(entries);

  defineFunction(module, someStands, (f) => {
    const at = f.local();
    const slot = f.local();
    f.setGlobal(some, 0);
    f.for(at, 0, strideOf(global(targetDim)), () => f.store128(at, lanes.splat(0), standing), 16);
    lanes.store(f, standing, -1);
    eachCurrentSlot(f, { at, slot }, table, entries.length, () => f.do(callIndirect(type, slot, frame)));
    f.return(global(some));
  });

  // A running clock may outgrow every one that stands, and 0; all other bounds stay.
  defineFunction(module, delayOthers, (f, ...params) => {
    const [matrix, dimension] = params as [Local, Local];
    const stride = f.let(strideOf(dimension));
    const row = f.let(matrix);
    const index = f.local();
    f.for(index, 1, dimension, () => {
      f.set(row, add(row, stride));
      f.if(eqz(lanes.load(mul(index, lanes.bytes), standing)), () =>
        eachVector(f, dimension, stride, (offset) =>
          put128(f, row, offset, bitselect(infinities, at128(row, offset), at128(standing, offset))),
        ),
      );
    });
  });
  return { someStands, delayOthers };
}
