// Searches that begin with the targets: layers of what leads to them, within all states there can be, until an initial
// state is among them; or layers from both ends until they meet. Where that leaves something open (a run that no engine
// takes, something that may fail on the way), a search forwards answers instead.

import { ordinalsTo } from "../../engine/engine.ts";
import { hasStrictBounds } from "../../network/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import {
  asNumber,
  type Diagram,
  EMPTY,
  Meeting,
  NotForDiagrams,
  type SetCourse,
  SetCourseRecorder,
  type StrictSide,
  SymbolicAccount,
  type SymbolicSystem,
  TooDeep,
} from "../../symbolic/index.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus } from "../search.ts";
import { placeOf, systemFor } from "./symbolic-system.ts";

/** Values that all levels may have. */
const MOST_VALUES = 200_000;

interface Work {
  readonly side: StrictSide;
  readonly system: SymbolicSystem;
  readonly universe: Diagram;
  readonly meeting: Meeting;
  readonly account: SymbolicAccount;
  /** States in which something may fail. */
  readonly suspects: Diagram;
}

export class MeetingSearch implements Search {
  private readonly context: SearchContext;
  private readonly goal: GoalTest;
  private readonly direction: "backward" | "both";
  private readonly makeForward: () => Search;
  private work: Work | undefined;
  private forward: Search | undefined;
  private met: Found | undefined;
  private next: () => SearchStatus = () => this.begin("literal");
  /** One for each reading of the network, where somebody watches; and what a search forwards notes. */
  private watched: SetCourseRecorder[] | undefined;
  private watchedForwards: (() => readonly SetCourse[]) | undefined;

  /** `makeForward`: what answers where this leaves something open. */
  constructor(context: SearchContext, goal: GoalTest, direction: "backward" | "both", makeForward: () => Search) {
    this.context = context;
    this.goal = goal;
    this.direction = direction;
    this.makeForward = makeForward;
  }

  step(): SearchStatus {
    try {
      return this.next();
    } catch (error) {
      if (!(error instanceof NotForDiagrams) && !(error instanceof TooDeep)) throw error;
      return this.goForwards();
    }
  }

  turnBack(): void {}

  get found(): Found | undefined {
    return this.forward?.found ?? this.met;
  }

  get fault(): Failed | undefined {
    return this.forward?.fault;
  }

  get statistics(): SearchStatistics {
    if (this.forward !== undefined) return this.forward.statistics;
    if (this.work === undefined) return NO_STATISTICS;
    const { account, meeting } = this.work;
    const explored = asNumber(account.states);
    const queues = [{ pushed: explored, popped: explored }];
    const counts = { explored, generated: explored, stored: explored, peakOpen: meeting.rounds, queues };
    return { ...NO_STATISTICS, ...counts, symbolic: account.statistics };
  }

  watchSets(): () => readonly SetCourse[] {
    const watched: SetCourseRecorder[] = [];
    this.watched = watched;
    return () => [...watched.map(({ course }) => course), ...(this.watchedForwards?.() ?? [])];
  }

  private begin(side: StrictSide): SearchStatus {
    const { system, formulas } = systemFor(this.context.problem, side);
    const { diagrams } = system;
    if (system.initialFault !== undefined) return this.goForwards();
    if (system.valueCount > MOST_VALUES) throw new NotForDiagrams("ways backwards from so many values");
    const universe = system.universe();
    system.pinned = [universe];
    system.learn(universe);
    const { yes, failing } = formulas.where(this.context.problem.target, universe);
    const suspects = diagrams.union(failing, system.failing(universe));
    system.pinned = [universe, suspects];
    const meeting = this.meetingOf(system, universe, yes, this.direction === "backward");
    const isBackward = this.direction === "backward";
    const account = new SymbolicAccount(
      system,
      {
        get states() {
          return isBackward ? meeting.near : diagrams.union(meeting.near, meeting.forwards.states);
        },
        get rounds() {
          return meeting.rounds;
        },
      },
      this.direction,
    );
    const toTargets = { name: "from the targets", now: () => meeting.near };
    const fromStart = { name: "from the start", now: () => meeting.forwards.states };
    const sets = isBackward ? [toTargets] : [fromStart, toTargets];
    this.watched?.push(new SetCourseRecorder(system, this.direction, sets));
    this.watched?.at(-1)?.note(meeting.rounds);
    this.work = { side, system, universe, meeting, account, suspects };
    this.next = () => this.advance();
    return "running";
  }

  private meetingOf(system: SymbolicSystem, within: Diagram, targets: Diagram, isBackward: boolean): Meeting {
    return new Meeting(system, { targets, within, among: system.diagrams.valuesByLevel(within), isBackward });
  }

  private advance(): SearchStatus {
    const { meeting, side } = this.work!;
    if (meeting.hasMet) this.watched?.at(-1)?.note(meeting.rounds, true);
    if (meeting.hasMet) return side === "closed" ? this.over("gave-up") : this.arrive();
    if (!meeting.advance()) this.next = () => this.lookForFaults();
    this.watched?.at(-1)?.note(meeting.rounds);
    return "running";
  }

  private arrive(): SearchStatus {
    const { system, meeting } = this.work!;
    const run = meeting.run();
    const place = run && placeOf(this.context, system, run);
    if (place === undefined || !this.goal(place.state, place.engine)) return this.goForwards();
    const ordinals = ordinalsTo(place.engine, place.state);
    this.work!.account.isOver = true;
    this.met = { place, ordinals: () => ordinals, length: ordinals.length - 1 };
    this.next = () => this.over("gave-up");
    return "found";
  }

  /** No target can be reached; may anything fail? What fails is told by whoever goes forwards. */
  private lookForFaults(): SearchStatus {
    const { system, universe, meeting, suspects } = this.work!;
    this.watched?.at(-1)?.note(meeting.rounds, true);
    if (suspects === EMPTY) return this.seen();
    if (meeting.exhausted === "forwards") {
      const met = system.diagrams.intersect(meeting.forwards.states, suspects);
      return met === EMPTY ? this.seen() : this.leaveOpen();
    }
    meeting.end();
    const faults = this.meetingOf(system, universe, suspects, true);
    this.next = () => {
      if (faults.hasMet) return this.leaveOpen();
      return faults.advance() ? "running" : this.seen();
    };
    return "running";
  }

  private leaveOpen(): SearchStatus {
    return this.work!.side === "closed" ? this.over("gave-up") : this.goForwards();
  }

  /** With strict bounds on whole numbers some runs were not seen: with bounds that are closed all are, and more. */
  private seen(): SearchStatus {
    if (this.work!.side === "closed" || !hasStrictBounds(this.context.problem.network)) return this.over("exhausted");
    this.next = () => this.begin("closed");
    return "running";
  }

  private goForwards(): SearchStatus {
    if (this.work?.side === "closed") return this.over("gave-up");
    const forward = this.makeForward();
    if (this.watched !== undefined) this.watchedForwards = forward.watchSets?.();
    this.forward = forward;
    this.next = () => forward.step();
    return "running";
  }

  private over(status: "exhausted" | "gave-up"): SearchStatus {
    if (this.work !== undefined) this.work.account.isOver = true;
    this.next = () => status;
    return status;
  }
}
