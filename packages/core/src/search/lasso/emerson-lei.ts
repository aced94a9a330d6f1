// Runs that stay away from something for ever, by whole sets (Emerson and Lei 1986): of all states that are reached and
// not avoided, those are taken away again and again that have no successor left and in which a run may not end, until
// nothing changes. A state in which nothing can happen any more, or in which time may pass for ever, needs no
// successor: it follows itself. What is left in the initial states begins such a run, and a walk through what is left
// finds its loop or its end.

import { defined } from "../../basics/defined.ts";
import type { StateId } from "../../engine/engine.ts";
import { NEVER } from "../../ltl/index.ts";
import type { Network, Query } from "../../network/index.ts";
import {
  CompiledDiagrams,
  comparesClocks,
  type Diagram,
  EMPTY,
  FormulaSets,
  formulaObstacle,
  NotForDiagrams,
  type Reach,
  reachFrom,
  realFaults,
  SymbolicAccount,
  SymbolicSystem,
  structureOf,
  TooDeep,
} from "../../symbolic/index.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { SearchStatistics, SearchStatus } from "../search.ts";
import type { Lasso } from "./lasso.ts";
import { defineLassoSearch, type LassoProblem, type LassoSearch } from "./lasso-search.ts";
import { type Origin, type Roots, storedOrigin } from "./roots.ts";

/** Steps that a walk may take before it has gone in a circle. */
const MOST_STEPS = 200_000;

export const emersonLei = defineLassoSearch({
  name: "emerson-lei",
  summary:
    "Whole sets of states as decision diagrams: what cannot go on for ever is taken away; `E[]` and `A<>` without clocks.",
  params: {},
  examples: ["emerson-lei()"],
  traits: () => ({ oneSet: false, refusal: obstacleOf }),
  create: (_, problem, roots) => new EmersonLeiSearch(problem, roots),
});

function obstacleOf(network: Network, query: Query, counting: "all" | "some"): string | undefined {
  if (query.kind !== "E[]" && query.kind !== "A<>") return `it answers E[] and A<>, not ${query.kind}`;
  if (counting === "some") return "it knows neither fairness nor runs in which time diverges";
  if (comparesClocks(network)) return "the model compares clocks";
  try {
    structureOf(network);
    return formulaObstacle(query.formula, true);
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.message;
    throw error;
  }
}

class EmersonLeiSearch implements LassoSearch {
  lasso: Lasso | undefined;
  private readonly problem: LassoProblem;
  private readonly roots: Roots;
  private readonly system: SymbolicSystem;
  private readonly reach: Reach;
  private readonly account: SymbolicAccount;
  private next: () => SearchStatus = () => this.advance();
  /** States that may begin such a run still, and of these those in which one may end. */
  private left: Diagram = EMPTY;
  private ending: Diagram = EMPTY;
  private isDoubtful = false;

  constructor(problem: LassoProblem, roots: Roots) {
    if (problem.automaton !== NEVER) throw new Error("only runs that stay away from something are looked for by sets");
    this.problem = problem;
    this.roots = roots;
    const diagrams = new CompiledDiagrams(defined({ makeMemory: problem.makeMemory }));
    this.system = new SymbolicSystem(diagrams, structureOf(problem.network));
    this.reach = reachFrom(this.system, "saturation");
    this.account = new SymbolicAccount(this.system, this.reach, "saturation");
  }

  step(): SearchStatus {
    try {
      return this.next();
    } catch (error) {
      if (!(error instanceof NotForDiagrams) && !(error instanceof TooDeep)) throw error;
      return this.over("gave-up");
    }
  }

  get statistics(): SearchStatistics {
    const symbolic = this.account.statistics;
    const explored = Number(symbolic.discrete);
    const counted = Math.min(explored, Number.MAX_SAFE_INTEGER);
    return { ...NO_STATISTICS, explored: counted, generated: counted, stored: counted, symbolic };
  }

  originOf(root: StateId): Origin | undefined {
    return storedOrigin(this.problem.engine, root);
  }

  private advance(): SearchStatus {
    if (!this.reach.advance()) this.next = () => this.begin();
    return "running";
  }

  private begin(): SearchStatus {
    const { system, reach, problem } = this;
    const { diagrams } = system;
    const { formulas, frameSize, ends } = problem;
    const { yes, failing } = new FormulaSets(system, frameSize).where(formulas[0]!, reach.states);
    this.left = diagrams.minus(diagrams.minus(reach.states, yes), failing);
    const faults = realFaults(system, system.failing(this.left));
    this.isDoubtful =
      failing !== EMPTY || faults.states !== EMPTY || !faults.complete || system.initialFault !== undefined;
    if (ends !== null) this.ending = diagrams.union(system.stuck(this.left), system.waitingForever(this.left));
    this.next = () => this.shrink();
    return "running";
  }

  /** Takes away what has no successor left. */
  private shrink(): SearchStatus {
    const { system, left, reach } = this;
    const { diagrams } = system;
    this.ending = diagrams.intersect(this.ending, left);
    const among = diagrams.valuesByLevel(left);
    const goingOn = left === EMPTY ? EMPTY : system.predecessors(left, left, among);
    this.left = diagrams.union(this.ending, goingOn);
    system.pinned = [this.left, this.ending, reach.states];
    diagrams.tidy(system.roots);
    if (this.left !== left) return "running";
    const begins = diagrams.intersect(left, system.initial);
    this.next = () => (begins === EMPTY ? this.over(this.isDoubtful ? "gave-up" : "exhausted") : this.walk());
    return "running";
  }

  /** From an initial state on, always to where it goes on, until a state is met again or a run may end. */
  private walk(): SearchStatus {
    const { engine, ends } = this.problem;
    const root = this.firstRoot();
    if (root === undefined) return this.over("gave-up");
    const states = [root];
    const ordinals: number[] = [];
    const at = new Map<StateId, number>([[root, 0]]);
    const made = (kind: Lasso["kind"], loopStart?: number): SearchStatus => {
      const automatonStates = states.map(() => 0);
      const about = { kind, origin: storedOrigin(engine, root), states, automatonStates, ordinals };
      this.lasso = loopStart === undefined ? about : { ...about, loopStart };
      this.next = () => this.over("gave-up");
      this.account.isOver = true;
      return "found";
    };
    while (ordinals.length < MOST_STEPS) {
      const state = states.at(-1)!;
      const end = ends?.of(state);
      if (end !== undefined) return made(end);
      const successors = Array.from(engine.internAll(state));
      const closing = successors.findIndex((next) => at.has(next));
      const ordinal = closing >= 0 ? closing : successors.findIndex((next) => this.isLeft(next));
      if (ordinal < 0) return this.over("gave-up");
      const next = successors[ordinal]!;
      ordinals.push(ordinal);
      states.push(next);
      if (closing >= 0) return made("loop", at.get(next)!);
      at.set(next, ordinals.length);
    }
    return this.over("gave-up");
  }

  private firstRoot(): StateId | undefined {
    for (let root = this.roots.next(); typeof root !== "string"; root = this.roots.next())
      if (this.isLeft(root.state)) return root.state;
    return undefined;
  }

  private isLeft(state: StateId): boolean {
    const { diagrams } = this.system;
    const { locations, cells } = this.problem.engine.view(state);
    const tuple = this.system.tupleOf(locations, cells);
    return diagrams.intersect(diagrams.ofTuples([tuple]), this.left) !== EMPTY;
  }

  private over(status: "exhausted" | "gave-up"): SearchStatus {
    this.account.isOver = true;
    this.next = () => status;
    return status;
  }
}
