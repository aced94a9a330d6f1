// Can the network fail while it runs, and where? Decided once per network, by intervals: "cannot" is a proof, "can"
// means that nobody proved otherwise. Engines evaluate eagerly only what may fail, a directed search may leave dead
// ends alone where nothing can, and `info` tells the user.

import type { Formula, Network } from "../network/index.ts";
import { AccessAnalysis } from "./accesses.ts";
import { guardedFrame, reachableIntervals, selectFrame } from "./faults/cell-ranges.ts";
import { Failing } from "./faults/failing.ts";
import { EMPTY_FRAME } from "./intervals.ts";

export class FaultAnalysis {
  /** Edges (by id) whose guard or channel may fail. */
  readonly guards: ReadonlySet<number>;
  /** May the invariant or a rate of some location fail? By process and location. */
  readonly locations: readonly (readonly boolean[])[];
  /** Edges whose update may fail. */
  readonly updates: ReadonlySet<number>;
  /** May anything fail at all? */
  readonly canFault: boolean;
  private readonly failing: Failing;

  constructor(network: Network) {
    const accesses = new AccessAnalysis(network);
    const failing = new Failing(reachableIntervals(network, accesses), accesses);
    this.failing = failing;
    const guards = new Set<number>();
    const updates = new Set<number>();
    for (const edge of network.edges) {
      const { fails, after } = failing.conjuncts(edge.guard, selectFrame(edge));
      const { sync } = edge;
      const steps = sync.kind === "send" || sync.kind === "receive" ? sync.channel.steps : [];
      if (fails || (after !== null && failing.steps(steps, after))) guards.add(edge.id);
      const frame = guardedFrame(failing, edge);
      if (frame !== null && failing.statements(edge.update, frame)) updates.add(edge.id);
    }
    this.guards = guards;
    this.updates = updates;
    this.locations = network.processes.map(({ locations }) =>
      locations.map((location) => failing.location(location, EMPTY_FRAME)),
    );
    const hooks = [...network.beforeUpdate, ...network.afterUpdate];
    this.canFault =
      guards.size > 0 ||
      updates.size > 0 ||
      this.locations.some((list) => list.includes(true)) ||
      failing.statements(hooks, EMPTY_FRAME);
  }

  /** May evaluating a query's formula fail in some state? */
  formula(formula: Formula): boolean {
    return this.failing.formula(formula, EMPTY_FRAME);
  }
}

const known = new WeakMap<Network, FaultAnalysis>();

/** The analysis of a network, made when it is first asked for. */
export function faultsOf(network: Network): FaultAnalysis {
  let analysis = known.get(network);
  if (analysis === undefined) {
    analysis = new FaultAnalysis(network);
    known.set(network, analysis);
  }
  return analysis;
}
