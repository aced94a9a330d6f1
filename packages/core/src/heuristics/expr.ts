// An estimate that the user writes (survey, sections 2 and 7: guidance by people who know the model). What is small
// comes first; the values order the search, and neither cut it off nor prove anything.

import { expression } from "../spec/index.ts";
import { guideValue, ORDERS_ONLY, whyNotGuided } from "./guide-terms.ts";
import { defineHeuristic } from "./heuristic.ts";

export const expr = defineHeuristic({
  name: "expr",
  summary: "The value of an integer expression over the model, which you write: what is small comes first.",
  params: {
    value: expression({
      doc: 'in UPPAAL\u2019s language, clocks apart: `"3 * waiting + (Gate.Free ? 0 : 2)"`; it orders, and never cuts anything off',
    }),
  },
  examples: ['expr("0")', 'expr("-3")'],
  guarantees: () => ORDERS_ONLY,
  refusal: (problem, { value }) => whyNotGuided(problem, [value]),
  create(problem, { value }) {
    const of = guideValue(problem, value);
    return { estimate: (state) => of(state) ?? WORST };
  },
});

/** States in which evaluating the expression fails come last, and none is lost. */
const WORST = 2 ** 31;
