// What `check` does when nobody says how: the one place to change it. Breadth-first search begins alone, so that small
// models are answered at once and with a shortest trace; then a directed search and two kinds of random walks join
// in. For universal queries breadth-first search is the one that can prove, and gets most of the time. What is open
// after a second is also asked of decision diagrams, which either know soon or never: they get what others leave over.

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

/** Where threads can be told to yield: diagrams of at most 128 MB, with a tenth of the processor. */
const LATE = { search: "saturate(nodes=8388608)", after: 1, others: 10 } as const;

export function defaultStrategy(seed = 1): (query: Query) => Strategy {
  const result = configure(strategies, DEFAULT_SEARCH, { presets, seed });
  if (!result.ok) throw new Error(`the default search cannot be configured: ${result.diagnostics[0]!.message}`);
  const portfolio = result.value as PortfolioStrategy;
  const [proof, ...hunters] = portfolio.members;
  // Who names a search counts its states; who does not wants the answer. Hunters see few states and want them quickly.
  const members = [{ ...(proof as SearchStrategy), reduces: true as const }, ...hunters];
  const diagrams = configure(strategies, LATE.search, { presets, seed });
  if (!diagrams.ok) throw new Error(`the late search cannot be configured: ${diagrams.diagnostics[0]!.message}`);
  const late = { strategy: diagrams.value as SearchStrategy, after: LATE.after, others: LATE.others };
  return (query) => ({
    ...portfolio,
    members,
    late,
    alone: ALONE,
    firstShare: kindOf(query).about === "all runs" ? SHARE.universal : SHARE.existential,
  });
}
