// Novelty (Lipovetzky and Geffner 2012): 0 for states that show something no earlier state showed, 1 for the others.
// With k = 1 "something" is a location or the value of a variable, with k = 2 a pair of such.

import { defineComponent, integer } from "../spec/index.ts";
import type { EvaluatorConfig } from "./evaluator.ts";

export const novelty = defineComponent({
  name: "novelty",
  summary: "0 for states with a location or value (k = 1) or a pair of them (k = 2) not seen before, else 1.",
  params: { k: integer({ doc: "size of the combinations", default: 1, min: 1, max: 2 }) },
  configure: ({ k }, spec): EvaluatorConfig => ({
    spec,
    safe: true,
    boundsLength: false,
    create(context) {
      const seen = new Set<string>();
      return (state) => {
        const { locations, cells } = context.engine.view(state);
        const facts: string[] = [];
        for (let i = 0; i < locations.length; i++) facts.push(`p${i}=${locations[i]}`);
        for (let i = 0; i < cells.length; i++) facts.push(`${i}=${cells[i]}`);
        let fresh = false;
        const note = (fact: string): void => {
          if (seen.has(fact)) return;
          seen.add(fact);
          fresh = true;
        };
        for (const [i, fact] of facts.entries()) {
          if (k === 1) note(fact);
          else for (let j = 0; j < i; j++) note(`${facts[j]} ${fact}`);
        }
        return fresh ? 0 : 1;
      };
    },
  }),
});
