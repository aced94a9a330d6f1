// Grows the graph of a stochastic network breadth first, within limits and with progress; or hands a part of it to who
// asks for evidence.

import type { Graph } from "../../probabilistic/index.ts";
import { NO_STATISTICS, type Runnable, type SearchStatistics, type SearchStatus } from "../../search/index.ts";

export class GraphExploration implements Runnable {
  readonly order: number[] = [];
  private readonly graph: Graph;
  private seen = new Uint8Array(1024);
  private at = 0;

  constructor(graph: Graph) {
    this.graph = graph;
    for (const state of graph.initial) this.meet(state);
  }

  step(): SearchStatus {
    const { graph, order } = this;
    if (this.at === order.length) return "exhausted";
    const state = order[this.at++]!;
    if (!graph.isExpanded(state)) graph.expand(state);
    const end = graph.endTransition.data[graph.endChoice.at(state) - 1]!;
    for (let step = graph.firstTransition(graph.firstChoice.at(state)); step < end; step++)
      this.meet(graph.target.data[step]!);
    return "running";
  }

  private meet(state: number): void {
    if (state >= this.seen.length) {
      const larger = new Uint8Array(2 * Math.max(state, this.seen.length));
      larger.set(this.seen);
      this.seen = larger;
    }
    if (this.seen[state]) return;
    this.seen[state] = 1;
    this.order.push(state);
  }

  get statistics(): SearchStatistics {
    return graphStatistics(this.graph, this.order.length);
  }
}

export function graphStatistics(graph: Graph, stored: number): SearchStatistics {
  return {
    ...NO_STATISTICS,
    explored: graph.expanded,
    stored,
    generated: graph.candidates,
    transitions: graph.target.length,
    peakOpen: stored - graph.expanded,
  };
}
