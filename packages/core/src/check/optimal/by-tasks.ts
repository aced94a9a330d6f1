// The fastest run where the network is a shop: schedules that get better and better, each checked by code that shares
// nothing with whoever made it, turned into a run and replayed before it counts. No run is faster than the best
// schedule of the shop; so once the shop is solved and its schedule replayed, the run is proven best.

import type { Target } from "../../engine/index.ts";
import { type BetterSchedule, pathOf, ShopSearch, scheduleFault, type TaskView } from "../../schedule/index.ts";
import { type CountedRunnable, NO_STATISTICS, type SearchStatistics, type SearchStatus } from "../../search/index.ts";
import { replay, type Trace } from "../../trace/index.ts";
import { rational } from "../../zone/index.ts";
import type { Session } from "../session.ts";
import type { Improvements } from "./optimum.ts";

/**
 * `proven`: nothing is faster than the best; `left`: a limit; `unfit`: the network cannot follow the shop's schedules.
 */
export interface TaskAnswer {
  readonly outcome: "proven" | "unfit" | "time" | "memory" | "interrupted";
  /** No run is faster. */
  readonly lower: number;
  readonly statistics: SearchStatistics;
}

export async function fastestByTasks(
  session: Session,
  target: Target,
  view: TaskView,
  deadline: number,
  improvements: Improvements,
): Promise<TaskAnswer> {
  const search = new TaskSearch(view, deadline);
  for (;;) {
    const outcome = await session.run(search);
    const { lower } = search.shops;
    const answer = (how: TaskAnswer["outcome"]): TaskAnswer => ({ outcome: how, lower, statistics: search.statistics });
    if (outcome === "found") {
      const { starts, end, by } = search.better!;
      const fault = scheduleFault(view.jobs, starts);
      if (fault !== undefined) throw new Error(`a schedule that was made is none: ${fault}`);
      const trace = session.finish(() => follow(session, target, view, starts));
      if (trace === undefined) return answer("unfit");
      improvements.add(trace, end, by, lower);
    } else if (outcome === "exhausted") return answer(improvements.trace === undefined ? "unfit" : "proven");
    else if (outcome !== "fault" && outcome !== "gave-up") return answer(outcome);
  }
}

/** The schedule as a run; undefined: the network does not go that way. */
function follow(session: Session, target: Target, view: TaskView, starts: Int32Array): Trace | undefined {
  const path = pathOf(view, starts);
  if (path === undefined) return undefined;
  const { transitions, times } = path;
  const delays = times.map((time, i) => rational(time - (times[i - 1] ?? 0)));
  const goal = { kind: "target", formula: target.formula } as const;
  const problem = { path: { initial: 0, transitions }, goal, frameSize: target.frameSize };
  const replayed = replay(session.network, problem, [...delays, rational(0)]);
  return replayed.ok ? replayed.trace : undefined;
}

class TaskSearch implements CountedRunnable {
  readonly shops: ShopSearch;
  better: BetterSchedule | undefined;

  constructor({ shop }: TaskView, deadline: number) {
    this.shops = new ShopSearch(shop, deadline + 1);
  }

  get statistics(): SearchStatistics {
    const { generated } = this.shops;
    return { ...NO_STATISTICS, explored: generated, generated };
  }

  get told(): string {
    const { best, lower } = this.shops;
    return this.better === undefined ? `at least ${lower}` : `best ${best}, at least ${lower}`;
  }

  step(): SearchStatus {
    if (this.shops.isDone) return "exhausted";
    const better = this.shops.advance();
    if (better === undefined) return this.shops.isDone ? "exhausted" : "running";
    this.better = better;
    return "found";
  }
}
