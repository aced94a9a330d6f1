// Several searches and walks on one question, in as many threads as there are, taking turns where they share one. The
// first member stays in the calling thread while its steps are short (`slow-step.ts`). The first definite answer
// counts; a member that fails or gives up does not end the others.

import { defined } from "../../basics/defined.ts";
import { NO_STATISTICS, type SearchStatistics } from "../../search/index.ts";
import { type Reached, unknown } from "../answer.ts";
import type { CheckOptions } from "../options.ts";
import type { PlannedLate } from "../plan/late-member.ts";
import type { PortfolioMember as Member, Way } from "../plan/plan.ts";
import type { CheckContext, Session } from "../session.ts";
import type { Verdict } from "../verdict.ts";
import type { MemberRequest } from "./member-driver.ts";
import { MEMORY_OF_FOLLOWERS, type Others, relieved, SHARE_OF_FOLLOWERS } from "./memory-yield.ts";
import {
  areWalks,
  because,
  combine,
  isFault,
  type MemberOutcome,
  memberStatistics,
  reported,
  stands,
} from "./outcome.ts";
import { SlowStep } from "./slow-step.ts";
import { takeTurns } from "./turns.ts";

/** Answers with one member. */
export type CarryOut = (session: Session) => Promise<Reached>;

/**
 * How much memory the process may have used before a member that does not come first gives up. Walks store nothing: the
 * memory of others is no reason for them to end, only the limit is.
 */
function memoryOf(kind: Member["strategy"]["kind"], { limits }: CheckOptions): number {
  const limit = limits?.memoryBytes ?? Number.POSITIVE_INFINITY;
  return kind === "walk" ? limit : Math.min(MEMORY_OF_FOLLOWERS, SHARE_OF_FOLLOWERS * limit);
}

/** Seconds between looks at what other threads use, while nothing is done in this one. */
const LOOK = 0.05;

/**
 * Seconds for which the others go on when the first member has ended without an answer and no time limit was given:
 * walks have no end of their own. A member that met a fault and then saw everything it can ends all at once.
 */
const PATIENCE = 600;

export async function checkByPortfolio(
  session: Session,
  { strategy, here, elsewhere, late }: Extract<Way, { kind: "portfolio" }>,
  carryOut: CarryOut,
): Promise<Reached> {
  const { context } = session;
  const { environment, signal } = context;
  const news = new News(context.onProgress);
  const abroad = new Abroad(session, elsewhere, strategy.firstShare, news, late);
  let lastMoment = Number.POSITIVE_INFINITY;
  let faultMet = false;
  const firstEnded = (verdict: Verdict): void => {
    if (isFault(verdict)) lastMoment = Number.NEGATIVE_INFINITY;
    else if (session.secondsLeft() === undefined) lastMoment = environment.now() + PATIENCE;
  };
  const tasks = here.map((member, index) => ({
    share: index === 0 ? strategy.firstShare : 1,
    start: async (own: typeof environment, stop: typeof signal & object): Promise<MemberOutcome | undefined> => {
      const slowStep = new SlowStep();
      const limit = context.options.limits?.memoryBytes;
      const roomy = index > 0 || limit === undefined ? own : relieved(own, limit, abroad);
      const surroundings = elsewhere.length === 0 ? own : slowStep.endedIn(roomy);
      const inner = session.ofMember(member, {
        ...memberContext(context, surroundings, stop, index > 0 ? member.strategy.kind : "first"),
        ...defined({ onProgress: news.listener(index === 0) }),
        onHit: () => {
          slowStep.spare();
          abroad.stop(true);
        },
      });
      const reached = await carryOut(inner);
      if (slowStep.wasEnded && reached.answer.verdict.kind === "unknown") {
        abroad.takeFirst(member, firstEnded);
        return undefined;
      }
      faultMet ||= isFault(reached.answer.verdict);
      if (index === 0) firstEnded(reached.answer.verdict);
      const members = [memberStatistics(member, inner, reached)];
      return { reached, verdict: reached.answer.verdict, members, byWalks: areWalks([member]) };
    },
  }));
  const outcomes = await takeTurns(
    tasks,
    environment,
    {
      deterministic: strategy.deterministic,
      alone: strategy.alone,
      isOver: () => abroad.shed() || abroad.isDecided || signal?.aborted === true || environment.now() > lastMoment,
      onAccompanied: () => abroad.start(),
    },
    (outcome) => outcome !== undefined && stands(outcome.verdict, faultMet),
  );
  const local = outcomes.filter((outcome) => outcome !== undefined);
  // If nobody here knows, the others may.
  if (signal?.aborted !== true && !local.some(({ verdict }) => stands(verdict, faultMet))) {
    const end = environment.now() + session.secondsToFinish();
    await abroad.settled(() => Math.min(lastMoment, end));
  }
  return combine(session, [...local, ...(await abroad.end())], signal?.aborted === true);
}

/** What whoever watches is told: how far the first member is, and how near the estimates of any member have come. */
class News {
  private readonly tell: CheckContext["onProgress"];
  private readonly estimates = new Map<string, NonNullable<SearchStatistics["estimates"]>[number]>();

  constructor(tell: CheckContext["onProgress"]) {
    this.tell = tell;
  }

  /** Undefined where nobody watches. */
  listener(isFirst: boolean): CheckContext["onProgress"] {
    if (this.tell === undefined) return undefined;
    return (query, progress) => {
      this.note(progress.statistics);
      if (!isFirst) return;
      const estimates = [...this.estimates.values()];
      const statistics = estimates.length === 0 ? progress.statistics : { ...progress.statistics, estimates };
      this.tell!(query, { ...progress, statistics });
    };
  }

  note({ estimates = [] }: SearchStatistics): void {
    for (const estimate of estimates) this.estimates.set(estimate.heuristic, estimate);
  }
}

/** The members in other threads. */
class Abroad implements Others {
  private readonly session: Session;
  private readonly news: News;
  private readonly groups: readonly (readonly Member[])[];
  private readonly firstShare: number;
  private readonly handles: { readonly cancel: (atOnce?: boolean) => void; readonly isFollowingSearch: boolean }[] = [];
  /** Who begins later, and when. */
  private late: { readonly member: PlannedLate; readonly at: number } | undefined;
  private readonly pending = new Set<Promise<void>>();
  private readonly outcomes: MemberOutcome[] = [];
  /** Threads were ended because of memory, or because the answer is known. */
  private isShort = false;
  private isOver = false;

  constructor(
    session: Session,
    groups: readonly (readonly Member[])[],
    firstShare: number,
    news: News,
    late: PlannedLate | undefined,
  ) {
    this.late = late && { member: late, at: session.context.environment.now() + late.after };
    this.session = session;
    this.news = news;
    this.groups = groups;
    this.firstShare = firstShare;
  }

  start(): void {
    for (const group of this.groups) {
      // Searches have threads of their own, walks share one.
      const { kind } = group[0]!.strategy;
      const request = requestFor(this.session, group, memoryOf(kind, this.session.context.options));
      this.send({ ...request, firstShare: this.firstShare }, group, kind === "search");
    }
  }

  private startLate(): void {
    const { late, session } = this;
    if (late === undefined || this.isOver || session.context.environment.now() < late.at) return;
    this.late = undefined;
    const member = late.member.begin();
    if (member === undefined) return;
    const request = requestFor(session, [member], memoryOf("search", session.context.options));
    this.send({ ...request, firstShare: late.member.others }, [member], true, undefined, true);
  }

  /** The first member begins again in a thread of its own, with what it had: it yields to nobody. */
  takeFirst(member: Member, onEnd: (verdict: Verdict) => void): void {
    const { limits } = this.session.context.options;
    const request = requestFor(this.session, [member], limits?.memoryBytes ?? Number.POSITIVE_INFINITY);
    this.send({ ...request, firstShare: 1 }, [member], false, onEnd);
  }

  private send(
    request: MemberRequest,
    group: readonly Member[],
    isFollowingSearch: boolean,
    onEnd?: (verdict: Verdict) => void,
    isLate = false,
  ): void {
    let latest: SearchStatistics | undefined;
    const noteProgress = (statistics: SearchStatistics): void => {
      latest = statistics;
      this.news.note(statistics);
    };
    // The calling thread goes on: it can answer if that one is lost.
    const leaveItToThis = (): void => {
      this.isOver = true;
      for (const other of this.handles) if (other.cancel !== cancel) other.cancel(true);
    };
    const handle = this.session.context.driver!.start(request, noteProgress, leaveItToThis);
    // Who yields to everybody would take long to hear that it is over.
    const cancel = isLate ? () => handle.cancel(true) : handle.cancel;
    this.handles.push({ cancel, isFollowingSearch });
    const arrived: Promise<void> = handle.report.then((report) => {
      this.pending.delete(arrived);
      const outcome = report === undefined ? this.lost(group, latest) : reported(report, group);
      this.outcomes.push(outcome);
      onEnd?.(outcome.verdict);
    });
    this.pending.add(arrived);
  }

  get isDecided(): boolean {
    return this.outcomes.some(({ verdict }) => stands(verdict, false));
  }

  get areUnderWay(): boolean {
    return this.pending.size > 0;
  }

  giveWay(): void {
    this.isShort = true;
    for (const { cancel } of this.handles) cancel(true);
  }

  /** Starts who begins late, and ends threads while there is memory left for others. Never says that all is over. */
  shed(): false {
    this.startLate();
    if (this.pending.size === 0) return false;
    const { environment, options } = this.session.context;
    const used = environment.memoryBytes();
    for (const { cancel, isFollowingSearch } of this.handles) {
      if (used <= memoryOf(isFollowingSearch ? "search" : "walk", options)) continue;
      this.isShort = true;
      cancel(true);
    }
    return false;
  }

  /** Resolves when one of them knows the answer, when none is under way any more, or when patience is at an end. */
  async settled(end: () => number): Promise<void> {
    const { driver, environment } = this.session.context;
    while (!this.isDecided && this.pending.size > 0 && environment.now() < end()) {
      await Promise.race([driver!.sleep(LOOK), ...this.pending]);
      this.shed();
    }
  }

  /** At once: this thread is about to be busy, and nobody would look after those that take long to hear of it. */
  stop(atOnce = false): void {
    this.isOver = true;
    for (const { cancel } of this.handles) cancel(atOnce);
  }

  async end(): Promise<readonly MemberOutcome[]> {
    this.stop();
    await Promise.all(this.pending);
    return this.outcomes;
  }

  /** A thread that was ended in the middle of a step is known by what it told last. */
  private lost(group: readonly Member[], latest: SearchStatistics | undefined): MemberOutcome {
    const late = this.session.secondsLeft() === 0;
    // Who works in steps tells of it several times a second.
    const statistics = latest ?? { ...NO_STATISTICS, ...defined({ preparing: late ? (true as const) : undefined }) };
    const interrupted = this.session.context.signal?.aborted === true || (this.isOver && !late && !this.isShort);
    const verdict = unknown(interrupted ? "interrupted" : late ? "time" : "memory");
    const answer = { verdict, statistics, abstraction: "none" } as const;
    const { cpuSeconds: _ours, threadCpuSeconds: _too, ...rest } = this.session.statistics(answer);
    return {
      verdict,
      members: group.map(({ strategy: { spec } }) => ({
        ...rest,
        search: spec,
        verdict: "unknown",
        ...because(verdict),
      })),
      byWalks: areWalks(group),
    };
  }
}

export function requestFor(
  session: Session,
  group: readonly Member[],
  memoryBytes: number,
): Omit<MemberRequest, "firstShare"> {
  const { network, options } = session.context;
  const { abstraction, certify, engine, por, shorten, symmetry, trustEstimates } = options;
  const specs = group.map((member) => specOf(member));
  const seconds = session.secondsLeft();
  return {
    network,
    query: session.query,
    abstraction: session.plan!.abstraction,
    search: specs.length === 1 ? specs[0]! : `portfolio([${specs.join(", ")}])`,
    seed: options.seed ?? 1,
    options: {
      ...defined({ abstraction, certify, engine, por, shorten, symmetry, trustEstimates }),
      limits: { memoryBytes, ...defined({ seconds }) },
    },
  };
}

/** A specification that another thread configures to the same member, seed included. */
function specOf({ strategy }: Member): string {
  if (strategy.kind === "search") return strategy.config.spec;
  const { choice, seed, depth } = strategy.walk;
  return `walk(choice=${choice}, seed=${seed}, depth=${depth})`;
}

function memberContext(
  context: CheckContext,
  environment: CheckContext["environment"],
  signal: CheckContext["signal"] & object,
  role: "first" | Member["strategy"]["kind"],
): CheckContext {
  const { driver: _driver, onProgress: _toOne, ...rest } = context;
  const memoryBytes = role === "first" ? undefined : memoryOf(role, context.options);
  const limits = { ...context.options.limits, ...defined({ memoryBytes }) };
  return {
    ...rest,
    environment,
    signal,
    isMember: true,
    options: { ...context.options, limits },
  };
}
