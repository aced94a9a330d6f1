// Cheapest paths where steps may give something back, so that costs do not grow along a path (survey, section 4: a cost
// relation that is not monotone; Bellman 1958). States wait in a queue and are expanded again whenever a cheaper way to
// them is found; what is cheapest is known when nothing gets cheaper any more. A path that is as long as there are
// states goes round in a circle that pays: then nothing is cheapest, nothing is made cheaper from there on, and the
// trace that is found says so. Without clocks only, where a state that is met again is the same.

import { NumberTable } from "../basics/grow.ts";
import type { Engine, StateId } from "../engine/engine.ts";
import { FifoOpenList } from "../open-lists/index.ts";
import { text } from "../spec/index.ts";
import { type EdgeCosts, edgeCosts } from "./costs/edge-costs.ts";
import { FaultLedger } from "./fault-ledger.ts";
import { reachedIn } from "./reached.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus } from "./search.ts";
import { defineSearch } from "./search-config.ts";

export const bellmanFord = defineSearch({
  name: "bellman-ford",
  summary: "Cheapest path where steps may give something back: states are expanded until nothing gets cheaper.",
  params: { variable: text({ doc: "name of the variable that edges assign their costs to, which may be negative" }) },
  examples: ['bellman-ford("price")'],
  traits: ({ variable }) => ({
    promise: "cheapest",
    refusal: ({ network }) => {
      if (network.clocks.length > 0) return "clocks: a state that is met again need not be the same";
      const costs = edgeCosts(network, variable, { gains: true });
      return typeof costs === "string" ? costs : undefined;
    },
  }),
  create({ variable }, { engine, problem }, goal) {
    const costs = edgeCosts(problem.network, variable, { gains: true });
    if (typeof costs === "string") throw new Error(costs);
    return new BellmanFordSearch(engine, costs, goal);
  },
});

class BellmanFordSearch implements Search {
  readonly record: Engine;
  private readonly engine: Engine;
  private readonly edgeCosts: EdgeCosts;
  private readonly goal: GoalTest;
  private readonly queue = new FifoOpenList();
  private readonly depths = new NumberTable(new Int32Array(1024));
  private readonly costs = new NumberTable(new Float64Array(1024));
  private readonly ledger: FaultLedger;
  private explored = 0;
  private peakOpen = 0;
  private phase: "fresh" | "running" | "told" = "fresh";
  /** Going round somewhere costs less with every turn. */
  private pays = false;
  private target: StateId | undefined;

  constructor(engine: Engine, edgeCosts: EdgeCosts, goal: GoalTest) {
    this.engine = engine;
    this.record = engine;
    this.edgeCosts = edgeCosts;
    this.goal = goal;
    this.ledger = new FaultLedger(engine);
  }

  get found(): Found | undefined {
    const { target, engine, cost } = this;
    if (target === undefined) return undefined;
    return { ...reachedIn(engine, target), length: this.depths.get(target), cost };
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine);
  }

  get statistics(): SearchStatistics {
    const { explored, peakOpen, cost } = this;
    const queues = this.queue.queues.map(({ pushed, popped }) => ({ pushed, popped }));
    return this.ledger.statistics({ explored, peakOpen, queues, ...(cost === undefined ? {} : { cost }) });
  }

  turnBack(): void {}

  step(): SearchStatus {
    if (this.ledger.owesFault && this.ledger.reportFault()) return "fault";
    if (this.phase === "fresh") {
      this.phase = "running";
      const { count } = this.engine.initial();
      for (let ordinal = 0; ordinal < count; ordinal++) this.enter(this.engine.insert(ordinal, -1, 0), 0, 0);
      return "running";
    }
    const state = this.queue.pop();
    if (state !== undefined) {
      if (this.engine.alive(state)) this.expand(state);
      return "running";
    }
    if (this.phase === "told" || this.target === undefined) return "exhausted";
    this.phase = "told";
    return "found";
  }

  private get cost(): string | undefined {
    if (this.target === undefined) return undefined;
    const cost = String(this.costs.get(this.target));
    return this.pays ? `${cost}, and less without end: going round costs less with every turn` : cost;
  }

  private expand(state: StateId): void {
    this.explored++;
    const cost = this.costs.get(state);
    if (this.goal(state, this.engine) && !(this.target !== undefined && this.costs.get(this.target) <= cost)) {
      this.target = state;
    }
    const depth = this.depths.get(state) + 1;
    // Without a circle that pays no path meets a state twice.
    if (depth > this.engine.statistics.stored) this.pays = true;
    const expansion = this.engine.expand(state);
    const fresh: { readonly next: StateId; readonly after: number }[] = [];
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      const after = cost + this.edgeCosts.of(expansion.transition(ordinal));
      const next = this.engine.insert(ordinal, state, this.pays ? Number.MAX_VALUE : after);
      fresh.push({ next, after });
    }
    for (const { next, after } of fresh) this.enter(next, depth, after);
  }

  private enter(state: StateId, depth: number, cost: number): void {
    if (state < 0) return;
    this.depths.set(state, depth);
    this.costs.set(state, cost);
    this.queue.push(state);
    this.peakOpen = Math.max(this.peakOpen, this.queue.size);
  }
}
