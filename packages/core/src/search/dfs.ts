// Depth first: the newest state first.

import { defineShorthand } from "../spec/index.ts";

export const dfs = defineShorthand({
  name: "dfs",
  summary: "Depth first.",
  params: {},
  examples: ["dfs"],
  means: "eager(lifo())",
});
