// Options for traces that lead to a state, asked beside questions that no such trace answers, and options for infinite
// runs beside questions about states: people hear that they are not followed.

import { kindOf, kindsWhere, type Query, soughtBy } from "@tracehound/core";
import type { Context } from "../context.ts";
import type { Options } from "./settings.ts";

export function tellUnfollowed(queries: readonly Query[], options: Options, context: Context): void {
  const { optimal, shorten, improve, witnesses, runs, fairness } = options;
  const isAboutState = (query: Query): boolean => soughtBy(query)?.kind === "state";
  const isAboutRuns = (query: Query): boolean => ["lasso", "run"].includes(soughtBy(query)?.kind ?? "");
  tell({ optimal, improve, witnesses }, "traces to a state", (query) => !isAboutState(query));
  tell({ shorten }, "traces", (query) => !isAboutState(query) && !isAboutRuns(query));
  tell({ runs, fairness }, "infinite runs", isAboutState);

  function tell(about: Readonly<Record<string, unknown>>, what: string, isOther: (query: Query) => boolean): void {
    const asked = Object.entries(about).filter(([, value]) => value !== undefined);
    const isAnswered = (query: Query): boolean => kindOf(query).answeredBy !== "nobody";
    const others = new Set<string>(queries.filter((one) => isAnswered(one) && isOther(one)).map(({ kind }) => kind));
    if (asked.length === 0 || others.size === 0) return;
    const names = asked.map(([name]) => `--${name}`).join(" and ");
    const are = asked.length === 1 ? "is" : "are";
    const kinds = kindsWhere(({ name }) => others.has(name));
    context.err(`${names} ${are} about ${what}: not followed for ${kinds}\n`);
  }
}
