// Values that clocks are compared with or set to, checked where they are met: beyond the limit they are a fault, as in
// the reference engine; beyond what the lanes were laid out for, the reference engine has to take over.

import type { Span } from "../../../diagnostics/index.ts";
import { add } from "../../../wasm/arithmetic.ts";
import { gtU } from "../../../wasm/comparisons.ts";
import { BOUND_OVERFLOW, siteOf } from "../../../wasm/context.ts";
import { call } from "../../../wasm/function-writer.ts";
import type { Local } from "../../../wasm/value.ts";
import { beyondLimit, CLOCK_LIMIT } from "../../../zone/index.ts";
import type { CodeScope } from "./places.ts";

const LARGEST = CLOCK_LIMIT - 1;

export function checkLimit({ f, context }: CodeScope, value: Local, span: Span | undefined): void {
  f.if(gtU(add(value, LARGEST), 2 * LARGEST), () => {
    const message = (shown: number) => beyondLimit(shown) ?? "";
    f.do(call(context.fault, siteOf(context, { kind: "bound", span, message }), value));
  });
  const { mostComputed } = context;
  if (mostComputed >= LARGEST) return;
  f.if(gtU(add(value, mostComputed), 2 * mostComputed), () => f.do(call(context.fault, BOUND_OVERFLOW, 0)));
}

/** What several assignments of one update add up to is no value of the model: lanes just cannot hold more. */
export function checkOffset({ f, context }: CodeScope, offset: Local): void {
  f.if(gtU(add(offset, LARGEST), 2 * LARGEST), () => f.do(call(context.fault, BOUND_OVERFLOW, 0)));
}
