// Who answers which kinds of queries: a kind names its analysis (`answeredBy`), here stands how it is called. Each is a
// room beside this file.

import { kindOf, type QueryKind, type QueryOf } from "../network/index.ts";
import type { Answer, Reached } from "./answer.ts";
import { checkBounds } from "./bounds/bounds.ts";
import type { BoundsQuery } from "./bounds/bounds-query.ts";
import { checkLiveness, type LivenessQuery } from "./liveness/liveness.ts";
import { checkTemporal } from "./liveness/temporal.ts";
import { checkCheapest } from "./optimal/cheapest.ts";
import { checkFastest } from "./optimal/fastest.ts";
import { soughtState } from "./plan/target.ts";
import { checkProbability } from "./probability/probability.ts";
import { checkReachability } from "./reachability/reachability.ts";
import { checkByWalk } from "./reachability/walks.ts";
import type { Session } from "./session.ts";
import { checkStatistics } from "./statistical/statistical.ts";
import type { WalkStrategy } from "./strategies/strategy.ts";

type Analysis = (session: Session) => Promise<Reached>;

const ANALYSES: Readonly<Record<QueryKind["answeredBy"], Analysis>> = {
  reachability: reach,
  liveness: async (session) => ({ answer: await live(session) }),
  bounds: async (session) => ({ answer: await checkBounds(session, session.query as BoundsQuery) }),
  statistics: async (session) => ({ answer: await checkStatistics(session, session.query as QueryOf<"statistical">) }),
  probability: async (session) => ({ answer: await checkProbability(session) }),
  nobody: ({ query }) => Promise.reject(new Error(`the query ${query.text} should have been refused`)),
};

export function analyse(session: Session): Promise<Reached> {
  return ANALYSES[kindOf(session.query).answeredBy](session);
}

function live(session: Session): Promise<Answer> {
  const { query } = session;
  return kindOf(query).form === "temporal" ? checkTemporal(session) : checkLiveness(session, query as LivenessQuery);
}

function reach(session: Session): Promise<Reached> {
  const { target, whenReached } = soughtState(session.query)!;
  const { optimal, search, front } = session.context.options;
  if (optimal === "cost" || front === "cost") return checkCheapest(session, target, whenReached);
  const fastest = optimal === "time" || search?.optimal === "time";
  return (fastest ? checkFastest : checkReachability)(session, target, whenReached);
}

/** The same by a random walk, where the question is for a single state. */
export async function analyseByWalk(session: Session, { walk }: WalkStrategy): Promise<Reached> {
  const { target, whenReached } = soughtState(session.query)!;
  return checkByWalk(session, target, whenReached, walk);
}
