// Questions about infinite runs: the product of the network and an automaton is searched for a lasso, on whichever
// engine covers the network; where atoms ask for clocks, on the reference engine, whose zones are cut along them. A
// lasso becomes a timed trace that was replayed; a fault of the model ends the search only if no run without one is
// found in time (decision 7).

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { CutEngine, type EngineFault, type GraphEngine, isObservation, type StateId } from "../../engine/index.ts";
import { type Automaton, degeneralise, TooLarge } from "../../ltl/index.ts";
import { type Formula, mentions, type Query } from "../../network/index.ts";
import { RunReducer } from "../../reduction/index.ts";
import {
  type CountedRunnable,
  divergingSteps,
  Ends,
  type Fairness,
  FoundRoots,
  fairSteps,
  InitialRoots,
  type Lasso,
  type LassoConfig,
  type LassoProblem,
  type LassoSearch,
  LassoShortening,
  type Origin,
  type PossibleEnds,
  ReachedRoots,
  type Roots,
  STUCK,
  withoutWaiting,
} from "../../search/index.ts";
import { createConcreteSemantics, type JointTransition } from "../../semantics/index.ts";
import {
  observedPath,
  type Path,
  replayOrdinals,
  rolledUp,
  type Stay,
  type TimingGoal,
  type TimingProblem,
  type Trace,
  type Word,
} from "../../trace/index.ts";
import { type Answer, cutShort, failing, refused, unknown } from "../answer.ts";
import { SearchAfterFault } from "../members/search-after-fault.ts";
import { breadthFirst } from "../plan/default-search.ts";
import { fairnessFor, tooManyToBeFairTo } from "../plan/fairness.ts";
import { canFail, whyRunsAreNotReduced } from "../plan/reduction.ts";
import { lassoSearchFor } from "../plan/run-search.ts";
import type { Session } from "../session.ts";
import { createSearch } from "../setup/create-search.ts";
import type { EngineSetup } from "../setup/engines.ts";
import { setUp, setUpCutting } from "../setup/set-up.ts";
import { traceOf, type Verdict } from "../verdict.ts";

export interface LassoQuestion {
  /** Accepts the runs that are looked for. */
  readonly automaton: Automaton;
  /** What the automaton reads, in order; no deadlock, and clocks only where there is a `word`. */
  readonly atoms: readonly Formula[];
  readonly frameSize: number;
  readonly whenFound: "satisfied" | "violated";
  /** What the timed run has to stay away from, and from where on; `from` is the number of steps to the lasso's root. */
  stayOn?(lasso: Lasso, from: number): Stay;
  /** Runs that end count, too: in a deadlock, or with time passing for ever. */
  readonly endsCount: boolean;
  /** Of all these only such in which time passes without bound. */
  readonly divergent: boolean;
  /** What the letters of the timed run have to satisfy. */
  readonly word?: Word;
  /** An automaton that accepts the same runs along lassos of their own shape; absent: the one above does. */
  tight?(): Automaton | TooLarge;
}

export async function checkByLassos(session: Session, question: LassoQuestion): Promise<Answer> {
  const { frameSize } = question;
  const lasso = session.work(() => lassoSearchFor(session.network, session.query, session.context.options));
  const fair = fairnessIn(session);
  if (lasso.tight && question.tight === undefined) return refused([notTemporal(session.query, lasso)]);
  const tight = lasso.tight ? session.work(() => question.tight?.()) : undefined;
  if (tight instanceof TooLarge) return tooLarge(session.query, tight);
  const automaton = tight ?? question.automaton;
  const tooMany = fair && tooManyToBeFairTo(fair, automaton.sets);
  if (tooMany !== undefined) return refused([tooMany]);
  const reducer = session.work(() => reducerFor(session, question, lasso));
  const isTimed = question.atoms.some((atom) => mentions(atom, "clock"));
  // Words are kept up to repeated letters from the initial states on, not from wherever an automaton leaves. Where
  // atoms ask for clocks it leaves in a part of a zone.
  const anywhere = lasso.anywhere && reducer === undefined && !isTimed;
  const waits = anywhere ? withoutWaiting(question.automaton, question.atoms) : undefined;
  const awaited = waits === undefined ? [] : [{ formula: waits.awaited, frameSize }];
  const targets = [...question.atoms.map((formula) => ({ formula, frameSize })), STUCK, ...awaited];
  const graph = session.work(() =>
    isTimed
      ? setUpCutting(session, targets, question.atoms.length)
      : setUp(session, targets, { graph: true, covering: waits !== undefined }),
  );
  if (!graph.ok) return refused(graph.diagnostics);
  const hunt = session.work(() => {
    if (waits !== undefined) {
      const { automaton, awaited } = waits;
      return new Hunt(session, { ...question, automaton }, graph.value, { awaited });
    }
    const one = lasso.oneSet ? degeneralise(automaton) : automaton;
    return new Hunt(session, { ...question, automaton: one }, graph.value, { reducer });
  });
  const decided = leavingOut(session, await hunt.decide(), reducer);
  const verdict =
    waits !== undefined && session.context.options.shorten === true && !question.divergent
      ? await shorterFromTheBeginning(session, question, decided)
      : decided;
  const { abstraction, fallback } = graph.value;
  const about = { engine: hunt.engine.name, abstraction, ...defined({ fallback }) } as const;
  return { verdict, statistics: { ...hunt.search.statistics, ...defined({ reduction: reducer?.count }) }, ...about };
}

/** Who begins anywhere knows no shortest lasso: that is looked for in the whole product, below what was found. */
async function shorterFromTheBeginning(session: Session, question: LassoQuestion, known: Verdict): Promise<Verdict> {
  const { atoms, frameSize } = question;
  const trace = traceOf(known);
  if (trace === undefined) return known;
  const targets = [...atoms.map((formula) => ({ formula, frameSize })), STUCK];
  const graph = session.work(() => setUp(session, targets, { graph: true, covering: false }));
  if (!graph.ok) return known;
  const whole = session.work(() => new Hunt(session, question, graph.value, {}));
  const shorter = await whole.shorterThan(trace.steps.length);
  const steps = shorter && traceOf(shorter)?.steps.length;
  return steps !== undefined && steps < trace.steps.length ? shorter! : known;
}

function notTemporal({ kind, span }: Query, { spec }: LassoConfig): Diagnostic {
  const message = `\`${spec}\` cannot be used here: tight automata are made of temporal formulas, and ${kind} is none`;
  const hint = "ask `LTL: [] (p -> <> q)` instead of `p --> q`, `LTL: <> p` instead of `A<> p`";
  return { code: "TH4503", severity: "error", message, hint, ...defined({ span }) };
}

export function tooLarge({ span }: Query, { message }: TooLarge): Answer {
  const { verdict: _, ...rest } = refused([]);
  const hint = "ask for the parts of the formula one by one";
  const about = { code: "TH4507", severity: "error", message, hint } as const;
  return { ...rest, verdict: unknown("property-too-large", { ...about, ...defined({ span }) }) };
}

function fairnessIn({ network, context: { options } }: Session): Fairness | undefined {
  return options.fairness === undefined ? undefined : fairnessFor(network, options.fairness);
}

/** Partial-order reduction, where somebody asks for it and it is sound. */
function reducerFor(
  { network, context, query }: Session,
  { atoms, endsCount }: LassoQuestion,
  lasso: LassoConfig,
): RunReducer | undefined {
  if (whyRunsAreNotReduced(network, query, lasso, context.options) !== undefined) return undefined;
  return new RunReducer(network, atoms, endsCount);
}

function leavingOut({ network, query }: Session, verdict: Verdict, reducer: RunReducer | undefined): Verdict {
  if (reducer === undefined || verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return verdict;
  return {
    ...verdict,
    evidence: { ...verdict.evidence, reduction: { ...reducer.count, canFault: canFail(network, query) } },
  };
}

function diverges(verdict: Verdict): boolean {
  const trace = traceOf(verdict);
  return trace?.end === "unbounded-delay" || trace?.loop?.time === "diverges";
}

interface HuntOptions {
  /** What an automaton waits for that leaves wherever it can; the engines know it behind `STUCK`. */
  readonly awaited?: Formula;
  readonly reducer?: RunReducer | undefined;
}

class Hunt {
  readonly engine: GraphEngine;
  readonly search: LassoSearch;
  private readonly problem: LassoProblem;
  private readonly session: Session;
  private readonly question: LassoQuestion;
  private readonly graph: EngineSetup;
  /** Another engine finds the states in which an automaton that waits can leave. */
  private readonly isWaiting: boolean;

  constructor(session: Session, question: LassoQuestion, graph: EngineSetup, { awaited, reducer }: HuntOptions) {
    this.session = session;
    this.question = question;
    this.graph = graph;
    this.isWaiting = awaited !== undefined;
    this.engine = graph.create();
    const atoms = [...question.atoms.keys()];
    const ends = question.endsCount ? this.endsOf(atoms.length) : null;
    const { automaton, atoms: formulas, frameSize } = question;
    const { network } = session;
    const fair = fairnessIn(session);
    const conditions = question.divergent
      ? divergingSteps(network, automaton.sets)
      : fair && fairSteps(network, fair, automaton.sets);
    const { makeMemory } = session.engineWish;
    const about = { network, formulas, frameSize, reducer, conditions, fair: fair?.processes, makeMemory };
    const problem = { engine: this.engine, automaton, atoms, ends, ...about };
    this.problem = problem;
    const roots = awaited === undefined ? new InitialRoots(this.engine) : this.rootsWith(awaited);
    this.search = lassoSearchFor(network, session.query, session.context.options).create(problem, roots);
  }

  private endsOf(stuck: number): PossibleEnds {
    const { engine } = this;
    if (engine instanceof CutEngine) {
      return { stuck: null, of: (state) => engine.endOf(state), isBroken: (state) => engine.isBroken(state) };
    }
    return new Ends(this.session.network, engine, this.question.divergent ? null : stuck);
  }

  private rootsWith(target: Formula): Roots {
    const { network, context } = this.session;
    const { atoms, frameSize } = this.question;
    const { search: config } = context.options;
    const engine = this.graph.createCovering();
    const number = atoms.length + 1;
    if (config === undefined || config.spec === breadthFirst.spec) return new ReachedRoots(engine, number, this.engine);
    const problem = { network, target, frameSize };
    const { search } = createSearch(config, engine, problem, (state, on) => on.satisfies(state, number));
    return new FoundRoots(search, this.engine);
  }

  async decide(): Promise<Verdict> {
    const { whenFound } = this.question;
    let runnable: CountedRunnable = this.search;
    let fault: Verdict | undefined;
    let zeno = false;
    for (;;) {
      const outcome = await this.session.run(runnable);
      switch (outcome) {
        case "found": {
          const lasso = await this.shortened(this.search.lasso!);
          const verdict = this.session.finish(() => this.verdictOf(lasso));
          if (!this.question.divergent || diverges(verdict)) return verdict;
          // Zones do not tell whether this loop can be taken so that time diverges; another one may be found that can.
          zeno = true;
          break;
        }
        case "fault":
          if (fault !== undefined) break;
          fault = this.session.finish(() => this.faultVerdict(this.search.fault!));
          runnable = new SearchAfterFault(this.search);
          break;
        case "exhausted":
          if (fault !== undefined) return fault;
          if (zeno) return unknown("zeno");
          return { kind: whenFound === "satisfied" ? "violated" : "satisfied", evidence: { kind: "exhausted" } };
        default:
          return fault ?? cutShort(outcome);
      }
    }
  }

  /** Trail improvement, for as long as there is time; what was found stays found. */
  private async shortened(lasso: Lasso): Promise<Lasso> {
    const { shorten } = this.session.context.options;
    if (shorten !== true || this.question.divergent || this.isWaiting) return lasso;
    const shortening = new LassoShortening(this.problem, lasso);
    while ((await this.session.run(shortening)) === "found");
    return shortening.lasso ?? lasso;
  }

  /** A run of fewer steps, if there is one and it is found in time. */
  async shorterThan(steps: number): Promise<Verdict | undefined> {
    const shortening = new LassoShortening(this.problem, steps);
    while ((await this.session.run(shortening)) === "found");
    const { lasso } = shortening;
    return lasso && this.session.finish(() => this.verdictOf(lasso));
  }

  private verdictOf(lasso: Lasso): Verdict {
    const { frameSize, whenFound, word } = this.question;
    if (this.engine instanceof CutEngine) return this.watched(lasso, this.engine);
    const prefix = this.pathTo(lasso.origin);
    const from = prefix.transitions.length;
    const path = { ...prefix, transitions: [...prefix.transitions, ...this.follow(lasso.states[0]!, lasso.ordinals)] };
    const goal: TimingGoal =
      lasso.kind === "loop" ? { kind: "loop", loopStart: from + lasso.loopStart! } : { kind: lasso.kind };
    const stay = this.question.stayOn?.(lasso, from);
    const timed = (problem: Pick<TimingProblem, "path" | "goal">): Trace => {
      const trace = this.session.time({ ...problem, frameSize, ...defined({ stay, word }) });
      if (trace === undefined) throw new Error("a lasso of a network without stopwatches has no run");
      return trace;
    };
    const trace = timed({ path, goal });
    // Where time has to diverge, what was shown to do so stays as it is.
    const rolls = goal.kind === "loop" && word !== undefined && !this.question.divergent;
    const shorter = rolls ? rolledUp(path, goal.loopStart, trace) : undefined;
    return { kind: whenFound, evidence: { kind: "trace", trace: shorter === undefined ? trace : timed(shorter) } };
  }

  /** The same where clocks are watched: observations are steps of the lasso, and none of the run. */
  private watched(lasso: Lasso, engine: CutEngine): Verdict {
    const { frameSize, whenFound, word } = this.question;
    const { initial } = this.pathTo(lasso.origin);
    const transitions = this.follow(lasso.states[0]!, lasso.ordinals);
    const cells = lasso.states.map((state) => engine.cellOf(state));
    const observed = observedPath({ initial, transitions, cells, ...defined({ loopStart: lasso.loopStart }) });
    const steps = observed.transitions.filter((step) => !isObservation(step));
    const before = observed.transitions.slice(0, observed.loopStart).filter((step) => !isObservation(step));
    const goal: TimingGoal = lasso.kind === "loop" ? { kind: "loop", loopStart: before.length } : { kind: lasso.kind };
    const path = { initial, transitions: steps };
    const trace = this.session.time({ path, goal, observed, frameSize, ...defined({ word }) });
    if (trace === undefined) throw new Error("a lasso of a network without stopwatches has no run");
    return { kind: whenFound, evidence: { kind: "trace", trace } };
  }

  private faultVerdict({ fault, origin }: { readonly fault: EngineFault; readonly origin: Origin }): Verdict {
    const { transition, diagnostic } = fault;
    if (origin.state < 0) return failing(diagnostic);
    const { atoms, frameSize } = this.question;
    const goal: TimingGoal = { kind: "fault", ...(transition === undefined ? { formulas: atoms } : { transition }) };
    const { initial, transitions } = this.pathTo(origin);
    const path = { initial, transitions: transitions.filter((step) => !isObservation(step)) };
    const trace = this.session.time({ path, goal, frameSize });
    return { ...failing(diagnostic), ...defined({ trace }) };
  }

  /** The steps to a state, taken again in a fresh engine. */
  private pathTo({ engine, state, ordinals }: Origin): Path {
    const semantics = createConcreteSemantics(this.session.network);
    if (engine !== this.engine) return replayOrdinals(ordinals(), this.graph.createCovering(), semantics);
    if (!this.isWaiting) return replayOrdinals(ordinals(), this.graph.create(), semantics);
    let root = state;
    while (engine.parentOf(root) >= 0) root = engine.parentOf(root);
    const prefix = this.pathTo(this.search.originOf(root)!);
    return { ...prefix, transitions: [...prefix.transitions, ...this.follow(root, ordinals().slice(1))] };
  }

  private follow(start: StateId, ordinals: readonly number[]): JointTransition[] {
    const fresh = this.graph.create();
    let at = fresh.adopt(this.engine, start);
    return ordinals.map((ordinal) => {
      const transition = fresh.expand(at).transition(ordinal);
      at = fresh.intern(ordinal, at);
      return transition;
    });
  }
}
