// Functions and calls. A call reserves the callee's frame before it evaluates the arguments (an argument may itself
// be a call), writes them there, and runs the body with that frame. Functions are compiled when first called upon,
// so a table can be built before the functions that refer to each other.

import type { Expression, FunctionDefinition } from "../../network/index.ts";
import { compileExpression } from "./expression.ts";
import type { Evaluator, Machine, Runner } from "./machine.ts";
import { compileClock, compilePlace } from "./place.ts";
import { compileBlock } from "./statement.ts";

export class FunctionTable {
  private readonly definitions: readonly FunctionDefinition[];
  private readonly bodies: (Runner | undefined)[] = [];

  constructor(definitions: readonly FunctionDefinition[]) {
    this.definitions = definitions;
  }

  definition(index: number): FunctionDefinition {
    return this.definitions[index]!;
  }

  body(index: number): Runner {
    return (this.bodies[index] ??= compileBlock(this.definition(index).body, this));
  }
}

type Call = Extract<Expression, { kind: "call" }>;

export function compileCall(call: Call, functions: FunctionTable): Evaluator {
  const definition = functions.definition(call.function);
  const { frameSize, returns } = definition;
  const passers = call.arguments.map((_, at) => compileArgument(call, at, functions));
  const into = call.into === undefined ? null : compilePlace(call.into, functions);
  const { span } = call;
  return (m) => {
    m.tick(span);
    const caller = m.frame;
    const frame = m.push(frameSize);
    const target = into === null ? -1 : into(m);
    for (const pass of passers) pass(m, frame);
    m.frame = frame;
    m.result = 0;
    functions.body(call.function)(m);
    if (target >= 0) m.memory.copyWithin(target, m.result, m.result + returns);
    m.frame = caller;
    m.top = frame;
    return target >= 0 ? 0 : m.result;
  };
}

/** Evaluates an argument in the caller's frame and writes it to the callee's. */
function compileArgument(call: Call, at: number, functions: FunctionTable): (m: Machine, frame: number) => void {
  const argument = call.arguments[at]!;
  const { cell } = functions.definition(call.function).parameters[at]!;
  switch (argument.kind) {
    case "value": {
      const value = compileExpression(argument.value, functions);
      return (m, frame) => {
        const result = value(m);
        m.memory[frame + cell] = result;
      };
    }
    case "copy": {
      const source = compilePlace(argument.source, functions);
      const { size } = argument;
      return (m, frame) => {
        const from = source(m);
        m.memory.copyWithin(frame + cell, from, from + size);
      };
    }
    case "reference": {
      const place = compilePlace(argument.place, functions);
      return (m, frame) => {
        const address = place(m);
        m.memory[frame + cell] = address;
      };
    }
    case "clock": {
      const clock = compileClock(argument.clock, functions);
      // References hold the clock's index, not its row.
      return (m, frame) => {
        const row = clock(m);
        m.memory[frame + cell] = row - 1;
      };
    }
  }
}
