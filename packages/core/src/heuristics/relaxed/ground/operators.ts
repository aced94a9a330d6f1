// The network as the monotonicity abstraction sees it, prepared once per problem: operators (joint transitions with
// their source locations, conditions and effects) and conditions, shared where they are the same. A broadcast is one
// transition whose receivers are operators of their own: conditional effects with the same transition number.
//
// Here it is said who sees what. Guards, channel indices and selects of all partners are read in the state before any
// update of the joint transition: conditions are asked there, and an index that a partner's select takes over is kept
// before anything is written (`before` begins with it). Right-hand sides and array indices of updates see what the
// partners before them have written: the sender, then the receivers in the order of their processes.

import { AccessAnalysis } from "../../../analysis/accesses.ts";
import { eachStaticTransition, type StaticTransition } from "../../../analysis/joint-transitions.ts";
import type { Edge, Network } from "../../../network/index.ts";
import { AbstractFunctions } from "../../../value-sets/abstract-function.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import { computedIndex, passedSelect } from "./channel-index.ts";
import { type Condition, ConditionBuilder } from "./conditions.ts";
import { type Cutting, cutUpdate } from "./cut-update.ts";
import { type Effect, EffectBuilder } from "./effects.ts";
import { GivenUp, MOST_OPERATORS } from "./given-up.ts";
import { LocatedCells } from "./located-cells.ts";
import type { RelaxedOptions } from "./options.ts";
import { type Part, partsOf } from "./parts.ts";

export interface Operator {
  readonly index: number;
  /** Operators with the same number are one transition. */
  readonly transition: number;
  readonly edges: readonly number[];
  /** Location facts: numbers of `LocationFacts`. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly conditions: readonly Condition[];
  readonly effects: readonly Effect[];
  /** What happens before in the same transition and may be seen by the effects: the sender's index, its update … */
  readonly before: readonly Effect[];
  /** … and receivers that come earlier, which may take part or not. */
  readonly earlier: readonly number[];
}

/** Numbers (process, location) pairs. */
export class LocationFacts {
  readonly first: Int32Array;
  readonly count: number;

  constructor(network: Network) {
    this.first = new Int32Array(network.processes.length);
    let count = 0;
    for (const [index, process] of network.processes.entries()) {
      this.first[index] = count;
      count += process.locations.length;
    }
    this.count = count;
  }

  of(process: number, location: number): number {
    return this.first[process]! + location;
  }
}

export class OperatorBuilder {
  readonly facts: LocationFacts;
  readonly operators: Operator[] = [];
  readonly conditions: ConditionBuilder;
  readonly located: LocatedCells;
  private readonly network: Network;
  private readonly pool: SetPool;
  private readonly effects: EffectBuilder;

  /** It has no operators yet. */
  private constructor(network: Network, pool: SetPool, { values, shortcut }: RelaxedOptions, cutting: Cutting) {
    this.network = network;
    this.pool = pool;
    this.facts = new LocationFacts(network);
    const functions = new AbstractFunctions(network.functions, pool, shortcut);
    const accesses = new AccessAnalysis(network);
    this.located = new LocatedCells(network, accesses, values === "per-location");
    this.conditions = new ConditionBuilder(functions, accesses, this.located);
    this.effects = new EffectBuilder(network, functions, accesses, this.located, cutting);
  }

  /** Step by step; says what share is done. `mayTake`: edges that are known never to be taken need no operators. */
  static *building(
    network: Network,
    pool: SetPool,
    options: RelaxedOptions,
    mayTake: (edge: Edge) => boolean,
    most: number = MOST_OPERATORS,
    cutting: Cutting = cutUpdate,
  ): Generator<number, OperatorBuilder> {
    const builder = new OperatorBuilder(network, pool, options, cutting);
    const possible = network.edges.map(mayTake);
    for (const transition of eachStaticTransition(network)) {
      yield transition.edges[0]! / network.edges.length;
      if (builder.operators.length > most) throw new GivenUp();
      if (!transition.edges.every((edge) => possible[edge])) continue;
      builder.addTransition({ ...transition, joining: transition.joining.filter(({ edge }) => possible[edge]) });
    }
    return builder;
  }

  private addTransition({ id, edges, joining, channels }: StaticTransition): void {
    const taken = edges.map((edge) => this.network.edges[edge]!);
    const sent = this.sentIn(taken, joining);
    this.addOperator(id, taken, taken, channels, NO_OPERATORS, sent);
    const receivers = new Receivers();
    for (const { edge: receiver, channels: met } of joining) {
      const edge = this.network.edges[receiver]!;
      const others = receivers.before(edge.process);
      // A weak participant of a vector may act before a strong one, which then sees what it wrote.
      const all = [...taken, edge].sort((a, b) => a.process - b.process);
      const isVector = edge.sync.kind === "event";
      const needed = isVector ? all : [...taken, edge];
      const operator = this.addOperator(id, needed, isVector ? all : [edge], met, others, sent);
      receivers.add(edge.process, operator);
    }
  }

  /** Where selects of receivers take over the sender's index: what keeps it before anything is written. */
  private sentIn(taken: readonly Edge[], joining: StaticTransition["joining"]): readonly Effect[] {
    const sender = taken.find(({ sync }) => sync.kind === "send");
    if (sender === undefined || computedIndex(sender) === null) return NO_EFFECTS;
    const receivers = [...taken, ...joining.map(({ edge }) => this.network.edges[edge]!)];
    if (!receivers.some((edge) => passedSelect(edge, sender) !== null)) return NO_EFFECTS;
    return [this.effects.sentBy(partsOf([sender], [], this.pool)[0]!)];
  }

  /** `needed` edges must be possible, `effective` ones have effects (the others had theirs before). */
  private addOperator(
    transition: number,
    needed: readonly Edge[],
    effective: readonly Edge[],
    channels: readonly number[],
    earlier: readonly number[],
    sent: readonly Effect[],
  ): number {
    const parts = partsOf(needed, channels, this.pool);
    const effectsOf = (some: readonly Part[]): Effect[] => some.flatMap((part) => this.effects.ofEdge(part));
    const { before, after } = this.effects;
    const own = parts.filter(({ edge }) => effective.includes(edge));
    // The hooks are part of every transition; the first one belongs to those who start it.
    const starts = own.length === parts.length;
    const others = parts.filter((part) => !own.includes(part));
    const index = this.operators.length;
    this.operators.push({
      index,
      transition,
      edges: needed.map((edge) => edge.id),
      sources: [...new Set(needed.map((edge) => this.facts.of(edge.process, edge.source)))],
      targets: effective.map((edge) => this.facts.of(edge.process, edge.target)),
      conditions: [
        ...new Set([
          ...parts.flatMap((part) => this.conditions.ofEdge(part, channels)),
          ...this.conditions.meeting(parts),
        ]),
      ],
      effects: [...(starts ? before : []), ...effectsOf(own), ...after],
      before: [...sent, ...(starts ? [] : before), ...effectsOf(others)],
      earlier,
    });
    return index;
  }
}

/**
 * The operators of a broadcast. Those that come before a process are one list for all its edges: chains know it again.
 */
class Receivers {
  private readonly processes: number[] = [];
  private readonly operators: number[] = [];
  private readonly known = new Map<number, { readonly list: readonly number[]; readonly seen: number }>();

  add(process: number, operator: number): void {
    this.processes.push(process);
    this.operators.push(operator);
  }

  before(process: number): readonly number[] {
    const { list, seen } = this.known.get(process) ?? { list: NO_OPERATORS, seen: 0 };
    const more: number[] = [];
    for (let at = seen; at < this.processes.length; at++) {
      if (this.processes[at]! < process) more.push(this.operators[at]!);
    }
    const all = more.length === 0 ? list : [...list, ...more];
    this.known.set(process, { list: all, seen: this.processes.length });
    return all;
  }
}

const NO_OPERATORS: readonly number[] = [];
const NO_EFFECTS: readonly Effect[] = [];
