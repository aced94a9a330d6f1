// The search that was asked for, as text: a specification or the name of a preset; without it, the default of each kind
// of query.

import { defined } from "../basics/defined.ts";
import { DEFAULT_SEARCH, defaultStrategy, type Strategy, strategies } from "../check/index.ts";
import type { Query } from "../network/index.ts";
import { presets } from "../search/index.ts";
import { configure } from "../spec/index.ts";

export interface SearchAsked {
  readonly spec: string;
  readonly strategy: Strategy | ((query: Query) => Strategy);
}

type Unreadable = Extract<ReturnType<typeof configure<Strategy>>, { readonly ok: false }>;

export function readSearch(
  text: string | undefined,
  seed?: number,
): { readonly ok: true; readonly value: SearchAsked } | Unreadable {
  if (text === undefined) return { ok: true, value: { spec: DEFAULT_SEARCH, strategy: defaultStrategy(seed) } };
  const read = configure(strategies, text, { presets, ...defined({ seed }) });
  return read.ok ? { ok: true, value: { spec: read.value.spec, strategy: read.value } } : read;
}
