// What an estimate sees: for every location of every process, how far the target seems to be if that process were there
// and all others where they are. And the estimate along a trace, where plateaus and wrong hills show.

import { defined } from "../basics/defined.ts";
import type { DiscreteView } from "../engine/engine.ts";
import { type HeuristicConfig, heuristics, type Problem } from "../heuristics/index.ts";
import { type Network, type Query, soughtBy } from "../network/index.ts";
import { configure, type MentionedExpression, reasonOf } from "../spec/index.ts";
import type { Trace } from "../trace/index.ts";

/** The problem a query poses to a search; undefined for queries that do not ask for a state. */
export function problemOfQuery(network: Network, query: Query): Problem | undefined {
  const sought = soughtBy(query);
  if (sought?.kind !== "state") return undefined;
  const { frameSize, guidance } = query;
  return { network, target: sought.formula, frameSize, ...defined({ guidance }) };
}

export class HeatMap {
  private readonly network: Network;
  private readonly estimate: (state: DiscreteView) => number;

  private constructor(problem: Problem, config: HeuristicConfig) {
    this.network = problem.network;
    const heuristic = config.create(problem);
    this.estimate = (state) => heuristic.estimate(state);
  }

  /** Expressions over the model that the estimate holds: the query has to bring them along. */
  static expressionsIn(spec: string): readonly MentionedExpression[] {
    return configure(heuristics, spec).expressions;
  }

  /** The reason as text where the estimate cannot be used. */
  static create(problem: Problem, spec: string): HeatMap | string {
    const config = configure(heuristics, spec);
    if (!config.ok) return config.diagnostics[0]!.message;
    const refusal = config.value.refusal?.(problem);
    return refusal === undefined ? new HeatMap(problem, config.value) : reasonOf(refusal);
  }

  /** By process and location; Infinity: no way to the target is seen. */
  around(state: DiscreteView, processes: readonly number[]): Map<number, readonly number[]> {
    const locations = Int32Array.from(state.locations);
    const cells = Int32Array.from(state.cells);
    const heat = new Map<number, readonly number[]>();
    for (const process of processes) {
      const here = locations[process]!;
      const values = this.network.processes[process]!.locations.map((_, location) => {
        locations[process] = location;
        return this.estimate({ locations, cells });
      });
      locations[process] = here;
      heat.set(process, values);
    }
    return heat;
  }

  along(trace: Trace): readonly number[] {
    return [trace.initial, ...trace.steps.map(({ state }) => state)].map((state) => this.estimate(state));
  }
}
