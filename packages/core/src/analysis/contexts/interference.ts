// Interference contexts (Wehrle and Kupferschmid 2010, definitions 4 and 5). Two transitions interfere when one writes
// what the other reads or writes; C_n(t) is everything within n such steps of t. Transitions here are joint ones:
// unions of the edges that take part. What they share are resources: the location of a process (which each of its edges
// reads and writes), cells and, as an option, clocks. An edge also reads what the invariants at its ends read.

import type { Network } from "../../network/index.ts";
import { AccessAnalysis } from "../accesses.ts";
import { staticTransitions } from "../joint-transitions.ts";

/** What a context distance beyond every context is called. */
export const NO_CONTEXT = Number.POSITIVE_INFINITY;

/** Resources of one set of edges, sorted by how they are used. */
interface Footprint {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

/** For each resource the smallest n such that some transition of C_n(t) reads or writes it; 255: none does. */
interface Levels {
  readonly read: Uint8Array;
  readonly write: Uint8Array;
}

const FAR = 255;

export class Interference {
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  private readonly withClocks: boolean;
  private readonly resources: number;
  /** Joint transitions that may follow in a chain, with their footprints and, per resource, who touches it. */
  private readonly chain: readonly Footprint[];
  private readonly readers: readonly (readonly number[])[];
  private readonly writers: readonly (readonly number[])[];
  private readonly edgeFootprints: (Footprint | undefined)[] = [];
  private readonly levels = new Map<string, Levels>();

  constructor(network: Network, { clocks = false }: { clocks?: boolean } = {}) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    this.withClocks = clocks;
    this.resources = network.processes.length + network.cells + (clocks ? network.clocks.length : 0);
    this.chain = staticTransitions(network).map(({ edges, joining }) =>
      this.footprint([...edges, ...joining.map(({ edge }) => edge)]),
    );
    const readers: number[][] = Array.from({ length: this.resources }, () => []);
    const writers: number[][] = Array.from({ length: this.resources }, () => []);
    for (const [index, { reads, writes }] of this.chain.entries()) {
      for (const resource of reads) readers[resource]!.push(index);
      for (const resource of writes) writers[resource]!.push(index);
    }
    this.readers = readers;
    this.writers = writers;
  }

  /** The smallest n with `next` ∈ C_n(`last`): 0 for the same transition, NO_CONTEXT when there is none. */
  distance(last: readonly number[], next: readonly number[]): number {
    if (last.length === next.length && last.every((edge, i) => edge === next[i])) return 0;
    const { read, write } = this.levelsFrom(last);
    let nearest = FAR;
    for (const edge of next) {
      const { reads, writes } = this.footprintOfEdge(edge);
      for (const resource of reads) nearest = Math.min(nearest, write[resource]!);
      for (const resource of writes) nearest = Math.min(nearest, write[resource]!, read[resource]!);
    }
    return nearest === FAR ? NO_CONTEXT : nearest + 1;
  }

  /** What transitions must write or touch to be in C_n of the edge (n > 0), as a key: equal keys, equal contexts. */
  reachOf(edge: number, n: number): string {
    const { read, write } = this.levelsFrom([edge]);
    const within = (levels: Uint8Array): string =>
      [...levels.keys()].filter((resource) => levels[resource]! < n).join(" ");
    return `${within(read)}|${within(write)}`;
  }

  private levelsFrom(edges: readonly number[]): Levels {
    const key = edges.join(" ");
    let levels = this.levels.get(key);
    if (levels === undefined) {
      levels = this.explore(edges);
      this.levels.set(key, levels);
    }
    return levels;
  }

  /** Breadth first over chains of interfering transitions, by the resources they touch. */
  private explore(edges: readonly number[]): Levels {
    const read = new Uint8Array(this.resources).fill(FAR);
    const write = new Uint8Array(this.resources).fill(FAR);
    const seen = new Uint8Array(this.chain.length);
    let frontier: readonly Footprint[] = [this.footprint(edges)];
    for (let level = 0; frontier.length > 0 && level < FAR; level++) {
      const next: Footprint[] = [];
      const meet = (transitions: readonly number[]): void => {
        for (const index of transitions) {
          if (seen[index] === 1) continue;
          seen[index] = 1;
          next.push(this.chain[index]!);
        }
      };
      for (const { reads, writes } of frontier) {
        for (const resource of reads) {
          if (read[resource] !== FAR) continue;
          read[resource] = level;
          meet(this.writers[resource]!);
        }
        for (const resource of writes) {
          if (write[resource] !== FAR) continue;
          write[resource] = level;
          meet(this.writers[resource]!);
          meet(this.readers[resource]!);
        }
      }
      frontier = next;
    }
    return { read, write };
  }

  private footprint(edges: readonly number[]): Footprint {
    const reads = new Set<number>();
    const writes = new Set<number>();
    for (const edge of edges) {
      const own = this.footprintOfEdge(edge);
      for (const resource of own.reads) reads.add(resource);
      for (const resource of own.writes) writes.add(resource);
    }
    return { reads: [...reads], writes: [...writes] };
  }

  private footprintOfEdge(id: number): Footprint {
    const known = this.edgeFootprints[id];
    if (known !== undefined) return known;
    const { processes, cells, edges } = this.network;
    const { process, source } = edges[id]!;
    const own = this.accesses.ofEdge(id);
    // Leaving a location lifts its invariant, which may have held up whoever writes what the invariant reads.
    const left = this.accesses.ofConjuncts(processes[process]!.locations[source]!.invariant);
    const firstCell = processes.length;
    const firstClock = firstCell + cells;
    const cellsIn = (set: ReadonlySet<number>): number[] => [...set].map((cell) => firstCell + cell);
    const clocksIn = (set: ReadonlySet<number>): number[] =>
      this.withClocks ? [...set].map((clock) => firstClock + clock) : [];
    const reads = [own, left].flatMap(({ readCells, testedClocks, askedProcesses }) => [
      ...cellsIn(readCells),
      ...clocksIn(testedClocks),
      ...askedProcesses,
    ]);
    const footprint = {
      reads: [...new Set([process, ...reads])],
      writes: [process, ...cellsIn(own.writtenCells), ...clocksIn(own.resetClocks)],
    };
    this.edgeFootprints[id] = footprint;
    return footprint;
  }
}
