// Probabilities and rewards: the whole graph is built and solved, and a bound is satisfied or violated only where the
// proven interval says so. A bound on the probability of reaching states is first tried by directed evidence
// (`evidence/`), which needs a part of the graph.

import { defined } from "../../basics/defined.ts";
import { plainMemory } from "../../basics/linear-memory.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { type LimitKind, LimitReached } from "../../limits/index.ts";
import type { Property, QueryOf } from "../../network/index.ts";
import {
  type ExplicitModel,
  explicitModel,
  Graph,
  GraphFault,
  type Host,
  type Measured,
  PropertyEvaluator,
  SoFar,
  Undecided,
  UnsupportedProperty,
  UnsupportedWeight,
  type Values,
} from "../../probabilistic/index.ts";
import { type Answer, cutShort, failing, limitOf, refused, unknown } from "../answer.ts";
import type { Session } from "../session.ts";
import { setUpEngine } from "../setup/engines.ts";
import type { Quantity, Verdict } from "../verdict.ts";
import { directedEvidence, evidenceFor, settledEvidence } from "./directed-evidence.ts";
import { exactValue } from "./exact-value.ts";
import { GraphExploration, graphStatistics } from "./exploration.ts";
import { formulaSets, formulasIn } from "./formula-sets.ts";
import type { FormulaJudge } from "./pointwise.ts";
import { printed } from "./printed.ts";
import { type CutShort, knownSoFar } from "./so-far.ts";

export async function checkProbability(session: Session): Promise<Answer> {
  const query = session.query as QueryOf<"property">;
  const { network } = session;
  const refuse = (message: string): Answer =>
    refused([
      { code: "TH4500", severity: "error", message, ...(query.span === undefined ? {} : { span: query.span }) },
    ]);
  if (network.clocks.length > 0) return refuse("a model with clocks has no probabilities here: time is not a choice");
  const targets = formulasIn(query.property);
  const setup = session.work(() => setUpEngine(network, [], targets, "auto", { graph: true, ...session.engineWish }));
  if (!setup.ok) return refused(setup.diagnostics);
  const { abstraction, fallback } = setup.value;
  let known: CutShort | undefined;
  let about: Pick<Answer, "abstraction" | "engine" | "fallback"> = { abstraction };
  try {
    const engine = session.work(() => setup.value.create());
    const graph = session.work(() => new Graph(network, engine));
    about = { abstraction, engine: engine.name, ...defined({ fallback }) };
    const judge = (property: FormulaProperty) => {
      const target = targets.findIndex(({ formula }) => formula === property.formula);
      return (state: number): boolean => engine.satisfies(state, target);
    };
    const shown = await directedEvidence(session, graph, query.property, judge);
    if (shown !== undefined) return { ...about, ...shown, verdict: withRemarks(graph, shown.verdict) };
    const exploration = new GraphExploration(graph);
    known = { graph, order: exploration.order, judge };
    const outcome = await session.run(exploration);
    if (outcome !== "exhausted") throw new LimitReached(outcome as LimitKind);
    const model = session.work(() => explicitModel(graph, exploration.order));
    const soFar = new SoFar();
    known = { ...known, model, soFar };
    const host: Host = { makeMemory: plainMemory, ...session.engineWish, tell: (doing) => session.tell(doing), soFar };
    const evaluator = new PropertyEvaluator(model, host, (set) => formulaSets(model, set, targets));
    const verdict = session.work(() => verdictOf(model, query.property, evaluator));
    const asked = session.finish(() => withEvidence(session, evaluator, query.property, verdict, judge));
    return { ...about, statistics: graphStatistics(graph, model.states), verdict: withRemarks(graph, asked) };
  } catch (error) {
    if (error instanceof GraphFault) return session.broken(failing(error.diagnostic));
    if (error instanceof UnsupportedProperty || error instanceof UnsupportedWeight) return refuse(error.message);
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    // Where there is no memory left nothing is computed.
    const quantity = knownSoFar(session, query.property, limit === "memory" ? undefined : known);
    return { ...session.broken({ ...cutShort(limit), ...defined({ quantity }) }), ...about };
  }
}

function withRemarks({ remarks }: Graph, verdict: Verdict): Verdict {
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "quantity" || Object.keys(remarks).length === 0)
    return verdict;
  return { ...verdict, evidence: { ...verdict.evidence, remarks } };
}

/**
 * A value that is asked for comes with evidence for most of it, where evidence is wanted; a bound that is violated
 * always.
 */
function withEvidence(
  session: Session,
  evaluator: PropertyEvaluator,
  property: Property,
  verdict: Verdict,
  judge: FormulaJudge,
): Verdict {
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "quantity") return verdict;
  const { model } = evaluator;
  const { quantity } = verdict.evidence;
  const shown =
    verdict.kind === "violated"
      ? settledEvidence(session, model, property, evaluator)
      : session.context.options.evidence === true
        ? evidenceFor(session, model.graph, property, quantity.lower ?? 0, judge)
        : undefined;
  return shown === undefined ? verdict : { ...verdict, evidence: { ...verdict.evidence, shown } };
}

type FormulaProperty = Extract<Property, { kind: "formula" }>;

/** The answer in the initial states. */
export function verdictOf(model: ExplicitModel, property: Property, evaluator: PropertyEvaluator): Verdict {
  try {
    if (property.kind === "filter" && property.op === "print") return printed(model, property, evaluator);
    return inInitialStates(model, property, evaluator.evaluate(property));
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return undecided(quantityOf(error.measured, [error.state]));
  }
}

function inInitialStates(model: ExplicitModel, property: Property, values: Values): Verdict {
  const { initial } = model;
  const measured = values.measured ?? (values.kind === "numbers" ? plain(values.interval) : undefined);
  const quantity =
    measured === undefined ? undefined : quantityOf(measured, initial, exactValue(model, property, measured));
  if (values.kind === "numbers")
    return answered("satisfied", isRange(property) ? withoutEstimate(quantity!) : quantity!);
  const isRefuted = initial.some((state) => !values.open[state] && !values.holds[state]);
  if (!isRefuted && initial.some((state) => values.open[state])) return undecided(quantity!);
  return answered(isRefuted ? "violated" : "satisfied", quantity);
}

/** The values of many states have no one value. */
const isRange = (property: Property): boolean => property.kind === "filter" && property.op === "range";

function withoutEstimate({ estimate: _middle, ...ends }: Quantity): Quantity {
  return { ...ends, spread: true };
}

function plain(interval: Measured["interval"]): Measured {
  return { of: "value", interval, estimate: interval.lower, proven: true };
}

function answered(kind: "satisfied" | "violated", quantity: Quantity | undefined): Verdict {
  return { kind, evidence: quantity === undefined ? { kind: "exhausted" } : { kind: "quantity", quantity } };
}

/** The bound lies inside of the interval: neither is proven. */
function undecided(quantity: Quantity): Verdict {
  const message = `the bound lies between ${quantity.lower} and ${quantity.upper}, where the value is`;
  const diagnostic: Diagnostic = { code: "TH4523", severity: "info", message, hint: "ask for the value: `=?`" };
  return { ...unknown("incomplete-search", diagnostic), quantity };
}

/** Over several states: the interval that holds all their values. */
export function quantityOf(
  { of, interval, estimate, proven, inside }: Measured,
  states: readonly number[],
  exact?: string,
): Quantity {
  const lower = states.reduce((least, state) => Math.min(least, interval.lower[state]!), Number.POSITIVE_INFINITY);
  const upper = states.reduce((most, state) => Math.max(most, interval.upper[state]!), Number.NEGATIVE_INFINITY);
  const one =
    states.every((state) => estimate[state] === estimate[states[0]!]) && lower <= upper
      ? estimate[states[0]!]!
      : undefined;
  return {
    kind: of,
    lower,
    upper,
    proven,
    ...(one === undefined ? {} : { estimate: one }),
    // Of several initial states there are as many values.
    ...(one === undefined && states.length > 1 ? { spread: true } : {}),
    ...(exact === undefined ? {} : { exact }),
    ...(inside !== undefined && states.every((state) => inside.states[state]) && (lower === 0 || upper === 1)
      ? { strictly: inside.end === 0 ? ("above 0" as const) : ("below 1" as const) }
      : {}),
  };
}
