// Carries out a plan: refuses what was refused, lets one search or walk look for the answer, or a portfolio of them.

import { defined } from "../basics/defined.ts";
import { ModelFault } from "../semantics/index.ts";
import { analyse, analyseByWalk } from "./analyses.ts";
import { failing, limitOf, type Reached, refused, unknown } from "./answer.ts";
import { checkByPortfolio } from "./members/portfolio.ts";
import { type Member, type Plan, refusedWish } from "./plan/plan.ts";
import { reductionAsked } from "./plan/reduction.ts";
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
  return way.kind === "alone" ? alone(session, way.member) : checkByPortfolio(session, way, alone);
}

function alone(session: Session, member?: Member): Promise<Reached> {
  const { context } = session;
  const search =
    member?.kind === "search" ? { search: member.config } : member?.kind === "lasso" ? { lasso: member.lasso } : {};
  return whereClocksFit(
    context.options.engine,
    (engine) => {
      const por = reductionAsked(context.options, member, session.query);
      const options = { ...context.options, ...search, por, ...defined({ engine }) };
      const inner = session.inside({ ...context, options });
      return limited(inner, () => (member?.kind === "walk" ? analyseByWalk(inner, member) : analyse(inner)));
    },
    (reason) => ({ answer: session.broken(unknown("not-supported", reason)) }),
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
