// What joint steps share, as lists that a stubborn set is closed by: who may move a process from where it is, who
// enters a location, who writes, reads or asks what. Steps are those the network's text shows
// (`analysis/joint-transitions`), one for all values of selects and, in a broadcast, for all sets of receivers. Data
// invariants are conditions on every step that writes what they read, so such a step reads all of it and asks where the
// invariant's process is.

import { AccessAnalysis, type Accesses } from "../analysis/accesses.ts";
import { staticTransitions } from "../analysis/joint-transitions.ts";
import type { Edge, Network } from "../network/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";

export interface TakenStep {
  readonly id: number;
  /** Edges that are surely taken, and those that join where they can. */
  readonly edges: readonly Edge[];
  readonly joining: readonly Edge[];
  /** Cells, and behind them clocks. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Processes that it may move, and those of them that join where they can. */
  readonly moves: readonly number[];
  readonly joiners: readonly number[];
  /** Other processes whose location matters to it. */
  readonly asks: readonly number[];
  readonly testsClocks: boolean;
  /** May it enter a committed location? Then nobody else moves until that is left. */
  readonly commits: boolean;
}

/** `visit` belongs to whoever closes sets: it has added the list in that visit. */
export interface StepList {
  readonly steps: readonly number[];
  visit: number;
}

export function listOf(steps: readonly number[]): StepList {
  return { steps, visit: 0 };
}

/** What an invariant depends on, and whose it is. */
interface Condition {
  readonly process: number;
  readonly resources: readonly number[];
  readonly asked: readonly number[];
}

export class Dependence {
  readonly network: Network;
  readonly steps: readonly TakenStep[];
  /** By process and location: steps that may take an edge from there, and steps that may enter it. */
  readonly movers: readonly (readonly StepList[])[];
  readonly entering: readonly (readonly StepList[])[];
  /** By cell or clock. */
  readonly writers: readonly StepList[];
  readonly readers: readonly StepList[];
  /** By process: steps that ask where it is, or take it along if it can join. */
  readonly askers: readonly StepList[];
  readonly committing: StepList;
  private readonly accesses: AccessAnalysis;
  /** By key, which for most steps is a small number. */
  private readonly byEdges = new Map<number | string, number>();

  constructor(network: Network) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    const invariants = this.invariants();
    const steps: TakenStep[] = [];
    for (const { edges, joining } of staticTransitions(network)) {
      const key = this.keyOf(edges);
      // Two vectors with the same edges are the same step.
      if (this.byEdges.has(key)) continue;
      this.byEdges.set(key, steps.length);
      const sure = edges.map((edge) => network.edges[edge]!);
      const others = joining.map(({ edge }) => network.edges[edge]!);
      steps.push(this.describe(steps.length, sure, others, invariants));
    }
    this.steps = steps;
    const resources = network.cells + network.clocks.length;
    const byLocation = () => network.processes.map(({ locations }) => locations.map((): number[] => []));
    const [movers, entering] = [byLocation(), byLocation()];
    const [writers, readers] = [lists(resources), lists(resources)];
    const askers = lists(network.processes.length);
    for (const { id, edges, joining, reads, writes, asks, joiners } of steps) {
      for (const { process, source, target } of [...edges, ...joining]) {
        append(movers[process]![source]!, id);
        if (source !== target) append(entering[process]![target]!, id);
      }
      for (const resource of reads) readers[resource]!.push(id);
      for (const resource of writes) writers[resource]!.push(id);
      for (const process of new Set([...asks, ...joiners])) askers[process]!.push(id);
    }
    this.movers = movers.map((list) => list.map(listOf));
    this.entering = entering.map((list) => list.map(listOf));
    this.writers = writers.map(listOf);
    this.readers = readers.map(listOf);
    this.askers = askers.map(listOf);
    this.committing = listOf(steps.filter(({ commits }) => commits).map(({ id }) => id));
  }

  /** The step that a candidate is an instance of. */
  stepOf({ edges }: JointTransition): number | undefined {
    return this.byEdges.get(this.keyOf(edges.map(({ edge }) => edge)));
  }

  /** Steps by their edges in whatever order; a broadcast by its sender, whoever joins. */
  private keyOf(edges: readonly number[]): number | string {
    const [first, second] = edges as readonly [number, number?];
    if (second === undefined || this.isBroadcast(first)) return first;
    return edges.length === 2 ? this.pair(first, second) : sorted(edges);
  }

  private pair(one: number, other: number): number {
    const { length } = this.network.edges;
    return length + Math.min(one, other) * length + Math.max(one, other);
  }

  private isBroadcast(edge: number): boolean {
    const { sync } = this.network.edges[edge]!;
    return sync.kind === "send" && this.network.channels[sync.channel.base]?.broadcast === true;
  }

  /** Cells and clocks, as the lists here count them. */
  resourcesOf({ readCells, testedClocks }: Pick<Accesses, "readCells" | "testedClocks">): number[] {
    return [...readCells, ...this.clocks(testedClocks)];
  }

  private clocks(clocks: ReadonlySet<number>): number[] {
    return [...clocks].map((clock) => this.network.cells + clock);
  }

  private invariants(): Condition[] {
    return this.network.processes.flatMap(({ locations }, process) =>
      locations
        .filter(({ invariant }) => invariant.length > 0)
        .map(({ invariant }) => {
          const read = this.accesses.ofConjuncts(invariant);
          return { process, resources: this.resourcesOf(read), asked: [...read.askedProcesses] };
        }),
    );
  }

  private describe(
    id: number,
    edges: readonly Edge[],
    joining: readonly Edge[],
    invariants: readonly Condition[],
  ): TakenStep {
    const reads = new Set<number>();
    const writes = new Set<number>();
    const asks = new Set<number>();
    for (const edge of [...edges, ...joining]) {
      const own = this.accesses.ofEdge(edge.id);
      for (const resource of this.resourcesOf(own)) reads.add(resource);
      for (const resource of [...own.writtenCells, ...this.clocks(own.resetClocks)]) writes.add(resource);
      for (const process of own.askedProcesses) asks.add(process);
    }
    const moves = new Set([...edges, ...joining].map(({ process }) => process));
    for (const { process, resources, asked } of invariants) {
      if (!resources.some((resource) => writes.has(resource)) && !asked.some((other) => moves.has(other))) continue;
      for (const resource of resources) reads.add(resource);
      for (const other of [process, ...asked]) asks.add(other);
    }
    const { cells, processes } = this.network;
    return {
      id,
      edges,
      joining,
      reads: [...reads],
      writes: [...writes],
      moves: [...moves],
      joiners: [...new Set(joining.map(({ process }) => process))],
      asks: [...asks],
      testsClocks: [...reads].some((resource) => resource >= cells),
      commits: [...edges, ...joining].some(({ process, target }) => processes[process]!.locations[target]!.committed),
    };
  }
}

function sorted(edges: readonly number[]): string {
  return [...edges].sort((a, b) => a - b).join();
}

function lists(count: number): number[][] {
  return Array.from({ length: count }, () => []);
}

/** Steps come in order, so that one that is there already is the last. */
function append(list: number[], id: number): void {
  if (list.at(-1) !== id) list.push(id);
}
