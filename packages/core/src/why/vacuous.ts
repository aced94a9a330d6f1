// An implication whose left side never holds is true and says nothing: `A[] p imply q`, `p --> q`,
// `LTL: [] (p -> <> q)`.

import { type CheckContext, checkQueries, defaultStrategy } from "../check/index.ts";
import type { Query } from "../network/index.ts";
import { FormulaText } from "./formula-text.ts";
import { type Premise, premisesOf } from "./premises.ts";
import type { Why } from "./why.ts";

/** A `forall` has as many implications as values. */
const MOST = 16;

export async function isVacuous(context: CheckContext, query: Query): Promise<Why | undefined> {
  const premises = premisesOf(query).slice(0, MOST);
  if (premises.length === 0) return undefined;
  const { expectation: _, ...rest } = query;
  const asked = premises.map(({ formula }) => ({ ...rest, kind: "E<>", formula }) as Query);
  const options = { limits: context.options.limits ?? {}, strategy: defaultStrategy() };
  const results = await checkQueries({ ...context, options }, asked);
  const never = premises.filter((_, index) => results[index]?.verdict.kind === "violated");
  if (never.length === 0) return undefined;
  const text = new FormulaText(context.network, query.text);
  const told = withoutConsequences(never);
  const whole = never.length === premises.length || told.some((premise) => premise.whole);
  return { kind: "vacuous", premises: told.map(({ formula }) => text.of(formula)), whole };
}

/** Where p never holds, p and q do not either: that is not worth another line. */
function withoutConsequences(never: readonly Premise[]): Premise[] {
  const known = new Set(never.map(({ formula }) => formula));
  return never.filter(({ formula }) => formula.kind !== "and" || !formula.parts.some((part) => known.has(part)));
}
