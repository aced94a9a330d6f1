// What would run for a question, and why; nothing is searched.

import { defaultStrategy, explainPlan, planQuery } from "@tracehound/core";
import { asked } from "./inner.ts";
import type { Model } from "./model-types.ts";
import { demand, KINDS } from "./settings.ts";

export interface PlannedSearch {
  readonly search: string;
  readonly summary?: string;
}

export interface Plan {
  readonly question: string;
  /** What is asked, in words. */
  readonly asks: string;
  readonly answeredBy?: string;
  /** Why nothing will run. */
  readonly refused?: string;
  readonly searches: readonly PlannedSearch[];
}

/** Of the questions given, or of the model's own. */
export function explain(model: Model, questions?: readonly string[]): readonly Plan[] {
  if (questions !== undefined) demand("questions", KINDS.texts, questions);
  const { queries, network } = asked(model, questions);
  return queries.map((query) => {
    const options = { strategy: defaultStrategy(), abstraction: "auto" as const };
    const report = explainPlan(planQuery(network, query, options, { threads: 0, work: (work) => work() }));
    return {
      question: query.text,
      asks: report.asks,
      ...(report.answeredBy === undefined ? {} : { answeredBy: report.answeredBy }),
      ...(report.refused === undefined ? {} : { refused: report.refused }),
      searches: report.searches.map(({ search, summary }) => ({
        search,
        ...(summary === undefined ? {} : { summary }),
      })),
    };
  });
}
