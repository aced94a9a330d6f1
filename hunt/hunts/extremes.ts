// The largest value of a clock that may grow with the turns of loops: what `sup` says, and that it comes to an end,
// beside brute force on a grid.

import { checkQueries, loadModel, measuredTerms } from "@tracehound/core";
import { randomGrowingModel, seededChoices } from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

/**
 * Brute force looks so far first, and further where a larger value is claimed; no such model has one that is larger
 * still.
 */
const MOST = 24;
const MOST_BY_FAR = 90;

export const extremes: Claim = {
  what: "`sup` of a clock comes to an end, and says what brute force finds",
  inTests: 10,
  async run(seed, seen) {
    const { text, query, supremum } = randomGrowingModel(seededChoices(seed));
    const compiled = loadModel({ name: "model.xta", content: text }, { lints: false }).compileQuery(query);
    if (!compiled.ok) throw new Error(`${compiled.diagnostics[0]!.message}\n${text}`);
    const { network, value } = compiled;
    const [result] = await checkQueries({ network, options: {}, environment }, [value]);
    const { verdict, statistics } = result!;
    const told = measuredTerms(verdict)[0]?.upper;
    const isLarge = verdict.kind !== "unknown" && told !== undefined && told.value >= MOST && told.value < MOST_BY_FAR;
    const right = supremum(isLarge ? MOST_BY_FAR : MOST);
    const wrong = (what: string): void => seen.report(`${what}, ${JSON.stringify(right)} is right: ${query}\n${text}`);
    seen.count("states", statistics.explored);
    if (verdict.kind === "unknown") {
      seen.count(`unknown: ${verdict.because}`);
      if (right !== "beyond") wrong("unknown");
    } else if (right === "none") {
      seen.count("no such state");
      if (told !== undefined) wrong(`says ${JSON.stringify(told)}`);
    } else if (right === "beyond") {
      seen.count("without bound");
      if (told?.value !== Number.POSITIVE_INFINITY) wrong(`says ${JSON.stringify(told)}`);
    } else {
      seen.count("bounds");
      if (told?.value !== right.value || told.strict !== right.strict) wrong(`says ${JSON.stringify(told)}`);
    }
  },
};
