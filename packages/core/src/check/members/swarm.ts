// A swarm on the cores of one machine: hunts one after the other, as many at a time as there are threads; the first
// definite answer counts and ends the others. Without threads they run one after the other where they are asked for.

import { defined } from "../../basics/defined.ts";
import { NO_STATISTICS, type SearchStatistics } from "../../search/index.ts";
import { type Reached, unknown } from "../answer.ts";
import type { PlannedHunt } from "../plan/swarm.ts";
import type { Session } from "../session.ts";
import { MEMORY_OF_FOLLOWERS, SHARE_OF_FOLLOWERS } from "./memory-yield.ts";
import { combine, isFault, type MemberOutcome, memberStatistics, reported, stands } from "./outcome.ts";
import { type CarryOut, requestFor } from "./portfolio.ts";

/** Seconds between looks at limits while the threads work. */
const LOOK = 0.05;
/** Seconds that the process may take to shrink when a hunt was ended for its memory. */
const SETTLING = 1;

export async function checkBySwarm(
  session: Session,
  hunts: readonly PlannedHunt[],
  carryOut: CarryOut,
): Promise<Reached> {
  const { driver, signal } = session.context;
  const outcomes =
    driver === undefined ? await inTurn(session, hunts, carryOut) : await new Pool(session, hunts).finish();
  const interrupted = signal?.aborted === true;
  const reached = combine(session, outcomes, interrupted);
  const { verdict } = reached.answer;
  const isCut = interrupted || session.secondsLeft() === 0 || isFault(verdict);
  if (verdict.kind !== "unknown" || isCut || verdict.because === "not-supported") return reached;
  // That every hunt came to the end of its own time is no limit that anybody asked for.
  return { answer: { ...reached.answer, verdict: unknown("incomplete-search") } };
}

/** Is the question answered? What fails, fails in every hunt. */
const isDecided = ({ verdict }: MemberOutcome): boolean => stands(verdict, false) || isFault(verdict);

async function inTurn(
  session: Session,
  hunts: readonly PlannedHunt[],
  carryOut: CarryOut,
): Promise<readonly MemberOutcome[]> {
  const { context } = session;
  const outcomes: MemberOutcome[] = [];
  for (const hunt of hunts) {
    if (context.signal?.aborted === true || session.secondsLeft() === 0) break;
    const limits = { ...context.options.limits, ...defined({ seconds: secondsFor(session, hunt) }) };
    const { onProgress, environment } = context;
    await environment.pause();
    const own = session.ofMember(hunt, {
      ...context,
      options: { ...context.options, limits },
      ...defined({ onProgress }),
    });
    const reached = await carryOut(own);
    const { verdict } = reached.answer;
    outcomes.push({ reached, verdict, members: [memberStatistics(hunt, own, reached)], byWalks: isWalk(hunt) });
    if (isDecided(outcomes.at(-1)!)) break;
  }
  return outcomes;
}

/** What a hunt may take of what is left. */
function secondsFor(session: Session, { configuration }: PlannedHunt): number | undefined {
  const left = session.secondsLeft();
  const { seconds } = configuration;
  if (left === undefined || seconds === undefined) return left ?? seconds;
  return Math.min(left, seconds);
}

const isWalk = ({ strategy }: PlannedHunt): boolean => strategy.kind === "walk";

interface UnderWay {
  readonly hunt: PlannedHunt;
  readonly cancel: (atOnce?: boolean) => void;
  readonly over: Promise<void>;
  latest: SearchStatistics | undefined;
}

class Pool {
  private readonly session: Session;
  private readonly waiting: PlannedHunt[];
  private readonly total: number;
  private readonly underWay = new Set<UnderWay>();
  private readonly outcomes: MemberOutcome[] = [];
  private isShort = false;
  private shedAt = Number.NEGATIVE_INFINITY;

  constructor(session: Session, hunts: readonly PlannedHunt[]) {
    this.session = session;
    this.waiting = [...hunts];
    this.total = hunts.length;
  }

  async finish(): Promise<readonly MemberOutcome[]> {
    const { driver, signal, options } = this.session.context;
    const size = options.workers?.count ?? driver!.threads + 1;
    const isOver = (): boolean =>
      this.outcomes.some(isDecided) || signal?.aborted === true || this.session.secondsLeft() === 0;
    for (;;) {
      while (!isOver() && this.underWay.size < size && this.waiting.length > 0) this.start(this.waiting.shift()!);
      if (this.underWay.size === 0 || isOver()) break;
      await Promise.race([driver!.sleep(LOOK), ...[...this.underWay].map(({ over }) => over)]);
      this.shed();
      this.tell();
    }
    for (const { cancel } of this.underWay) cancel();
    await Promise.all([...this.underWay].map(({ over }) => over));
    return this.outcomes;
  }

  private start(hunt: PlannedHunt): void {
    const { session } = this;
    // Who uses too much is told from here: the memory of the process is that of all hunts.
    const request = requestFor(
      session,
      [hunt],
      session.context.options.limits?.memoryBytes ?? Number.POSITIVE_INFINITY,
    );
    const limits = { ...request.options.limits, ...defined({ seconds: secondsFor(session, hunt) }) };
    const asked = { ...request, options: { ...request.options, limits }, firstShare: 1, isHunt: true as const };
    const handle = session.context.driver!.start(asked, (statistics) => {
      one.latest = statistics;
    });
    const over = handle.report.then((report) => {
      this.underWay.delete(one);
      this.outcomes.push(report === undefined ? this.lost(one) : reported(report, [hunt]));
    });
    const one: UnderWay = { hunt, cancel: handle.cancel, over, latest: undefined };
    this.underWay.add(one);
  }

  /** The search that has run for longest makes room for others. */
  private shed(): void {
    const { environment, options } = this.session.context;
    const limit = options.limits?.memoryBytes ?? Number.POSITIVE_INFINITY;
    const now = environment.now();
    if (now < this.shedAt + SETTLING) return;
    if (environment.memoryBytes() <= Math.min(MEMORY_OF_FOLLOWERS, SHARE_OF_FOLLOWERS * limit)) return;
    const eldest = [...this.underWay].find(({ hunt }) => !isWalk(hunt));
    if (eldest === undefined) return;
    this.isShort = true;
    this.shedAt = now;
    eldest.cancel(true);
  }

  private tell(): void {
    const done = this.outcomes.length;
    const specs = [...this.underWay].map(({ hunt }) => hunt.spec);
    this.session.tell(`hunts: ${done} of ${this.total} done; ${specs.join(", ")}`);
  }

  private lost({ hunt, latest }: UnderWay): MemberOutcome {
    const late = this.session.secondsLeft() === 0;
    const isAborted = this.session.context.signal?.aborted === true;
    const because = late ? "time" : this.isShort && !isAborted ? "memory" : "interrupted";
    const verdict = unknown(because);
    const answer = { verdict, statistics: latest ?? NO_STATISTICS, abstraction: "none" } as const;
    const { cpuSeconds: _all, threadCpuSeconds: _own, ...rest } = this.session.statistics(answer);
    const member = { ...rest, search: hunt.strategy.spec, verdict: "unknown", because } as const;
    return { verdict, members: [member], byWalks: isWalk(hunt) };
  }
}
