// Whole sets at a time: a search whose steps are rounds of reachability on decision diagrams. What it finds becomes a
// run of an engine, which is replayed like any other; what fails is told once a state was found in which it does; and
// when everything was seen, nothing was left out.

import { ordinalsTo } from "../../engine/engine.ts";
import { hasStrictBounds } from "../../network/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import {
  asNumber,
  type Diagram,
  EMPTY,
  type FormulaSets,
  type ListedStates,
  listedStates,
  NotForDiagrams,
  type Reach,
  realFaults,
  runTo,
  type SetCourse,
  SetCourseRecorder,
  type SetOrder,
  type StrictSide,
  SymbolicAccount,
  type SymbolicSystem,
  TooDeep,
} from "../../symbolic/index.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus, StoredState } from "../search.ts";
import { placeOf, SATURATION, systemFor } from "./symbolic-system.ts";

export interface SymbolicOptions {
  /** In which order sets are made, as it is told. */
  readonly order: SetOrder;
  /** What makes them, of a network that was read so. */
  reach(system: SymbolicSystem, formulas: FormulaSets): Reach;
  /** Nodes that may be kept at one time. */
  readonly mostNodes?: number;
}

/** What is made of the network when the first step is taken. */
interface Work {
  readonly system: SymbolicSystem;
  readonly reach: Reach;
  readonly formulas: FormulaSets;
  readonly account: SymbolicAccount;
}

export class SymbolicSearch implements Search {
  found: Found | undefined;
  fault: Failed | undefined;
  private readonly context: SearchContext;
  private readonly goal: GoalTest;
  private readonly options: SymbolicOptions;
  private work: Work | undefined;
  private next: () => SearchStatus = () => this.begin();
  /** States in which asking the question fails. */
  private unasked: Diagram = EMPTY;
  /** Something stands in the way of "everything was seen". */
  private isDoubtful = false;
  /** One for each reading of the network, where somebody watches. */
  private watched: SetCourseRecorder[] | undefined;

  constructor(context: SearchContext, goal: GoalTest, options: SymbolicOptions) {
    this.context = context;
    this.goal = goal;
    this.options = options;
  }

  step(): SearchStatus {
    try {
      return this.next();
    } catch (error) {
      if (!(error instanceof NotForDiagrams) && !(error instanceof TooDeep)) throw error;
      return this.over("gave-up");
    }
  }

  turnBack(): void {}

  get statistics(): SearchStatistics {
    if (this.work === undefined) return NO_STATISTICS;
    const { account, reach } = this.work;
    const explored = asNumber(account.states);
    const queues = [{ pushed: explored, popped: explored }];
    const counts = { explored, generated: explored, stored: explored, peakOpen: reach.rounds, queues };
    return { ...NO_STATISTICS, ...counts, symbolic: account.statistics };
  }

  diagram(): ListedStates {
    const { system, reach } = this.work!;
    return listedStates(system, reach.states);
  }

  watchSets(): () => readonly SetCourse[] {
    const watched: SetCourseRecorder[] = [];
    this.watched = watched;
    return () => watched.map(({ course }) => course);
  }

  private begin(): SearchStatus {
    this.work = this.make("literal", this.options);
    const { front } = this.work.reach;
    // An initial state that cannot be made is met by whoever makes it.
    const { engine } = this.context;
    engine.initial();
    const fault = engine.faults[0];
    this.next = () => (front === undefined ? this.advance() : this.lookAt(front));
    if (fault === undefined) return "running";
    this.fault = { ...fault, ordinals: () => [] };
    return "fault";
  }

  private make(side: StrictSide, { order, reach: makeReach }: SymbolicOptions): Work {
    const { system, formulas } = systemFor(this.context.problem, side, this.options.mostNodes);
    const reach = makeReach(system, formulas);
    const layer = { name: "latest layer", now: () => reach.front ?? EMPTY };
    const all = { name: "all reached", now: () => reach.states };
    this.watched?.push(new SetCourseRecorder(system, order, reach.front === undefined ? [all] : [all, layer]));
    this.watched?.at(-1)?.note(reach.rounds);
    return { system, reach, formulas, account: new SymbolicAccount(system, reach, order) };
  }

  private advance(): SearchStatus {
    const { reach } = this.work!;
    const goesOn = reach.advance();
    this.watched?.at(-1)?.note(reach.rounds);
    const { front } = reach;
    if (!goesOn) this.next = () => (front === undefined ? this.lookAt(reach.states) : this.lookForFaults());
    else this.next = () => (front === undefined ? this.advance() : this.lookAt(front));
    return "running";
  }

  /** Is what is looked for among these states? */
  private lookAt(states: Diagram): SearchStatus {
    const { system, reach, formulas } = this.work!;
    const { yes, failing } = formulas.where(this.context.problem.target, states);
    this.unasked = system.diagrams.union(this.unasked, failing);
    system.pinned = [this.unasked];
    this.next = () => (reach.front === undefined ? this.lookForFaults() : this.advance());
    if (yes === EMPTY) return "running";
    const place = this.follow(yes);
    if (place === undefined || !this.goal(place.state, place.engine)) {
      this.isDoubtful = true;
      return "running";
    }
    const ordinals = ordinalsTo(place.engine, place.state);
    this.settle();
    this.found = { place, ordinals: () => ordinals, length: ordinals.length - 1 };
    this.next = () => this.over("gave-up");
    return "found";
  }

  private lookForFaults(): SearchStatus {
    const { system, reach } = this.work!;
    const { states, complete } = realFaults(system, system.failing(reach.states));
    if (!complete) this.isDoubtful = true;
    const failing = states === EMPTY ? this.unasked : states;
    this.next = () => (this.isDoubtful || failing !== EMPTY ? this.over("gave-up") : this.seen());
    if (failing === EMPTY) return "running";
    const place = this.follow(failing);
    if (place === undefined) return "running";
    const { engine, state } = place;
    if (states === EMPTY) this.goal(state, engine);
    else engine.expand(state);
    const fault = engine.faults.find((met) => met.state === state);
    if (fault === undefined) return "running";
    const ordinals = ordinalsTo(engine, state);
    this.fault = { ...fault, place, ordinals: () => ordinals };
    return "fault";
  }

  /**
   * Everything was seen. With strict bounds kept on whole numbers some runs were not: with bounds that are closed all
   * are, and more; so what is not met there cannot happen, and what is met there may.
   */
  private seen(): SearchStatus {
    this.settle();
    if (!hasStrictBounds(this.context.problem.network)) return this.over("exhausted");
    this.next = () => {
      this.work = this.make("closed", SATURATION);
      this.next = () => this.advanceClosed();
      return "running";
    };
    return "running";
  }

  private advanceClosed(): SearchStatus {
    const { system, reach, formulas } = this.work!;
    const goesOn = reach.advance();
    this.watched?.at(-1)?.note(reach.rounds);
    if (goesOn) return "running";
    const { yes, failing } = formulas.where(this.context.problem.target, reach.states);
    const isMet = yes !== EMPTY || failing !== EMPTY || system.failing(reach.states) !== EMPTY;
    return this.over(isMet ? "gave-up" : "exhausted");
  }

  /** A run to one of the states, in an engine of its own. */
  private follow(states: Diagram): StoredState | undefined {
    const { system, reach } = this.work!;
    return placeOf(this.context, system, runTo(system, reach, states));
  }

  private over(status: "exhausted" | "gave-up"): SearchStatus {
    this.settle();
    this.next = () => status;
    return status;
  }

  /** What is told from now on is exact. */
  private settle(): void {
    if (this.work === undefined || this.work.account.isOver) return;
    this.work.account.isOver = true;
    this.watched?.at(-1)?.note(this.work.reach.rounds, true);
  }
}
