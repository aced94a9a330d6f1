// Data expressions for the oracle, interpreted in the plainest way and independently of the engines. It knows the
// part of the language that the random generators use and stops at anything else.

import type { BinaryOperator, Expression, Network, Place, Statement, ValueType } from "../../network/network.ts";

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

export interface OracleScope {
  readonly network: Network;
  readonly locations: readonly number[];
  /** Written by assignments. */
  readonly cells: number[];
  readonly frame: number[];
  /** What reference parameters of the running function mean, by their frame cell. */
  readonly references?: ReadonlyMap<number, Cell>;
  /** Filled by assignments to clocks, in order. */
  readonly clocks: ClockUpdate[];
}

/** A cell of the state or of some frame. */
type Cell = readonly [space: number[], index: number];

export function evaluate(expression: Expression, scope: OracleScope): number {
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
      const [space, index] = find(expression.target, scope);
      const operand = evaluate(expression.value, scope);
      const old = space[index]!;
      const value = expression.op === "" ? operand : apply(expression.op, old, operand);
      space[index] = inRange(value, expression);
      return expression.yields === "old" ? old : value;
    }
    case "check":
      return inRange(evaluate(expression.value, scope), expression);
    case "copy": {
      const to = find(expression.target, scope);
      const from = find(expression.source, scope);
      const values = from[0].slice(from[1], from[1] + expression.size);
      const ranges = expression.type === undefined ? [] : rangesOf(expression.type);
      for (const [k, value] of values.entries()) {
        to[0][to[1] + k] = ranges[k] === undefined ? value : inRange(value, ranges[k]);
      }
      return 0;
    }
    case "sequence":
      for (const first of expression.first) evaluate(first, scope);
      return evaluate(expression.value, scope);
    case "clock-assign": {
      const clock = indexOf(expression.clock, scope);
      const value = evaluate(expression.value, scope);
      const source = expression.source === undefined ? {} : { source: indexOf(expression.source, scope) };
      scope.clocks.push({ clock, value, ...source });
      return 0;
    }
    case "call": {
      const called = scope.network.functions[expression.function]!;
      if (expression.into !== undefined) throw new OracleError("arrays and structs that are returned");
      const frame = new Array<number>(called.frameSize).fill(0);
      const references = new Map<number, Cell>();
      for (const [k, argument] of expression.arguments.entries()) {
        const { cell } = called.parameters[k]!;
        if (argument.kind === "value") frame[cell] = evaluate(argument.value, scope);
        else if (argument.kind === "reference") references.set(cell, find(argument.place, scope));
        else if (argument.kind === "copy") {
          const [space, index] = find(argument.source, scope);
          for (let at = 0; at < argument.size; at++) frame[cell + at] = space[index + at]!;
        } else throw new OracleError("clocks as arguments");
      }
      return run(called.body, { ...scope, frame, references }) ?? 0;
    }
    default:
      throw new OracleError(`expression ${expression.kind}`);
  }
}

/** The returned value, or undefined when the end is reached without a return. */
export function run(statements: readonly Statement[], scope: OracleScope): number | undefined {
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
      case "block":
        returned = run(statement.body, scope);
        break;
      case "initialise": {
        const [space, index] = find(statement.target, scope);
        for (const [k, value] of statement.values.entries()) space[index + k] = value;
        break;
      }
      case "for":
        for (const init of statement.init) evaluate(init, scope);
        while (returned === undefined && evaluate(statement.condition, scope) !== 0) {
          returned = run(statement.body, scope);
          if (returned === undefined) for (const step of statement.step) evaluate(step, scope);
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

function find(place: Place, scope: OracleScope): Cell {
  if (place.space === "reference") {
    const meant = scope.references?.get(place.base);
    if (meant === undefined) throw new OracleError("a reference to nothing");
    return [meant[0], indexOf({ base: meant[1] + place.offset, steps: place.steps }, scope)];
  }
  const space = place.space === "state" ? scope.cells : scope.frame;
  return [space, indexOf({ base: place.base + place.offset, steps: place.steps }, scope)];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function inRange(value: number, { min, max }: Range): number {
  if (value < min || value > max) throw new OracleFault("value out of range");
  return value;
}

/** What each cell of a type may hold. */
function rangesOf(type: ValueType): Range[] {
  switch (type.kind) {
    case "int":
      return [type];
    case "bool":
      return [{ min: 0, max: 1 }];
    case "scalar":
      return [{ min: 0, max: type.size - 1 }];
    case "array":
      return Array.from({ length: type.length }, () => rangesOf(type.element)).flat();
    case "struct":
      return type.fields.flatMap((field) => rangesOf(field.type));
  }
}

export function indexOf(ref: { base: number; steps: Place["steps"] }, scope: OracleScope): number {
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
