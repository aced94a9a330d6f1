// An implication whose left side never holds is true and says nothing: `A[] p imply q`, `p --> q`.

import { type CheckContext, checkQueries, defaultStrategy } from "../check/index.ts";
import type { Formula, Query } from "../network/index.ts";
import { premiseOf } from "./conjuncts.ts";
import { FormulaText } from "./formula-text.ts";
import type { Why } from "./why.ts";

export async function isVacuous(context: CheckContext, query: Query): Promise<Why | undefined> {
  const premise = leftSide(query);
  if (premise === undefined) return undefined;
  const { expectation: _, ...rest } = query;
  const reached = { ...rest, kind: "E<>", formula: premise } as Query;
  const options = { limits: context.options.limits ?? {}, strategy: defaultStrategy() };
  const [result] = await checkQueries({ ...context, options }, [reached]);
  if (result?.verdict.kind !== "violated") return undefined;
  return { kind: "vacuous", premise: new FormulaText(context.network).of(premise) };
}

function leftSide(query: Query): Formula | undefined {
  if (query.kind === "-->") return query.premise;
  return query.kind === "A[]" ? premiseOf(query.formula) : undefined;
}
