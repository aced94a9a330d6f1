// Several estimates as one: the largest, or the sum. The largest keeps every guarantee that all of them have. A sum is
// admissible only where no step of the model concerns two of them; `additive=true` refuses every other model.

import { staticTransitions } from "../../analysis/joint-transitions.ts";
import { component, flag, list, type Refusal } from "../../spec/index.ts";
import { COMBINATIONS } from "../../symbolic/index.ts";
import {
  defineHeuristic,
  type Guarantees,
  type Heuristic,
  type HeuristicConfig,
  heuristicFamily,
  type Problem,
  treeOf,
} from "../heuristic.ts";

const of = list(
  component(() => heuristicFamily.registry, { doc: "an estimate" }),
  { doc: "the estimates" },
);

export const max = defineHeuristic({
  name: "max",
  summary: "The largest of several estimates.",
  params: { of },
  examples: ["max([hL(), hU()])", "max([hL(), merge(10)])", "max([distance(combine=max), predicates()])"],
  tabled: ({ of: parts }) => parts.some(({ tabled }) => tabled),
  readsZones: ({ of: parts }) => parts.some(({ readsZones }) => readsZones),
  finer: ({ of: parts }, problem) => finerParts(problem, parts),
  guarantees: ({ of: parts }) => inCommon(parts),
  refusal: (problem, { of: parts }) => firstRefusal(problem, parts),
  create: (problem, { of: parts }) => combined(problem, parts, "max"),
});

export const sum = defineHeuristic({
  name: "sum",
  summary: "The sum of several estimates; admissible where no step of the model concerns two of them.",
  params: { of, additive: flag({ doc: "refuse models in which some step concerns two of them", default: false }) },
  examples: ["sum([hL(), merge(10)])"],
  tabled: ({ of: parts }) => parts.some(({ tabled }) => tabled),
  readsZones: ({ of: parts }) => parts.some(({ readsZones }) => readsZones),
  finer: ({ of: parts }, problem) => finerParts(problem, parts),
  guarantees: ({ of: parts, additive }) => {
    const common = inCommon(parts);
    return additive || parts.length < 2 ? common : { ...common, admissible: false, consistent: false };
  },
  refusal: (problem, { of: parts, additive }) =>
    firstRefusal(problem, parts) ?? (additive ? whyNotAdditive(problem, parts) : undefined),
  create: (problem, { of: parts }) => combined(problem, parts, "sum"),
});

function inCommon(parts: readonly HeuristicConfig[]): Guarantees {
  const all = (pick: (guarantees: Guarantees) => boolean): boolean => parts.every(({ guarantees }) => pick(guarantees));
  return {
    safe: all(({ safe }) => safe),
    admissible: all(({ admissible }) => admissible),
    consistent: all(({ consistent }) => consistent),
    clocks: parts.some(({ guarantees }) => guarantees.clocks !== "ignored") ? "relaxed" : "ignored",
  };
}

/** Each that can be made finer is. */
function finerParts(problem: Problem, parts: readonly HeuristicConfig[]) {
  const finer = parts.map((part) => part.finer?.(problem));
  return finer.every((one) => one === undefined) ? undefined : { of: parts.map((part, k) => finer[k] ?? part) };
}

function firstRefusal(problem: Problem, parts: readonly HeuristicConfig[]): Refusal | undefined {
  return parts.map((part) => part.refusal?.(problem)).find((reason) => reason !== undefined);
}

function whyNotAdditive(problem: Problem, parts: readonly HeuristicConfig[]): string | undefined {
  const concerned = parts.map((part) => part.concernedBy?.(problem));
  const open = parts[concerned.indexOf(undefined)];
  if (open !== undefined) return `any step may concern \`${open.spec}\`, so that a sum may count it twice`;
  for (const { edges, joining } of staticTransitions(problem.network)) {
    const all = [...edges, ...joining.map(({ edge }) => edge)];
    const both = parts.filter((_, k) => all.some((edge) => concerned[k]!.has(edge)));
    if (both.length > 1) return `a step of the model concerns both \`${both[0]!.spec}\` and \`${both[1]!.spec}\``;
  }
  return undefined;
}

function combined(problem: Problem, parts: readonly HeuristicConfig[], kind: "sum" | "max"): Heuristic {
  const heuristics = parts.map((part) => part.create(problem));
  const { more: combine } = COMBINATIONS[kind];
  return {
    tree: () => ({ kind, parts: heuristics.map((heuristic) => treeOf(problem, heuristic)) }),
    constructions: heuristics.flatMap(({ constructions }) => constructions ?? []),
    estimate: (state, without, zone) =>
      heuristics.reduce((value, heuristic) => combine(value, heuristic.estimate(state, without, zone)), 0),
    preference(state) {
      const parts = heuristics.map((heuristic) => heuristic.preference?.(state));
      return (transition) => parts.some((part) => part?.(transition) === true);
    },
  };
}
