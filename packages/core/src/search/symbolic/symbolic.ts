// The searches by decision diagrams: everything by saturation, or in an order that is asked for, forwards, backwards or
// from both ends, by hints and by dense parts.

import { type Problem, whyNotGuided } from "../../heuristics/index.ts";
import { choice, integer, number, type Refusal, wordOrExpressions } from "../../spec/index.ts";
import { GuidedLayers, MOST_NODES, ORDERS, reachFrom } from "../../symbolic/index.ts";
import { defineSearch } from "../search-config.ts";
import { hintsOf } from "./hints.ts";
import { MeetingSearch } from "./meeting-search.ts";
import { diagramObstacle, unpromisingForDiagrams } from "./obstacle.ts";
import { SymbolicSearch } from "./symbolic-search.ts";
import { SATURATION } from "./symbolic-system.ts";

/**
 * Runs are taken again by engines of their own, step by step in the order they were found in. Strict bounds on clocks
 * may leave a question open, so nothing is promised beforehand; what ends with everything seen has seen everything.
 */
const TRAITS = { complete: false, restarts: true, inOrder: true, sets: true } as const;

export const saturate = defineSearch({
  name: "saturate",
  summary: "Whole sets of states as decision diagrams, by saturation; a trace by layers from both ends.",
  params: { nodes: integer({ doc: "nodes that may be kept at one time", default: MOST_NODES, min: 1000 }) },
  examples: ["saturate()"],
  traits: () => ({ ...TRAITS, refusal: diagramObstacle, unpromising: unpromisingForDiagrams }),
  create: ({ nodes }, context, goal) => new SymbolicSearch(context, goal, { ...SATURATION, mostNodes: nodes }),
});

export const symbolic = defineSearch({
  name: "symbolic",
  summary: "Whole sets of states as decision diagrams, in an order that is asked for.",
  params: {
    order: choice(ORDERS, {
      doc: "bfs: layer by layer; chaining: all steps one after the other; saturation: from the lowest levels up",
      default: "bfs",
    }),
    direction: choice(["forward", "backward", "both"], {
      doc: "from the initial states, from the targets, or from both until they meet",
      default: "forward",
    }),
    hints: wordOrExpressions(["none", "auto"], {
      doc: "conditions that restrict from which states steps are taken at first, the narrowest first; auto: few processes move",
      default: "none",
    }),
    density: number({
      doc: "of layers with large diagrams, the share of nodes that is taken at once: a dense part first",
      default: 1,
      min: 0.001,
      max: 1,
    }),
  },
  examples: [
    "symbolic()",
    "symbolic(order=chaining)",
    "symbolic(order=saturation)",
    "symbolic(direction=backward)",
    "symbolic(direction=both)",
    "symbolic(hints=auto)",
    'symbolic(hints=["0", "1"])',
    "symbolic(density=0.5)",
  ],
  traits: (values) => ({ ...TRAITS, refusal: (problem) => diagramObstacle(problem) ?? whyNotSo(problem, values) }),
  create({ order, direction, hints, density }, context, goal) {
    if (direction !== "forward") {
      const forward = { order: "bfs", reach: reachFromInitial } as const;
      return new MeetingSearch(context, goal, direction, () => new SymbolicSearch(context, goal, forward));
    }
    const isGuided = hints !== "none" || density < 1;
    return new SymbolicSearch(context, goal, {
      order,
      reach: (system) =>
        isGuided
          ? new GuidedLayers(system, { hints: hintsOf(context.problem, system, hints), density })
          : reachFrom(system, order),
    });
  },
});

const reachFromInitial = (system: Parameters<typeof reachFrom>[0]) => reachFrom(system, "bfs");

/** What does not go together. */
function whyNotSo(
  problem: Problem,
  values: { order: string; direction: string; hints: "none" | "auto" | readonly string[]; density: number },
): Refusal | undefined {
  const { order, direction, hints, density } = values;
  const isGuided = hints !== "none" || density < 1;
  if (order !== "bfs" && (direction !== "forward" || isGuided))
    return `\`direction\`, \`hints\` and \`density\` go layer by layer: not with order=${order}`;
  if (direction !== "forward" && isGuided) return `hints and density lead forwards: not with direction=${direction}`;
  return typeof hints === "string" ? undefined : whyNotGuided(problem, hints);
}
