// Calls over sets of values: arguments are written to the callee's frame, and what the body may return is the result.

import type { Argument, Expression } from "../network/index.ts";
import type { AbstractCompiler } from "./abstract-compiler.ts";
import type { AbstractEvaluator, AbstractMachine } from "./abstract-machine.ts";
import { abstractIndices, abstractPlace } from "./abstract-place.ts";
import { EMPTY, FALSE } from "./value-set.ts";

type Call = Extract<Expression, { kind: "call" }>;

export function abstractCall(call: Call, functions: AbstractCompiler): AbstractEvaluator {
  const definition = functions.definitions[call.function]!;
  const { frameSize, returns } = definition;
  const pass = call.arguments.map((argument, at) =>
    abstractArgument(argument, definition.parameters[at]!.cell, functions),
  );
  const into = call.into === undefined ? null : abstractPlace(call.into, functions);
  return (m) => {
    m.tick();
    const caller = m.frame;
    const frame = m.push(frameSize);
    const targets = into === null ? [] : into(m);
    for (const write of pass) write(m, frame);
    const { certain, mayHaveReturned, result: outerResult, returned: outerReturned } = m;
    m.frame = frame;
    m.mayHaveReturned = false;
    m.result = EMPTY;
    m.returned = into === null ? [] : Array.from({ length: returns }, () => EMPTY);
    const dies = m.dies(() => {
      functions.body(call.function)(m);
    });
    const { result, returned, mayHaveReturned: hasReturned } = m;
    m.frame = caller;
    m.certain = certain;
    m.mayHaveReturned = mayHaveReturned;
    m.result = outerResult;
    m.returned = outerReturned;
    m.top = frame;
    // Who may have returned before has, if all else can only fail.
    if (dies && !hasReturned) m.fail();
    for (const target of targets) {
      for (const [i, set] of returned.entries()) m.write(target + i, set, targets.length === 1);
    }
    return into === null ? result : FALSE;
  };
}

function abstractArgument(
  argument: Argument,
  cell: number,
  functions: AbstractCompiler,
): (m: AbstractMachine, frame: number) => void {
  switch (argument.kind) {
    case "value": {
      const value = functions.expression(argument.value);
      return (m, frame) => {
        m.write(frame + cell, value(m), true);
      };
    }
    case "copy": {
      const sources = abstractPlace(argument.source, functions);
      return (m, frame) => {
        const from = sources(m);
        for (let i = 0; i < argument.size; i++) {
          const set = from.reduce((all, address) => m.pool.union(all, m.read(address + i)), EMPTY);
          m.write(frame + cell + i, set, true);
        }
      };
    }
    case "reference": {
      const places = abstractPlace(argument.place, functions);
      return (m, frame) => writeIndices(m, frame + cell, places(m));
    }
    case "clock": {
      // Clocks are ignored; the cell must only hold something.
      const clocks = argument.clock.space === "clock" ? abstractIndices(argument.clock, functions) : () => [0];
      return (m, frame) => writeIndices(m, frame + cell, clocks(m));
    }
  }
}

function writeIndices(m: AbstractMachine, address: number, indices: readonly number[]): void {
  m.write(address, m.pool.of(indices), true);
}
