// What would refute a bound on a probability: states whose reaching carries too much. A bound from above on reaching is
// refuted by reaching, one from below on "always" by leaving. The other two are refuted by reaching states from which
// it is settled, and these are known only once the whole graph is: from where what was asked for can no longer happen.

import type { Ask, NumericExpression, PathFormula, Property } from "../../network/index.ts";
import { type ExplicitModel, type PropertyEvaluator, quietHost, untilProbability } from "../../probabilistic/index.ts";

/** `through U to`, and the mass that is too much. */
export interface Refutation {
  readonly to: Property;
  readonly through?: Property;
  readonly within?: number;
  exceeds(mass: number): boolean;
}

type Asked = Extract<Property, { kind: "probability" }>;

const not = (property: Property): Property => ({ kind: "operation", type: "truth", op: "!", of: [property] });
const both = (a: Property, b: Property): Property => ({ kind: "operation", type: "truth", op: "&", of: [a, b] });

/** Too much by more than the rounding of 1 − p. */
const SLACK = 4e-16;

/** Refuted by what can be met on the way; undefined where it is not. */
export function refutationOf({ ask, path }: Asked): Refutation | undefined {
  if (path.lower !== undefined && path.lower > 0) return undefined;
  const within = path.upper === undefined ? {} : { within: path.upper };
  const reached = reachedBy(path);
  const failed = failedBy(path);
  if (reached !== undefined && isFromAbove(ask) && ask.optimum !== "min")
    return { ...reached, ...within, exceeds: exceeding(ask.op === "<=", ask.bound!) };
  if (failed !== undefined && isFromBelow(ask) && ask.optimum !== "max")
    return { ...failed, ...within, exceeds: exceeding(ask.op === ">=", 1 - ask.bound! + SLACK) };
  return undefined;
}

/** What carries a value that is asked for. */
export function carriedBy({ ask, path }: Asked): Omit<Refutation, "exceeds"> | undefined {
  if (ask.bound !== undefined || ask.optimum === "min" || (path.lower !== undefined && path.lower > 0))
    return undefined;
  const reached = reachedBy(path);
  return reached === undefined
    ? undefined
    : { ...reached, ...(path.upper === undefined ? {} : { within: path.upper }) };
}

/** Refuted by reaching states from which it is settled: `isSettled` by state of the model. */
export function settledRefutation(
  { ask, path }: Asked,
  model: ExplicitModel,
  evaluator: PropertyEvaluator,
): { readonly isSettled: Uint8Array; readonly mayPass: Uint8Array; exceeds(mass: number): boolean } | undefined {
  if (path.lower !== undefined || path.upper !== undefined) return undefined;
  const sets = ({ to, through }: { readonly to: Property; readonly through?: Property }) => {
    const right = evaluator.set(to);
    const left = through === undefined ? new Uint8Array(model.states).fill(1) : evaluator.set(through);
    const { zero } = untilProbability(model, left, right, "min", quietHost);
    return { isSettled: zero, mayPass: left.map((member, state) => (member && !right[state] ? 1 : 0)) };
  };
  const reached = reachedBy(path);
  const failed = failedBy(path);
  if (reached !== undefined && isFromBelow(ask) && ask.optimum !== "max")
    return { ...sets(reached), exceeds: exceeding(ask.op === ">=", 1 - ask.bound! + SLACK) };
  if (failed !== undefined && isFromAbove(ask) && ask.optimum !== "min")
    return { ...sets(failed), exceeds: exceeding(ask.op === "<=", ask.bound!) };
  return undefined;
}

const isFromAbove = ({ op, bound }: Ask): boolean => bound !== undefined && bound < 1 && (op === "<=" || op === "<");
const isFromBelow = ({ op, bound }: Ask): boolean => bound !== undefined && bound > 0 && (op === ">=" || op === ">");
const exceeding =
  (isStrict: boolean, bound: number) =>
  (mass: number): boolean =>
    isStrict ? mass > bound : mass >= bound && mass > 0;

function reachedBy({ op, left, right }: PathFormula): Omit<Refutation, "exceeds"> | undefined {
  if (op === "F") return { to: right };
  return op === "U" ? { to: right, through: left! } : undefined;
}

/** What ends `G`, `W` and `R`. */
function failedBy({ op, left, right }: PathFormula): Omit<Refutation, "exceeds"> | undefined {
  if (op === "G") return { to: not(right) };
  if (op === "W") return { to: both(not(left!), not(right)), through: not(right) };
  return op === "R" ? { to: not(right), through: not(left!) } : undefined;
}

/** The path formula as an until, or as what an until rules out; undefined for `X`. */
export function untilOf(
  path: PathFormula,
): (Omit<Refutation, "exceeds"> & { readonly isInverse: boolean }) | undefined {
  const [reached, failed] = [reachedBy(path), failedBy(path)];
  if (reached !== undefined) return { ...reached, isInverse: false };
  return failed && { ...failed, isInverse: true };
}

/** A state formula as one expression over variables; undefined where it is none. */
export function expressionOf(property: Property): NumericExpression | undefined {
  if (property.kind === "state") return property.value;
  if (property.kind !== "operation") return undefined;
  const of = property.of.map(expressionOf);
  return of.every((part) => part !== undefined) ? { kind: "operation", op: property.op, of } : undefined;
}
