// What `check` does when nobody says how: the one place to change it. Breadth-first search begins alone, so that small
// models are answered at once and with a shortest trace; then a directed search and two kinds of random walks join
// in. For universal queries breadth-first search is the one that can prove, and gets most of the time.

import { kindOf, type Query } from "../../network/index.ts";
import { presets } from "../../search/index.ts";
import { configure } from "../../spec/index.ts";
import { type PortfolioStrategy, type SearchStrategy, type Strategy, strategies } from "./strategy.ts";

/** The first is the proof search. Why this directed one: docs/decisions/0005-directed-member-of-the-default.md. */
export const DEFAULT_SEARCH = "portfolio([bfs, greedy(hU(broadcast=each)), walk(choice=rlc), walk(choice=ret)])";

/** Seconds that the proof search has for itself. */
const ALONE = 0.5;
/** Its share where a thread is shared, compared with each other member. */
const SHARE = { universal: 6, existential: 1 } as const;

export function defaultStrategy(seed = 1): (query: Query) => Strategy {
  const result = configure(strategies, DEFAULT_SEARCH, { presets, seed });
  if (!result.ok) throw new Error(`the default search cannot be configured: ${result.diagnostics[0]!.message}`);
  const portfolio = result.value as PortfolioStrategy;
  const [proof, ...hunters] = portfolio.members;
  // Who names a search counts its states; who does not wants the answer. Hunters see few states and want them quickly.
  const members = [{ ...(proof as SearchStrategy), reduces: true as const }, ...hunters];
  return (query) => ({
    ...portfolio,
    members,
    alone: ALONE,
    firstShare: kindOf(query).about === "all runs" ? SHARE.universal : SHARE.existential,
  });
}
