// `--optimal cost`: a run that costs least, in whole units of time where clocks count no further than a little, else
// among priced zones (`price-space.ts` decides). Whatever is found is replayed, and its cost added up along the run by
// itself, before it counts; so is what the model's own `remaining` promised.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Target } from "../../engine/index.ts";
import { TimeBound, type WorkLeft } from "../../heuristics/index.ts";
import type { Network } from "../../network/index.ts";
import { createConcreteSemantics, ModelFault } from "../../semantics/index.ts";
import { replay, type Trace } from "../../trace/index.ts";
import { cutShort, failing, type Reached, refused } from "../answer.ts";
import { brokenPromise, type Guides, guidesOf } from "../plan/guides.ts";
import { priceSpaceFor } from "../plan/space/price-space.ts";
import type { Ticks } from "../plan/space/state-space.ts";
import { checkReachability } from "../reachability/reachability.ts";
import type { Session } from "../session.ts";
import { bestByTicks, type TickAnswer } from "./by-ticks.ts";
import { cheapestByZones } from "./cheapest-by-zones.ts";
import { checkFastest } from "./fastest.ts";
import { frontOf } from "./front.ts";
import { Improvements } from "./optimum.ts";
import { NegativePrice, Prices, priceObstacle } from "./prices.ts";
import { improvementsOf, shownRun } from "./shown-run.ts";
import type { Spending } from "./tick-search.ts";

export async function checkCheapest(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
): Promise<Reached> {
  const { network, query, plan } = session;
  // A clock of that name is what CORA takes for the cost: time.
  if (network.prices === undefined && network.clocks.some(({ name }) => name === "cost")) {
    return checkFastest(session, target, whenReached);
  }
  if (network.prices === undefined)
    return { answer: refused([refusal("the model says nothing about costs", network)]) };
  const obstacle = session.work(() => priceObstacle(network));
  if (obstacle !== undefined)
    return { answer: refused([{ ...refusal(obstacle.what, network), ...defined({ span: obstacle.span }) }]) };
  const guides = guidesOf(network);
  const prices = new Prices(network);
  if (session.context.options.front === "cost") {
    const work = session.work(() => new TimeBound({ network, target: target.formula }).work);
    return priceFaults(session, () => checkFront(session, target, whenReached, prices, work));
  }
  const space =
    plan?.priceSpace ?? session.work(() => priceSpaceFor(guides.network, query, target, session.context.options.space));
  if (typeof space === "string") return { answer: refused([refusal(space, network)]) };
  const improvements = improvementsOf(session, space.work);
  const scale = plan?.scaled.unit ?? 1;
  return priceFaults(session, async () => {
    const tried =
      space.kind === "zones"
        ? await cheapestByZones(session, { target, fit: space.fit, guides, prices, scale }, improvements)
        : await cheapestByTicks(session, target, space.ticks, guides, prices, scale, improvements);
    if (tried === undefined) return { answer: refused([refusal("this network", network)]) };
    const { outcome, search } = tried;
    const common = { statistics: search.statistics, abstraction: "none", engine: search.engine.name } as const;
    const { trace } = improvements;
    if (trace === undefined) {
      if (outcome === "exhausted") return checkReachability(session, target, whenReached);
      return { answer: { verdict: cutShort(outcome), ...common } };
    }
    const broken = session.finish(() => promiseOf(guides, prices, trace, target, scale));
    if (broken !== undefined) return { answer: session.broken(failing(broken)) };
    const isProven = outcome === "exhausted";
    const about = { objective: "cost", lower: isProven ? search.best : tried.lower, proven: isProven } as const;
    return { answer: { ...common, ...shownRun(session, whenReached, space.work, improvements, about) } };
  });
}

async function cheapestByTicks(
  session: Session,
  target: Target,
  { digital, unit }: Ticks,
  { remaining, order }: Guides,
  prices: Prices,
  scale: number,
  improvements: Improvements,
): Promise<TickAnswer | undefined> {
  const spending: Spending = {
    ofTick: (state) => unit * scale * prices.ofTime(state),
    ofStep: (state, step) => prices.ofStep(state, step),
    hasSteps: prices.hasSteps,
    ahead: (state, spent) => spent + remaining(state),
    ...defined({ order }),
  };
  return bestByTicks(session, target, digital, unit, spending, improvements, {
    below: Number.POSITIVE_INFINITY,
    perUnit: 1,
    worth: (trace) => prices.ofRun(trace, scale),
  });
}

function initialOf(network: Network, { initial }: Trace): number {
  const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
    Array.from(a).every((value, i) => value === b[i]);
  return createConcreteSemantics(network)
    .initial()
    .findIndex(({ locations }) => same(locations, initial.locations));
}

/** The run once more, with `remaining` in its states. */
function promiseOf(
  guides: Guides,
  prices: Prices,
  trace: Trace,
  target: Target,
  scale: number,
): Diagnostic | undefined {
  if (guides.network.variables.every(({ name }) => name !== "remaining")) return undefined;
  const path = {
    initial: initialOf(guides.network, trace),
    transitions: trace.steps.map(({ transition }) => transition),
  };
  const problem = { path, goal: { kind: "target", formula: target.formula }, frameSize: target.frameSize } as const;
  const again = replay(guides.network, problem, [...trace.steps.map(({ delay }) => delay), trace.finalDelay]);
  if (!again.ok) throw new Error("a run that was replayed does not replay again");
  const { states, paid } = prices.along(again.trace, scale);
  return brokenPromise(guides, states, paid);
}

/** The whole front; the run that is shown is the fastest of it, or the cheapest where cost is to be least. */
async function checkFront(
  session: Session,
  target: Target,
  whenReached: "satisfied" | "violated",
  prices: Prices,
  work: WorkLeft,
): Promise<Reached> {
  const { points, outcome, last, obstacle } = await frontOf(session, target, prices);
  if (outcome === "refused") return { answer: refused([refusal(obstacle!, session.network, "--front cost")]) };
  const { search } = last!;
  const common = { statistics: search.statistics, abstraction: "none", engine: search.engine.name } as const;
  const objective = session.context.options.optimal === "cost" ? "cost" : "time";
  const chosen = objective === "cost" ? points[0] : points.at(-1);
  if (chosen === undefined) {
    if (outcome === "exhausted") return checkReachability(session, target, whenReached);
    return { answer: { verdict: cutShort(outcome), ...common } };
  }
  const improvements = new Improvements(() => session.cpuSeconds());
  improvements.add(chosen.trace, chosen[objective], "ticks", 0);
  const isProven = chosen.proven && (objective === "cost" || outcome === "exhausted");
  const about = { objective, lower: isProven ? chosen[objective] : 0, proven: isProven } as const;
  const front = points.map(({ time, cost, proven }) => ({ time, cost, proven }));
  return { answer: { ...common, ...shownRun(session, whenReached, work, improvements, about), front } };
}

/** A price that cannot be is a fault of the model. */
async function priceFaults(session: Session, work: () => Promise<Reached>): Promise<Reached> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NegativePrice || error instanceof ModelFault) {
      return { answer: session.broken(failing(error.diagnostic)) };
    }
    throw error;
  }
}

function refusal(what: string, { prices }: Network, option = "--optimal cost"): Diagnostic {
  const span = prices?.[0]?.span;
  return {
    code: "TH4500",
    severity: "error",
    message: `not supported by \`${option}\`: ${what}`,
    ...defined({ span }),
  };
}
