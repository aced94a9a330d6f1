// The search that was asked for, as text: a specification or the name of a preset; without it, the default of each kind
// of query.

import { defined } from "../basics/defined.ts";
import { DEFAULT_SEARCH, defaultStrategy, type Strategy, strategies } from "../check/index.ts";
import type { Query } from "../network/index.ts";
import { presets } from "../search/index.ts";
import { configure, type MentionedExpression } from "../spec/index.ts";

export interface SearchAsked {
  readonly spec: string;
  readonly strategy: Strategy | ((query: Query) => Strategy);
  /** Expressions over the model that it holds; `guided` reads them with the model. */
  readonly expressions: readonly MentionedExpression[];
}

type Unreadable = Extract<ReturnType<typeof configure<Strategy>>, { readonly ok: false }>;

export function readSearch(
  text: string | undefined,
  seed?: number,
): { readonly ok: true; readonly value: SearchAsked } | Unreadable {
  if (text === undefined) {
    return { ok: true, value: { spec: DEFAULT_SEARCH, strategy: defaultStrategy(seed), expressions: [] } };
  }
  const read = configure(strategies, text, { presets, ...defined({ seed }) });
  if (!read.ok) return read;
  const { value: strategy, expressions } = read;
  return { ok: true, value: { spec: strategy.spec, strategy, expressions } };
}
