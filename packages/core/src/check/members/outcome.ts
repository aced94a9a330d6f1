// What came of the members of a portfolio or the hunts of a swarm, whichever thread they ran in, and what is said when
// all of them are heard: the first definite answer, or the reason that helps most.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { FAULT_CODES } from "../../semantics/index.ts";
import { unpackTrace } from "../../trace/index.ts";
import type { Reached } from "../answer.ts";
import type { PortfolioMember as Member } from "../plan/plan.ts";
import type { Session } from "../session.ts";
import { type Because, type CheckStatistics, type MemberStatistics, type Verdict, withTraces } from "../verdict.ts";
import type { MemberReport } from "./member-driver.ts";

export interface MemberOutcome {
  readonly reached?: Reached;
  readonly verdict: Verdict;
  readonly members: readonly MemberStatistics[];
  /** Nobody but walks has had a part in it. */
  readonly byWalks: boolean;
}

export function memberStatistics(member: Member, session: Session, { answer }: Reached): MemberStatistics {
  return describe(member.strategy.spec, answer.verdict, session.statistics(answer));
}

function describe(search: string, verdict: Verdict, statistics: CheckStatistics): MemberStatistics {
  const { members: _members, answeredBy: _answeredBy, cpuSeconds: _all, threadCpuSeconds, ...own } = statistics;
  return {
    search,
    verdict: verdict.kind,
    ...because(verdict),
    ...own,
    ...defined({ cpuSeconds: threadCpuSeconds }),
  };
}

export function because(verdict: Verdict): Pick<MemberStatistics, "because"> {
  return verdict.kind === "unknown" ? { because: verdict.because } : {};
}

export function reported(report: MemberReport, group: readonly Member[]): MemberOutcome {
  const verdict = withTraces(report.verdict, unpackTrace);
  return { verdict, members: membersOf(verdict, report, group), byWalks: areWalks(group) };
}

export function areWalks(group: readonly Member[]): boolean {
  return group.every(({ strategy }) => strategy.kind === "walk");
}

/** A single member's report speaks of itself, a shared thread's of all that ran there. */
function membersOf(
  verdict: Verdict,
  { statistics }: MemberReport,
  group: readonly Member[],
): readonly MemberStatistics[] {
  return statistics.members ?? [describe(group[0]!.strategy.spec, verdict, statistics)];
}

/**
 * Is this an answer? Once the model is known to fail, "cannot happen" is claimed by nobody; and where it may fail, it
 * is not claimed by a search that did not look behind dead ends, while others do.
 */
export function stands(verdict: Verdict, faultMet: boolean): boolean {
  if (verdict.kind === "unknown") return false;
  const { evidence } = verdict;
  if (evidence.kind !== "exhausted") return true;
  return !faultMet && evidence.cutOff?.canFault !== true && evidence.reduction?.canFault !== true;
}

/** Was something met that the model does wrong, or that cannot be represented? No member can say more about it. */
export function isFault(verdict: Verdict): boolean {
  if (verdict.kind !== "unknown") return false;
  return verdict.because === "model-fault" || (verdict.because === "not-supported" && isMet(verdict.diagnostic));
}

function isMet(diagnostic: Diagnostic | undefined): boolean {
  return diagnostic?.code === FAULT_CODES.bound || diagnostic?.code === FAULT_CODES.unsupported;
}

/** Has this member seen all that it will ever see? Walks never do, and nothing hangs on them. */
function isSettled({ verdict, byWalks }: MemberOutcome): boolean {
  return verdict.kind !== "unknown" || byWalks;
}

/** What to tell when nobody knows: the reason that helps most. */
const TELLING: readonly Because[] = [
  "model-fault",
  "time",
  "memory",
  "over-approximation",
  "incomplete-search",
  "estimate",
  "not-supported",
  "interrupted",
];

export function combine(session: Session, outcomes: readonly MemberOutcome[], interrupted: boolean): Reached {
  const members = outcomes.flatMap((outcome) => outcome.members);
  const faultMet =
    members.some(({ because }) => because === "model-fault") || outcomes.some(({ verdict }) => isFault(verdict));
  const definite =
    outcomes.find(({ verdict }) => stands(verdict, faultMet)) ??
    (faultMet || !outcomes.every(isSettled) ? undefined : outcomes.find(({ verdict }) => verdict.kind !== "unknown"));
  const rank = ({ verdict }: MemberOutcome): number => {
    if (verdict.kind !== "unknown") return TELLING.length;
    if (isFault(verdict)) return 0;
    return interrupted && verdict.because === "interrupted" ? -1 : TELLING.indexOf(verdict.because);
  };
  const chosen = definite ?? [...outcomes].sort((a, b) => rank(a) - rank(b))[0];
  if (chosen === undefined) return { answer: session.broken({ kind: "unknown", because: "interrupted" }) };
  const by = chosen.members.find(({ verdict }) => verdict === chosen.verdict.kind) ?? chosen.members[0]!;
  const { reached, verdict } = chosen;
  // What ran elsewhere is known by its statistics alone.
  const answer = reached?.answer ?? { verdict, statistics: by, abstraction: by.abstraction, engine: by.engine };
  return {
    answer: { ...answer, members, ...defined({ answeredBy: definite === undefined ? undefined : by.search }) },
    ...defined({ proof: reached?.proof === undefined ? undefined : reached.proof }),
  };
}
