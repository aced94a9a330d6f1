// Codes of queries that are understood but cannot be answered.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const CHECK_CODES = {
  TH4500: { title: "not supported", explanation: "The query, or something in the model, needs an analysis that is not there." },
  TH4501: { title: "no fastest trace with stopwatches", explanation: "Where clocks are stopped, zones over-approximate time, so the least delay is not known." },
  TH4502: { title: "clock values too large", explanation: "Without extrapolation clock values can grow beyond what a zone can hold." },
  TH4503: { title: "search cannot be used here", explanation: "The search makes assumptions that the model or the query does not meet." },
  TH4504: { title: "data added to a difference of clocks", explanation: "`sup`, `inf` and `bounds` measure a clock plus data, or the difference of two clocks, but not both." },
  TH4505: { title: "a clock without a known bound", explanation: "The clock grows very large, and nothing shows whether it grows for ever." },
  TH4506: { title: "no initial state", explanation: "The invariant of an initial location does not hold at the start, so the model has no runs at all." },
  TH4507: { title: "temporal formula too large", explanation: "The automaton of the formula has more states or edges than anybody would search with." },
  TH4508: { title: "partial-order reduction cannot be used here", explanation: "The model, the question or the search depends on the order of steps in a way that reduction does not keep." },
  TH4510: { title: "a negative price", explanation: "What runs cost only grows: rates and prices of `cost` are 0 or more." },
  TH4512: { title: "this space is not enough", explanation: "The state space that was asked for may miss the best run of this model; the condition that fails is named." },
  TH4511: { title: "`remaining` is no lower bound", explanation: "A model may say in `remaining` what the rest of a run costs at the least; a run that was found pays less." },
  TH4509: { title: "fairness cannot be asked for here", explanation: "Fairness between processes is decided in models without clocks, and without partial-order reduction; strong fairness by couvreur() and recorded()." },
  TH4515: { title: "several workers cannot share this search", explanation: "`--workers` divides the states of a breadth-first, A* or greedy search among compiled engines; other searches and questions are answered by one." },
  TH4516: { title: "symmetry cannot be used here", explanation: "`explore --symmetry` stores states once that differ in what is interchangeable; that goes together neither with local time, nor with partial-order reduction or several workers, nor with `sync` lines of TChecker." },
  TH4517: { title: "a swarm cannot answer this", explanation: "`--swarm` sends many different hunts after one state; questions for more than a state, and for the best trace, have searches of their own." },
} satisfies CodeTable;
