// Bitstate search (Holzmann 1988): depth first, and of what was seen only a few bits are kept. A state whose bits are
// all set is taken for one that was seen, which may be wrong: then the search ends "unknown". As long as no state was
// refused that way, every state that the engine's store did not cover exactly was looked at, so the end of the search
// is a proof.

import { integer } from "../spec/index.ts";
import { DepthFirstSearch } from "./loops/depth-first-search.ts";
import { BitTable } from "./memory/bit-table.ts";
import { defineSearch } from "./search-config.ts";

export const bitstate = defineSearch({
  name: "bitstate",
  summary:
    "Depth first, keeping a few bits of each state. What is taken for known may be new, so the end proves something only if no state was refused by its bits.",
  params: {
    bits: integer({ doc: "logarithm of the size of the table", default: 27, min: 3, max: 32 }),
    states: integer({ doc: "how many whole states may be stored on the way", default: 100_000, min: 1 }),
  },
  examples: ["bitstate(12)", "bitstate(20, states=5)"],
  traits: () => ({ complete: false, restarts: true, boundable: true }),
  create({ bits, states }, context, goal, bound) {
    const table = new BitTable(bits);
    return new DepthFirstSearch(context, {
      goal,
      bound,
      capacity: states,
      filter: (engine, state) => table.add(engine, state),
    });
  },
});
