// The survey's beams by name (section 7; Wijs 2007): detailed and flexible beams keep the best of a level, filtered
// ones (Ow and Morton 1988) let only the best successors of each state compete, priority beams choose among successors
// alone, recovering ones try the last two steps in the other order, Dijkstra's has levels of equal cost, and the
// nearest neighbour follows a single way. Each is broadened until nothing is left out, unless told otherwise.

import { type EvaluatorConfig, evaluator } from "../evaluators/index.ts";
import { guideValue, whyNotGuided } from "../heuristics/index.ts";
import type { SearchContext } from "../search-context/index.ts";
import type { Param } from "../spec/component.ts";
import { expression, flag, integer } from "../spec/index.ts";
import { type CostConfig, cost as stepCost, stepCosts } from "./costs/index.ts";
import { key } from "./greedy.ts";
import { BeamLevels, type BeamNode, type BeamPolicy } from "./loops/beam-levels.ts";
import { broadening } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import type { GoalTest, Search } from "./search.ts";
import { defineSearch, type SearchTraits } from "./search-config.ts";

const k = integer({ doc: "width of the beam", min: 1, default: 10 });
const broaden = flag({ doc: "begins again with twice the width where something was left out", default: true });
const progress: Param<string> = {
  ...expression({
    doc: 'an integer expression over the model, in quotes, that says how much has been achieved: its values are the levels; `""`: levels are numbers of steps',
  }),
  defaultText: '""',
};

interface BeamValues {
  readonly h: EvaluatorConfig;
  readonly broaden: boolean;
  readonly progress: string;
  readonly cost?: CostConfig | undefined;
}

function traits({ h, broaden: isBroadened, progress: measure, cost }: BeamValues): Partial<SearchTraits> {
  return {
    complete: isBroadened,
    restarts: isBroadened,
    refusal: (problem) =>
      h.refusal?.(problem) ??
      (cost?.kind === "delay" ? "delays are made least by `--optimal time`" : cost?.refusal(problem.network)) ??
      (measure === "" ? undefined : whyNotGuided(problem, [measure])),
  };
}

/** `policyOf`: by the width, which grows. */
function beamOf(
  first: SearchContext,
  goal: GoalTest,
  { h, broaden: isBroadened, progress: measure, cost }: BeamValues,
  width: number,
  policyOf: (width: number, context: SearchContext) => BeamPolicy,
  isRecovering = false,
): Search {
  const make = (context: SearchContext, wide: number): BeamLevels =>
    new BeamLevels(context.engine, {
      goal,
      key: h.create(context),
      isSafe: h.safe,
      policy: policyOf(wide, context),
      progress: measure === "" ? undefined : progressIn(context, measure),
      costs: cost && stepCosts(cost, context.problem),
      isRecovering,
    });
  return isBroadened ? new RoundsSearch(broadening(first, make, width, 2)) : make(first, width);
}

function progressIn(context: SearchContext, measure: string): (state: number) => number {
  const value = guideValue(context.problem, measure);
  return (state) => value(context.engine.view(state)) ?? 0;
}

const best =
  (width: number) =>
  (nodes: readonly BeamNode[]): readonly BeamNode[] =>
    nodes.slice(0, width);

export const detailedBeam = defineSearch({
  name: "beam-detailed",
  summary: "Detailed beam search: of each level the k best states are expanded.",
  params: { h: key, k, progress, broaden },
  examples: ["beam-detailed(hU(), k=2)", "beam-detailed(f(hL()), k=1)", "beam-detailed(hU(), k=2, broaden=false)"],
  traits,
  create: (values, context, goal) => beamOf(context, goal, values, values.k, (width) => ({ ofLevel: best(width) })),
});

export const flexibleBeam = defineSearch({
  name: "beam-flexible",
  summary: "Flexible beam search: of each level the k best states, and all that are as good as the last of them.",
  params: { h: key, k, progress, broaden },
  examples: ["beam-flexible(hU(), k=2)", "beam-flexible(f(hL()), k=2, broaden=false)"],
  traits,
  create: (values, context, goal) =>
    beamOf(context, goal, values, values.k, (width) => ({
      ofLevel: (nodes) => nodes.filter(({ key: one }) => one <= (nodes[width - 1]?.key ?? Number.POSITIVE_INFINITY)),
    })),
});

export const priorityBeam = defineSearch({
  name: "beam-priority",
  summary: "Priority beam search: of each state the alpha best successors in the first l levels, and one behind them.",
  params: {
    h: key,
    alpha: integer({ doc: "how many successors of a state", min: 1, default: 2 }),
    l: integer({ doc: "in how many levels", min: 0, default: 4 }),
    progress,
    broaden,
  },
  examples: ["beam-priority(hU(), alpha=2, l=2)", "beam-priority(g, broaden=false)"],
  traits,
  create: (values, context, goal) =>
    beamOf(context, goal, values, values.alpha, (alpha) => {
      // Broadened, it branches so much, and so much longer, too; in the end everywhere.
      const times = Math.round(Math.log2(alpha / values.alpha));
      const levels = values.l * 2 ** times;
      return { ofState: (successors, level) => successors.slice(0, level < levels ? alpha : 1 + times) };
    }),
});

export const filteredBeam = defineSearch({
  name: "beam-filtered",
  summary:
    "Filtered beam search: the best successors of each state by a cheap estimate compete for the k places of a level.",
  params: {
    h: key,
    filter: evaluator("what is cheap to compute and decides among successors"),
    width: integer({ doc: "successors of a state that compete", min: 1, default: 2 }),
    k,
    progress,
    broaden,
  },
  examples: ["beam-filtered(hU(), distance(), width=2, k=3)", "beam-filtered(hL(), g, broaden=false)"],
  traits: (values) => {
    const own = traits(values);
    return { ...own, refusal: (problem) => own.refusal?.(problem) ?? values.filter.refusal?.(problem) };
  },
  create: (values, context, goal) =>
    beamOf(context, goal, values, values.k, (width, on) => {
      const filter = values.filter.create(on);
      const most = Math.max(values.width, Math.ceil((values.width * width) / values.k));
      return {
        ofState: (successors) => {
          const ranked = successors.map((node) => ({ node, rank: filter(node.state, node) }));
          ranked.sort((a, b) => a.rank - b.rank);
          return ranked.slice(0, most).map(({ node }) => node);
        },
        ofLevel: best(width),
      };
    }),
});

export const recoveringBeam = defineSearch({
  name: "beam-recovering",
  summary: "Recovering beam search: the k best of a level, and their last two steps are tried in the other order, too.",
  params: { h: key, k, progress, broaden },
  examples: ["beam-recovering(hU(), k=2)", "beam-recovering(f(hL()), k=1, broaden=false)"],
  traits,
  create: (values, context, goal) =>
    beamOf(context, goal, values, values.k, (width) => ({ ofLevel: best(width) }), true),
});

export const dijkstraBeam = defineSearch({
  name: "beam-dijkstra",
  summary: "Dijkstra's search with beams: levels are states of equal cost, of which the k best are expanded.",
  params: { h: key, k, cost: stepCost, broaden },
  examples: ["beam-dijkstra(hU(), k=2)", "beam-dijkstra(hL(), k=2, cost=moves, broaden=false)"],
  traits: (values) => traits({ ...values, progress: "" }),
  create: (values, context, goal) =>
    beamOf(context, goal, { ...values, progress: "" }, values.k, (width) => ({ ofLevel: best(width) })),
});

export const nearestNeighbour = defineSearch({
  name: "nearest-neighbour",
  summary: "The nearest neighbour: one way, always on to the successor that costs least so far.",
  params: {
    h: evaluator("what is least of the next state: what the way to it costs, or an estimate"),
    cost: stepCost,
    progress,
    broaden,
  },
  examples: ["nearest-neighbour(g)", "nearest-neighbour(hU(), broaden=false)"],
  traits,
  create: (values, context, goal) => beamOf(context, goal, values, 1, (width) => ({ ofLevel: best(width) })),
});
