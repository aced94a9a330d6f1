// `E[]`, `A<>` and `-->`: is there a maximal path on which something never happens? For `E[]` and `A<>` it starts in
// an initial state, for `p --> q` in any reachable valuation that satisfies p but not q. All constants enter both L
// and U (`extra-m`), because whether something is impossible matters here as much as whether it is possible. Where no
// clock is asked for, that is a lasso in a product (`lassos.ts`); here zones are cut along what is asked, by the
// reference semantics. With stopwatches they over-approximate, so a path counts only once it is timed.

import { defined } from "../../basics/defined.ts";
import type { StateId } from "../../engine/engine.ts";
import { createAbstraction, type ReferenceEngine } from "../../engine/index.ts";
import { NEVER, NEVER_AFTER } from "../../ltl/index.ts";
import { type Formula, formulasOf, type Query, type Sought, soughtBy } from "../../network/index.ts";
import {
  type CountedRunnable,
  type LivenessFinding,
  type LivenessRoot,
  LivenessSearch,
  type Search,
} from "../../search/index.ts";
import { createSymbolicSemantics, type SymbolicSemantics } from "../../semantics/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { type Path, rebuildPath, type Stay, type TimingGoal, type Trace } from "../../trace/index.ts";
import { isEmpty } from "../../zone/index.ts";
import { type Answer, cutShort, failing, refused, unknown } from "../answer.ts";
import { SearchAfterFault } from "../members/search-after-fault.ts";
import { livenessObstacle } from "../plan/abstraction-for.ts";
import { hasStopwatches } from "../plan/features.ts";
import type { Session } from "../session.ts";
import { createSearch } from "../setup/create-search.ts";
import type { EngineSetup } from "../setup/engines.ts";
import { setUp } from "../setup/set-up.ts";
import type { Verdict } from "../verdict.ts";
import { checkByLassos } from "./lassos.ts";

const ANYTHING: Formula = { kind: "and", parts: [] };

/** An initial state, or a stored state of the reachability search. */
type Origin = { readonly initial: number } | { readonly state: StateId };

export type LivenessQuery = Query &
  (
    | { readonly kind: "E[]" | "A<>"; readonly formula: Formula }
    | { readonly kind: "-->"; readonly premise: Formula; readonly conclusion: Formula }
  );

type Question = Sought & { readonly kind: "run" };

export async function checkLiveness(session: Session, query: LivenessQuery): Promise<Answer> {
  const question = soughtBy(query) as Question;
  const obstacle = livenessObstacle(session.network, query);
  if (obstacle !== undefined) return { ...(await checkByCutting(session, query, question)), fallback: obstacle };
  const { avoid, start, whenFound } = question;
  return checkByLassos(session, {
    automaton: start === undefined ? NEVER : NEVER_AFTER,
    atoms: start === undefined ? [avoid] : [start, avoid],
    frameSize: query.frameSize,
    whenFound,
    endsCount: session.context.options.runs !== "infinite",
    divergent: session.context.options.runs === "divergent",
    stayOn: ({ automatonStates }, from) => ({
      avoid,
      from: from + (start === undefined ? 0 : waitedFor(automatonStates)),
      ...defined({ start }),
    }),
  });
}

/** How many steps the automaton has waited for the premise; a run that ends may end with it. */
function waitedFor(automatonStates: readonly number[]): number {
  const left = automatonStates.findIndex((state) => state !== NEVER_AFTER.initial);
  return left < 0 ? automatonStates.length - 1 : left;
}

async function checkByCutting(session: Session, query: LivenessQuery, question: Question): Promise<Answer> {
  const { network } = session;
  const targets = question.start === undefined ? [] : [{ formula: question.start, frameSize: query.frameSize }];
  const setup = session.work(() => setUp(session, targets));
  if (!setup.ok) return refused(setup.diagnostics);
  const { abstraction, bounds } = setup.value;
  const semantics = createSymbolicSemantics(network);
  const name = abstraction === "none" ? "none" : "extra-m";
  const { widen } = createAbstraction(name, "equality", bounds, semantics.dim);
  const hunt = session.work(() => new Hunt(session, query, question, setup.value, semantics));
  const search = new LivenessSearch<Origin>(
    {
      semantics,
      avoid: question.avoid,
      frameSize: query.frameSize,
      endsCount: session.context.options.runs !== "infinite",
      extrapolate: (discrete, zone) => widen(discrete, zone).filter((piece) => !isEmpty(piece)),
    },
    hunt.roots(),
  );
  const verdict = await hunt.decide(search);
  return { verdict, statistics: search.statistics, abstraction: name };
}

class Hunt {
  private readonly session: Session;
  private readonly query: LivenessQuery;
  private readonly question: Question;
  private readonly setup: EngineSetup;
  private readonly semantics: SymbolicSemantics;
  private readonly engine: ReferenceEngine;
  private readonly reaching: Search;
  /** The first fault that was met. */
  private fault: Verdict | undefined;
  /** The search for the premise left something out. */
  private incomplete = false;

  constructor(
    session: Session,
    query: LivenessQuery,
    question: Question,
    setup: EngineSetup,
    semantics: SymbolicSemantics,
  ) {
    this.session = session;
    this.query = query;
    this.question = question;
    this.setup = setup;
    this.semantics = semantics;
    this.engine = setup.createReference();
    const problem = { network: session.network, target: question.start ?? ANYTHING, frameSize: query.frameSize };
    const reached = (state: StateId): boolean => this.engine.satisfies(state, 0);
    this.reaching = createSearch(session.context.options.search, this.engine, problem, reached).search;
  }

  *roots(): Generator<LivenessRoot<Origin> | undefined> {
    if (this.question.start === undefined) {
      for (const [initial, { locations, cells, zone }] of this.semantics.initial().entries()) {
        yield { discrete: { locations, cells }, entry: zone, origin: { initial } };
      }
      return;
    }
    for (;;) {
      const status = this.reaching.step();
      this.incomplete = status === "gave-up";
      if (status === "exhausted" || status === "gave-up") return;
      if (status === "found") yield* this.rootsIn(this.reaching.found!.place!.state, this.question.start);
      else if (status === "fault") {
        // Rebuilding the path may show that nothing leads here (stopwatches); then the search goes on.
        this.fault ??= this.faultVerdict();
      }
      yield undefined;
    }
  }

  private *rootsIn(state: StateId, start: Formula): Generator<LivenessRoot<Origin>> {
    const { locations, cells } = this.engine.stateOf(state);
    const discrete = { locations, cells };
    const zone = this.engine.valuationsOf(state);
    for (const entry of this.semantics.where(start, this.query.frameSize, discrete, zone)) {
      yield { discrete, entry, origin: { state } };
    }
  }

  async decide(search: LivenessSearch<Origin>): Promise<Verdict> {
    const approximate = hasStopwatches(this.session.network);
    let runnable: CountedRunnable = search;
    for (;;) {
      const outcome = await this.session.run(runnable);
      if (this.fault !== undefined && runnable === search) runnable = new SearchAfterFault(search);
      switch (outcome) {
        case "found": {
          const finding = search.finding!;
          if (finding.kind === "fault" && this.fault !== undefined) break;
          const verdict = this.session.finish(() => this.verdictOf(finding));
          if (verdict === undefined) break;
          if (finding.kind !== "fault") return verdict;
          this.fault = verdict;
          runnable = new SearchAfterFault(search);
          break;
        }
        case "exhausted":
          if (this.fault !== undefined) return this.fault;
          if (this.incomplete) return cutShort("gave-up");
          if (approximate) return unknown("over-approximation");
          return {
            kind: this.question.whenFound === "satisfied" ? "violated" : "satisfied",
            evidence: { kind: "exhausted" },
          };
        case "fault":
          throw new Error("a liveness search reports faults as findings");
        default:
          return this.fault ?? cutShort(outcome);
      }
    }
  }

  private verdictOf(finding: LivenessFinding<Origin>): Verdict | undefined {
    const { path, from } = this.pathOf(finding);
    const goal = goalOf(finding, this.query, from);
    // A fault may be the formula's: then nobody can say where it holds, and any run to the place will do.
    const trace =
      finding.kind === "fault"
        ? this.session.time({ path, goal, frameSize: this.query.frameSize })
        : this.trace(path, from, goal);
    if (trace === undefined) return undefined;
    if (finding.kind === "fault") return { ...failing(finding.fault!.diagnostic), trace };
    return { kind: this.question.whenFound, evidence: { kind: "trace", trace } };
  }

  private pathOf({ origin, transitions }: LivenessFinding<Origin>): { path: Path; from: number } {
    if ("initial" in origin) return { path: { initial: origin.initial, transitions }, from: 0 };
    const prefix = rebuildPath(this.engine, origin.state, this.setup.createReference(), this.semantics);
    const all: JointTransition[] = [...prefix.transitions, ...transitions];
    return { path: { initial: prefix.initial, transitions: all }, from: prefix.transitions.length };
  }

  private trace(path: Path, from: number, goal: TimingGoal): Trace | undefined {
    const { start, avoid } = this.question;
    const stay: Stay = { from, avoid, ...defined({ start }) };
    return this.session.time({ path, goal, stay, frameSize: this.query.frameSize });
  }

  private faultVerdict(): Verdict | undefined {
    const { state, transition, diagnostic } = this.reaching.fault!;
    if (state < 0) return failing(diagnostic);
    const path = rebuildPath(this.engine, state, this.setup.createReference(), this.semantics);
    const goal = faultGoal(this.query, transition);
    const trace = this.session.time({ path, goal, frameSize: this.query.frameSize });
    return trace === undefined ? undefined : { ...failing(diagnostic), trace };
  }
}

/** Without a step it is the state that fails, or what is asked about it. */
function faultGoal(query: Query, transition: JointTransition | undefined): TimingGoal {
  return { kind: "fault", ...(transition === undefined ? { formulas: formulasOf(query) } : { transition }) };
}

function goalOf(finding: LivenessFinding<Origin>, query: Query, from: number): TimingGoal {
  switch (finding.kind) {
    case "loop":
      return { kind: "loop", loopStart: from + finding.loopStart! };
    case "fault":
      return faultGoal(query, finding.failing);
    default:
      return { kind: finding.kind };
  }
}
