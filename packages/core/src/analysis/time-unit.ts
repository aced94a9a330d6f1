// The unit of time of a model: the greatest number that divides everything its clocks are compared with and set to. A
// model in nanoseconds whose constants are all milliseconds is the same model, state by state, in milliseconds: bounds
// are small again, and sums of them fit. Only what is known for sure to be a multiple counts.

import { type Expression, type Network, type Query, termsOf } from "../network/index.ts";
import { AccessAnalysis, cellsOf } from "./accesses.ts";
import { EMPTY_FRAME, type Frame, Intervals, withRange } from "./intervals.ts";

/** 1 where nothing is gained or known. */
export function timeUnit(network: Network, query: Query): number {
  const divisors = new Divisors(network);
  // Data that is added to a clock before it is measured is no time.
  if (termsOf(query).some(({ left, value }) => left !== undefined && !isZero(value))) return 1;
  let unit = 0;
  const visit = (value: unknown, frame: Frame): void => {
    if (unit === 1 || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, frame);
      return;
    }
    const inner =
      "binders" in value ? bound(frame, value.binders) : "binder" in value ? bound(frame, [value.binder]) : frame;
    if (isClockTest(value)) unit = gcd(unit, divisors.of(value.bound, inner));
    if (isClockAssignment(value)) unit = gcd(unit, divisors.of(value.value, frame));
    for (const [key, part] of Object.entries(value)) if (key !== "span") visit(part, inner);
  };
  for (const { initial } of network.clocks) unit = gcd(unit, initial);
  for (const edge of network.edges) {
    const selects = edge.selects.reduce((frame, select, cell) => withRange(frame, cell, select), EMPTY_FRAME);
    visit([edge.guard, edge.update], selects);
  }
  for (const { locations } of network.processes)
    visit(
      locations.map(({ invariant }) => invariant),
      EMPTY_FRAME,
    );
  visit([network.functions.map(({ body }) => body), network.beforeUpdate, network.afterUpdate], EMPTY_FRAME);
  visit(query, EMPTY_FRAME);
  return Math.max(1, unit);
}

/** The same network, or query, with clocks counting in units: what divides everything divides here without rest. */
export function inUnits<T>(of: T, unit: number): T {
  return rescaled(of, (value) =>
    value.kind === "constant"
      ? { kind: "constant", value: value.value / unit }
      : { kind: "binary", op: "/", left: value, right: { kind: "constant", value: unit } },
  );
}

/** Plain data with everything that clocks are compared with or set to replaced. */
export function rescaled<T>(of: T, scale: (value: Expression) => Expression): T {
  const copy = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    const parts = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === "span" ? part : copy(part)]),
    );
    if (isClock(value)) return { ...parts, initial: constantOf(scale({ kind: "constant", value: value.initial })) };
    if (isClockTest(value)) return { ...parts, bound: scale(value.bound) };
    if (isClockAssignment(value)) return { ...parts, value: scale(value.value) };
    return parts;
  };
  return copy(of) as T;
}

class Divisors {
  private readonly network: Network;
  private readonly intervals: Intervals;
  private readonly written: ReadonlySet<number>;

  constructor(network: Network) {
    this.network = network;
    this.intervals = new Intervals(network);
    const accesses = new AccessAnalysis(network);
    const written = new Set<number>();
    const statements = [
      ...network.edges.flatMap(({ update }) => update),
      ...network.beforeUpdate,
      ...network.afterUpdate,
    ];
    for (const cell of accesses.ofStatements(statements).writtenCells) written.add(cell);
    this.written = written;
  }

  /** A number that surely divides every value of the expression; 0 divides only 0. */
  of(expression: Expression, frame: Frame): number {
    switch (expression.kind) {
      case "constant":
        return Math.abs(expression.value);
      case "load": {
        const { place } = expression;
        if (place.space !== "state") return this.known(expression, frame);
        const cells = cellsOf(place, 1);
        if (cells.some((cell) => this.written.has(cell))) return this.known(expression, frame);
        return cells.reduce((all, cell) => gcd(all, this.network.initialValues[cell]!), 0);
      }
      case "unary":
        return expression.op === "-" ? this.of(expression.operand, frame) : 1;
      case "conditional":
        return gcd(this.of(expression.then, frame), this.of(expression.otherwise, frame));
      case "binary": {
        const { op, left, right } = expression;
        if (op === "+" || op === "-") return gcd(this.of(left, frame), this.of(right, frame));
        if (op !== "*") return 1;
        // Beyond int32 a product wraps, and is no multiple any more.
        const [a, b] = [this.intervals.of(left, frame), this.intervals.of(right, frame)];
        const most = Math.max(Math.abs(a.min), Math.abs(a.max)) * Math.max(Math.abs(b.min), Math.abs(b.max));
        return most < 2 ** 31 ? this.of(left, frame) * this.of(right, frame) : 1;
      }
      default:
        return 1;
    }
  }

  private known(expression: Expression, frame: Frame): number {
    const { min, max } = this.intervals.of(expression, frame);
    return min === max ? Math.abs(min) : 1;
  }
}

const isClock = (value: object): value is Network["clocks"][number] =>
  "initial" in value && typeof value.initial === "number" && "name" in value;

const constantOf = (expression: Expression): number => (expression.kind === "constant" ? expression.value : 0);

const isZero = (value: Expression): boolean => value.kind === "constant" && value.value === 0;

const isClockTest = (value: object): value is { readonly kind: "clock"; readonly bound: Expression } =>
  "kind" in value && value.kind === "clock" && "bound" in value;

const isClockAssignment = (value: object): value is { readonly kind: "clock-assign"; readonly value: Expression } =>
  "kind" in value && value.kind === "clock-assign";

function bound(frame: Frame, binders: unknown): Frame {
  const list = binders as readonly { readonly cell: number; readonly min: number; readonly max: number }[];
  return list.reduce((inner, binder) => withRange(inner, binder.cell, binder), frame);
}

function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
