// hU of the AI-planning paper: the length of an abstract solution, read off the abstract transition graph backwards. A
// broadcast is one transition there however many receive it. Where receptions exclude each other in truth (persons on
// the phone), `broadcast=each` counts every needed receiver and sees further. A state that would take too much work has its
// `distance` instead, which is as safe; statistics say how often (`givenUp`).

import type { DiscreteView } from "../engine/engine.ts";
import { choice } from "../spec/index.ts";
import { distance } from "./distance.ts";
import { defineHeuristic, type Heuristic } from "./heuristic.ts";
import { CompiledGraph } from "./relaxed/compiled/compiled-graph.ts";
import { GivenUp, RelaxedGraph } from "./relaxed/graph.ts";
import { createRelaxed, RELAXED_PARAMS, type Reading, relaxedGuarantees } from "./relaxed/index.ts";
import { prepare } from "./relaxed/prepare.ts";
import { TraceReader } from "./relaxed/relaxed-trace.ts";

/** So many states are tried before all are left to a cheaper estimate. */
const PATIENCE = 2;

export const hU = defineHeuristic({
  name: "hU",
  summary: "Length of a relaxed trace extracted from the abstract transition graph; prefers its first transitions.",
  params: {
    ...RELAXED_PARAMS,
    broadcast: choice(["one", "each"], {
      doc: "whether a broadcast counts once or once per receiver that is needed",
      default: "one",
    }),
  },
  examples: [
    "hU()",
    "hU(broadcast=each)",
    "hU(clocks=relaxed)",
    "hU(clocks=elapsed)",
    "hU(values=per-location)",
    "hU(shortcut=on)",
    "hU(cache=1000)",
  ],
  guarantees: (values) => relaxedGuarantees(values, { admissible: false }),
  create: (problem, values) =>
    createRelaxed(problem, values, function* (interpretOnly) {
      const prepared = yield* prepare(problem, values, interpretOnly);
      const graph = new RelaxedGraph(problem, values, true, interpretOnly, undefined, prepared);
      yield 1;
      const reader = new TraceReader(graph);
      const compiled = interpretOnly ? null : CompiledGraph.of(graph);
      // Where the first states are too much, the rest will be, too.
      let [read, givenUp] = [0, 0];
      let cheaper: Heuristic | null = null;
      const giveUp = (state: DiscreteView): Reading => {
        givenUp++;
        cheaper ??= distance.configure({ combine: "sum", to: "target" }, "distance()").create(problem);
        return { value: cheaper.estimate(state), isGivenUp: true };
      };
      return {
        operators: graph.operators,
        standIn: (state) => graph.standIn(state),
        read(state, disabled) {
          if (read === 0 && givenUp >= PATIENCE) return giveUp(state);
          const found = compiled === null || compiled.isGivenUp ? null : compiled.read(state, disabled);
          if (found !== null) {
            read++;
            const { transitions, operators, first } = found;
            const preferred = first.map((operator) => graph.operators[operator]!);
            return { value: values.broadcast === "one" ? transitions : operators, preferred };
          }
          try {
            if (graph.build(state, disabled) === Number.POSITIVE_INFINITY) return { value: Number.POSITIVE_INFINITY };
            const { transitions, operators, first } = reader.read();
            read++;
            return { value: values.broadcast === "one" ? transitions : operators, preferred: first };
          } catch (error) {
            if (error instanceof GivenUp) return giveUp(state);
            throw error;
          }
        },
      };
    }),
});
