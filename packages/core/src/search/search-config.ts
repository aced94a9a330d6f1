// A search with its arguments, before it meets a problem: what specifications are resolved to. It states as data what
// may be relied on; verdicts, the reference and the contract suite read it here.

import type { Problem } from "../heuristics/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import type { Bound, Goal, Search } from "./search.ts";

export interface SearchConfig {
  readonly spec: string;
  /** `exhausted` can be its end, and then means that the target cannot be reached. */
  readonly complete: boolean;
  /** The (last) trace that is found has the least number of transitions, or the least cost that was asked for. */
  readonly promise: "shortest" | "cheapest" | "nothing";
  /** Asked for the least delay: that is another question, answered with a clock. */
  readonly optimal?: "time";
  /** Goes on to better traces after one was found; `exhausted` then says that there is no better one. */
  readonly anytime?: boolean;
  /** Makes engines of its own: it starts again, or forgets. */
  readonly restarts?: boolean;
  /** What is promised depends on the order of independent steps, which local time does not keep. */
  readonly inOrder?: boolean;
  /** Can be told a bound when it is created. */
  readonly boundable: boolean;
  /** Why the search must not be used for a problem. */
  refusal?(problem: Problem): string | undefined;
  create(context: SearchContext, goal: Goal, bound?: Bound): Search;
}
