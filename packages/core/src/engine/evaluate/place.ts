// Addresses: where in the machine's memory an lvalue stands, and which channel, clock or process an indexed name
// means. Every subscript is checked.

import type { ClockRef, IndexedRef, Place, Step } from "../../network/index.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluator, Machine } from "./machine.ts";
import { outside } from "./shortcuts.ts";

/** Yields an absolute address in `machine.memory`. */
export function compilePlace(place: Place, functions: Compiler): Evaluator {
  const { base, offset } = place;
  const steps = compileSteps(place.steps, functions);
  switch (place.space) {
    case "state":
      if (steps === null) return () => base + offset;
      return (m) => base + offset + steps(m);
    case "frame":
      if (steps === null) return (m) => m.frame + base + offset;
      return (m) => m.frame + base + offset + steps(m);
    case "reference":
      if (steps === null) return (m) => m.memory[m.frame + base]! + offset;
      return (m) => m.memory[m.frame + base]! + offset + steps(m);
  }
}

/** Yields the index of a channel or process. */
export function compileIndexed(ref: IndexedRef, functions: Compiler): Evaluator {
  const { base } = ref;
  const steps = compileSteps(ref.steps, functions);
  return steps === null ? () => base : (m) => base + steps(m);
}

/** Yields the row of a clock in a zone: its index + 1; row 0 (the constant 0) when there is no clock. */
export function compileClock(ref: ClockRef | undefined, functions: Compiler): Evaluator {
  if (ref === undefined) return () => 0;
  const { base } = ref;
  const steps = compileSteps(ref.steps, functions);
  const origin: Evaluator = ref.space === "clock" ? () => base : (m) => m.memory[m.frame + base]!;
  return steps === null ? (m) => origin(m) + 1 : (m) => origin(m) + steps(m) + 1;
}

function compileSteps(steps: readonly Step[], functions: Compiler): Evaluator | null {
  if (steps.length === 0) return null;
  const compiled = steps.map((step) => compileStep(step, functions));
  if (compiled.length === 1) return compiled[0]!;
  return (m) => {
    let offset = 0;
    for (let i = 0; i < compiled.length; i++) offset += compiled[i]!(m);
    return offset;
  };
}

function compileStep(step: Step, functions: Compiler): Evaluator {
  const index = functions.expression(step.index);
  const { first, count, stride } = step;
  return (m: Machine) => {
    const value = index(m);
    const position = value - first;
    if (position < 0 || position >= count) outside(step, position);
    return position * stride;
  };
}
