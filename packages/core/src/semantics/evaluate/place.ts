// Addresses: where in the machine's memory an lvalue stands, and which channel, clock or process an indexed name
// means. Every subscript is checked.

import type { ClockRef, IndexedRef, Place, Subscript } from "../../network/index.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluator, Machine } from "./machine.ts";
import { outside } from "./shortcuts.ts";

/** Yields an absolute address in `machine.memory`. */
export function compilePlace(place: Place, functions: Compiler): Evaluator {
  const { base, offset } = place;
  const at = base + offset;
  if (place.space === "state" && place.steps.length > 0) return stepsFrom(at, place.steps, functions);
  const steps = compileSteps(place.steps, functions);
  switch (place.space) {
    case "state":
      return () => at;
    case "frame":
      if (steps === null) return (m) => m.frame + at;
      return (m) => m.frame + at + steps(m);
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

function compileSteps(steps: readonly Subscript[], functions: Compiler): Evaluator | null {
  return steps.length === 0 ? null : stepsFrom(0, steps, functions);
}

/** Where at least one step leads from there; one and two of them, which is nearly always, in one closure. */
function stepsFrom(from: number, steps: readonly Subscript[], functions: Compiler): Evaluator {
  const [one, two] = steps as [Subscript, ...Subscript[]];
  const index = functions.expression(one.index);
  const { first, count, stride } = one;
  if (two === undefined) {
    return (m: Machine) => {
      const position = index(m) - first;
      if (position < 0 || position >= count) outside(one, position);
      return from + position * stride;
    };
  }
  if (steps.length > 2) {
    const before = stepsFrom(from, steps.slice(0, -1), functions);
    const last = stepsFrom(0, steps.slice(-1), functions);
    return (m: Machine) => before(m) + last(m);
  }
  const next = functions.expression(two.index);
  return (m: Machine) => {
    const position = index(m) - first;
    if (position < 0 || position >= count) outside(one, position);
    const second = next(m) - two.first;
    if (second < 0 || second >= two.count) outside(two, second);
    return from + position * stride + second * two.stride;
  };
}
