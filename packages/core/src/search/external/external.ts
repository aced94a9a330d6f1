// Searches whose states lie on disk: breadth first, and A* with an estimate.

import { blind } from "../../heuristics/blind.ts";
import { type HeuristicConfig, heuristicFamily, type Problem } from "../../heuristics/heuristic.ts";
import { component, integer, type Refusal } from "../../spec/index.ts";
import { defineSearch } from "../search-config.ts";
import { ExternalSearch } from "./external-search.ts";
import { JoinedSearch } from "./joined/joined-search.ts";

export const external = defineSearch({
  name: "external",
  summary: "Breadth first, or A* with an estimate, on disk: for what memory does not hold (`--disk DIR`).",
  params: {
    h: component(() => heuristicFamily.registry, {
      doc: "a consistent estimate that does not look at clocks; without it, breadth first",
      default: "blind()",
    }),
    partitions: integer({ doc: "into how many parts every bucket is divided", default: 16, min: 1, max: 4096 }),
    checkpoint: integer({ doc: "states after which work is kept for good", default: 200_000, min: 1 }),
  },
  examples: ["external()", "external(distance(combine=max))", "external(partitions=1, checkpoint=10)"],
  traits: ({ h }) => ({
    promise: "shortest",
    restarts: true,
    inOrder: true,
    refusal: (problem) => whyNot(h, problem),
  }),
  create({ h, partitions, checkpoint }, context, goal) {
    const { problem } = context;
    const folder = problem.disk!;
    const isBlind = h.spec === `${blind.name}()`;
    const options = {
      goal,
      folder,
      job: `${folder.identity} external(${h.spec}, partitions=${partitions})`,
      partitions,
      checkpoint,
      heuristic: isBlind ? undefined : h.create(problem),
      fresh: () => context.restarted().engine,
    };
    return folder.joined === undefined ? new ExternalSearch(options) : new JoinedSearch(options, folder.joined);
  },
});

function whyNot(h: HeuristicConfig, problem: Problem): Refusal | undefined {
  if (problem.disk === undefined) return "it needs a folder: `--disk DIR`";
  if (h.readsZones) return `\`${h.spec}\` looks at clocks, and states are put away by their discrete part`;
  if (!h.guarantees.consistent) {
    return `\`${h.spec}\` is not consistent, so that states would have to be expanded again; \`distance(combine=max)\` and \`hL()\` are`;
  }
  return h.refusal?.(problem);
}
