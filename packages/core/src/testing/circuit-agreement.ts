// The circuit of the relaxed estimates against the interpreter that it takes the place of: the same layers to the digit,
// and relaxed traces that are no shorter.

import type { Problem } from "../heuristics/heuristic.ts";
import { RelaxedGraph } from "../heuristics/relaxed/graph.ts";
import { PLAIN_OPTIONS } from "../heuristics/relaxed/options.ts";
import { TraceReader } from "../heuristics/relaxed/relaxed-trace.ts";
import type { Choices } from "./choices.ts";

/** What differs in the initial state and in some others, reachable or not. */
export function circuitDisagreements(problem: Problem, choices: Choices, states: number): string[] {
  const { network } = problem;
  const compiled = new RelaxedGraph(problem, PLAIN_OPTIONS, true);
  const interpreted = new RelaxedGraph(problem, PLAIN_OPTIONS, true, true);
  const reader = new TraceReader(compiled);
  const found: string[] = [];
  for (let at = 0; at < states; at++) {
    const state = {
      locations: network.processes.map(({ initial, locations }) =>
        at === 0 ? initial[0]! : choices.below(locations.length),
      ),
      cells: network.initialValues.map((value) => (at === 0 || choices.below(2) === 0 ? value : choices.below(2))),
    };
    // A circuit need not know values that no reachable state has.
    if (!compiled.fits(state)) continue;
    const layers = compiled.build(state);
    const plain = interpreted.build(state);
    const where = `in ${JSON.stringify(state)}`;
    if (layers !== plain) found.push(`${layers} layers, ${plain} by the interpreter, ${where}`);
    else if (Number.isFinite(layers)) {
      const { transitions } = reader.read();
      if (transitions < layers) found.push(`${transitions} transitions for ${layers} layers ${where}`);
    }
  }
  return found;
}
