// The estimate that knows nothing.

import { defineHeuristic } from "./heuristic.ts";

export const blind = defineHeuristic({
  name: "blind",
  summary: "0 for every state.",
  params: {},
  examples: ["blind()"],
  guarantees: () => ({ safe: true, admissible: true, consistent: true, clocks: "ignored" }),
  create: () => ({ estimate: () => 0, tree: () => ({ kind: "constant", value: 0 }) }),
});
