// The joint steps of a network, each as a chain of links: edges that are taken together, and what they read and write.
// A broadcast is a row of links, the sender's first, then one for each process that may join, where no link writes what
// another one reads or writes; else it is one link. Steps without a committed participant wait until nobody is
// committed; a broadcast may also be carried by a committed receiver, which is then a step of its own.

import type { AccessAnalysis, Accesses } from "../../analysis/accesses.ts";
import { eachStaticTransition, type StaticTransition } from "../../analysis/joint-transitions.ts";
import type { Edge, Network } from "../../network/index.ts";
import type { Mode } from "../diagrams.ts";
import { NotForDiagrams } from "../refusal.ts";
import type { ClockReading } from "./clock-reading.ts";
import type { StateAxes, StateAxis } from "./parts.ts";
import { surelyReset, surelyWritten } from "./sure-writes.ts";

/**
 * A process that takes one of these edges where it can, else stays; `committed`: it must, from a committed location.
 */
export interface Joiner {
  readonly process: number;
  readonly edges: readonly number[];
  readonly committed: boolean;
}

export interface StepLink {
  /** Edges that are taken; their locations are known. */
  readonly edges: readonly number[];
  readonly joiners: readonly Joiner[];
  /** The channel, where the edges could also meet on another one. */
  readonly channel: number | undefined;
  /** Bystanders whose invariants read what is written. */
  readonly watchers: readonly number[];
  readonly support: ReadonlyMap<StateAxis, Mode>;
}

export interface StepChain {
  readonly links: readonly StepLink[];
  /** It happens only while no process is committed. */
  readonly needsNoneCommitted: boolean;
  readonly urgent: boolean;
  /** Channel priority, then process priority. */
  readonly priority: readonly [number, number];
}

/** The same step on a channel of its own matters to broadcasts, and where channels differ in urgency or priority. */
export class JointSteps {
  private readonly network: Network;
  private readonly parts: StateAxes;
  private readonly accesses: AccessAnalysis;
  private readonly clocks: ClockReading;
  private readonly canCommit: ReadonlySet<number>;
  /** Processes with invariants. */
  private readonly bound: readonly number[];

  constructor(network: Network, parts: StateAxes, accesses: AccessAnalysis, clocks: ClockReading) {
    this.network = network;
    this.parts = parts;
    this.accesses = accesses;
    this.clocks = clocks;
    this.bound = [...network.processes.keys()].filter((process) =>
      network.processes[process]!.locations.some(({ invariant }) => invariant.length > 0),
    );
    this.canCommit = new Set(
      [...network.processes.keys()].filter((process) =>
        network.processes[process]!.locations.some(({ committed }) => committed),
      ),
    );
  }

  *all(): Generator<StepChain> {
    for (const transition of eachStaticTransition(this.network)) yield* this.ofTransition(transition);
  }

  private *ofTransition(transition: StaticTransition): Generator<StepChain> {
    const { network } = this;
    const { edges, joining, channels } = transition;
    const kinds = new Set(channels.map((id) => `${network.channels[id]!.urgent} ${network.channels[id]!.priority}`));
    const isSplit = joining.length > 0 || kinds.size > 1;
    for (const channel of isSplit && channels.length > 0 ? channels : [undefined]) {
      const joiners = this.joinersOf(
        joining.filter(({ channels: met }) => channel === undefined || met.includes(channel)),
      );
      const met = channel ?? channels[0];
      const { urgent, priority } = met === undefined ? INTERNAL : network.channels[met]!;
      const ranks = [...edges, ...joiners.flatMap((joiner) => joiner.edges)].map(
        (id) => network.processes[network.edges[id]!.process]!.priority,
      );
      if (joiners.length > 0 && new Set(ranks).size > 1)
        throw new NotForDiagrams("process priorities among those who may join a broadcast");
      const step = {
        urgent,
        priority: [met === undefined ? network.internalPriority : priority, Math.max(...ranks)] as const,
      };
      const fixed = isSplit ? channel : undefined;
      const isCommitted = edges.some((id) => this.sourceOf(network.edges[id]!).committed);
      yield {
        ...step,
        needsNoneCommitted: !isCommitted && this.canCommit.size > 0,
        links: this.links(edges, joiners, fixed),
      };
      if (isCommitted) continue;
      for (const carrier of joiners) {
        if (!carrier.edges.some((id) => this.sourceOf(network.edges[id]!).committed)) continue;
        const carried = joiners.map((joiner) => (joiner === carrier ? { ...joiner, committed: true } : joiner));
        yield { ...step, needsNoneCommitted: false, links: this.links(edges, carried, fixed) };
      }
    }
  }

  private joinersOf(joining: readonly { readonly edge: number }[]): readonly Joiner[] {
    const byProcess = new Map<number, number[]>();
    for (const { edge } of joining) {
      const { process } = this.network.edges[edge]!;
      const known = byProcess.get(process);
      if (known === undefined) byProcess.set(process, [edge]);
      else known.push(edge);
    }
    return [...byProcess]
      .sort(([a], [b]) => a - b)
      .map(([process, edges]) => ({ process, edges: edges.sort((a, b) => a - b), committed: false }));
  }

  private links(edges: readonly number[], joiners: readonly Joiner[], channel: number | undefined): StepLink[] {
    const { beforeUpdate, afterUpdate } = this.network;
    const apart = [this.link(edges, [], channel), ...joiners.map((joiner) => this.link([], [joiner], channel))];
    const hasHooks = beforeUpdate.length + afterUpdate.length > 0;
    if (apart.length === 1 || (!hasHooks && !interfere(apart))) return apart;
    return [this.link(edges, joiners, channel)];
  }

  private link(edges: readonly number[], joiners: readonly Joiner[], channel: number | undefined): StepLink {
    const reads = new Set<StateAxis>();
    const writes = new Set<StateAxis>();
    const surely = new Set<StateAxis>();
    const { network, parts } = this;
    for (const id of edges) this.addEdge(network.edges[id]!, true, reads, writes, surely);
    for (const joiner of joiners) {
      reads.add(joiner.process);
      for (const id of joiner.edges) this.addEdge(network.edges[id]!, false, reads, writes, surely);
    }
    // Who may join may also stay, where others have written.
    const watchers = this.watchersOf(writes, new Set(edges.map((id) => network.edges[id]!.process)));
    for (const process of watchers) {
      reads.add(process);
      for (const { invariant } of network.processes[process]!.locations)
        this.addReads(this.accesses.ofConjuncts(invariant), reads);
    }
    const support = new Map<StateAxis, Mode>();
    for (const part of reads) if (parts.isKept(part)) support.set(part, writes.has(part) ? "change" : "read");
    for (const part of writes) {
      if (parts.isKept(part) && !reads.has(part)) support.set(part, surely.has(part) ? "write" : "change");
    }
    return { edges, joiners, channel, watchers, support };
  }

  private addEdge(
    edge: Edge,
    isTaken: boolean,
    reads: Set<StateAxis>,
    writes: Set<StateAxis>,
    surely: Set<StateAxis>,
  ): void {
    const { parts, clocks, network } = this;
    const accesses = this.accesses.ofEdge(edge.id);
    const guard = this.accesses.ofConjuncts(edge.guard);
    reads.add(edge.process);
    if (edge.source !== edge.target || !isTaken) writes.add(edge.process);
    for (const cell of accesses.readCells) reads.add(parts.ofCell(cell));
    for (const process of accesses.askedProcesses) reads.add(process);
    for (const cell of accesses.writtenCells) writes.add(parts.ofCell(cell));
    if (isTaken) for (const cell of surelyWritten(edge)) surely.add(parts.ofCell(cell));
    for (const clock of accesses.testedClocks) {
      // Who sets a clock on the way does not meet its old value in the invariant.
      if (guard.testedClocks.has(clock) || !surelyReset(edge, clock)) reads.add(parts.ofClock(clock));
    }
    for (const clock of accesses.resetClocks) {
      writes.add(parts.ofClock(clock));
      if (isTaken && surelyReset(edge, clock)) surely.add(parts.ofClock(clock));
    }
    for (const clock of network.clocks.keys()) {
      if (clocks.owner[clock] !== edge.process || clocks.isActive(clock, edge.process, edge.target)) continue;
      if (!clocks.isActive(clock, edge.process, edge.source)) continue;
      writes.add(parts.ofClock(clock));
      if (isTaken) surely.add(parts.ofClock(clock));
    }
  }

  private addReads({ readCells, askedProcesses, testedClocks }: Accesses, reads: Set<StateAxis>): void {
    for (const cell of readCells) reads.add(this.parts.ofCell(cell));
    for (const process of askedProcesses) reads.add(process);
    for (const clock of testedClocks) reads.add(this.parts.ofClock(clock));
  }

  /** Processes that take no part, but whose invariants may read what is written, or ask where a process is. */
  private watchersOf(writes: ReadonlySet<StateAxis>, takingPart: ReadonlySet<number>): number[] {
    const { network, parts } = this;
    return this.bound.filter((process) => {
      if (takingPart.has(process)) return false;
      return network.processes[process]!.locations.some(({ invariant }) => {
        const { readCells, askedProcesses, testedClocks } = this.accesses.ofConjuncts(invariant);
        return (
          [...readCells].some((cell) => writes.has(parts.ofCell(cell))) ||
          [...askedProcesses].some((asked) => writes.has(asked)) ||
          [...testedClocks].some((clock) => writes.has(parts.ofClock(clock)))
        );
      });
    });
  }

  private sourceOf({ process, source }: Edge) {
    return this.network.processes[process]!.locations[source]!;
  }
}

const INTERNAL = { urgent: false, priority: 0 } as const;

/** Does a link write what another one reads or writes? */
function interfere(links: readonly StepLink[]): boolean {
  const writers = new Map<StateAxis, number>();
  for (const [index, { support }] of links.entries()) {
    for (const [part, mode] of support) {
      if (mode === "read") continue;
      if (writers.has(part)) return true;
      writers.set(part, index);
    }
  }
  return links.some(({ support }, index) => [...support.keys()].some((part) => (writers.get(part) ?? index) !== index));
}
