// Whole sets at a time: a search whose steps are rounds of reachability on decision diagrams. What it finds becomes a
// run of an engine, which is replayed like any other; what fails is told once a state was found in which it does; and
// when everything was seen, nothing was left out.

import { ordinalsTo } from "../../engine/engine.ts";
import type { SearchContext } from "../../search-context/index.ts";
import {
  asNumber,
  CompiledDiagrams,
  type Diagram,
  EMPTY,
  FormulaSets,
  NotForDiagrams,
  type Reach,
  type ReachOrder,
  reachFrom,
  realFaults,
  runTo,
  SymbolicAccount,
  SymbolicSystem,
  structureOf,
  TooDeep,
} from "../../symbolic/index.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus, StoredState } from "../search.ts";
import { followRun } from "./follow-run.ts";

export interface SymbolicOptions {
  readonly order: ReachOrder;
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
    return { ...NO_STATISTICS, explored, stored: explored, peakOpen: reach.rounds, symbolic: account.statistics };
  }

  private begin(): SearchStatus {
    const { network, frameSize, makeMemory } = this.context.problem;
    const { order, mostNodes } = this.options;
    const diagrams = new CompiledDiagrams({
      ...(makeMemory === undefined ? {} : { makeMemory }),
      ...(mostNodes === undefined ? {} : { mostNodes }),
    });
    const system = new SymbolicSystem(diagrams, structureOf(network));
    const reach = reachFrom(system, order);
    const account = new SymbolicAccount(system, reach, order);
    this.work = { system, reach, formulas: new FormulaSets(system, frameSize), account };
    // An initial state that cannot be made is met by whoever makes it.
    const { engine } = this.context;
    engine.initial();
    const fault = engine.faults[0];
    this.next = () => (order === "bfs" ? this.lookAt(system.initial) : this.advance());
    if (fault === undefined) return "running";
    this.fault = { ...fault, ordinals: () => [] };
    return "fault";
  }

  private advance(): SearchStatus {
    const { reach } = this.work!;
    const goesOn = reach.advance();
    const { layers } = reach;
    if (!goesOn) this.next = () => (layers === undefined ? this.lookAt(reach.states) : this.lookForFaults());
    else this.next = () => (layers === undefined ? this.advance() : this.lookAt(layers.at(-1)!));
    return "running";
  }

  /** Is what is looked for among these states? */
  private lookAt(states: Diagram): SearchStatus {
    const { system, reach, formulas } = this.work!;
    const { yes, failing } = formulas.where(this.context.problem.target, states);
    this.unasked = system.diagrams.union(this.unasked, failing);
    this.next = () => (reach.layers === undefined ? this.lookForFaults() : this.advance());
    if (yes === EMPTY) return "running";
    const place = this.follow(yes);
    if (place === undefined || !this.goal(place.state, place.engine)) {
      this.isDoubtful = true;
      return "running";
    }
    const ordinals = ordinalsTo(place.engine, place.state);
    this.found = { place, ordinals: () => ordinals, length: ordinals.length - 1 };
    this.next = () => this.over("gave-up");
    return "found";
  }

  private lookForFaults(): SearchStatus {
    const { system, reach } = this.work!;
    const { states, complete } = realFaults(system, system.failing(reach.states));
    if (!complete) this.isDoubtful = true;
    const failing = states === EMPTY ? this.unasked : states;
    this.next = () => this.over(this.isDoubtful || failing !== EMPTY ? "gave-up" : "exhausted");
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

  /** A shortest run to one of the states, in an engine of its own. */
  private follow(states: Diagram): StoredState | undefined {
    const { system, reach } = this.work!;
    const run = runTo(system, reach, states).map((tuple) => system.stateOf(tuple));
    const { engine } = this.context.restarted();
    const state = followRun(engine, run);
    return state === undefined ? undefined : { engine, state };
  }

  private over(status: "exhausted" | "gave-up"): SearchStatus {
    if (this.work !== undefined) this.work.account.isOver = true;
    this.next = () => status;
    return status;
  }
}
