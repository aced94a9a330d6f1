// The searches by decision diagrams: everything by saturation, or in an order that is asked for.

import type { Problem } from "../../heuristics/index.ts";
import { choice } from "../../spec/index.ts";
import { comparesClocks, formulaObstacle, NotForDiagrams, ORDERS, structureOf } from "../../symbolic/index.ts";
import { defineSearch } from "../search-config.ts";
import { SymbolicSearch } from "./symbolic-search.ts";

/**
 * Runs are taken again by engines of their own, step by step in the order they were found in. Strict bounds on clocks
 * may leave a question open, so nothing is promised beforehand; what ends with everything seen has seen everything.
 */
const TRAITS = { complete: false, restarts: true, inOrder: true, sets: true, refusal: diagramObstacle } as const;

export const saturate = defineSearch({
  name: "saturate",
  summary: "Whole sets of states as decision diagrams, by saturation; a trace by layers from both ends.",
  params: {},
  examples: ["saturate()"],
  traits: () => TRAITS,
  create: (_, context, goal) => new SymbolicSearch(context, goal, { order: "saturation" }),
});

export const symbolic = defineSearch({
  name: "symbolic",
  summary: "Whole sets of states as decision diagrams, in an order that is asked for.",
  params: {
    order: choice(ORDERS, {
      doc: "bfs: layer by layer; chaining: all steps one after the other; saturation: from the lowest levels up",
      default: "bfs",
    }),
  },
  examples: ["symbolic()", "symbolic(order=chaining)", "symbolic(order=saturation)"],
  traits: () => TRAITS,
  create: ({ order }, context, goal) => new SymbolicSearch(context, goal, { order }),
});

/** Why diagrams cannot answer; what can only be seen while they are made ends the search instead. */
function diagramObstacle({ network, target }: Problem): string | undefined {
  try {
    structureOf(network);
    return formulaObstacle(target, comparesClocks(network));
  } catch (error) {
    if (error instanceof NotForDiagrams) return error.message;
    throw error;
  }
}
