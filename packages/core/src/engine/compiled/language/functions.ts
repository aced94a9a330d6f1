// The bodies of a network's functions; each gets the address of its frame.

import type { EmitContext } from "../../../wasm/context.ts";
import { defineFunction } from "../../../wasm/function-writer.ts";
import { createScope } from "./expressions.ts";
import { compileBlock } from "./statements.ts";

export function emitFunctions(context: EmitContext): void {
  for (const [index, { body }] of context.network.functions.entries()) {
    defineFunction(context.module, context.functions[index]!, (f, frame) => {
      compileBlock(createScope(context, f, frame!), body);
      f.return(0);
    });
  }
}
