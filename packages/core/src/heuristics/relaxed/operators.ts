// The network as the monotonicity abstraction sees it, prepared once per problem: operators (joint transitions with
// their source locations, conditions and effects) and conditions, shared where they are the same. A broadcast is one
// transition whose receivers are operators of their own: conditional effects with the same transition number.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { type StaticTransition, staticTransitions } from "../../analysis/joint-transitions.ts";
import type { Edge, Expression, Network } from "../../network/index.ts";
import { abstractExpression } from "./abstract-expression.ts";
import { AbstractFunctions, abstractBlock } from "./abstract-function.ts";
import type { AbstractEvaluator, AbstractRunner } from "./abstract-machine.ts";
import { EMPTY, interval, single, union, type ValueSet } from "./value-set.ts";

/** One condition on data; the graph keeps the layer where it can first hold. */
export interface Condition {
  readonly index: number;
  readonly evaluate: AbstractEvaluator;
  readonly frameSize: number;
  readonly selects: readonly ValueSet[];
  readonly reads: readonly number[];
}

/** What one edge does to data. */
export interface Effect {
  readonly run: AbstractRunner;
  readonly frameSize: number;
  readonly selects: readonly ValueSet[];
  readonly reads: readonly number[];
  /** Every cell it may write: what is assumed when it is too complex to follow. */
  readonly writes: readonly number[];
}

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
  /** What happens before in the same transition, seen by the effects: the sender's update, earlier receivers. */
  readonly before: readonly Effect[];
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
  readonly functions: AbstractFunctions;
  readonly facts: LocationFacts;
  readonly conditions: Condition[] = [];
  readonly operators: Operator[] = [];
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  private readonly hooks: { before: Effect | null; after: Effect | null };
  private readonly shared = new Map<string, Condition>();

  constructor(network: Network) {
    this.network = network;
    this.functions = new AbstractFunctions(network.functions);
    this.facts = new LocationFacts(network);
    this.accesses = new AccessAnalysis(network);
    const hook = (statements: Network["beforeUpdate"]): Effect | null => {
      if (statements.length === 0) return null;
      const { readCells, writtenCells } = this.accesses.ofStatements(statements);
      return {
        run: abstractBlock(statements, this.functions),
        frameSize: network.updateFrameSize,
        selects: [],
        reads: [...readCells],
        writes: [...writtenCells],
      };
    };
    this.hooks = { before: hook(network.beforeUpdate), after: hook(network.afterUpdate) };
    for (const transition of staticTransitions(network)) this.addTransition(transition);
  }

  condition(expression: Expression, frameSize: number, selects: readonly ValueSet[], key?: string): Condition {
    const known = key === undefined ? undefined : this.shared.get(key);
    if (known !== undefined) return known;
    const condition: Condition = {
      index: this.conditions.length,
      evaluate: abstractExpression(expression, this.functions),
      frameSize,
      selects,
      reads: [...this.accesses.ofExpression(expression).readCells],
    };
    this.conditions.push(condition);
    if (key !== undefined) this.shared.set(key, condition);
    return condition;
  }

  private addTransition({ id, edges, joining, channels }: StaticTransition): void {
    const taken = edges.map((edge) => this.network.edges[edge]!);
    this.addOperator(id, taken, taken, channels, []);
    const earlier: { process: number; operator: number }[] = [];
    for (const receiver of joining) {
      const edge = this.network.edges[receiver]!;
      const others = earlier.filter(({ process }) => process < edge.process).map(({ operator }) => operator);
      earlier.push({
        process: edge.process,
        operator: this.addOperator(id, [...taken, edge], [edge], channels, others),
      });
    }
  }

  /** `needed` edges must be possible, `effective` ones have effects (the others had theirs before). */
  private addOperator(
    transition: number,
    needed: readonly Edge[],
    effective: readonly Edge[],
    channels: readonly number[],
    earlier: readonly number[],
  ): number {
    const selects = new Map(needed.map((edge) => [edge.id, selectSets(edge, channels)]));
    const effectsOf = (edges: readonly Edge[]): Effect[] =>
      edges.map((edge) => this.effect(edge, selects.get(edge.id)!)).filter((effect) => effect.writes.length > 0);
    const { before, after } = this.hooks;
    const index = this.operators.length;
    this.operators.push({
      index,
      transition,
      edges: needed.map((edge) => edge.id),
      sources: needed.map((edge) => this.facts.of(edge.process, edge.source)),
      targets: effective.map((edge) => this.facts.of(edge.process, edge.target)),
      conditions: needed.flatMap((edge) => this.conditionsOf(edge, selects.get(edge.id)!, channels)),
      effects: [...effectsOf(effective), ...(after ? [after] : [])],
      before: [...(before ? [before] : []), ...effectsOf(needed.filter((edge) => !effective.includes(edge)))],
      earlier,
    });
    return index;
  }

  private effect(edge: Edge, selects: readonly ValueSet[]): Effect {
    const { readCells, writtenCells } = this.accesses.ofStatements(edge.update);
    return {
      run: abstractBlock(edge.update, this.functions),
      frameSize: edge.frameSize,
      selects,
      reads: [...readCells],
      writes: [...writtenCells],
    };
  }

  private conditionsOf(edge: Edge, selects: readonly ValueSet[], channels: readonly number[]): Condition[] {
    const key = `${edge.id} ${selects.map(({ lo, hi, values }) => (values === null ? `${lo}..${hi}` : values.join(","))).join(" ")}`;
    const parts = edge.guard.flatMap((conjunct) => (conjunct.kind === "data" ? conjuncts(conjunct.condition) : []));
    const conditions = parts.map((part, at) => this.condition(part, edge.frameSize, selects, `${key} ${at}`));
    const meeting = channelCondition(edge, channels);
    if (meeting !== null)
      conditions.push(this.condition(meeting, edge.frameSize, selects, `${key} channel ${channels.join(",")}`));
    return conditions;
  }
}

/** The parts of a conjunction: each is met on its own (the paper's "local" quantification). */
function conjuncts(expression: Expression): Expression[] {
  return expression.kind === "and" ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression];
}

/** The values each select may have; one that is a channel's index is narrowed to the channels at hand. */
function selectSets(edge: Edge, channels: readonly number[]): ValueSet[] {
  const sets = edge.selects.map(({ min, max }) => interval(min, max));
  const step = indexStep(edge);
  if (step !== null && step.index.kind === "load" && step.index.place.space === "frame" && channels.length < 64) {
    const cell = step.index.place.base;
    if (cell < sets.length) sets[cell] = positions(edge, channels).reduce((all, at) => union(all, single(at)), EMPTY);
  }
  return sets;
}

/** For a computed index into a channel array: the index must name one of the channels at hand. */
function channelCondition(edge: Edge, channels: readonly number[]): Expression | null {
  const step = indexStep(edge);
  if (step === null || channels.length === 0 || channels.length >= Math.min(step.count, 16)) return null;
  if (step.index.kind === "constant" || (step.index.kind === "load" && step.index.place.space === "frame")) return null;
  return positions(edge, channels)
    .map((at): Expression => ({ kind: "binary", op: "==", left: step.index, right: { kind: "constant", value: at } }))
    .reduce((left, right) => ({ kind: "or", left, right }));
}

function indexStep(edge: Edge) {
  const { sync } = edge;
  if (sync.kind !== "send" && sync.kind !== "receive") return null;
  return sync.channel.steps.length === 1 ? sync.channel.steps[0]! : null;
}

/** The index values that name the channels. */
function positions(edge: Edge, channels: readonly number[]): number[] {
  const step = indexStep(edge)!;
  const base = edge.sync.kind === "send" || edge.sync.kind === "receive" ? edge.sync.channel.base : 0;
  return channels.map((channel) => step.first + (channel - base) / step.stride).filter(Number.isInteger);
}
