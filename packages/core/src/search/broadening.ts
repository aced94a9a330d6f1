// Iterative broadening (Ginsberg and Harvey 1992), for beams: they grow until one leaves nothing out.

import { BatchOpenList } from "../open-lists/index.ts";
import { integer, number } from "../spec/index.ts";
import { EagerSearch } from "./loops/eager-search.ts";
import { bestBy } from "./loops/estimated.ts";
import { broadening as broader } from "./loops/plans.ts";
import { RoundsSearch } from "./loops/rounds.ts";
import { defineSearch, estimate } from "./search-config.ts";

export const broadening = defineSearch({
  name: "broadening",
  summary: "Iterative broadening: beam search with wider and wider beams, until one leaves nothing out.",
  params: {
    h: estimate,
    k: integer({ doc: "width of the first beam", default: 10, min: 1 }),
    factor: number({ doc: "how much wider the next one is", default: 2, min: 1.1 }),
  },
  examples: ["broadening(hU(), k=1)"],
  traits: ({ h }) => ({ restarts: true, refusal: (problem) => h.refusal?.(problem) }),
  create: ({ h, k: width, factor }, first, goal) =>
    new RoundsSearch(
      broader(
        first,
        (context, k) =>
          new EagerSearch(context.engine, new BatchOpenList(() => bestBy(context, h), k, true), { goal, cost: "none" }),
        width,
        factor,
      ),
    ),
});
