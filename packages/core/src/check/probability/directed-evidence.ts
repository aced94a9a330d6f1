// Evidence against a bound on a probability, before the whole graph is built: enough of it, explored in the order of probability, shows that
// the bound is exceeded. What is shown was computed once more from the evidence alone.

import type { StateId } from "../../engine/index.ts";
import { numericFunction, type Property } from "../../network/index.ts";
import {
  collectEvidence,
  EvidenceSearch,
  type ExploredPart,
  type Graph,
  type ProbabilisticEvidence,
  type SoughtStates,
} from "../../probabilistic/index.ts";
import type { Runnable, SearchStatistics, SearchStatus } from "../../search/index.ts";
import { type Answer, cutShort } from "../answer.ts";
import type { Session } from "../session.ts";
import { graphStatistics } from "./exploration.ts";

/** Paths that are kept with evidence. */
const PATHS = 100;
/** Of a question for the value: the share of it that the evidence carries. */
const SHARE = 0.9;

type FormulaProperty = Extract<Property, { kind: "formula" }>;
type Judge = (property: FormulaProperty) => (state: StateId) => boolean;

export async function directedEvidence(
  session: Session,
  graph: Graph,
  property: Property,
  formula: Judge,
): Promise<Pick<Answer, "verdict" | "statistics"> | undefined> {
  const sought = soughtBy(graph, property, formula);
  if (sought === undefined || property.kind !== "probability") return undefined;
  const { op, bound } = property.ask;
  if (bound === undefined || (op !== "<=" && op !== "<") || bound >= 1) return undefined;
  const exceeds = (mass: number): boolean => (op === "<=" ? mass > bound : mass >= bound && mass > 0);
  const search = new BoundedSearch(new EvidenceSearch(graph, sought), exceeds);
  const outcome = await session.run(search);
  const { statistics } = search;
  if (outcome === "found") {
    const shown = session.finish(() => collectEvidence(graph, search.part!, sought.isTarget, PATHS));
    if (!exceeds(shown.mass)) return undefined;
    const quantity = { kind: "probability", lower: shown.mass, upper: 1, proven: true } as const;
    return { statistics, verdict: { kind: "violated", evidence: { kind: "quantity", quantity, shown } } };
  }
  if (outcome === "exhausted" || outcome === "fault") return undefined;
  return {
    statistics,
    verdict: { ...cutShort(outcome), quantity: { kind: "probability", lower: search.lower, upper: 1, proven: true } },
  };
}

/** Where the value is asked for and evidence is wanted: most of it. */
export function evidenceFor(
  graph: Graph,
  property: Property,
  value: number,
  formula: Judge,
): ProbabilisticEvidence | undefined {
  const sought = soughtBy(graph, property, formula);
  if (sought === undefined || !(value > 0)) return undefined;
  const search = new BoundedSearch(new EvidenceSearch(graph, sought), (mass) => mass >= SHARE * value);
  while (search.step() === "running");
  return search.part === undefined ? undefined : collectEvidence(graph, search.part, sought.isTarget, PATHS);
}

/** Explores until the mass inside is enough. */
class BoundedSearch implements Runnable {
  part: ExploredPart | undefined;
  lower = 0;
  private readonly search: EvidenceSearch;
  private readonly isEnough: (mass: number) => boolean;

  constructor(search: EvidenceSearch, isEnough: (mass: number) => boolean) {
    this.search = search;
    this.isEnough = isEnough;
  }

  step(): SearchStatus {
    const { search } = this;
    const isLeft = search.step();
    if (isLeft && !search.wantsLook()) return "running";
    const part = search.look();
    const start = part.order.indexOf(search.graph.initial[0]!);
    this.lower = Math.max(this.lower, part.solved.lower[start] ?? 0);
    if (this.isEnough(part.solved.lower[start] ?? 0)) {
      this.part = part;
      return "found";
    }
    return isLeft ? "running" : "exhausted";
  }

  get statistics(): SearchStatistics {
    const { graph, explored, waiting } = this.search;
    return { ...graphStatistics(graph, explored.length + waiting), explored: explored.length };
  }
}

/** What a path has to reach; undefined where the property asks for something else, or states cannot be judged one by one. */
function soughtBy(graph: Graph, property: Property, formula: Judge): SoughtStates | undefined {
  if (property.kind !== "probability" || graph.initial.length !== 1 || property.ask.optimum === "min") return undefined;
  const { op, left, right, lower, upper } = property.path;
  if ((op !== "F" && op !== "U") || lower !== undefined || upper !== undefined) return undefined;
  const isTarget = pointwise(graph, right, formula);
  const mayPass = left === undefined ? () => true : pointwise(graph, left, formula);
  return isTarget === undefined || mayPass === undefined ? undefined : { isTarget, mayPass };
}

function pointwise(graph: Graph, property: Property, formula: Judge): ((state: StateId) => boolean) | undefined {
  switch (property.kind) {
    case "state": {
      const holds = numericFunction(property.value);
      return (state) => holds(graph.engine.view(state).cells) !== 0;
    }
    case "formula":
      return formula(property);
    case "label":
      return (state) => {
        if (property.label === "init") return graph.initial.includes(state);
        if (!graph.isExpanded(state)) graph.expand(state);
        return graph.deadlocks.includes(state);
      };
    case "operation": {
      const parts = property.of.map((part) => pointwise(graph, part, formula));
      if (parts.some((part) => part === undefined)) return undefined;
      const evaluate = numericFunction({
        kind: "operation",
        op: property.op,
        of: parts.map((_, cell) => ({ kind: "cell", cell })),
      });
      return (state) => evaluate(parts.map((part) => (part!(state) ? 1 : 0))) !== 0;
    }
    default:
      return undefined;
  }
}
