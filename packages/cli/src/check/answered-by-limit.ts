// Queries for which a limit left no time even to read the model: each is answered all the same, by "unknown".

import { type LimitReached, reasonText } from "@tracehound/core";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import type { CheckedModel } from "./one-model.ts";
import { unansweredJson, unansweredText } from "./report.ts";
import type { Options } from "./settings.ts";

/** Known are the queries of the command line; those of files are not read yet. */
export function tellUnbegun({ because }: LimitReached, options: Options, context: Context): CheckedModel {
  const queries = (options.q ?? [])
    .map((text, index) => ({ number: index + 1, text: text.trim() }))
    .filter(({ number }) => options.query?.includes(number) ?? true);
  const why = `${reasonText({ query: { kind: "E<>" }, verdict: { kind: "unknown", because } })} before the search began`;
  for (const { number, text } of options.json ? [] : queries) {
    const { out } = context.colours;
    if (options.quiet) context.out(`${number}. ${text}: ${out.yellow("unknown")} (${because})\n`);
    else context.out(`${unansweredText(number, text, why, out)}\n`);
  }
  return {
    code: EXIT.unknown,
    ...(options.json ? { results: queries.map((query) => unansweredJson(query, { because })) } : {}),
    verdicts: queries.map(() => "unknown"),
  };
}
