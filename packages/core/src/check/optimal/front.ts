// `--front cost`: the front of time and cost, one search per point (Pareto by bounds): the cheapest run, and the
// fastest of these; then the same among runs that take less time, until there is none. Cost and time are counted as one
// number, cost first.

import type { DiscreteView } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { durationOf, inTime, type Trace, withTimeClock } from "../../trace/index.ts";
import { toNumber } from "../../zone/index.ts";
import { stateSpaceFor } from "../plan/space/state-space.ts";
import type { Session } from "../session.ts";
import { bestByTicks, type TickAnswer } from "./by-ticks.ts";
import type { FrontPoint } from "./front-point.ts";
import { Improvements } from "./optimum.ts";
import type { Prices } from "./prices.ts";

export interface Front {
  /** From the cheapest to the fastest. */
  readonly points: readonly (FrontPoint & { readonly trace: Trace })[];
  /** Why it ends there; `exhausted`: it is the whole front. */
  readonly outcome: TickAnswer["outcome"] | "refused";
  readonly last: TickAnswer | undefined;
  /** Why whole units of time are not enough. */
  readonly obstacle?: string;
}

/** Runs take less time than this, so that cost comes first. */
const MOST_TIME = 2 ** 20;

export async function frontOf(session: Session, target: Target, prices: Prices): Promise<Front> {
  const scale = session.plan?.scaled.unit ?? 1;
  const points: (FrontPoint & { readonly trace: Trace })[] = [];
  let last: TickAnswer | undefined;
  for (;;) {
    const before = points.at(-1);
    const network = before === undefined ? session.network : withTimeClock(session.network);
    const formula = before === undefined ? target.formula : inTime(network, target.formula, before.time - 1);
    const space = session.work(() => stateSpaceFor(network, session.query, { ...target, formula }, "ticks", true));
    if (typeof space.ticks === "string") return { points, outcome: "refused", last, obstacle: space.ticks };
    const { digital, unit } = space.ticks;
    const both = (cost: number, time: number): number => MOST_TIME * cost + time;
    const spending = {
      ofTick: (state: DiscreteView) => both(unit * scale * prices.ofTime(state), unit),
      ofStep: (state: DiscreteView, step: JointTransition) => both(prices.ofStep(state, step), 0),
      hasSteps: prices.hasSteps,
      ahead: (_: DiscreteView, spent: number) => spent,
    };
    const found = new Improvements(() => session.cpuSeconds());
    const worth = (trace: Trace): number => both(prices.ofRun(trace, scale), toNumber(durationOf(trace)));
    const values = { below: Number.POSITIVE_INFINITY, perUnit: 1, worth };
    last = await bestByTicks(session, target, digital, unit, spending, found, values);
    if (last === undefined) return { points, outcome: "refused", last, obstacle: "this network" };
    const { trace } = found;
    if (trace === undefined) return { points, outcome: last.outcome, last };
    const [time, cost] = [toNumber(durationOf(trace)), prices.ofRun(trace, scale)];
    points.push({ time, cost, proven: last.outcome === "exhausted", trace });
    if (last.outcome !== "exhausted" || time < 1) return { points, outcome: last.outcome, last };
  }
}
