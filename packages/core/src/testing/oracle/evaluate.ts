// Data expressions for the oracle, interpreted in the plainest way and independently of the engines. It knows the
// part of the language that the random generator uses and stops at anything else.

import type { BinaryOperator, Expression, Network, Place, Statement } from "../../network/network.ts";

/** Why the oracle cannot judge a network: it is too large, or has something the oracle does not know. */
export class OracleError extends Error {
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge = false) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

/** The model itself fails: an index, a range, a division, a negative clock. */
export class OracleFault extends Error {}

export interface ClockUpdate {
  readonly clock: number;
  readonly source?: number;
  readonly value: number;
}

export interface Scope {
  readonly network: Network;
  readonly locations: readonly number[];
  /** Written by assignments. */
  readonly cells: number[];
  readonly frame: number[];
  /** Filled by assignments to clocks, in order. */
  readonly clocks: ClockUpdate[];
}

export function evaluate(expression: Expression, scope: Scope): number {
  switch (expression.kind) {
    case "constant":
      return expression.value;
    case "load": {
      const [space, index] = find(expression.place, scope);
      return space[index]!;
    }
    case "unary": {
      const value = evaluate(expression.operand, scope);
      if (expression.op === "!") return value === 0 ? 1 : 0;
      return expression.op === "-" ? -value | 0 : Math.abs(value) | 0;
    }
    case "binary":
      return apply(expression.op, evaluate(expression.left, scope), evaluate(expression.right, scope));
    case "and":
      return evaluate(expression.left, scope) !== 0 && evaluate(expression.right, scope) !== 0 ? 1 : 0;
    case "or":
      return evaluate(expression.left, scope) !== 0 || evaluate(expression.right, scope) !== 0 ? 1 : 0;
    case "conditional":
      return evaluate(expression.condition, scope) !== 0
        ? evaluate(expression.then, scope)
        : evaluate(expression.otherwise, scope);
    case "forall":
    case "exists":
    case "sum": {
      const values: number[] = [];
      for (let value = expression.min; value <= expression.max; value++) {
        scope.frame[expression.cell] = value;
        values.push(evaluate(expression.body, scope));
        // What follows is not evaluated once the answer is known.
        if (expression.kind !== "sum" && (values.at(-1) !== 0) === (expression.kind === "exists")) break;
      }
      if (expression.kind === "sum") return values.reduce((sum, value) => (sum + value) | 0, 0);
      const holds = (value: number): boolean => value !== 0;
      return Number(expression.kind === "forall" ? values.every(holds) : values.some(holds));
    }
    case "at":
      return scope.locations[indexOf(expression.process, scope)] === expression.location ? 1 : 0;
    case "assign": {
      if (expression.op !== "") throw new OracleError("compound assignment");
      const [space, index] = find(expression.target, scope);
      const value = evaluate(expression.value, scope);
      if (value < expression.min || value > expression.max) throw new OracleFault("value out of range");
      space[index] = value;
      return value;
    }
    case "clock-assign": {
      const clock = indexOf(expression.clock, scope);
      const value = evaluate(expression.value, scope);
      const source = expression.source === undefined ? {} : { source: indexOf(expression.source, scope) };
      scope.clocks.push({ clock, value, ...source });
      return 0;
    }
    case "call": {
      const called = scope.network.functions[expression.function]!;
      const frame = new Array<number>(called.frameSize).fill(0);
      for (const [k, argument] of expression.arguments.entries()) {
        if (argument.kind !== "value") throw new OracleError("arguments by reference");
        frame[called.parameters[k]!.cell] = evaluate(argument.value, scope);
      }
      return run(called.body, { ...scope, frame }) ?? 0;
    }
    default:
      throw new OracleError(`expression ${expression.kind}`);
  }
}

/** The returned value, or undefined when the end is reached without a return. */
export function run(statements: readonly Statement[], scope: Scope): number | undefined {
  for (const statement of statements) {
    let returned: number | undefined;
    switch (statement.kind) {
      case "expression":
        evaluate(statement.expression, scope);
        break;
      case "if":
        returned = run(evaluate(statement.condition, scope) !== 0 ? statement.then : statement.otherwise, scope);
        break;
      case "iterate":
        for (let value = statement.min; value <= statement.max && returned === undefined; value++) {
          scope.frame[statement.cell] = value;
          returned = run(statement.body, scope);
        }
        break;
      case "return":
        return statement.value === undefined ? 0 : evaluate(statement.value, scope);
      default:
        throw new OracleError(`statement ${statement.kind}`);
    }
    if (returned !== undefined) return returned;
  }
  return undefined;
}

function find(place: Place, scope: Scope): [space: number[], index: number] {
  if (place.space === "reference") throw new OracleError("references");
  const space = place.space === "state" ? scope.cells : scope.frame;
  return [space, indexOf({ base: place.base + place.offset, steps: place.steps }, scope)];
}

export function indexOf(ref: { base: number; steps: Place["steps"] }, scope: Scope): number {
  let index = ref.base;
  for (const step of ref.steps) {
    const k = evaluate(step.index, scope) - step.first;
    if (k < 0 || k >= step.count) throw new OracleFault("index out of range");
    index += k * step.stride;
  }
  return index;
}

function apply(op: BinaryOperator, left: number, right: number): number {
  switch (op) {
    case "+":
      return (left + right) | 0;
    case "-":
      return (left - right) | 0;
    case "*":
      return Math.imul(left, right);
    case "/":
    case "%":
      if (right === 0) throw new OracleFault("division by zero");
      return op === "/" ? (left / right) | 0 : (left % right) | 0;
    case "<?":
      return Math.min(left, right);
    case ">?":
      return Math.max(left, right);
    case "<":
      return Number(left < right);
    case "<=":
      return Number(left <= right);
    case "==":
      return Number(left === right);
    case "!=":
      return Number(left !== right);
    case ">=":
      return Number(left >= right);
    case ">":
      return Number(left > right);
    default:
      throw new OracleError(`operator ${op}`);
  }
}
