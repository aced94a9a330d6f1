// Interference as a picture needs it: which processes disturb each other, and the contexts C_0, C_1, … of an edge
// (Wehrle and Kupferschmid 2010) as rings.

import { Interference, NO_CONTEXT } from "../analysis/contexts/interference.ts";
import type { Network } from "../network/index.ts";

export interface ContextRings {
  readonly edge: number;
  /** Edges by the smallest n with the edge in C_n; the last list are those in no context. */
  readonly rings: readonly (readonly number[])[];
  readonly beyond: readonly number[];
}

/** More edges than this make no picture. */
const MOST_EDGES = 600;

export class InterferenceMap {
  private readonly network: Network;
  private readonly interference: Interference;

  constructor(network: Network) {
    this.network = network;
    this.interference = new Interference(network);
  }

  contextsOf(edge: number): ContextRings {
    const rings: number[][] = [[edge]];
    const beyond: number[] = [];
    for (const { id } of this.network.edges.slice(0, MOST_EDGES)) {
      if (id === edge) continue;
      const n = this.interference.distance([edge], [id]);
      if (n === NO_CONTEXT) beyond.push(id);
      else {
        while (rings.length <= n) rings.push([]);
        rings[n]!.push(id);
      }
    }
    return { edge, rings, beyond };
  }

  /** How many pairs of edges of two processes interfere, by pairs of processes (the first is the smaller). */
  between(): readonly { readonly a: number; readonly b: number; readonly pairs: number }[] {
    const counts = new Map<string, number>();
    const edges = this.network.edges.slice(0, MOST_EDGES);
    for (const first of edges) {
      for (const second of edges) {
        if (second.id <= first.id || second.process === first.process) continue;
        if (this.interference.distance([first.id], [second.id]) > 1) continue;
        const key = `${Math.min(first.process, second.process)} ${Math.max(first.process, second.process)}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    return [...counts].map(([key, pairs]) => {
      const [a, b] = key.split(" ").map(Number) as [number, number];
      return { a, b, pairs };
    });
  }
}
