// What values can an expression take? Intervals over declared ranges, select and quantifier ranges; used where a
// constant is needed but the model gives an expression (clock bounds, indices of clocks and channels). Effects of
// the running update are not followed, so the answer holds for every state of the network.

import { defined } from "../basics/defined.ts";
import { type CellTable, cellTable, sizeOf } from "../network/cells.ts";
import type {
  Argument,
  BinaryOperator,
  ClockRef,
  Expression,
  FunctionDefinition,
  IndexedRef,
  Network,
  Place,
} from "../network/network.ts";
import { frameRanges } from "./frames.ts";
import type { Range } from "./range.ts";

export type { Range } from "./range.ts";

export const INT32: Range = { min: -0x80000000, max: 0x7fffffff };
const BOOL: Range = { min: 0, max: 1 };

/** What is known about the frame an expression is evaluated in; cells that are not listed may hold anything. */
export interface Frame {
  readonly ranges: ReadonlyMap<number, Range>;
  /** Reference parameters: the clocks whose index the cell may hold. */
  readonly clocks: ReadonlyMap<number, readonly number[]>;
  /** What conditions on the way here say of state cells, beyond what always holds. */
  readonly cells?: ReadonlyMap<number, Range>;
  /** Calls on the way here, to end recursion. */
  readonly depth: number;
}

export const EMPTY_FRAME: Frame = { ranges: new Map(), clocks: new Map(), depth: 0 };
const MAX_DEPTH = 16;

export function withRange(frame: Frame, cell: number, range: Range): Frame {
  return { ...frame, ranges: new Map(frame.ranges).set(cell, range) };
}

export class Intervals {
  readonly network: Network;
  /** What the cells hold in every state: their declared ranges, or what whoever owns the table knows. */
  readonly cells: CellTable;
  /** Goes up when the table changes: what was found out before may not hold any more. */
  revision = 0;
  /** What calls yield, by what is known where they are made: functions that call functions ask the same many times. */
  private readonly yields = new PerCall<Range>();

  constructor(network: Network) {
    this.network = network;
    this.cells = cellTable(network);
    // Read-only tables are known by value.
    for (const { constant, cell, type } of network.variables) {
      if (constant !== true) continue;
      for (let at = cell; at < cell + sizeOf(type); at++) {
        this.cells.min[at] = this.cells.max[at] = network.initialValues[at]!;
      }
    }
  }

  of(expression: Expression, frame: Frame = EMPTY_FRAME): Range {
    switch (expression.kind) {
      case "constant":
        return point(expression.value);
      case "load":
        return this.loaded(expression.place, frame);
      case "unary": {
        const operand = this.of(expression.operand, frame);
        if (expression.op === "!") return decided(operand, false);
        if (expression.op === "-") return wrapped(-operand.max, -operand.min);
        const least = operand.min <= 0 && operand.max >= 0 ? 0 : Math.min(Math.abs(operand.min), Math.abs(operand.max));
        return wrapped(least, Math.max(Math.abs(operand.min), Math.abs(operand.max)));
      }
      case "binary":
        return binary(expression.op, this.of(expression.left, frame), this.of(expression.right, frame));
      case "conditional": {
        const condition = decided(this.of(expression.condition, frame), true);
        if (condition.min === 1) return this.of(expression.then, frame);
        if (condition.max === 0) return this.of(expression.otherwise, frame);
        return hull(this.of(expression.then, frame), this.of(expression.otherwise, frame));
      }
      case "sum": {
        const body = this.of(expression.body, withRange(frame, expression.cell, expression));
        const count = Math.max(0, expression.max - expression.min + 1);
        return wrapped(Math.min(0, count * body.min), Math.max(0, count * body.max));
      }
      case "and":
      case "or":
      case "forall":
      case "exists":
      case "at":
      case "same":
        return BOOL;
      case "assign": {
        const declared = { min: expression.min, max: expression.max };
        if (expression.yields === "old") return this.loaded(expression.target, frame);
        return expression.op === "" ? within(this.of(expression.value, frame), declared) : declared;
      }
      case "copy":
      case "clock-assign":
        return point(0);
      case "call":
        return this.called(expression, frame);
      case "sequence":
        return this.of(expression.value, frame);
      case "choose": {
        const index = this.of(expression.index, frame);
        const cases = expression.cases.slice(Math.max(0, index.min), Math.max(0, index.max) + 1);
        return cases.length === 0 ? INT32 : cases.map((each) => this.of(each, frame)).reduce(hull);
      }
      case "check":
        return within(this.of(expression.value, frame), expression);
      case "unsupported":
        return INT32;
    }
  }

  /** The frame of a function's body for the given arguments, from the places where its cells are written. */
  calledFrame(called: FunctionDefinition, args: readonly Argument[], caller: Frame): Frame {
    const written = frameRanges(called);
    const ranges = new Map(written);
    const clocks = new Map<number, readonly number[]>();
    for (const [k, parameter] of called.parameters.entries()) {
      const argument = args[k];
      if (argument?.kind === "value") {
        if (written === undefined) continue;
        const given = this.of(argument.value, caller);
        const before = written.get(parameter.cell);
        ranges.set(parameter.cell, before === undefined ? given : hull(before, given));
      } else if (argument?.kind === "clock") {
        clocks.set(parameter.cell, this.clocksOf(argument.clock, caller));
      } else {
        for (let cell = 0; cell < parameter.size; cell++) ranges.delete(parameter.cell + cell);
      }
    }
    return { ranges, clocks, depth: caller.depth + 1, ...defined({ cells: caller.cells }) };
  }

  /** The indices `base` plus steps may name, ascending. */
  indicesOf(ref: IndexedRef, frame: Frame = EMPTY_FRAME): number[] {
    let found = new Set([ref.base]);
    for (const step of ref.steps) {
      const index = this.of(step.index, frame);
      const first = Math.max(0, index.min - step.first);
      const last = Math.min(step.count - 1, index.max - step.first);
      const next = new Set<number>();
      for (const at of found) for (let k = first; k <= last; k++) next.add(at + k * step.stride);
      found = next;
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The clocks a reference may name. */
  clocksOf(ref: ClockRef, frame: Frame = EMPTY_FRAME): number[] {
    if (ref.space === "clock") return this.indicesOf(ref, frame);
    const bases = frame.clocks.get(ref.base) ?? this.network.clocks.map((_, clock) => clock);
    const all = bases.flatMap((base) => this.indicesOf({ base, steps: ref.steps }, frame));
    return [...new Set(all)].filter((clock) => clock < this.network.clocks.length).sort((a, b) => a - b);
  }

  loaded(place: Place, frame: Frame): Range {
    if (place.space === "reference") return INT32;
    if (place.space === "frame") {
      if (place.steps.length > 0) return INT32;
      return frame.ranges.get(place.base + place.offset) ?? INT32;
    }
    let range: Range | undefined;
    for (const cell of this.indicesOf({ base: place.base + place.offset, steps: place.steps }, frame)) {
      if (cell >= this.network.cells) return INT32;
      const here = frame.cells?.get(cell) ?? { min: this.cells.min[cell]!, max: this.cells.max[cell]! };
      range = range === undefined ? here : hull(range, here);
    }
    return range ?? INT32;
  }

  private called(call: Expression & { kind: "call" }, frame: Frame): Range {
    const called = this.network.functions[call.function]!;
    if (frame.depth >= MAX_DEPTH) return INT32;
    const inner = this.calledFrame(called, call.arguments, frame);
    return this.yields.get(this.revision, callKey(call.function, inner), () => this.yielded(called, inner));
  }

  private yielded(called: FunctionDefinition, inner: Frame): Range {
    let range: Range | undefined;
    const visit = (statements: FunctionDefinition["body"]): void => {
      for (const statement of statements) {
        if (statement.kind === "return" && statement.value !== undefined) {
          const value = this.of(statement.value, inner);
          range = range === undefined ? value : hull(range, value);
        } else if (statement.kind === "if") {
          visit(statement.then);
          visit(statement.otherwise);
        } else if ("body" in statement) {
          visit(statement.body);
        }
      }
    };
    visit(called.body);
    // A function may end without meeting a return; it yields 0 then.
    return range === undefined ? point(0) : hull(range, point(0));
  }
}

/** What was found out about calls, as long as the table of cells stays as it is. */
export class PerCall<T> {
  private readonly known = new Map<string, T>();
  private revision = 0;

  get(revision: number, key: string, find: () => T): T {
    if (revision !== this.revision) this.known.clear();
    this.revision = revision;
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const found = find();
    this.known.set(key, found);
    return found;
  }
}

/** Calls with the same key are alike: the same function, with the same knowledge of its frame and of the state. */
export function callKey(index: number, { ranges, clocks, cells = new Map(), depth }: Frame): string {
  const listed = (known: ReadonlyMap<number, Range>): string =>
    [...known].map(([cell, { min, max }]) => `${cell}:${min}:${max}`).join();
  return `${index} ${depth} ${listed(ranges)} ${[...clocks].join(";")} ${listed(cells)}`;
}

function point(value: number): Range {
  return { min: value, max: value };
}

export function hull(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

function within(a: Range, b: Range): Range {
  const min = Math.max(a.min, b.min);
  const max = Math.min(a.max, b.max);
  // Values outside are faults that end the check: nothing goes on with them.
  return min <= max ? { min, max } : { min: b.min, max: b.max };
}

/** Arithmetic wraps at 32 bits, so what may leave them may be anything. */
function wrapped(min: number, max: number): Range {
  if (Number.isNaN(min) || Number.isNaN(max) || min < INT32.min || max > INT32.max) return INT32;
  return { min: min + 0, max: max + 0 };
}

/** The truth of a value (`expected` true) or of its negation, as far as the range decides it. */
function decided(range: Range, expected: boolean): Range {
  if (range.min === 0 && range.max === 0) return point(expected ? 0 : 1);
  if (range.min > 0 || range.max < 0) return point(expected ? 1 : 0);
  return BOOL;
}

function corners(a: Range, b: Range, apply: (x: number, y: number) => number): Range {
  const values = [apply(a.min, b.min), apply(a.min, b.max), apply(a.max, b.min), apply(a.max, b.max)];
  return wrapped(Math.min(...values), Math.max(...values));
}

/** What an operator makes of two ranges. */
export function binary(op: BinaryOperator, a: Range, b: Range): Range {
  switch (op) {
    case "+":
      return wrapped(a.min + b.min, a.max + b.max);
    case "-":
      return wrapped(a.min - b.max, a.max - b.min);
    case "*":
      return corners(a, b, (x, y) => x * y);
    case "/": {
      const divisors = [b.min, b.max, -1, 1].filter((d) => d !== 0 && d >= b.min && d <= b.max);
      if (divisors.length === 0) return INT32;
      const values = divisors.flatMap((d) => [Math.trunc(a.min / d), Math.trunc(a.max / d)]);
      return wrapped(Math.min(...values), Math.max(...values));
    }
    case "%": {
      const most = Math.max(1, Math.abs(b.min), Math.abs(b.max)) - 1;
      return { min: a.min < 0 ? Math.max(a.min, -most) : 0, max: a.max > 0 ? Math.min(a.max, most) : 0 };
    }
    case "<?":
      return { min: Math.min(a.min, b.min), max: Math.min(a.max, b.max) };
    case ">?":
      return { min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) };
    case "&":
      if (a.min >= 0 && b.min >= 0) return { min: 0, max: Math.min(a.max, b.max) };
      return a.min >= 0 ? { min: 0, max: a.max } : b.min >= 0 ? { min: 0, max: b.max } : INT32;
    case "|":
    case "^":
      return a.min >= 0 && b.min >= 0 ? { min: 0, max: allOnes(Math.max(a.max, b.max)) } : INT32;
    case "<<":
      return b.min >= 0 && b.max <= 31 ? corners(a, b, (x, y) => x * 2 ** y) : INT32;
    case ">>":
      return b.min >= 0 && b.max <= 31 ? corners(a, b, (x, y) => x >> y) : INT32;
    case "**":
      return a.min >= 0 && b.min >= 0 ? corners(a, b, (x, y) => x ** y) : INT32;
    case "<":
      return compared(a.max < b.min, a.min >= b.max);
    case "<=":
      return compared(a.max <= b.min, a.min > b.max);
    case ">":
      return compared(a.min > b.max, a.max <= b.min);
    case ">=":
      return compared(a.min >= b.max, a.max < b.min);
    case "==":
      return compared(isPoint(a) && isPoint(b) && a.min === b.min, a.max < b.min || b.max < a.min);
    case "!=":
      return compared(a.max < b.min || b.max < a.min, isPoint(a) && isPoint(b) && a.min === b.min);
  }
}

const isPoint = ({ min, max }: Range): boolean => min === max;

function allOnes(value: number): number {
  return 2 ** (32 - Math.clz32(value)) - 1;
}

function compared(always: boolean, never: boolean): Range {
  return always ? point(1) : never ? point(0) : BOOL;
}
