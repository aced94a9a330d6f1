// The survey's directed search for uniform costs (Fig. 5), with its matrix of buckets in memory: a state waits in the
// bucket of its depth g and its estimate h, the diagonal with the least g + h is worked off from small g to large, and
// every bucket oldest first. Where an estimate is not consistent a shorter way may lead to a diagonal that was done
// with: then that one is next, and what waits in its buckets is expanded once more (`basics/priority-queue.ts` has the
// matrix; on disk it is `external/`).

import { defineShorthand } from "../spec/index.ts";
import { estimate } from "./search-config.ts";

export const buckets = defineShorthand({
  name: "buckets",
  summary: "A* by buckets of g and h, the survey's Fig. 5: least g + h first, among these least g, whole buckets.",
  params: { h: estimate },
  examples: ["buckets(hL())", "buckets(hU())", "buckets(hamming())"],
  means: "eager(tiebreaking([f(h), g], ties=oldest), reopen=true)",
});
