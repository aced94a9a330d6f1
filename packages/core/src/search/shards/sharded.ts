// The search that one of many workers makes, with its estimate; and what may be searched in this way.

import { type HeuristicConfig, heuristics, type Problem } from "../../heuristics/index.ts";
import { hasStopwatches } from "../../network/index.ts";
import { configure } from "../../spec/index.ts";
import type { SearchConfig } from "../search-config.ts";
import type { ShardMail } from "./shard-mail.ts";
import { ShardedSearch } from "./sharded-search.ts";

export interface ShardedSpec {
  readonly order: "shortest" | "greedy";
  /** Absent: 0, which is breadth-first search where shortest ways are looked for. */
  readonly heuristic?: HeuristicConfig;
}

/** An estimate by its words; throws with what is wrong with them. */
export function readSharded(order: ShardedSpec["order"], estimate: string | undefined): ShardedSpec {
  if (estimate === undefined) return { order };
  const read = configure(heuristics, estimate);
  if (!read.ok) throw new Error(read.diagnostics[0]!.message);
  return { order, heuristic: read.value };
}

/** `onMade` hears of the search that runs, for who looks after it. */
export function shardedSearch(
  spec: ShardedSpec,
  mail: ShardMail,
  onMade: (search: ShardedSearch) => void,
): SearchConfig {
  const { order, heuristic } = spec;
  return {
    ...traitsOf(spec),
    create(context, goal) {
      const search = new ShardedSearch({
        goal,
        mail,
        order,
        heuristic: heuristic?.create(context.problem),
        fresh: () => context.restarted().engine,
      });
      onMade(search);
      return search;
    },
  };
}

/** What all searches in shards are: the one that runs, and the one that tells what came of it. */
export function traitsOf({ order, heuristic }: ShardedSpec): Omit<SearchConfig, "create"> {
  const h = heuristic?.spec;
  return {
    spec: order === "greedy" ? `greedy(${h})` : h === undefined ? "bfs" : `astar(${h})`,
    complete: true,
    promise: order === "shortest" ? "shortest" : "nothing",
    anytime: false,
    restarts: true,
    inOrder: true,
    boundable: false,
    refusal: (problem) => whyNotSharded(heuristic, order, problem),
  };
}

function whyNotSharded(
  h: HeuristicConfig | undefined,
  order: ShardedSpec["order"],
  problem: Problem,
): ReturnType<NonNullable<SearchConfig["refusal"]>> {
  if (hasStopwatches(problem.network)) return "the model stops clocks, so that what is found may not be a run";
  if (h === undefined) return undefined;
  if (h.readsZones) return `\`${h.spec}\` looks at clocks, and states are divided by their discrete part`;
  if (order === "shortest" && !h.guarantees.admissible) {
    return `\`${h.spec}\` is not admissible, so that shortest ways may be missed; \`greedy(${h.spec})\` is possible`;
  }
  return h.refusal?.(problem);
}
