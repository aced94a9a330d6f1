// Addresses in emitted code: the cell an lvalue names, the clock or channel an indexed name means. Subscripts are
// checked; constant ones are folded.

import type { ClockRef, Expression, IndexedRef, Place, Subscript } from "../../../network/index.ts";
import { add, mul, sub } from "../../../wasm/arithmetic.ts";
import { geU } from "../../../wasm/comparisons.ts";
import { type EmitContext, siteOf } from "../../../wasm/context.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { type Arg, asValue, k, type Local, type Value } from "../../../wasm/value.ts";

/** Where code is written: one function of one network, with the frame its expressions see. */
export interface CodeScope {
  readonly context: EmitContext;
  readonly f: FunctionWriter;
  /** Address of the frame. */
  readonly frame: Value;
  /** Cells whose new values are kept in locals and not in memory. */
  readonly written?: Map<number, Local> | undefined;
  /** Compiles an expression (handed in, because expressions and places need each other). */
  expression(expression: Expression): Value;
}

/** A value whose code is made when it is written, and may consist of statements first. */
export const deferred = (build: () => Arg): Value => ({ write: (to) => asValue(build()).write(to) });

/** The cell of the state that a place names, where that is known. */
export function staticCell({ space, base, offset, steps }: Place): number | undefined {
  if (space !== "state") return undefined;
  let cell = base + offset;
  for (const { index, first, count, stride } of steps) {
    if (index.kind !== "constant" || index.value < first || index.value >= first + count) return undefined;
    cell += (index.value - first) * stride;
  }
  return cell;
}

/** Byte address of the first cell. */
export function addressOf(scope: CodeScope, place: Place): Value {
  const { context } = scope;
  const steps = sumOfSteps(scope, place.steps, 4);
  switch (place.space) {
    case "state":
      return add(context.cells + 4 * (place.base + place.offset), steps);
    case "frame":
      return add(add(scope.frame, 4 * (place.base + place.offset)), steps);
    case "reference":
      return add(add(load32(scope.frame, 4 * place.base), 4 * place.offset), steps);
  }
}

/** The value of the first cell. */
export function loadPlace(scope: CodeScope, place: Place): Value {
  const own = scope.written?.get(staticCell(place) ?? -1);
  if (own !== undefined) return own;
  if (place.steps.length > 0) return load32(addressOf(scope, place));
  switch (place.space) {
    case "state":
      return load32(scope.context.cells + 4 * (place.base + place.offset));
    case "frame":
      return load32(scope.frame, 4 * (place.base + place.offset));
    case "reference":
      return load32(load32(scope.frame, 4 * place.base), 4 * place.offset);
  }
}

/** Index of a channel or process. */
export function indexOf(scope: CodeScope, ref: IndexedRef): Value {
  return add(ref.base, sumOfSteps(scope, ref.steps, 1));
}

/** Index of a clock + 1; 0 when there is none. */
export function clockNumber(scope: CodeScope, ref: ClockRef | undefined): Value {
  if (ref === undefined) return k(0);
  const steps = sumOfSteps(scope, ref.steps, 1);
  return ref.space === "clock" ? add(ref.base + 1, steps) : add(add(load32(scope.frame, 4 * ref.base), 1), steps);
}

function sumOfSteps(scope: CodeScope, steps: readonly Subscript[], unit: number): Value {
  let sum: Value = k(0);
  for (const step of steps) sum = add(sum, mul(checkedIndex(scope, step), step.stride * unit));
  return sum;
}

/** `index − first`, after the check. */
function checkedIndex({ context, f, expression }: CodeScope, step: Subscript): Value {
  const { index, first, count, span } = step;
  if (index.kind === "constant" && index.value >= first && index.value < first + count) return k(index.value - first);
  return deferred(() => {
    const position = f.let(sub(expression(index), first));
    f.if(geU(position, count), () => {
      const site = siteOf(context, {
        kind: "index",
        span,
        message: (value) => `index ${value} is outside ${first} … ${first + count - 1}`,
      });
      f.do(call(context.fault, site, add(position, first)));
    });
    return position;
  });
}
