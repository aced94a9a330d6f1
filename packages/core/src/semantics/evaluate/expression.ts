// Expressions, compiled once to closures over the machine. This is the definition of what they mean: int32 values,
// evaluation from left to right, an assignment finds its target before it computes its value.

import type { Expression, ScalarValueType, ValueType } from "../../network/index.ts";
import { forEachCell, rangeOf } from "../../network/index.ts";
import { beyondLimit } from "../../zone/index.ts";
import { ModelFault } from "../fault.ts";
import { assignmentOperation, OPERATIONS } from "./arithmetic.ts";
import { compileCall } from "./call.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluator, Machine } from "./machine.ts";
import { compileClock, compileIndexed, compilePlace } from "./place.ts";
import { shortBinary, shortLoad } from "./shortcuts.ts";

type Kind<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

export function compileExpression(expression: Expression, functions: Compiler): Evaluator {
  const compile = (inner: Expression) => compileExpression(inner, functions);
  switch (expression.kind) {
    case "constant": {
      const { value } = expression;
      return () => value;
    }
    case "load": {
      const address = compilePlace(expression.place, functions);
      if (functions.watches) return watchedLoad(address);
      const short = shortLoad(expression.place, functions);
      if (short !== null) return short;
      // The address first: computing it may call a function and so move the memory.
      return (m) => {
        const at = address(m);
        return m.memory[at]!;
      };
    }
    case "unary": {
      const operand = compile(expression.operand);
      if (expression.op === "-") return (m) => -operand(m) | 0;
      if (expression.op === "abs") return (m) => Math.abs(operand(m)) | 0;
      return (m) => (operand(m) === 0 ? 1 : 0);
    }
    case "binary": {
      const short = functions.watches ? null : shortBinary(expression, functions);
      if (short !== null) return short;
      const { span } = expression;
      const operation = OPERATIONS[expression.op];
      const left = compile(expression.left);
      const right = compile(expression.right);
      return (m) => operation(left(m), right(m), span);
    }
    case "and": {
      const left = compile(expression.left);
      const right = compile(expression.right);
      return (m) => (left(m) !== 0 && right(m) !== 0 ? 1 : 0);
    }
    case "or": {
      const left = compile(expression.left);
      const right = compile(expression.right);
      return (m) => (left(m) !== 0 || right(m) !== 0 ? 1 : 0);
    }
    case "conditional": {
      const condition = compile(expression.condition);
      const then = compile(expression.then);
      const otherwise = compile(expression.otherwise);
      return (m) => (condition(m) !== 0 ? then(m) : otherwise(m));
    }
    case "forall":
    case "exists":
    case "sum":
      return quantifier(expression, functions);
    case "at": {
      const process = compileIndexed(expression.process, functions);
      const { location } = expression;
      if (functions.watches) return watchedLocation(process, location);
      return (m) => (m.locations[process(m)] === location ? 1 : 0);
    }
    case "assign":
      return assignment(expression, functions);
    case "copy":
      return copy(expression, functions);
    case "same": {
      const left = compilePlace(expression.left, functions);
      const right = compilePlace(expression.right, functions);
      const { size } = expression;
      const { watches } = functions;
      return (m) => {
        const a = left(m);
        const b = right(m);
        for (let i = 0; i < size; i++) {
          if (watches) watchBoth(m, a + i, b + i);
          if (m.memory[a + i] !== m.memory[b + i]) return 0;
        }
        return 1;
      };
    }
    case "call":
      return compileCall(expression, functions);
    case "clock-assign":
      return clockAssignment(expression, functions);
    case "sequence": {
      const first = expression.first.map(compile);
      const value = compile(expression.value);
      return (m) => {
        for (let i = 0; i < first.length; i++) first[i]!(m);
        return value(m);
      };
    }
    case "choose": {
      const index = compile(expression.index);
      const cases = expression.cases.map(compile);
      const { span } = expression;
      return (m) => {
        const at = index(m);
        const chosen = cases[at];
        if (chosen === undefined) {
          throw new ModelFault("index", `index ${at} is outside 0 … ${cases.length - 1}`, span);
        }
        return chosen(m);
      };
    }
    case "check": {
      const value = compile(expression.value);
      const { min, max } = expression;
      return (m) => {
        const result = value(m);
        if (result < min || result > max) outOfRange(result, expression);
        return result;
      };
    }
    case "unsupported":
      return unsupported(expression, functions);
  }
}

function watchedLoad(address: Evaluator): Evaluator {
  return (m) => {
    const at = address(m);
    m.watch(at, 1);
    return m.memory[at]!;
  };
}

function watchedLocation(process: Evaluator, location: number): Evaluator {
  return (m) => {
    const at = process(m);
    m.watchLocation(at);
    return m.locations[at] === location ? 1 : 0;
  };
}

function watchBoth(m: Machine, one: number, other: number): void {
  m.watch(one, 1);
  m.watch(other, 1);
}

function unsupported({ feature, real, span }: Kind<"unsupported">, functions: Compiler): Evaluator {
  if (real !== undefined && functions.real !== undefined) return functions.real(real, span);
  return () => {
    throw new ModelFault("unsupported", `${feature} cannot be evaluated`, span);
  };
}

function quantifier(expression: Kind<"forall" | "exists" | "sum">, functions: Compiler): Evaluator {
  const { cell, min, max, kind } = expression;
  const body = compileExpression(expression.body, functions);
  if (kind === "sum") {
    return (m) => {
      let total = 0;
      for (let value = min; value <= max; value++) {
        m.memory[m.frame + cell] = value;
        total = (total + body(m)) | 0;
      }
      return total;
    };
  }
  const decisive = kind === "exists";
  return (m) => {
    for (let value = min; value <= max; value++) {
      m.memory[m.frame + cell] = value;
      if ((body(m) !== 0) === decisive) return decisive ? 1 : 0;
    }
    return decisive ? 0 : 1;
  };
}

function assignment(expression: Kind<"assign">, functions: Compiler): Evaluator {
  const { min, max, span, yields } = expression;
  const short = shortAssignment(expression, functions);
  if (short !== null) return short;
  const target = compilePlace(expression.target, functions);
  const value = compileExpression(expression.value, functions);
  if (expression.op === "" && yields === "new") {
    return (m) => {
      const address = target(m);
      const result = value(m);
      if (result < min || result > max) outOfRange(result, expression);
      m.memory[address] = result;
      if (address < m.noted) m.noteWrite(address);
      return result;
    };
  }
  const operation = assignmentOperation(expression.op);
  const { watches } = functions;
  return (m) => {
    const address = target(m);
    const operand = value(m);
    if (watches) m.watch(address, 1);
    const old = m.memory[address]!;
    const result = operation(old, operand, span);
    if (result < min || result > max) outOfRange(result, expression);
    m.memory[address] = result;
    if (address < m.noted) m.noteWrite(address);
    return yields === "new" ? result : old;
  };
}

/** To a place that is the same whenever it is looked for, a value or one more or less: null for other assignments. */
function shortAssignment(expression: Kind<"assign">, functions: Compiler): Evaluator | null {
  const { target, op, min, max, yields } = expression;
  const at = target.base + target.offset;
  if (target.space === "reference" || target.steps.length > 0) return null;
  const isCell = target.space === "state";
  if (op === "" && yields === "new") {
    const value = compileExpression(expression.value, functions);
    return (m) => {
      const result = value(m);
      if (result < min || result > max) outOfRange(result, expression);
      const address = isCell ? at : m.frame + at;
      m.memory[address] = result;
      if (address < m.noted) m.noteWrite(address);
      return result;
    };
  }
  if (functions.watches || expression.value.kind !== "constant" || (op !== "+" && op !== "-")) return null;
  const change = op === "+" ? expression.value.value : -expression.value.value;
  return (m) => {
    const address = isCell ? at : m.frame + at;
    const old = m.memory[address]!;
    const result = (old + change) | 0;
    if (result < min || result > max) outOfRange(result, expression);
    m.memory[address] = result;
    if (address < m.noted) m.noteWrite(address);
    return yields === "new" ? result : old;
  };
}

function outOfRange(value: number, { min, max, span }: Kind<"check" | "assign">): never {
  throw new ModelFault("range", `the value ${value} is outside ${min} … ${max}`, span);
}

function copy(expression: Kind<"copy">, functions: Compiler): Evaluator {
  const { size, span } = expression;
  const target = compilePlace(expression.target, functions);
  const source = compilePlace(expression.source, functions);
  const check = expression.type === undefined ? null : rangeCheck(expression.type);
  const { watches } = functions;
  return (m: Machine) => {
    const to = target(m);
    const from = source(m);
    if (watches) m.watch(from, size);
    check?.(m, from, span);
    m.copy(to, from, size);
    m.noteWrites(to, size);
    return 0;
  };
}

function rangeCheck(type: ValueType): (m: Machine, from: number, span: Kind<"copy">["span"]) => void {
  const ranges: { min: number; max: number; suffix: string }[] = [];
  forEachCell(type, (scalar: ScalarValueType, suffix) => ranges.push({ ...rangeOf(scalar), suffix }));
  return (m, from, span) => {
    for (const [i, { min, max, suffix }] of ranges.entries()) {
      const value = m.memory[from + i]!;
      if (value < min || value > max) {
        throw new ModelFault("range", `the value ${value} of element ${suffix} is outside ${min} … ${max}`, span);
      }
    }
  };
}

/** Clocks are not read here: whether `source + value` is negative is seen when the list meets a valuation or zone. */
function clockAssignment(expression: Kind<"clock-assign">, functions: Compiler): Evaluator {
  const clock = compileClock(expression.clock, functions);
  const source = compileClock(expression.source, functions);
  const value = compileExpression(expression.value, functions);
  const { span } = expression;
  if (functions.real !== undefined) {
    return (m) => {
      const row = clock(m);
      m.assign(row, source(m), value(m), span);
      return 0;
    };
  }
  return (m) => {
    const row = clock(m);
    const from = source(m);
    const amount = value(m);
    const tooLarge = beyondLimit(amount);
    if (tooLarge !== undefined) throw new ModelFault("bound", tooLarge, span);
    m.assign(row, from, amount, span);
    return 0;
  };
}
