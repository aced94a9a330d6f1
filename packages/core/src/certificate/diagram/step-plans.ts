// Each joint step made ready to be applied to the certified set: as one relation, or, where many may join, as a row of
// them that do not meddle with each other; with who has to stay where they are, and when it may happen at all.

import type { Edge, Network } from "../../network/index.ts";
import { Refused } from "../refused.ts";
import { type JointEdges, jointEdges, type MayJoin } from "./joint-edges.ts";
import type { RuleSet } from "./rules.ts";
import type { StepReader, StepToRead } from "./step-reader.ts";

export interface StepPlan {
  /** Applied one after the other. */
  readonly links: readonly RuleSet[];
  /** It happens only while nobody is committed. */
  readonly waitsForCommitted: boolean;
  /** Processes that take no part, or may take none, and whose invariants may be broken by it. */
  readonly bystanders: readonly number[];
  /** Channel priority, then process priority. */
  readonly rank: readonly [channel: number, process: number];
  readonly name: string;
}

export class StepPlans {
  private readonly network: Network;
  private readonly reader: StepReader;
  /** Is it asked where exactly steps are possible? Then nothing is left for later. */
  private readonly isExact: boolean;
  private readonly joining = new Map<string, RuleSet>();
  /** By process: where it may stay, among the values of the diagram; absent where it always may. */
  private readonly staying: ReadonlyMap<number, RuleSet>;
  private readonly hasCommitted: boolean;

  constructor(network: Network, reader: StepReader, isExact: boolean) {
    this.network = network;
    this.reader = reader;
    this.isExact = isExact;
    this.hasCommitted = network.processes.some(({ locations }) => locations.some(({ committed }) => committed));
    const bound = [...network.processes.keys()].filter((process) =>
      network.processes[process]!.locations.some(({ invariant }) => invariant.length > 0),
    );
    this.staying = new Map(bound.map((process) => [process, reader.staying(process)]));
  }

  /** Processes with invariants. */
  get bound(): readonly number[] {
    return [...this.staying.keys()];
  }

  *all(): Generator<StepPlan> {
    for (const step of jointEdges(this.network)) {
      const isCommitted = step.edges.some((edge) => this.isFromCommitted(edge));
      const waitsForCommitted = !isCommitted && this.hasCommitted;
      yield this.plan(step, waitsForCommitted);
      if (!waitsForCommitted) continue;
      for (const { process, edges } of step.joiners) {
        if (edges.some((edge) => this.isFromCommitted(edge))) yield this.plan({ ...step, carrier: process }, false);
      }
    }
  }

  /** Synchronisations that let no time pass where they are possible; of a broadcast the sender decides. */
  *urgent(): Generator<RuleSet> {
    const { network, reader } = this;
    if (!network.channels.some(({ urgent }) => urgent)) return;
    const seen = new Set<string>();
    for (const { edges } of jointEdges(network)) {
      const key = edges.map(({ id }) => id).join();
      if (edges[0]?.sync.kind !== "send" || seen.has(key)) continue;
      seen.add(key);
      yield reader.urgent(edges);
    }
  }

  private plan(step: StepToRead, waitsForCommitted: boolean): StepPlan {
    const links = this.linksOf(step);
    const fixed = new Set(step.edges.map(({ process }) => process));
    const bystanders = [...this.staying]
      .filter(([process, { reads }]) => !fixed.has(process) && links.some(({ writes }) => meets(writes, reads)))
      .map(([process]) => process);
    const about = { waitsForCommitted, rank: this.rankOf(step), name: this.nameOf(step) };
    if (!this.isExact || bystanders.length === 0) return { ...about, links, bystanders };
    return { ...about, links: [this.reader.step({ ...step, watchers: bystanders })], bystanders: [] };
  }

  private linksOf(step: StepToRead): readonly RuleSet[] {
    const { reader, network } = this;
    const { edges, joiners, ...how } = step;
    const hasHooks = network.beforeUpdate.length + network.afterUpdate.length > 0;
    if (joiners.length === 0 || edges.length === 0 || hasHooks) return [reader.step(step)];
    const apart = [
      reader.step({ ...how, edges, joiners: [] }),
      ...joiners.map((joiner) => this.joiningOf(joiner, step)),
    ];
    const isApart = apart.every((one) =>
      apart.every((other) => one === other || !(meets(one.writes, other.reads) || meets(one.writes, other.writes))),
    );
    return isApart ? apart : [reader.step(step)];
  }

  private joiningOf(joiner: MayJoin, { channel, isVector, carrier }: StepToRead): RuleSet {
    const isCarrier = joiner.process === carrier;
    const key = `${joiner.edges.map(({ id }) => id)}|${channel}|${isCarrier}`;
    let rules = this.joining.get(key);
    if (rules === undefined) {
      const how = { isVector, isPart: true, ...(channel === undefined ? {} : { channel }) } as const;
      const must = isCarrier ? { carrier: joiner.process } : {};
      rules = this.reader.step({ ...how, ...must, edges: [], joiners: [joiner] });
      this.joining.set(key, rules);
    }
    return rules;
  }

  private rankOf({ edges, joiners, channel, isVector }: JointEdges): readonly [number, number] {
    const { channels, internalPriority, processes, hasPriorities } = this.network;
    if (!hasPriorities) return [0, 0];
    const all = [...edges.map(({ process }) => process), ...joiners.map(({ process }) => process)];
    const own = all.map((process) => processes[process]!.priority);
    if (joiners.length > 0 && new Set(own).size > 1)
      throw new Refused("processes of several priorities may join a step");
    const isOnChannel = !isVector && channel !== undefined;
    return [isOnChannel ? channels[channel]!.priority : internalPriority, Math.max(...own)];
  }

  private isFromCommitted({ process, source }: Edge): boolean {
    return this.network.processes[process]!.locations[source]!.committed;
  }

  private nameOf({ edges, joiners }: JointEdges): string {
    const { processes } = this.network;
    const named = edges.map(({ process, source, target }) => {
      const { name, locations } = processes[process]!;
      return `${name}.${locations[source]!.name} to ${locations[target]!.name}`;
    });
    return named.length > 0 ? named.join(" with ") : `of ${joiners.map(({ process }) => processes[process]!.name)}`;
  }
}

function meets(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  for (const level of one) if (other.has(level)) return true;
  return false;
}
