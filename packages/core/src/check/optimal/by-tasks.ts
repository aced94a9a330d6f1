// The fastest run where the network is a shop: schedules that get better and better. What is told was checked by code
// that shares nothing with whoever made it, turned into a run and replayed; of those that come fast the best is told.
// No run is faster than the best schedule of the shop; so once the shop is solved and its schedule replayed, the run is
// proven best.

import type { Target } from "../../engine/index.ts";
import type { LimitKind } from "../../limits/index.ts";
import { type BetterSchedule, pathOf, ShopSearch, scheduleFault, type TaskView } from "../../schedule/index.ts";
import { type CountedRunnable, NO_STATISTICS, type SearchStatistics, type SearchStatus } from "../../search/index.ts";
import { replay, type Trace } from "../../trace/index.ts";
import { rational } from "../../zone/index.ts";
import type { Session } from "../session.ts";
import { inHand } from "./in-hand.ts";
import type { Improvements } from "./optimum.ts";

/**
 * `proven`: nothing is faster than the best; `left`: a limit; `unfit`: the network cannot follow the shop's schedules.
 */
export interface TaskAnswer {
  readonly outcome: "proven" | "unfit" | LimitKind;
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
  const search = new TaskSearch(view, deadline, () => session.cpuSeconds());
  const show = ({ starts, end, by }: BetterSchedule): "shown" | "unfit" | LimitKind => {
    const fault = scheduleFault(view.jobs, starts);
    if (fault !== undefined) throw new Error(`a schedule that was made is none: ${fault}`);
    const run = inHand(session, () => search.measured(() => follow(session, target, view, starts)));
    if ("limit" in run) return run.limit;
    if (run.made === undefined) return "unfit";
    improvements.add(run.made, end, by, search.shops.lower);
    return "shown";
  };
  for (;;) {
    const outcome = await session.run(search);
    const { lower } = search.shops;
    const answer = (how: TaskAnswer["outcome"]): TaskAnswer => ({ outcome: how, lower, statistics: search.statistics });
    if (outcome === "found") {
      const shown = show(search.better!);
      if (shown !== "shown") return answer(shown);
    } else if (outcome === "exhausted") return answer(improvements.trace === undefined ? "unfit" : "proven");
    else if (outcome !== "fault" && outcome !== "gave-up") {
      if (search.waiting !== undefined) show(search.waiting);
      return answer(outcome);
    }
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

/** Of the time, replaying takes one part in so many: schedules that come fast are told together. */
const REPLAYING = 6;

class TaskSearch implements CountedRunnable {
  readonly shops: ShopSearch;
  better: BetterSchedule | undefined;
  /** Better still, and not told yet. */
  waiting: BetterSchedule | undefined;
  private readonly seconds: () => number;
  private due = 0;

  constructor({ shop }: TaskView, deadline: number, seconds: () => number) {
    this.shops = new ShopSearch(shop, deadline + 1);
    this.seconds = seconds;
  }

  get statistics(): SearchStatistics {
    const { generated } = this.shops;
    return { ...NO_STATISTICS, explored: generated, generated };
  }

  get told(): string {
    const { lower } = this.shops;
    return this.better === undefined ? `at least ${lower}` : `best ${this.better.end}, at least ${lower}`;
  }

  measured<T>(work: () => T): T {
    const begun = this.seconds();
    const made = work();
    const ended = this.seconds();
    this.due = ended + (REPLAYING - 1) * (ended - begun);
    return made;
  }

  step(): SearchStatus {
    if (!this.shops.isDone) this.waiting = this.shops.advance() ?? this.waiting;
    const { isDone } = this.shops;
    if (this.waiting === undefined || !(isDone || this.seconds() >= this.due)) return isDone ? "exhausted" : "running";
    this.better = this.waiting;
    this.waiting = undefined;
    return "found";
  }
}
