// hU of the AI-planning paper: the length of an abstract solution, read off the abstract transition graph backwards.

import { defineHeuristic } from "./heuristic.ts";
import { createRelaxed, relaxedGuarantees } from "./relaxed/index.ts";
import { extractRelaxedTrace } from "./relaxed/relaxed-trace.ts";

export const hU = defineHeuristic({
  name: "hU",
  summary: "Length of a relaxed trace extracted from the abstract transition graph; prefers its first transitions.",
  params: {},
  guarantees: () => relaxedGuarantees({ admissible: false }),
  create: (problem) =>
    createRelaxed(problem, (graph) => {
      const { length, first } = extractRelaxedTrace(graph);
      return { value: length, preferred: first };
    }),
});
