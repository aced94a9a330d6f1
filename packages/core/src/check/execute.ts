// Carries out a plan: refuses what was refused, lets one search or walk look for the answer, or a portfolio of them.

import { defined } from "../basics/defined.ts";
import { ModelFault } from "../semantics/index.ts";
import { analyse, analyseByWalk } from "./analyses.ts";
import { failing, limitOf, type Reached, refused, unknown } from "./answer.ts";
import { checkByPortfolio } from "./members/portfolio.ts";
import { checkBySwarm } from "./members/swarm.ts";
import { type Plan, refusedWish } from "./plan/plan.ts";
import type { Session } from "./session.ts";
import { whereClocksFit } from "./setup/overflow-fallback.ts";

/** How a network begins: with so many states, or with a fault. */
export type Beginning = number | ModelFault;

/** `begin` finds out how the network begins; whoever has done so already leaves it out. */
export async function execute(session: Session, plan: Plan, begin?: () => Beginning): Promise<Reached> {
  const { refusal, way } = plan;
  if (refusal !== undefined) return { answer: refused([refusal]) };
  const beginning = begin === undefined ? undefined : session.work(begin);
  if (beginning instanceof ModelFault) return { answer: session.broken(failing(beginning.diagnostic)) };
  const unwished = refusedWish(plan);
  if (unwished !== undefined) return { answer: refused(unwished) };
  if (way === undefined) throw new Error("a plan by which nothing runs says why");
  if (way.kind === "swarm") return checkBySwarm(session, way.hunts, carryOut);
  return way.kind === "alone" ? carryOut(session.ofMember(way.member)) : checkByPortfolio(session, way, carryOut);
}

/** The session is that of a member. */
function carryOut(session: Session): Promise<Reached> {
  const { context } = session;
  const member = session.member!;
  const { strategy, refusal } = member;
  if (refusal !== undefined) return Promise.resolve({ answer: refused(refusal.diagnostics) });
  const { engine: wish } = context.options;
  return whereClocksFit(
    wish,
    (engine) => {
      const again = { ...context, options: { ...context.options, ...defined({ engine }) } };
      const own = engine === wish ? session : session.ofMember(member, again);
      return limited(own, () => (strategy?.kind === "walk" ? analyseByWalk(own, strategy) : analyse(own)));
    },
    (reason) => ({ answer: refused([reason]) }),
  );
}

/** What a limit ends in the middle is answered: unknown, because of it. */
export async function limited(session: Session, work: () => Promise<Reached>): Promise<Reached> {
  try {
    return await work();
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    const answer = session.broken(unknown(limit));
    return { answer: session.hasBegun ? answer : { ...answer, statistics: { ...answer.statistics, preparing: true } } };
  }
}
