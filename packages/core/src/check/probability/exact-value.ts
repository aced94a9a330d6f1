// The value of a property as a fraction, where it asks for the probability of one unbounded formula and the graph is
// small; a bound that no interval of numbers decides is decided by it.

import { compare, minus, parseRational, type Rational, rational, rationalToString } from "../../basics/rational.ts";
import type { Property } from "../../network/index.ts";
import {
  complement,
  type ExplicitModel,
  exactProbability,
  type PropertyEvaluator,
  quietHost,
  untilProbability,
} from "../../probabilistic/index.ts";

const MOST_DIGITS = 80;

export interface ExactValue {
  readonly value?: string;
  /** Of a property with a bound. */
  readonly holds?: boolean;
}

export function exactValue(
  model: ExplicitModel,
  property: Property,
  evaluator: PropertyEvaluator,
): ExactValue | undefined {
  if (property.kind !== "probability" || model.initial.length !== 1) return undefined;
  const { path, ask } = property;
  if (path.lower !== undefined || path.upper !== undefined || !["F", "U", "G"].includes(path.op)) return undefined;
  const optimum = ask.optimum ?? "max";
  const all = new Uint8Array(model.states).fill(1);
  const right = evaluator.set(path.right);
  const left = path.left === undefined ? all : evaluator.set(path.left);
  const isGlobally = path.op === "G";
  const inner = isGlobally && model.graph.draws.kind === "mdp" ? (optimum === "max" ? "min" : "max") : optimum;
  const solved = untilProbability(model, left, isGlobally ? complement(right) : right, inner, quietHost);
  const found = exactProbability(model, solved, model.initial[0]!, inner);
  if (found === undefined) return undefined;
  const value = isGlobally ? minus(rational(1), found) : found;
  const text = rationalToString(value);
  const holds = ask.exact === undefined ? undefined : decided(ask.op, value, parseRational(ask.exact)!);
  return { ...(text.length <= MOST_DIGITS ? { value: text } : {}), ...(holds === undefined ? {} : { holds }) };
}

function decided(op: "=" | "<" | "<=" | ">" | ">=", value: Rational, bound: Rational): boolean {
  const order = compare(value, bound);
  switch (op) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "=":
      return order === 0;
  }
}
