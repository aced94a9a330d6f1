// Expressions of the network as WebAssembly: int32, left to right, every range, index, division and shift checked as
// in the reference engine. `compileExpression` yields a value; `compileEffect` runs an expression for its effects.

import { defined } from "../../../basics/defined.ts";
import { isTruth } from "../../../network/comparisons.ts";
import { type Expression, forEachCell, rangeOf } from "../../../network/index.ts";
import { add, and, divS, mul, or, remS, select, shl, shrS, sub, xor } from "../../../wasm/arithmetic.ts";
import { eq, eqz, geS, geU, gtS, gtU, leS, ltS, ne } from "../../../wasm/comparisons.ts";
import { type EmitContext, siteOf } from "../../../wasm/context.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { global, k, type Local, type Value } from "../../../wasm/value.ts";
import { noteWrite } from "../../../wasm/write-log.ts";
import { callFunction } from "./calls.ts";
import { checkLimit, checkOffset } from "./clock-limit.ts";
import { addressOf, type CodeScope, clockNumber, deferred, indexOf, loadPlace, staticCell } from "./places.ts";

type Kind<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

export function createScope(
  context: EmitContext,
  f: FunctionWriter,
  frame: Value,
  written?: Map<number, Local>,
): CodeScope {
  const expression = (inner: Expression): Value => compileExpression(scope, inner);
  const scope: CodeScope = { context, f, frame, written, expression };
  return scope;
}

/** 0 or 1. */
export function compileCondition(scope: CodeScope, expression: Expression): Value {
  return isTruth(expression) ? scope.expression(expression) : ne(scope.expression(expression), 0);
}

export function compileEffect(scope: CodeScope, expression: Expression): void {
  if (expression.kind === "assign") runAssignment(scope, expression);
  else if (expression.kind === "sequence") {
    for (const part of expression.first) compileEffect(scope, part);
    compileEffect(scope, expression.value);
  } else scope.f.drop(scope.expression(expression));
}

function compileExpression(scope: CodeScope, expression: Expression): Value {
  const { f, context } = scope;
  const compile = (inner: Expression): Value => scope.expression(inner);
  switch (expression.kind) {
    case "constant":
      return k(expression.value);
    case "load":
      return loadPlace(scope, expression.place);
    case "unary": {
      if (expression.op === "!") return eqz(compile(expression.operand));
      if (expression.op === "-") return sub(0, compile(expression.operand));
      return deferred(() => {
        const value = f.let(compile(expression.operand));
        return select(ltS(value, 0), sub(0, value), value);
      });
    }
    case "binary":
      return operation(scope, expression.op, compile(expression.left), compile(expression.right), expression.span);
    case "and":
      return f.choose(compile(expression.left), compileCondition(scope, expression.right), 0);
    case "or":
      return f.choose(compile(expression.left), 1, compileCondition(scope, expression.right));
    case "conditional":
      return f.choose(compile(expression.condition), compile(expression.then), compile(expression.otherwise));
    case "forall":
    case "exists":
    case "sum":
      return quantifier(scope, expression);
    case "at": {
      const { process, location } = expression;
      if (process.steps.length === 0) return eq(load32(context.locations + 4 * process.base), location);
      return eq(load32(shl(indexOf(scope, process), 2), context.locations), location);
    }
    case "assign":
      return deferred(() => {
        const { result, old } = runAssignment(scope, expression);
        return expression.yields === "new" ? result : old;
      });
    case "copy":
      return f.after(() => runCopy(scope, expression), 0);
    case "same":
      return deferred(() => {
        const a = f.let(addressOf(scope, expression.left));
        const b = f.let(addressOf(scope, expression.right));
        const i = f.local();
        const answer = f.let(1);
        f.for(
          i,
          0,
          4 * expression.size,
          (leave) => {
            f.if(ne(load32(add(a, i)), load32(add(b, i))), () => {
              f.set(answer, 0);
              f.branch(leave);
            });
          },
          4,
        );
        return answer;
      });
    case "call":
      return callFunction(scope, expression);
    case "clock-assign":
      return f.after(() => runClockAssignment(scope, expression), 0);
    case "sequence":
      return f.after(() => {
        for (const part of expression.first) compileEffect(scope, part);
      }, compile(expression.value));
    case "choose": {
      const { cases, span } = expression;
      return deferred(() => {
        const index = f.let(compile(expression.index));
        const result = f.local();
        f.if(geU(index, cases.length), () => {
          const message = (value: number) => `index ${value} is outside 0 … ${cases.length - 1}`;
          f.do(call(context.fault, siteOf(context, { kind: "index", span, message }), index));
        });
        f.switch(
          index,
          cases.map((one) => () => f.set(result, compile(one))),
        );
        return result;
      });
    }
    case "check":
      return deferred(() => {
        const value = f.let(compile(expression.value));
        checkRange(scope, value, expression);
        return value;
      });
    case "unsupported": {
      const { feature, span } = expression;
      const message = () => `${feature} cannot be evaluated`;
      return f.after(() => f.do(call(context.fault, siteOf(context, { kind: "unsupported", span, message }), 0)), 0);
    }
  }
}

interface Ranged {
  readonly min: number;
  readonly max: number;
  readonly span?: Kind<"check">["span"];
}

/** Is min ≤ value ≤ max? In one unsigned comparison; the whole of int32 needs none. */
function checkRange({ context, f }: CodeScope, value: Local, { min, max, span }: Ranged, suffix = ""): void {
  if (min === -0x80000000 && max === 0x7fffffff) return;
  f.if(gtU(sub(value, min), (max - min) | 0), () => {
    const subject = suffix === "" ? "" : ` of element ${suffix}`;
    const message = (shown: number) => `the value ${shown}${subject} is outside ${min} … ${max}`;
    f.do(call(context.fault, siteOf(context, { kind: "range", span, message }), value));
  });
}

function operation(
  scope: CodeScope,
  op: Kind<"binary">["op"],
  a: Value,
  b: Value,
  span: Kind<"binary">["span"],
): Value {
  const { f, context } = scope;
  switch (op) {
    case "+":
      return add(a, b);
    case "-":
      return sub(a, b);
    case "*":
      return mul(a, b);
    case "&":
      return and(a, b);
    case "|":
      return or(a, b);
    case "^":
      return xor(a, b);
    case "<":
      return ltS(a, b);
    case "<=":
      return leS(a, b);
    case "==":
      return eq(a, b);
    case "!=":
      return ne(a, b);
    case ">=":
      return geS(a, b);
    case ">":
      return gtS(a, b);
    case "<?":
    case ">?":
      return deferred(() => {
        const left = f.let(a);
        const right = f.let(b);
        return select(op === "<?" ? ltS(left, right) : gtS(left, right), left, right);
      });
    case "<<":
    case ">>":
      return deferred(() => {
        const left = f.let(a);
        const count = f.let(b);
        f.if(ltS(count, 0), () => {
          const message = (value: number) => `shift by a negative number (${value})`;
          f.do(call(context.fault, siteOf(context, { kind: "shift", span, message }), count));
        });
        return op === "<<" ? shl(left, count) : shrS(left, count);
      });
    case "/":
    case "%":
      return deferred(() => {
        const left = f.let(a);
        const divisor = f.let(b);
        f.if(eqz(divisor), () => divisionByZero(scope, span));
        // The least int32 divided by −1 would trap; it wraps.
        if (op === "/") return f.choose(eq(divisor, -1), sub(0, left), divS(left, divisor));
        return remS(left, divisor);
      });
    case "**":
      return deferred(() => power(scope, f.let(a), f.let(b), span));
  }
}

function divisionByZero({ context, f }: CodeScope, span: Kind<"binary">["span"]): void {
  f.do(call(context.fault, siteOf(context, { kind: "division", span, message: () => "division by zero" }), 0));
}

/** A negative exponent yields the integer part of the fraction. */
function power(scope: CodeScope, base: Local, exponent: Local, span: Kind<"binary">["span"]): Value {
  const { f } = scope;
  const result = f.let(1);
  f.if(
    ltS(exponent, 0),
    () => {
      f.if(eqz(base), () => divisionByZero(scope, span));
      f.if(
        eq(base, -1),
        () => f.set(result, select(and(exponent, 1), -1, 1)),
        () => f.set(result, eq(base, 1)),
      );
    },
    () => {
      f.while(gtS(exponent, 0), () => {
        f.if(and(exponent, 1), () => f.set(result, mul(result, base)));
        f.set(base, mul(base, base));
        f.set(exponent, shrS(exponent, 1));
      });
    },
  );
  return result;
}

function quantifier(scope: CodeScope, expression: Kind<"forall" | "exists" | "sum">): Value {
  const { f, frame } = scope;
  const { kind, cell, min, max, body } = expression;
  return deferred(() => {
    const value = f.let(min);
    const result = f.let(kind === "forall" ? 1 : 0);
    f.while(leS(value, max), (leave) => {
      f.store32(frame, value, 4 * cell);
      if (kind === "sum") f.set(result, add(result, scope.expression(body)));
      else {
        const decided = compileCondition(scope, body);
        f.if(kind === "exists" ? decided : eqz(decided), () => {
          f.set(result, kind === "exists" ? 1 : 0);
          f.branch(leave);
        });
      }
      f.set(value, add(value, 1));
    });
    return result;
  });
}

function runAssignment(scope: CodeScope, expression: Kind<"assign">): { result: Local; old: Value } {
  const { f, written } = scope;
  const cell = written === undefined ? undefined : staticCell(expression.target);
  const address = cell === undefined ? f.let(addressOf(scope, expression.target)) : undefined;
  const operand = f.let(scope.expression(expression.value));
  const needsOld = expression.op !== "" || expression.yields === "old";
  const old = needsOld ? f.let(address === undefined ? loadPlace(scope, expression.target) : load32(address)) : k(0);
  const result = expression.op === "" ? operand : f.let(operation(scope, expression.op, old, operand, expression.span));
  checkRange(scope, result, expression);
  if (address !== undefined) {
    f.store32(address, result);
    if (expression.target.space !== "frame") noteWrite(f, scope.context.log, address, 1);
  }
  if (address === undefined && cell !== undefined) written?.set(cell, result);
  return { result, old };
}

function runCopy(scope: CodeScope, expression: Kind<"copy">): void {
  const { f } = scope;
  const target = f.let(addressOf(scope, expression.target));
  const source = f.let(addressOf(scope, expression.source));
  if (expression.type !== undefined) {
    let offset = 0;
    forEachCell(expression.type, (scalar, suffix) => {
      const { span } = expression;
      const range = { ...rangeOf(scalar), ...defined({ span }) };
      checkRange(scope, f.let(load32(source, offset)), range, suffix);
      offset += 4;
    });
  }
  f.copy(target, source, 4 * expression.size);
  noteWrite(f, scope.context.log, target, expression.size);
}

/** Clocks become copies of the source's clocks plus a constant; the zone follows once the whole update has run. */
function runClockAssignment(scope: CodeScope, expression: Kind<"clock-assign">): void {
  const { f, context } = scope;
  const clock = f.let(shl(clockNumber(scope, expression.clock), 2));
  const source = f.let(shl(clockNumber(scope, expression.source), 2));
  const value = f.let(scope.expression(expression.value));
  if (expression.value.kind !== "constant") checkLimit(scope, value, expression.span);
  const from = f.let(load32(source, context.assignedFrom));
  const offset = f.let(add(value, load32(source, context.assignedOffset)));
  if (expression.source !== undefined) checkOffset(scope, offset);
  // Setting a clock to a constant that is not negative, or to another clock, never fails.
  f.if(ltS(offset, 0), () => {
    const { span } = expression;
    const message = (index: number) => `the clock ${context.network.clocks[index]?.name} is set to a negative value`;
    const index = sub(shrS(clock, 2), 1);
    const fail = (): void =>
      f.do(call(context.fault, siteOf(context, { kind: "negative-clock", span, message }), index));
    const { lanes } = context;
    // A clock without a row may have any value.
    const row = f.let(load32(shl(from, 2), context.rowOf));
    const least = f.let(lanes.load(add(global(context.leaving), mul(row, lanes.bytes))));
    f.if(or(eqz(row), gtS(least, shl(offset, 1))), fail);
  });
  f.do(call(context.touch, clock));
  f.store32(clock, from, context.assignedFrom);
  f.store32(clock, offset, context.assignedOffset);
}
