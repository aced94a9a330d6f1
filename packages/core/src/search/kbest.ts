// k-best-first search (Felner, Kraus and Korf 2003) and k-beam search: the k best states are expanded together, and the
// others wait, or are dropped.

import { defineShorthand, integer } from "../spec/index.ts";
import { key } from "./greedy.ts";

export const kbest = defineShorthand({
  name: "kbest",
  summary: "k-best-first search: expands the k best states together.",
  params: { k: integer({ doc: "how many", min: 1 }), h: key },
  examples: ["kbest(3, hU())"],
  means: "eager(batch(best(h), k=k))",
});

export const beam = defineShorthand({
  name: "beam",
  summary: "k-beam search: keeps the k best states and drops the others.",
  params: { k: integer({ doc: "width of the beam", min: 1 }), h: key },
  examples: ["beam(2, hU())"],
  means: "eager(batch(best(h), k=k, beam=true))",
});
