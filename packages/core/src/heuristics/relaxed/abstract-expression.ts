// Expressions over sets of values: what an expression may yield when each cell may have any of its values. A variable
// that occurs twice is taken twice (`x − x` may be 1), which only makes the result larger; conditions look again at each
// of its values (`one-value-each.ts`). What fails for all values yields nothing: a fault is no step.

import { OPERATIONS, type Operation } from "../../engine/evaluate/arithmetic.ts";
import { ModelFault } from "../../engine/fault.ts";
import type { BinaryOperator, Expression, IndexedRef, Place, Step } from "../../network/index.ts";
import { type AbstractFunctions, abstractCall } from "./abstract-function.ts";
import { type AbstractEvaluator, type AbstractMachine, TooComplex } from "./abstract-machine.ts";
import type { SetPool } from "./set-pool.ts";
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

/** More possible addresses than this, and an indexed access is not followed. */
const MAX_ADDRESSES = 1024;
const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

export function abstractExpression(expression: Expression, functions: AbstractFunctions): AbstractEvaluator {
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
    case "and": {
      const left = compile(expression.left);
      const right = compile(expression.right);
      return (m) => {
        const a = left(m);
        if (!mayBeTrue(a)) return a;
        const b = perhaps(m, mayBeFalse(a), right);
        return decided(mayBeFalse(a) || mayBeFalse(b), mayBeTrue(b));
      };
    }
    case "or": {
      const left = compile(expression.left);
      const right = compile(expression.right);
      return (m) => {
        const a = left(m);
        if (!mayBeFalse(a)) return isEmpty(a) ? EMPTY : TRUE;
        const b = perhaps(m, mayBeTrue(a), right);
        return decided(mayBeFalse(b), mayBeTrue(a) || mayBeTrue(b));
      };
    }
    case "conditional": {
      const condition = compile(expression.condition);
      const then = compile(expression.then);
      const otherwise = compile(expression.otherwise);
      return (m) => {
        const c = condition(m);
        if (isEmpty(c)) return EMPTY;
        if (!mayBeFalse(c)) return then(m);
        if (!mayBeTrue(c)) return otherwise(m);
        return m.pool.union(perhaps(m, true, then), perhaps(m, true, otherwise));
      };
    }
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
    case "assign": {
      const targets = abstractPlace(expression.target, functions);
      const value = compile(expression.value);
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
        else for (const address of addresses) m.write(address, stored, addresses.length === 1);
        return yields === "new" ? stored : old;
      };
    }
    case "copy": {
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
    case "same": {
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
  const set = evaluate(m);
  m.certain = certain;
  m.joinLocals(before);
  return set;
}

function quantifier(
  expression: Extract<Expression, { kind: "forall" | "exists" | "sum" }>,
  functions: AbstractFunctions,
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

function unary(op: "-" | "!" | "abs", pool: SetPool, operand: AbstractEvaluator): AbstractEvaluator {
  if (op === "!") {
    return (m) => {
      const set = operand(m);
      return decided(mayBeTrue(set), mayBeFalse(set));
    };
  }
  if (op === "-")
    return (m) =>
      pool.combine(
        operand(m),
        FALSE,
        (a) => -a | 0,
        (a) => pool.interval(-a.hi, -a.lo),
      );
  return (m) =>
    pool.combine(
      operand(m),
      FALSE,
      (a) => Math.abs(a) | 0,
      (a) => pool.interval(0, Math.max(Math.abs(a.lo), Math.abs(a.hi))),
    );
}

function binary(
  op: BinaryOperator,
  functions: AbstractFunctions,
  left: AbstractEvaluator,
  right: AbstractEvaluator,
): AbstractEvaluator {
  switch (op) {
    case "==":
    case "!=": {
      const equal = op === "==";
      return (m) => {
        const a = left(m);
        const b = right(m);
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        const may = intersects(a, b);
        const must = may && isSingle(a) && isSingle(b);
        return equal ? decided(!must, may) : decided(may, !must);
      };
    }
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const swap = op === ">" || op === ">=";
      const strict = op === "<" || op === ">";
      return (m) => {
        const x = left(m);
        const y = right(m);
        if (isEmpty(x) || isEmpty(y)) return EMPTY;
        const [a, b] = swap ? [y, x] : [x, y];
        return strict ? decided(a.hi >= b.lo, a.lo < b.hi) : decided(a.hi > b.lo, a.lo <= b.hi);
      };
    }
    default: {
      const operate = functions.operation(op);
      return (m) => {
        const a = left(m);
        return operate(a, right(m));
      };
    }
  }
}

/** The interval around all results, for sets too large to go through. */
export function hullOf(op: BinaryOperator, pool: SetPool): (a: ValueSet, b: ValueSet) => ValueSet {
  const clip = (lo: number, hi: number): ValueSet =>
    lo < INT32_MIN || hi > INT32_MAX ? pool.interval(INT32_MIN, INT32_MAX) : pool.interval(lo, hi);
  switch (op) {
    case "+":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : clip(a.lo + b.lo, a.hi + b.hi));
    case "-":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : clip(a.lo - b.hi, a.hi - b.lo));
    case "*":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
        return clip(Math.min(...corners), Math.max(...corners));
      };
    case "/":
      return (a) => {
        const most = Math.max(Math.abs(a.lo), Math.abs(a.hi));
        return isEmpty(a) ? EMPTY : clip(-most, most);
      };
    case "%":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        const most = Math.max(Math.abs(b.lo), Math.abs(b.hi)) - 1;
        return clip(a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0);
      };
    case "<?":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : pool.interval(Math.min(a.lo, b.lo), Math.min(a.hi, b.hi)));
    case ">?":
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : pool.interval(Math.max(a.lo, b.lo), Math.max(a.hi, b.hi)));
    case "|":
    case "^":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        if (a.lo < 0 || b.lo < 0) return clip(INT32_MIN, INT32_MAX);
        // No bit above the highest one of either side; `|` keeps all bits of both.
        const bits = 32 - Math.clz32(Math.max(a.hi, b.hi));
        return clip(op === "|" ? Math.max(a.lo, b.lo) : 0, 2 ** bits - 1);
      };
    case "&":
      return (a, b) => {
        if (isEmpty(a) || isEmpty(b)) return EMPTY;
        if (a.lo < 0 && b.lo < 0) return clip(INT32_MIN, INT32_MAX);
        return clip(0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : Math.min(a.hi, b.hi));
      };
    default:
      return (a, b) => (isEmpty(a) || isEmpty(b) ? EMPTY : clip(INT32_MIN, INT32_MAX));
  }
}

/** A fault of the model has no result: the step it belongs to is not one. */
export function guarded(op: BinaryOperator): (a: number, b: number) => number | undefined {
  const operation: Operation = OPERATIONS[op];
  if (!["/", "%", "**", "<<", ">>"].includes(op)) return (a, b) => operation(a, b, undefined);
  return (a, b) => {
    try {
      return operation(a, b, undefined);
    } catch (error) {
      if (error instanceof ModelFault) return undefined;
      throw error;
    }
  };
}

function readAll(m: AbstractMachine, addresses: readonly number[]): ValueSet {
  if (addresses.length === 1) return m.read(addresses[0]!);
  let all: ValueSet = EMPTY;
  for (const address of addresses) all = m.pool.union(all, m.read(address));
  return all;
}

/** Every address a place may mean. */
export function abstractPlace(place: Place, functions: AbstractFunctions): (m: AbstractMachine) => readonly number[] {
  const { base, offset } = place;
  const steps = place.steps.map((step) => abstractStep(step, functions));
  const fixed = place.space === "state" ? [base + offset] : null;
  if (fixed !== null && steps.length === 0) return () => fixed;
  return (m) => {
    let addresses: readonly number[];
    if (place.space === "state") addresses = [base + offset];
    else if (place.space === "frame") addresses = [m.frame + base + offset];
    else {
      const references = m.read(m.frame + base).values;
      if (references === null) throw new TooComplex();
      addresses = references.map((address) => address + offset);
    }
    return addSteps(m, addresses, steps);
  };
}

export function abstractIndices(
  ref: IndexedRef,
  functions: AbstractFunctions,
): (m: AbstractMachine) => readonly number[] {
  const steps = ref.steps.map((step) => abstractStep(step, functions));
  const fixed = [ref.base];
  return steps.length === 0 ? () => fixed : (m) => addSteps(m, fixed, steps);
}

function addSteps(
  m: AbstractMachine,
  from: readonly number[],
  steps: readonly ((m: AbstractMachine) => readonly number[])[],
): readonly number[] {
  let addresses = from;
  for (const step of steps) {
    const moves = step(m);
    if (addresses.length === 1 && moves.length === 1) {
      addresses = [addresses[0]! + moves[0]!];
      continue;
    }
    if (addresses.length * moves.length > MAX_ADDRESSES) throw new TooComplex();
    addresses =
      moves.length === 1
        ? addresses.map((a) => a + moves[0]!)
        : addresses.flatMap((a) => moves.map((move) => a + move));
  }
  return addresses;
}

function abstractStep(step: Step, functions: AbstractFunctions): (m: AbstractMachine) => readonly number[] {
  const index = abstractExpression(step.index, functions);
  const { first, count, stride } = step;
  return (m) => {
    const set = m.pool.within(index(m), first, first + count - 1);
    if (isSingle(set)) return [(set.lo - first) * stride];
    const positions = set.values ?? Array.from({ length: set.hi - set.lo + 1 }, (_, i) => set.lo + i);
    return positions.map((value) => (value - first) * stride);
  };
}
