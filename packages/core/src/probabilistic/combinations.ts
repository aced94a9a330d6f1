// Properties made of others: truths under connectives, numbers under operators, and filters over states.

import { type NumericOperator, numericFunction, type Property } from "../network/index.ts";
import type { StateSet, ValueInterval } from "./model.ts";
import { type Measured, Undecided, UnsupportedProperty, type Values } from "./values.ts";

const ROUNDING = 1.2e-16;

type FilterOperator = Extract<Property, { kind: "filter" }>["op"];

/** What was measured, as it is behind an operation; its fractions are those of before. */
function combined({ of, proven }: Measured, interval: ValueInterval): Measured {
  return { of, proven, interval, estimate: interval.lower.map((x, state) => (x + interval.upper[state]!) / 2) };
}

/** How far an end may lie beside what was computed; infinite ones are as they are. */
const roundedAway = (end: number, error: number): number => (Number.isFinite(end) ? Math.abs(end) * error : 0);

/** Truths that are open stay so unless the others decide. */
export function logic(
  op: NumericOperator,
  parts: readonly Extract<Values, { kind: "truths" }>[],
  states: number,
): Values {
  const holds = new Uint8Array(states);
  const open = new Uint8Array(states);
  const evaluate = numericFunction({ kind: "operation", op, of: parts.map((_, cell) => ({ kind: "cell", cell })) });
  const cells = parts.map(() => 0);
  const all = (state: number, at: number): number => {
    if (at === parts.length) return evaluate(cells) === 0 ? 1 : 2;
    const { holds: own, open: unsure } = parts[at]!;
    if (!unsure[state]) {
      cells[at] = own[state]!;
      return all(state, at + 1);
    }
    cells[at] = 0;
    const no = all(state, at + 1);
    cells[at] = 1;
    return no | all(state, at + 1);
  };
  for (let state = 0; state < states; state++) {
    const outcomes = all(state, 0);
    if (outcomes === 3) open[state] = 1;
    else holds[state] = outcomes === 2 ? 1 : 0;
  }
  const measured = parts.find((part) => part.measured !== undefined)?.measured;
  return { kind: "truths", holds, open, ...(measured === undefined ? {} : { measured }) };
}

/** Numbers and truths as numbers. */
export function arithmetic(op: NumericOperator, parts: readonly Values[], states: number): Values {
  const ends = parts.map((part) => {
    if (part.kind === "numbers") return part.interval;
    const open = part.open.indexOf(1);
    if (open >= 0) throw new Undecided(part.measured!, open);
    const numbers = Float64Array.from(part.holds);
    return { lower: numbers, upper: numbers };
  });
  const lower = new Float64Array(states);
  const upper = new Float64Array(states);
  const isTruth = ["=", "!=", "<", "<=", ">", ">=", "&", "|", "=>", "<=>", "!"].includes(op);
  const evaluate = numericFunction({ kind: "operation", op, of: parts.map((_, cell) => ({ kind: "cell", cell })) });
  const cells = parts.map(() => 0);
  for (let state = 0; state < states; state++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    // Nearly all operations are monotone in each operand, so that the ends decide.
    if (!isDecidedByEnds(op, ends, state))
      [low, high] = isTruth ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let corner = 0; corner < 1 << parts.length; corner++) {
      for (const [at, { lower: l, upper: u }] of ends.entries()) cells[at] = (corner >> at) & 1 ? u[state]! : l[state]!;
      const value = evaluate(cells);
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    const error = isTruth ? 0 : 2 * ROUNDING;
    lower[state] = low - roundedAway(low, error);
    upper[state] = high + roundedAway(high, error);
  }
  const measured = parts.find((part) => part.measured !== undefined)?.measured;
  const about = measured === undefined ? {} : { measured };
  if (!isTruth)
    return {
      kind: "numbers",
      interval: { lower, upper },
      ...(measured === undefined
        ? {}
        : {
            measured: { ...combined(measured, { lower, upper }), of: "value" },
          }),
    };
  return {
    kind: "truths",
    holds: Uint8Array.from(lower),
    open: lower.map((x, s) => (x === upper[s] ? 0 : 1)) as unknown as StateSet,
    ...about,
  };
}

/** Numbers may be equal although no ends of their intervals are, and a divisor may be 0 between its ends. */
function isDecidedByEnds(op: NumericOperator, ends: readonly ValueInterval[], state: number): boolean {
  const [low, high] = [ends.map(({ lower }) => lower[state]!), ends.map(({ upper }) => upper[state]!)];
  const arePoints = low.every((end, at) => end === high[at]);
  if (arePoints) return true;
  if (op === "=" || op === "!=") return high[0]! < low[1]! || high[1]! < low[0]!;
  return !(op === "/" && low[1]! <= 0 && high[1]! >= 0) || (low[1] === 0 && high[1] === 0);
}

/** One value for all states, of those of `where`. */
export function filtered(op: FilterOperator, values: Values, where: StateSet): Values {
  const states = where.length;
  const members = Array.from(where.keys()).filter((state) => where[state]);
  const everywhere = (low: number, high: number, of = values.measured?.of): Values => {
    const interval = {
      lower: new Float64Array(states).fill(low),
      upper: new Float64Array(states).fill(high),
    };
    const measured =
      values.measured === undefined || of === undefined ? undefined : { ...combined(values.measured, interval), of };
    return { kind: "numbers", interval, ...(measured === undefined ? {} : { measured }) };
  };
  if (values.kind === "truths") {
    const open = members.find((state) => values.open[state]);
    if (open !== undefined) throw new Undecided(values.measured!, open);
    const count = members.filter((state) => values.holds[state]).length;
    if (op === "count") return everywhere(count, count, "value");
    const first = members[0];
    const holds =
      op === "exists"
        ? count > 0
        : op === "forall"
          ? count === members.length
          : first !== undefined && values.holds[first] === 1;
    return { kind: "truths", holds: new Uint8Array(states).fill(holds ? 1 : 0), open: new Uint8Array(states) };
  }
  if (members.length === 0) throw new UnsupportedProperty("the filter has no states");
  const ends = (pick: (values: readonly number[]) => number): Values =>
    everywhere(
      pick(members.map((state) => values.interval.lower[state]!)),
      pick(members.map((state) => values.interval.upper[state]!)),
    );
  // What is added is rounded once per state; probabilities and rewards are not negative.
  const added = (parts: number): Values => {
    const total = (of: Float64Array): number => members.reduce((sum, state) => sum + of[state]!, 0) / parts;
    const error = (members.length + 2) * ROUNDING;
    const [low, high] = [total(values.interval.lower), total(values.interval.upper)];
    // A sum of probabilities is none.
    const of = parts === 1 && values.measured?.of === "probability" ? "value" : values.measured?.of;
    return everywhere(low - roundedAway(low, error), high + roundedAway(high, error), of);
  };
  switch (op) {
    case "min":
      return ends((list) => list.reduce((a, b) => Math.min(a, b)));
    case "max":
      return ends((list) => list.reduce((a, b) => Math.max(a, b)));
    case "sum":
      return added(1);
    case "avg":
      return added(members.length);
    case "range":
      return everywhere(
        members.reduce((least, state) => Math.min(least, values.interval.lower[state]!), Number.POSITIVE_INFINITY),
        members.reduce((most, state) => Math.max(most, values.interval.upper[state]!), Number.NEGATIVE_INFINITY),
      );
    case "state":
      if (members.length > 1)
        throw new UnsupportedProperty(
          `\`filter(state, …)\` is about one state, and ${members.length} satisfy its condition`,
        );
      return ends((list) => list[0]!);
    default:
      return ends((list) => list[0]!);
  }
}
