// One query being answered: what is asked, with which limits, and what it has cost so far. The kinds of queries
// (`reachability/`, `liveness/`, …) get a session, run their searches in it and hand back an answer.

import { defined } from "../basics/defined.ts";
import type { Result } from "../diagnostics/index.ts";
import { Budget, type CancelSignal, type Environment } from "../limits/index.ts";
import type { Network, Query } from "../network/index.ts";
import {
  NO_STATISTICS,
  type Progress,
  type Runnable,
  type RunOutcome,
  run,
  type SearchStatistics,
  type SideDriver,
} from "../search/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import { concretise, type TimingProblem, type Trace } from "../trace/index.ts";
import type { Answer } from "./answer.ts";
import type { MemberDriver } from "./members/member-driver.ts";
import { type Improvement, inUnits, type PlanSoFar } from "./optimal/optimum.ts";
import type { CheckOptions, EngineChoice } from "./options.ts";
import { memberOptions, type Plan, type PlannedMember } from "./plan/plan.ts";
import { traceInModelUnits } from "./plan/time-units.ts";
import type { SearchProbe } from "./reachability/probe.ts";
import type { EngineOptions, EngineSetup } from "./setup/engines.ts";
import type { SamplingDriver } from "./statistical/sampling-driver.ts";
import type { CheckStatistics, Verdict } from "./verdict.ts";

export interface CheckContext {
  readonly network: Network;
  readonly options: CheckOptions;
  readonly environment: Environment;
  readonly signal?: CancelSignal;
  /** Called a few times per second while a query runs. */
  readonly onProgress?: (query: Query, progress: Progress) => void;
  /** Other threads, for portfolios. */
  readonly driver?: MemberDriver;
  /** Other threads, for engines that divide the states of one search among them. */
  readonly sides?: SideDriver;
  /** Other threads, for random runs. */
  readonly sampling?: SamplingDriver;
  /** Called when the target was found and only has to be timed: whoever else looks for it may stop. */
  readonly onHit?: () => void;
  /**
   * One of several ways that are tried at once: it does not wait for estimates that take long
   * (`members/preparation-budget.ts`).
   */
  readonly isMember?: true;
  /** Looks into the searches while they run. */
  readonly probe?: SearchProbe;
  /** Hears of every better run that was found and replayed. */
  readonly onImprovement?: (improvement: Improvement, plan: () => PlanSoFar) => void;
}

/** When a question was asked, by each of the clocks. */
export interface AskedAt {
  readonly wall: number;
  readonly cpu: number;
  readonly threadCpu: number | undefined;
}

export function askedNow(environment: Environment): AskedAt {
  return { wall: environment.now(), cpu: environment.cpu(), threadCpu: environment.threadCpu?.() };
}

/** Seconds between two words on how far something is. */
const TELLING = 0.2;

/** A search that is being made or runs. */
interface UnderWay extends Pick<Answer, "engine" | "abstraction" | "fallback"> {
  /** What its estimates have said so far. */
  readonly estimates: () => NonNullable<SearchStatistics["estimates"]>;
}

export class Session {
  readonly context: CheckContext;
  readonly network: Network;
  readonly query: Query;
  /** Absent while it is made, and where something else is asked on the way. */
  readonly plan: Plan | undefined;
  /** The member that is carried out; absent while none is, and where something else is asked on the way. */
  readonly member: PlannedMember | undefined;
  /** Engines that were set up as planned (`setup/set-up.ts`). */
  readonly setups: Map<string, Result<EngineSetup>>;
  private readonly budget: Budget;
  private readonly since: AskedAt;
  /** CPU seconds that went into evidence. */
  private evidence = 0;
  private isFinishing = false;
  private toldAt = 0;
  private readonly outer: Session | undefined;
  /** Has anything been run, here or in what was asked on the way? */
  hasBegun = false;
  /** What ran last, for whoever is cut short in between. */
  private latest?: Runnable;
  /** What is under way, for who watches, and for whoever is cut short. */
  private underWay: UnderWay | undefined;

  /** Time is shared with the outer budget, if there is one. */
  constructor(
    context: CheckContext,
    query: Query,
    outer?: Budget,
    {
      plan,
      setups = new Map(),
      member,
      outer: within,
      since = askedNow(context.environment),
    }: Partial<Pick<Session, "plan" | "setups" | "member">> & { outer?: Session; since?: AskedAt } = {},
  ) {
    this.outer = within;
    this.context = context;
    this.network = context.network;
    this.query = query;
    this.plan = plan;
    this.setups = setups;
    this.member = member;
    this.budget = new Budget(context.environment, context.options.limits, context.signal, outer);
    this.since = since;
  }

  /**
   * The session that carries out a plan, in the plan's units of time; what it costs counts from when the question was
   * asked.
   */
  static following(plan: Plan, context: CheckContext, outer?: Budget, since?: AskedAt): Session {
    const { network, query } = plan.scaled;
    const { onProgress } = context;
    const tell = onProgress && ((_scaled: Query, progress: Progress) => onProgress(plan.asked, progress));
    const { onImprovement } = context;
    const improve =
      onImprovement &&
      ((one: Improvement, so: () => PlanSoFar) =>
        onImprovement(inUnits(one, plan.options.optimal === "cost" ? 1 : plan.scaled.unit), () =>
          planInModelUnits(so(), plan.scaled.unit),
        ));
    const scaled = { ...context, network, ...defined({ onProgress: tell, onImprovement: improve }) };
    return new Session(scaled, query, outer, { plan, ...defined({ since }) });
  }

  /** The same session, asking something else on the way. */
  about(query: Query): Session {
    return new Session(this.context, query, this.budget, { outer: this });
  }

  /** One member of the plan carried out, as it was planned, perhaps in another environment. */
  ofMember(member: PlannedMember, context = this.context): Session {
    const { plan, setups } = this;
    const options = { ...context.options, ...memberOptions(member) };
    const own = { ...context, options };
    return new Session(own, this.query, this.budget, { ...defined({ plan }), member, setups, outer: this });
  }

  /** Since the question was asked. */
  cpuSeconds(): number {
    return this.outer?.cpuSeconds() ?? this.context.environment.cpu() - this.since.cpu;
  }

  /** Undefined: as long as it takes. */
  secondsLeft(): number | undefined {
    return this.budget.secondsLeft;
  }

  /** Seconds in which whatever else could still answer has to be given up. */
  secondsToFinish(): number {
    return this.budget.secondsToFinish;
  }

  /** Seconds of processor time for what is built before a search; absent where turns are counted and not timed. */
  get clock(): (() => number) | undefined {
    const { environment } = this.context;
    if (environment.stepsPerSlice !== undefined) return undefined;
    return () => environment.threadCpu?.() ?? environment.cpu();
  }

  /** Which engines are wanted, and where they live. */
  get engineWish(): Pick<EngineOptions, "makeMemory"> & { readonly engine: EngineChoice } {
    const { options, environment } = this.context;
    return { engine: options.engine ?? "auto", ...defined({ makeMemory: environment.makeMemory }) };
  }

  run(search: Runnable): Promise<RunOutcome> {
    this.latest = search;
    for (let session: Session | undefined = this; session !== undefined; session = session.outer) {
      session.hasBegun = true;
    }
    const { onProgress } = this.context;
    const report = (progress: Progress): void => {
      onProgress!(this.query, { ...progress, statistics: this.withEstimates(progress.statistics) });
    };
    return run(search, this.budget, onProgress === undefined ? undefined : report);
  }

  private withEstimates(statistics: SearchStatistics): SearchStatistics {
    const estimates = statistics.estimates ?? this.underWay?.estimates() ?? [];
    return estimates.length === 0 ? statistics : { ...statistics, estimates };
  }

  /**
   * Takes note of a search before it is made, and tells who watches whenever one of its estimates is about to be
   * prepared.
   */
  begin(context: SearchContext, about: Omit<UnderWay, "estimates">): void {
    const { environment, onProgress } = this.context;
    this.underWay = { ...about, estimates: () => context.estimateStatistics };
    context.onPreparing = () =>
      onProgress?.(this.query, {
        seconds: environment.now() - this.since.wall,
        memoryBytes: environment.memoryBytes(),
        statistics: this.withEstimates(NO_STATISTICS),
      });
  }

  /** Tells who watches what goes on inside of work that does not come in steps, a few times per second at most. */
  tell(told: string): void {
    const { environment, onProgress } = this.context;
    const now = environment.now();
    if (onProgress === undefined || now < this.toldAt + TELLING) return;
    this.toldAt = now;
    const statistics = this.latest?.statistics ?? NO_STATISTICS;
    onProgress(this.query, {
      seconds: now - this.since.wall,
      memoryBytes: environment.memoryBytes(),
      statistics,
      told,
    });
  }

  /** Work that does not come in steps: analyses, compiling, setting up a search. Throws `LimitReached`. */
  work<T>(work: () => T): T {
    return this.budget.during(work);
  }

  /** Work on an answer that is in hand, for which there is a grace. Throws `LimitReached`. */
  finish<T>(work: () => T): T {
    if (this.isFinishing) return this.budget.finishing(work);
    const { environment } = this.context;
    const cpu = () => environment.threadCpu?.() ?? environment.cpu();
    const before = cpu();
    this.isFinishing = true;
    try {
      return this.budget.finishing(work);
    } finally {
      this.isFinishing = false;
      const spent = cpu() - before;
      for (let session: Session | undefined = this; session !== undefined; session = session.outer) {
        session.evidence += spent;
      }
    }
  }

  /** Is even the grace over? */
  get isOver(): boolean {
    return this.budget.isOver();
  }

  /** A timed and replayed run; undefined when there is none. Throws `TimingAborted` when even the grace is over. */
  time(problem: TimingProblem): Trace | undefined {
    return concretise(this.network, problem, () => this.isOver);
  }

  /** The answer when something outside of a search ended everything. */
  broken(verdict: Verdict): Answer {
    const { estimates: _told, ...about } = this.underWay ?? {};
    const statistics = this.withEstimates(this.latest?.statistics ?? NO_STATISTICS);
    return { abstraction: "none", ...about, verdict, statistics };
  }

  /** Of the thread that answered: this one, or a member's. */
  private evidenceSeconds({ members = [] }: Answer): number | undefined {
    const most = Math.max(this.evidence, ...members.map(({ evidenceSeconds = 0 }) => evidenceSeconds));
    return most === 0 ? undefined : most;
  }

  statistics(answer: Answer): CheckStatistics {
    const { environment } = this.context;
    return {
      ...answer.statistics,
      engine: answer.engine ?? "reference",
      ...defined({ fallback: answer.fallback }),
      abstraction: answer.abstraction,
      seconds: environment.now() - this.since.wall,
      cpuSeconds: environment.cpu() - this.since.cpu,
      ...defined({
        threadCpuSeconds:
          this.since.threadCpu === undefined ? undefined : environment.threadCpu!() - this.since.threadCpu,
      }),
      ...defined({ evidenceSeconds: this.evidenceSeconds(answer) }),
      memoryMB: environment.memoryBytes() / 1e6,
      ...defined({ members: answer.members, answeredBy: answer.answeredBy }),
    };
  }
}

function planInModelUnits({ trace, schedule }: PlanSoFar, unit: number): PlanSoFar {
  return {
    trace: traceInModelUnits(trace, unit),
    schedule: schedule?.map((bar) => ({ ...bar, start: bar.start * unit, end: bar.end * unit })),
  };
}
