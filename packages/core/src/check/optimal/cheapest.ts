// `--optimal cost`: a run that costs least, in whole units of time (Dijkstra on ticks). In a closed network with whole
// prices some cheapest run takes its steps at whole times, so nothing is lost. Whatever is found is replayed, and its
// cost added up along the run by itself, before it counts.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Target } from "../../engine/index.ts";
import type { WorkLeft } from "../../heuristics/index.ts";
import type { Network } from "../../network/index.ts";
import { ModelFault } from "../../semantics/index.ts";
import { cutShort, failing, type Reached, refused } from "../answer.ts";
import { stateSpaceFor } from "../plan/state-space.ts";
import { checkReachability } from "../reachability/reachability.ts";
import type { Session } from "../session.ts";
import { bestByTicks } from "./by-ticks.ts";
import { checkFastest } from "./fastest.ts";
import { frontOf } from "./front.ts";
import { Improvements } from "./optimum.ts";
import { NegativePrice, Prices, priceObstacle } from "./prices.ts";
import { shownRun } from "./shown-run.ts";

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
  const space = session.work(() => stateSpaceFor(network, query, target, "ticks", true));
  if (typeof space.ticks === "string") {
    return { answer: refused([refusal(`${space.ticks}: costs are added up in whole units of time only`, network)]) };
  }
  const { digital, unit } = space.ticks;
  const prices = new Prices(network);
  if (session.context.options.front === "cost") {
    return priceFaults(session, () => checkFront(session, target, whenReached, prices, space.bound.work));
  }
  const perTick = unit * (plan?.scaled.unit ?? 1);
  const improvements = new Improvements(() => session.cpuSeconds(), session.context.onImprovement);
  const spending = {
    ofTick: (state: Parameters<Prices["ofTime"]>[0]) => perTick * prices.ofTime(state),
    ofStep: (state: Parameters<Prices["ofTime"]>[0], step: Parameters<Prices["ofStep"]>[1]) =>
      prices.ofStep(state, step),
    hasSteps: prices.hasSteps,
    ahead: (_: unknown, spent: number) => spent,
  };
  return priceFaults(session, async () => {
    const tried = await bestByTicks(session, target, digital, unit, spending, improvements, {
      below: Number.POSITIVE_INFINITY,
      perUnit: 1,
      worth: (trace) => prices.ofRun(trace, plan?.scaled.unit ?? 1),
    });
    if (tried === undefined) return { answer: refused([refusal("this network", network)]) };
    const { outcome, search } = tried;
    const common = { statistics: search.statistics, abstraction: "none", engine: search.engine.name } as const;
    if (improvements.trace === undefined) {
      if (outcome === "exhausted") return checkReachability(session, target, whenReached);
      return { answer: { verdict: cutShort(outcome), ...common } };
    }
    const isProven = outcome === "exhausted";
    const lower = isProven ? improvements.best : tried.lower;
    const about = { objective: "cost", lower, proven: isProven } as const;
    return { answer: { ...common, ...shownRun(session, whenReached, space.bound.work, improvements, about) } };
  });
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
  if (outcome === "refused") return { answer: refused([refusal(obstacle!, session.network)]) };
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

function refusal(what: string, { prices }: Network): Diagnostic {
  const span = prices?.[0]?.span;
  return {
    code: "TH4500",
    severity: "error",
    message: `not supported by \`--optimal cost\`: ${what}`,
    ...defined({ span }),
  };
}
