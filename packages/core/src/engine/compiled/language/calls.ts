// Calls. A call reserves the callee's frame before it evaluates the arguments (an argument may itself be a call),
// writes them there and passes the frame's address; the caller gives the frame back.

import type { Expression } from "../../../network/index.ts";
import { add, sub } from "../../../wasm/arithmetic.ts";
import { gtU } from "../../../wasm/comparisons.ts";
import { siteOf, stackEnd } from "../../../wasm/context.ts";
import { call } from "../../../wasm/function-writer.ts";
import { global, k, type Value } from "../../../wasm/value.ts";
import { noteWrite } from "../../../wasm/write-log.ts";
import { addressOf, type CodeScope, clockNumber, deferred } from "./places.ts";

type Call = Extract<Expression, { kind: "call" }>;

export function callFunction(scope: CodeScope, expression: Call): Value {
  const { f, context } = scope;
  const definition = context.network.functions[expression.function]!;
  return deferred(() => {
    const { span } = expression;
    const message = (value: number) => `this does not end within ${value} rounds and calls`;
    const site = siteOf(context, { kind: "endless", span, message });
    f.do(call(context.tick, site));
    const frame = f.let(global(context.stackTop));
    f.setGlobal(context.stackTop, add(frame, 4 * definition.frameSize));
    f.if(gtU(global(context.stackTop), stackEnd(context)), () => f.do(call(context.fault, site, 0)));
    const into = expression.into === undefined ? null : f.let(addressOf(scope, expression.into));
    for (const [at, argument] of expression.arguments.entries()) {
      const offset = 4 * definition.parameters[at]!.cell;
      switch (argument.kind) {
        case "value":
          f.store32(frame, scope.expression(argument.value), offset);
          break;
        case "copy":
          f.copy(add(frame, offset), addressOf(scope, argument.source), 4 * argument.size);
          break;
        case "reference":
          f.store32(frame, addressOf(scope, argument.place), offset);
          break;
        case "clock":
          f.store32(frame, sub(clockNumber(scope, argument.clock), 1), offset);
          break;
      }
    }
    const result = f.let(call(context.functions[expression.function]!, frame));
    if (into !== null) {
      f.copy(into, result, 4 * definition.returns);
      noteWrite(f, context.log, into, definition.returns);
    }
    f.setGlobal(context.stackTop, frame);
    return into === null ? result : k(0);
  });
}
