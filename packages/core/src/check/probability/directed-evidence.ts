// Evidence against a bound on a probability: before the whole graph is built, where paths alone refute it; behind it,
// where states count from which it is settled; and evidence for most of a value that is asked for.

import type { Property } from "../../network/index.ts";
import {
  type ChanceEstimateConfig,
  certain,
  defaultMethod,
  type EvidenceMethod,
  EvidenceSearch,
  type ExplicitModel,
  type Graph,
  type ProbabilisticEvidence,
  type PropertyEvaluator,
  plainGraph,
  type SoughtStates,
  unfolded,
} from "../../probabilistic/index.ts";
import { type Answer, cutShort } from "../answer.ts";
import type { Session } from "../session.ts";
import { EvidenceRun } from "./evidence-run.ts";
import { type FormulaJudge, pointwise } from "./pointwise.ts";
import { carriedBy, expressionOf, type Refutation, refutationOf, settledRefutation } from "./refutation.ts";

/** Of a question for the value: the share of it that the evidence carries. */
const SHARE = 0.9;

/** The way to look for evidence that was asked for. */
function methodOf({ member }: Session): EvidenceMethod {
  return member?.strategy?.kind === "evidence" ? member.strategy.method : defaultMethod();
}

export async function directedEvidence(
  session: Session,
  graph: Graph,
  property: Property,
  formula: FormulaJudge,
): Promise<Pick<Answer, "verdict" | "statistics"> | undefined> {
  const refutation = property.kind === "probability" ? refutationOf(property) : undefined;
  if (refutation === undefined) return undefined;
  const search = session.work(() => searchFor(graph, refutation, formula, methodOf(session).estimate));
  if (search === undefined) return undefined;
  const run = new EvidenceRun(graph, search, methodOf(session), refutation.exceeds);
  const outcome = await session.run(run);
  const { statistics } = run;
  if (outcome === "found") {
    const shown = session.finish(() => run.evidence);
    if (shown === undefined || !refutation.exceeds(shown.mass)) return undefined;
    return { statistics, verdict: violatedBy(property, shown) };
  }
  if (outcome === "exhausted" || outcome === "fault") return undefined;
  const known = isFromBelow(property) ? { lower: 0, upper: 1 - run.lower } : { lower: run.lower, upper: 1 };
  return {
    statistics,
    verdict: { ...cutShort(outcome), quantity: { kind: "probability", ...known, proven: true } },
  };
}

const isFromBelow = (property: Property): boolean =>
  property.kind === "probability" && (property.ask.op === ">=" || property.ask.op === ">");

function violatedBy(property: Property, shown: ProbabilisticEvidence): Answer["verdict"] {
  const quantity = isFromBelow(property)
    ? ({ kind: "probability", lower: 0, upper: Math.min(1, (1 - shown.mass) * (1 + 4e-16)), proven: true } as const)
    : ({ kind: "probability", lower: shown.mass, upper: 1, proven: true } as const);
  return { kind: "violated", evidence: { kind: "quantity", quantity, shown } };
}

/** Where the value is asked for and evidence is wanted: most of it. */
export function evidenceFor(
  session: Session,
  graph: Graph,
  property: Property,
  value: number,
  formula: FormulaJudge,
): ProbabilisticEvidence | undefined {
  const carried = property.kind === "probability" ? carriedBy(property) : undefined;
  if (carried === undefined || !(value > 0)) return undefined;
  const method = methodOf(session);
  const search = searchFor(graph, carried, formula, method.estimate);
  return search === undefined ? undefined : ranTo(new EvidenceRun(graph, search, method, (m) => m >= SHARE * value));
}

/** Of a violated bound that paths alone do not refute: those into states from which it is settled. */
export function settledEvidence(
  session: Session,
  model: ExplicitModel,
  property: Property,
  evaluator: PropertyEvaluator,
): ProbabilisticEvidence | undefined {
  const refutation = property.kind === "probability" ? settledRefutation(property, model, evaluator) : undefined;
  if (refutation === undefined) return undefined;
  const { isSettled, mayPass, exceeds } = refutation;
  const at = (state: number): number => model.indexOf[state]!;
  const sought = {
    isTarget: (state: number) => isSettled[at(state)] === 1,
    mayPass: (state: number) => mayPass[at(state)] === 1,
  };
  const search = new EvidenceSearch(plainGraph(model.graph), sought, certain);
  const shown = ranTo(new EvidenceRun(model.graph, search, methodOf(session), exceeds));
  return shown !== undefined && exceeds(shown.mass) ? { ...shown, settles: true } : undefined;
}

function ranTo(run: EvidenceRun): ProbabilisticEvidence | undefined {
  while (run.step() === "running");
  return run.evidence;
}

function searchFor(
  graph: Graph,
  { to, through, within }: Omit<Refutation, "exceeds">,
  formula: FormulaJudge,
  estimate: ChanceEstimateConfig,
): EvidenceSearch | undefined {
  const isTarget = pointwise(graph, to, formula);
  const mayPass = through === undefined ? () => true : pointwise(graph, through, formula);
  if (isTarget === undefined || mayPass === undefined) return undefined;
  const plain = plainGraph(graph);
  // With so many steps left, the best choice is not always the same one.
  const isUnfolded = within !== undefined && plain.hasChoices;
  const seen = isUnfolded ? unfolded(plain, within) : plain;
  const sought: SoughtStates = {
    isTarget: (state) => isTarget(seen.stateOf(state)),
    mayPass: (state) => mayPass(seen.stateOf(state)),
    ...(within === undefined || isUnfolded ? {} : { within }),
  };
  const problem = {
    network: graph.network,
    draws: graph.draws,
    target: expressionOf(to),
    through: through === undefined ? undefined : expressionOf(through),
  };
  return new EvidenceSearch(seen, sought, estimate.create(problem));
}
