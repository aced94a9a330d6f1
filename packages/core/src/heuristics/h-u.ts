// hU of the AI-planning paper: the length of an abstract solution, read off the abstract transition graph backwards. A
// broadcast is one transition there however many receive it. Where receptions exclude each other in truth (persons on
// the phone), `broadcast=each` counts every needed receiver and sees further. A state that would take too much work has
// its `distance` instead, which is as safe; statistics say how often (`givenUp`).

import { choice } from "../spec/index.ts";
import { defineHeuristic } from "./heuristic.ts";
import { CompiledGraph } from "./relaxed/compiled/compiled-graph.ts";
import { prepare } from "./relaxed/ground/prepare.ts";
import { createRelaxed, RELAXED_PARAMS, relaxedGuarantees } from "./relaxed/index.ts";
import { RelaxedGraph } from "./relaxed/kernel/graph.ts";
import { TraceReader } from "./relaxed/kernel/relaxed-trace.ts";

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
    createRelaxed(problem, values, relaxedGuarantees(values, { admissible: false }), function* (interpretOnly) {
      const prepared = yield* prepare(problem, values, interpretOnly);
      const graph = new RelaxedGraph(problem, values, true, interpretOnly, undefined, prepared);
      yield 1;
      const reader = new TraceReader(graph);
      const compiled = interpretOnly ? null : CompiledGraph.of(graph, problem.makeMemory);
      return {
        operators: graph.operators,
        standIn: (state) => graph.standIn(state),
        read(state, disabled) {
          const found = compiled === null || compiled.isGivenUp ? null : compiled.read(state, disabled);
          if (found !== null) {
            const { transitions, operators, first } = found;
            const preferred = first.map((operator) => graph.operators[operator]!);
            return { value: values.broadcast === "one" ? transitions : operators, preferred };
          }
          if (graph.build(state, disabled) === Number.POSITIVE_INFINITY) return { value: Number.POSITIVE_INFINITY };
          const { transitions, operators, first } = reader.read();
          return { value: values.broadcast === "one" ? transitions : operators, preferred: first };
        },
      };
    }),
});
