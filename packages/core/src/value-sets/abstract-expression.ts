// Expressions over sets of values: what an expression may yield when each cell may have any of its values. A variable
// that occurs twice is taken twice (`x − x` may be 1), which only makes the result larger; conditions look again at
// each of its values (`one-value-each.ts`). What fails for all values yields nothing: a fault is no step.

import type { Expression } from "../network/index.ts";
import { INT32_MAX, INT32_MIN } from "../network/integers.ts";
import { binary, unary } from "./abstract-arithmetic.ts";
import { abstractCall } from "./abstract-call.ts";
import type { AbstractCompiler } from "./abstract-compiler.ts";
import type { AbstractEvaluator, AbstractMachine } from "./abstract-machine.ts";
import { abstractIndices, abstractPlace, readAll } from "./abstract-place.ts";
import { jumpOf } from "./shortcut.ts";
import {
  decided,
  EITHER,
  EMPTY,
  FALSE,
  intersects,
  isEmpty,
  isSingle,
  mayBeFalse,
  mayBeTrue,
  TRUE,
  type ValueSet,
} from "./value-set.ts";

type Kind<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

export function abstractExpression(expression: Expression, functions: AbstractCompiler): AbstractEvaluator {
  const compile = (inner: Expression): AbstractEvaluator => abstractExpression(inner, functions);
  switch (expression.kind) {
    case "constant": {
      const set = functions.pool.single(expression.value);
      return () => set;
    }
    case "load": {
      const addresses = abstractPlace(expression.place, functions);
      return (m) => readAll(m, addresses(m));
    }
    case "unary":
      return unary(expression.op, functions.pool, compile(expression.operand));
    case "binary":
      return binary(expression.op, functions, compile(expression.left), compile(expression.right));
    case "and":
      return conjunction(expression, functions);
    case "or":
      return disjunction(expression, functions);
    case "conditional":
      return conditional(expression, functions);
    case "forall":
    case "exists":
    case "sum":
      return quantifier(expression, functions);
    case "at": {
      const processes = abstractIndices(expression.process, functions);
      const { location } = expression;
      // A process that reached the location may be there, or may have been elsewhere.
      return (m) => (processes(m).some((process) => m.reached(process, location)) ? EITHER : FALSE);
    }
    case "assign":
      return assignment(expression, functions);
    case "copy":
      return copy(expression, functions);
    case "same":
      return comparison(expression, functions);
    case "call":
      return abstractCall(expression, functions);
    case "clock-assign": {
      const value = compile(expression.value);
      return (m) => {
        value(m);
        return FALSE;
      };
    }
    case "sequence": {
      const first = expression.first.map(compile);
      const value = compile(expression.value);
      return (m) => {
        for (const evaluate of first) evaluate(m);
        return value(m);
      };
    }
    case "choose": {
      const index = compile(expression.index);
      const cases = expression.cases.map(compile);
      return (m) => {
        const at = m.pool.within(index(m), 0, cases.length - 1);
        const chosen = at.values === null ? cases : at.values.map((i) => cases[i]!);
        return chosen.reduce((all, evaluate) => m.pool.union(all, evaluate(m)), EMPTY);
      };
    }
    case "check": {
      const value = compile(expression.value);
      const { min, max } = expression;
      return (m) => m.pool.within(value(m), min, max);
    }
    case "unsupported": {
      const anything = functions.pool.interval(INT32_MIN, INT32_MAX);
      return () => anything;
    }
  }
}

/** Evaluates something that may also be skipped: what it writes is possible, not certain. */
function perhaps(m: AbstractMachine, skipped: boolean, evaluate: AbstractEvaluator): ValueSet {
  if (!skipped) return evaluate(m);
  const { certain } = m;
  const before = m.saveLocals();
  m.certain = false;
  let set: ValueSet = EMPTY;
  const dies = m.dies(() => {
    set = evaluate(m);
  });
  m.certain = certain;
  if (dies) m.restoreLocals(before);
  else m.joinLocals(before);
  return set;
}

function quantifier(
  expression: Extract<Expression, { kind: "forall" | "exists" | "sum" }>,
  functions: AbstractCompiler,
): AbstractEvaluator {
  const { cell, min, max, kind } = expression;
  const body = abstractExpression(expression.body, functions);
  const add = functions.operation("+");
  return (m) => {
    let total: ValueSet = kind === "forall" ? TRUE : FALSE;
    for (let value = min; value <= max; value++) {
      m.tick();
      m.write(m.frame + cell, m.pool.single(value), true);
      const part = body(m);
      // What fails here can only have been decided before.
      if (isEmpty(part))
        return kind === "sum"
          ? EMPTY
          : decided(kind === "forall" && mayBeFalse(total), kind === "exists" && mayBeTrue(total));
      if (kind === "sum") total = add(total, part);
      else if (kind === "forall")
        total = decided(mayBeFalse(total) || mayBeFalse(part), mayBeTrue(total) && mayBeTrue(part));
      else total = decided(mayBeFalse(total) && mayBeFalse(part), mayBeTrue(total) || mayBeTrue(part));
      if (kind !== "sum" && isSingle(total) && mayBeTrue(total) === (kind === "exists")) return total;
    }
    return total;
  };
}

function conjunction(expression: Kind<"and" | "or">, functions: AbstractCompiler): AbstractEvaluator {
  const left = functions.expression(expression.left);
  const right = functions.expression(expression.right);
  return (m) => {
    const a = left(m);
    if (!mayBeTrue(a)) return a;
    const b = perhaps(m, mayBeFalse(a), right);
    return decided(mayBeFalse(a) || mayBeFalse(b), mayBeTrue(b));
  };
}

function disjunction(expression: Kind<"and" | "or">, functions: AbstractCompiler): AbstractEvaluator {
  const left = functions.expression(expression.left);
  const right = functions.expression(expression.right);
  return (m) => {
    const a = left(m);
    if (!mayBeFalse(a)) return isEmpty(a) ? EMPTY : TRUE;
    const b = perhaps(m, mayBeTrue(a), right);
    return decided(mayBeFalse(b), mayBeTrue(a) || mayBeTrue(b));
  };
}

function conditional(expression: Kind<"conditional">, functions: AbstractCompiler): AbstractEvaluator {
  const condition = functions.expression(expression.condition);
  const then = functions.expression(expression.then);
  const otherwise = functions.expression(expression.otherwise);
  return (m) => {
    const c = condition(m);
    if (isEmpty(c)) return EMPTY;
    if (!mayBeFalse(c)) return then(m);
    if (!mayBeTrue(c)) return otherwise(m);
    return m.pool.union(perhaps(m, true, then), perhaps(m, true, otherwise));
  };
}

function assignment(expression: Kind<"assign">, functions: AbstractCompiler): AbstractEvaluator {
  const targets = abstractPlace(expression.target, functions);
  const value = functions.expression(expression.value);
  const operate = expression.op === "" ? null : functions.operation(expression.op);
  const { min, max, yields } = expression;
  const jump = jumpOf(expression, functions.shortcut, functions.pool);
  return (m) => {
    const addresses = targets(m);
    const operand = value(m);
    const old = expression.op === "" && yields === "new" && jump === null ? EMPTY : readAll(m, addresses);
    const result = jump !== null ? jump(old) : operate === null ? operand : operate(old, operand);
    const stored = m.pool.within(result, min, max);
    if (isEmpty(stored) || addresses.length === 0) m.fail();
    for (const address of addresses) m.write(address, stored, addresses.length === 1);
    return yields === "new" ? stored : old;
  };
}

function copy(expression: Kind<"copy">, functions: AbstractCompiler): AbstractEvaluator {
  const targets = abstractPlace(expression.target, functions);
  const sources = abstractPlace(expression.source, functions);
  const { size } = expression;
  return (m) => {
    const to = targets(m);
    const from = sources(m);
    for (let i = 0; i < size; i++) {
      m.tick();
      const set = readAll(
        m,
        from.map((address) => address + i),
      );
      for (const address of to) m.write(address + i, set, to.length === 1);
    }
    return FALSE;
  };
}

function comparison(expression: Kind<"same">, functions: AbstractCompiler): AbstractEvaluator {
  const left = abstractPlace(expression.left, functions);
  const right = abstractPlace(expression.right, functions);
  const { size } = expression;
  return (m) => {
    const a = left(m);
    const b = right(m);
    let surely = true;
    for (let i = 0; i < size; i++) {
      const x = readAll(
        m,
        a.map((address) => address + i),
      );
      const y = readAll(
        m,
        b.map((address) => address + i),
      );
      if (!intersects(x, y)) return FALSE;
      surely &&= isSingle(x) && isSingle(y);
    }
    return surely ? TRUE : EITHER;
  };
}
