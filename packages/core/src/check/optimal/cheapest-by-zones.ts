// The cheapest run among priced zones: states come in the order of what a run through them costs at the least. What was
// found is timed by a linear program of its own, replayed, and its cost added up along the run, before it counts.

import { defined } from "../../basics/defined.ts";
import { type GraphOf, ReferenceEngine, type StateId, type Target } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import type { RunOutcome } from "../../search/index.ts";
import { type Discrete, sameTransition } from "../../semantics/index.ts";
import {
  cheapestDelays,
  rebuildPath,
  replay,
  type TimingProblem,
  type Trace,
  TraceMismatch,
} from "../../trace/index.ts";
import { type FacetRule, plus, type Rational, rational, toNumber } from "../../zone/index.ts";
import { type Guides, guidesOf } from "../plan/guides.ts";
import { type PricedZonesFit, pricedZonesFit } from "../plan/space/priced-zones-fit.ts";
import type { Session } from "../session.ts";
import { BestFirstZones } from "./best-first-zones.ts";
import { inHand } from "./in-hand.ts";
import type { Improvements } from "./optimum.ts";
import { PricedGraph } from "./priced-graph.ts";
import { Prices } from "./prices.ts";

export interface PricedAnswer {
  readonly outcome: Exclude<RunOutcome, "found" | "fault">;
  /** No run costs less. */
  readonly lower: number;
  /** Does the run that is shown cost no more than the bound that was found with it? */
  readonly attained: boolean;
  readonly search: PricedSearch;
}

interface PricedQuestion {
  readonly target: Target;
  readonly fit: PricedZonesFit;
  readonly guides: Guides;
  readonly prices: Prices;
  /** So many units of the model's time are one here. */
  readonly scale: number;
  readonly facets?: FacetRule;
}

export async function cheapestByZones(
  session: Session,
  question: PricedQuestion,
  improvements: Improvements,
): Promise<PricedAnswer> {
  const search = session.work(() => new PricedSearch(question));
  search.order = session.context.options.order ?? "turns";
  let attained = true;
  for (;;) {
    const outcome = await session.run(search);
    if (outcome === "fault") continue;
    if (outcome !== "found") return { outcome, lower: search.lower, attained, search };
    const run = inHand(session, () => followed(session, question, search));
    if ("limit" in run) return { outcome: run.limit, lower: search.lower, attained, search };
    const { trace, least, value } = run.made;
    if (least !== search.best) throw new Error(`a run costs ${least} at the least, not ${search.best}`);
    attained = value === least;
    improvements.add(trace, value, "priced zones", Math.min(search.lower, least));
  }
}

export class PricedSearch extends BestFirstZones {
  readonly reference: ReferenceEngine;
  private readonly question: PricedQuestion;
  private readonly graph: PricedGraph;

  constructor(question: PricedQuestion) {
    const { engine, graph } = pricedEngine(question);
    super(engine);
    this.reference = engine;
    this.question = question;
    this.graph = graph;
  }

  protected enter(state: StateId, atLeast: number): void {
    const { remaining, order } = this.question.guides;
    const view = this.engine.view(state);
    const now = this.reference.leastCostOf(state);
    this.push(state, now, Math.max(now + remaining(view), atLeast), order?.(view));
  }

  protected reached(state: StateId): number {
    const { formula, frameSize } = this.question.target;
    const { semantics } = this.reference;
    const discrete = this.engine.view(state) as Discrete;
    return this.graph.leastCostWhere(discrete, this.reference.carriedBy(state), (exact) =>
      semantics.where(formula, frameSize, discrete, exact),
    );
  }
}

/** The least cost of a target by itself: what tests and hunts hold twins against. Undefined: it cannot be reached. */
export function leastPricedCost(network: Network, target: Target, facets?: FacetRule): number | undefined | string {
  const fit = pricedZonesFit(network, target.formula);
  if (typeof fit === "string") return fit;
  const prices = new Prices(network);
  const search = new PricedSearch({ target, fit, guides: guidesOf(network), prices, scale: 1, ...defined({ facets }) });
  for (;;) {
    if (search.step() === "exhausted") return search.best === Number.POSITIVE_INFINITY ? undefined : search.best;
  }
}

function pricedEngine({ target, fit, guides, prices, scale, facets }: PricedQuestion): {
  readonly engine: ReferenceEngine;
  readonly graph: PricedGraph;
} {
  let graph: PricedGraph | undefined;
  const list = {
    ofTime: (state: Discrete) => scale * prices.ofTime(state),
    ofStep: (state: Discrete, transition: Parameters<Prices["ofStep"]>[1]) => prices.ofStep(state, transition),
  };
  const graphOf: GraphOf = (semantics) => {
    graph = new PricedGraph(semantics, { prices: list, ...fit, ...(facets && { facets }) });
    return graph;
  };
  const options = { targets: [target], abstraction: "none", subsumption: "inclusion", bounds: null } as const;
  const engine = new ReferenceEngine(guides.network, options, graphOf);
  return { engine, graph: graph! };
}

/** The path with delays that cost least, as a run. */
function followed(
  session: Session,
  question: PricedQuestion,
  search: PricedSearch,
): { readonly trace: Trace; readonly least: number; readonly value: number } {
  const { target, prices, scale } = question;
  const { engine: fresh } = pricedEngine(question);
  const path = rebuildPath(search.engine, search.found, fresh, fresh.semantics);
  const goal = { kind: "target", formula: target.formula } as const;
  const problem: TimingProblem = { path, goal, frameSize: target.frameSize };
  const states = statesOf(fresh, path);
  const timed = cheapestDelays(
    session.network,
    problem,
    states.map((state) => scale * prices.ofTime(state)),
  );
  if (timed === undefined) throw new TraceMismatch("a path of priced zones cannot be timed", problem);
  const replayed = replay(session.network, problem, timed.delays);
  if (!replayed.ok)
    throw new TraceMismatch(`a cheapest run does not replay: step ${replayed.step}: ${replayed.problem}`, problem);
  const steps = path.transitions.reduce((sum, step, i) => sum + prices.ofStep(states[i]!, step), 0);
  const least: Rational = plus(timed.least, rational(steps));
  return { trace: replayed.trace, least: toNumber(least), value: prices.ofRun(replayed.trace, scale) };
}

/** The discrete states along a path. */
function statesOf(
  { semantics }: ReferenceEngine,
  { initial, transitions }: TimingProblem["path"],
): readonly Discrete[] {
  const { discrete } = semantics;
  let state: Discrete = semantics.initial()[initial]!;
  const states = [state];
  for (const transition of transitions) {
    const { moves } = discrete.moves(state, undefined, transition);
    const move = moves.find((one) => sameTransition(one.transition, transition));
    state = discrete.fire(state, move!).target;
    states.push(state);
  }
  return states;
}
