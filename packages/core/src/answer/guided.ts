// Questions that are answered by a search with expressions of the user's: these are read in the model's language, where
// that is known, and travel with the questions from there on, also into other threads.

import type { Diagnostic, Result } from "../diagnostics/index.ts";
import type { GuideTerm, Network, Query } from "../network/index.ts";
import type { SearchAsked } from "./search-asked.ts";

/** Where the model's language is known. */
export interface GuideReader {
  compileGuide(
    text: string,
    fileName?: string,
  ):
    | { readonly ok: true; readonly value: GuideTerm; readonly network: Network }
    | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
}

export interface GuidedQuestions {
  /** In their order. */
  readonly queries: readonly Query[];
  /** What they are to be asked of: expressions may have brought functions. */
  readonly network: Network;
}

export function guided(
  reader: GuideReader,
  { expressions }: Pick<SearchAsked, "expressions">,
  { queries, network: asked }: GuidedQuestions,
): Result<GuidedQuestions> {
  const guidance: GuideTerm[] = [];
  const diagnostics: Diagnostic[] = [];
  let network = asked;
  for (const text of new Set(expressions.map((expression) => expression.text))) {
    const read = reader.compileGuide(text, "--search");
    if (!read.ok) diagnostics.push(...read.diagnostics);
    else {
      guidance.push(read.value);
      network = read.network;
    }
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const value = guidance.length === 0 ? { queries, network } : { queries: queries.map(withGuidance), network };
  return { ok: true, value, diagnostics };

  function withGuidance(query: Query): Query {
    return { ...query, guidance };
  }
}
