// Calls. A call reserves the callee's frame before it evaluates the arguments (an argument may itself be a call),
// writes them there, and runs the body with that frame.

import type { Expression } from "../../network/index.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluator, Machine, Runner } from "./machine.ts";
import { compileClock, compilePlace } from "./place.ts";

type Call = Extract<Expression, { kind: "call" }>;

export function compileCall(call: Call, functions: Compiler): Evaluator {
  const definition = functions.definition(call.function);
  const { frameSize, returns } = definition;
  const passers = call.arguments.map((_, at) => compileArgument(call, at, functions));
  const into = call.into === undefined ? null : compilePlace(call.into, functions);
  const { span } = call;
  const { watches } = functions;
  // Compiled when it is first called: functions may be about each other.
  let body: Runner | null = null;
  return (m) => {
    m.tick(span);
    const caller = m.frame;
    const frame = m.push(frameSize);
    const target = into === null ? -1 : into(m);
    for (let i = 0; i < passers.length; i++) passers[i]!(m, frame);
    m.frame = frame;
    m.result = 0;
    body ??= functions.body(call.function);
    body(m);
    if (target >= 0) {
      if (watches) m.watch(m.result, returns);
      m.copy(target, m.result, returns);
      m.noteWrites(target, returns);
    }
    m.frame = caller;
    m.top = frame;
    return target >= 0 ? 0 : m.result;
  };
}

/** Evaluates an argument in the caller's frame and writes it to the callee's. */
function compileArgument(call: Call, at: number, functions: Compiler): (m: Machine, frame: number) => void {
  const argument = call.arguments[at]!;
  const { cell } = functions.definition(call.function).parameters[at]!;
  switch (argument.kind) {
    case "value": {
      const value = functions.expression(argument.value);
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
        if (functions.watches) m.watch(from, size);
        m.copy(frame + cell, from, size);
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
