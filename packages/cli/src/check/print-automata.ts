// `check --print-automaton`: the Büchi automata that temporal formulas become, in the Hanoi format. Nothing is
// searched.

import { automatonText, type FaultyQuery, type Query } from "@tracehound/core";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

export function printAutomata(
  queries: readonly { readonly query: Query }[],
  faulty: readonly FaultyQuery[],
  sources: Parameters<Context["report"]>[1],
  context: Context,
): ExitCode {
  context.report(
    faulty.map(({ diagnostic }) => diagnostic),
    sources,
  );
  const texts = queries.map(({ query }) => automatonText(query)).filter((text) => text !== undefined);
  if (texts.length === 0 && faulty.length === 0) {
    throw new UsageError("none of these queries has an automaton to print", 'ask one: -q "LTL: [] (p -> <> q)"');
  }
  for (const text of texts) context.out(text);
  return faulty.length > 0 ? EXIT.badInput : EXIT.satisfied;
}
