// The graph of a stochastic network, grown state by state: choices of a state, transitions of a choice, their
// probabilities, in typed arrays. A chain has one choice in each state. Who explores decides which state is expanded
// next, so a part of the graph will do where a part is enough. States are those of the engine; a branch without a
// chance leads nowhere.

import { Floats, Ints } from "../basics/growing-rows.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type GraphEngine, internSteps, type StateId, StepBuffer } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { CommandGroups, LEAST_WEIGHT } from "./command-groups.ts";
import { type Draws, drawsOf } from "./draws.ts";
import { UnsupportedWeight } from "./uppaal-branches.ts";

/** Sums of probabilities that differ less from 1 are rounding. */
const MOST_SPREAD = 1e-12;

/** Variables of a state that is only named. */
const SKETCHED = 6;

/** A state in which the probabilities are none, or in which the model fails. */
export class GraphFault extends Error {
  readonly diagnostic: Diagnostic;
  readonly state: StateId;

  constructor(diagnostic: Diagnostic, state: StateId) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
    this.state = state;
  }
}

/** States that are more than the model says: how many were met, and one of them. */
export interface GraphRemarks {
  /** Nothing can happen: they stay for ever. */
  readonly stuck?: { readonly count: number; readonly state: string };
  /** Several commands of a chain are enabled: each is as likely as the others. */
  readonly drawn?: { readonly count: number; readonly state: string };
}

export class Graph {
  readonly network: Network;
  readonly engine: GraphEngine;
  readonly draws: Draws;
  readonly initial: readonly StateId[];
  /** By state: its first choice and the one behind its last; equal where it was not expanded. */
  readonly firstChoice = new Ints();
  readonly endChoice = new Ints();
  /** By choice: the end of its transitions; they begin where those of the choice before end. */
  readonly endTransition = new Ints();
  /** By choice: the command tuple is known by its first transition's ordinal; the action, −1 without. */
  readonly action = new Ints();
  /** By transition. */
  readonly target = new Ints();
  readonly probability = new Floats();
  /** By transition: the candidate of the engine that stands for it. */
  readonly ordinal = new Ints();
  /** By state of a `ctmc`: the sum of its rates. */
  readonly exit = new Floats();
  /** What transitions earn: by choice, the end of its shares; which action, how often per step (or unit of time). */
  readonly endShare = new Ints();
  readonly shareAction = new Ints();
  readonly share = new Floats();
  /** States in which nothing can happen; they loop. */
  readonly deadlocks: StateId[] = [];
  expanded = 0;
  /** Candidates that were looked at, also those that are one transition. */
  candidates = 0;
  /** States of a chain in which several commands are enabled, and the first of them. */
  private drawn = 0;
  private firstDrawn: StateId = -1;
  private readonly steps = new StepBuffer();
  private readonly groups = new CommandGroups();
  private readonly weights: Float64Array;
  private readonly stamp: Int32Array;
  private time = 0;
  /** The places of states in the choice at hand. */
  private readonly place = new Ints();
  private readonly placeStamp = new Ints();
  private choiceTime = 0;
  /** Was there a probability that a double cannot tell from 0 any more? */
  private isBeyond = false;

  constructor(network: Network, engine: GraphEngine) {
    this.network = network;
    this.engine = engine;
    this.draws = drawsOf(network);
    this.weights = new Float64Array(network.edges.length);
    this.stamp = new Int32Array(network.edges.length).fill(-1);
    const { count } = engine.initial();
    const first = Array.from({ length: count }, (_, candidate) => engine.intern(candidate, -1));
    this.failOnFault(0, -1);
    this.initial = network.stochastic?.choosesInitial
      ? first.flatMap((state) => Array.from(engine.internAll(state)))
      : first;
  }

  /** One more than the largest state. */
  get size(): number {
    return this.engine.statistics.stored;
  }

  isExpanded(state: StateId): boolean {
    return this.endChoice.at(state) > this.firstChoice.at(state);
  }

  firstTransition(choice: number): number {
    return choice === 0 ? 0 : this.endTransition.data[choice - 1]!;
  }

  /** Computes the choices of a state. */
  expand(state: StateId): void {
    const { steps, draws } = this;
    const faultsBefore = this.engine.faults.length;
    internSteps(this.engine, state, steps);
    this.evaluate(state);
    if (this.engine.faults.length > faultsBefore) this.failOnFault(faultsBefore, state);
    this.groups.gather(steps, draws, this.weights);
    if (this.groups.beyond >= 0) this.refuse(state);
    this.expanded++;
    this.candidates += steps.count;
    const first = this.endTransition.length;
    this.firstChoice.set(state, first);
    if (steps.count === 0) this.loop(state);
    else if (draws.kind === "mdp") this.choices(state);
    else this.chain(state);
    if (this.isBeyond) this.refuse(state);
    if (this.endTransition.length === first) this.loop(state);
    this.endChoice.set(state, this.endTransition.length);
  }

  /** The weights of the edges that are offered, each evaluated once. */
  private evaluate(state: StateId): void {
    const { steps, draws, weights, stamp } = this;
    this.time++;
    const end = steps.count === 0 ? 0 : steps.ends[steps.count - 1]!;
    const cells = draws.readsState && end > 0 ? this.engine.view(state).cells : undefined;
    for (let i = 0; i < end; i++) {
      const edge = steps.edges[i]!;
      if (stamp[edge] === this.time) continue;
      stamp[edge] = this.time;
      const own = draws.weight[edge];
      const weight = own === undefined ? draws.constant[edge]! : own(cells!);
      if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY))
        this.fail(state, edge, `has the ${draws.kind === "ctmc" ? "rate" : "probability"} ${weight}`);
      weights[edge] = weight;
    }
  }

  private eventOf(ordinal: number): number {
    const { steps, draws } = this;
    return draws.event[steps.edges[ordinal === 0 ? 0 : steps.ends[ordinal - 1]!]!]!;
  }

  private choices(state: StateId): void {
    const { groups, draws } = this;
    const first = this.endTransition.length;
    for (let group = 0; group < groups.count; group++) {
      this.choiceTime++;
      const total = this.checked(state, groups.first[group]!, groups.sum[group]!);
      if (total === 0) continue;
      this.addAll(group, draws.normalises ? total : 1);
      this.endChoiceOf(this.eventOf(groups.first[group]!), 1);
      if (this.isKnownChoice(first)) this.dropChoice();
    }
  }

  /** A chain: all commands together are one choice, each as likely as the others, or as fast as its rates. */
  private chain(state: StateId): void {
    const { draws, groups } = this;
    this.choiceTime++;
    let exit = 0;
    for (let group = 0; group < groups.count; group++) {
      if (draws.kind === "ctmc") exit += groups.sum[group]!;
      else this.checked(state, groups.first[group]!, groups.sum[group]!);
    }
    if (draws.kind === "dtmc" && groups.count > 1 && this.drawn++ === 0) this.firstDrawn = state;
    const scale = draws.kind === "ctmc" ? exit : groups.count;
    if (scale === 0) return;
    for (let group = 0; group < groups.count; group++) {
      this.addAll(group, scale);
      this.shareAction.push(this.eventOf(groups.first[group]!));
      this.share.push(groups.sum[group]! / scale);
    }
    this.exit.set(state, exit);
    this.endTransition.push(this.target.length);
    this.action.push(-1);
    this.endShare.push(this.share.length);
  }

  private addAll(group: number, scale: number): void {
    const { first, next, weight } = this.groups;
    // Nothing else leads to where a single step does.
    if (next[first[group]!]! < 0 && (this.groups.count === 1 || this.draws.kind === "mdp")) {
      const only = first[group]!;
      if (weight[only] !== 0) this.append(only, weight[only]! / scale);
      return;
    }
    for (let ordinal = first[group]!; ordinal >= 0; ordinal = next[ordinal]!)
      if (weight[ordinal] !== 0) this.add(ordinal, weight[ordinal]! / scale);
  }

  private add(ordinal: number, probability: number): void {
    const state = this.steps.targets[ordinal]!;
    if (this.placeStamp.at(state) === this.choiceTime) {
      this.probability.data[this.place.at(state)]! += probability;
      return;
    }
    this.placeStamp.set(state, this.choiceTime);
    this.place.set(state, this.target.length);
    this.append(ordinal, probability);
  }

  private append(ordinal: number, probability: number): void {
    if (probability < LEAST_WEIGHT) this.isBeyond = true;
    this.target.push(this.steps.targets[ordinal]!);
    this.probability.push(probability);
    this.ordinal.push(ordinal);
  }

  private endChoiceOf(action: number, share: number): void {
    this.endTransition.push(this.target.length);
    this.action.push(action);
    this.shareAction.push(action);
    this.share.push(share);
    this.endShare.push(this.share.length);
  }

  /** Equal choices, of one action, count once. */
  private isKnownChoice(first: number): boolean {
    const last = this.endTransition.length - 1;
    const [from, end] = [this.firstTransition(last), this.endTransition.data[last]!];
    for (let choice = first; choice < last; choice++) {
      const other = this.firstTransition(choice);
      if (
        this.action.data[choice] !== this.action.data[last] ||
        this.endTransition.data[choice]! - other !== end - from
      )
        continue;
      let at = 0;
      while (
        at < end - from &&
        this.target.data[other + at] === this.target.data[from + at] &&
        this.probability.data[other + at] === this.probability.data[from + at]
      )
        at++;
      if (at === end - from) return true;
    }
    return false;
  }

  private dropChoice(): void {
    const last = this.endTransition.length - 1;
    const from = this.firstTransition(last);
    for (const list of [this.target, this.probability, this.ordinal]) list.length = from;
    for (const list of [this.endTransition, this.action, this.endShare]) list.length = last;
    this.share.length = this.endShare.at(last - 1);
    this.shareAction.length = this.share.length;
  }

  private loop(state: StateId): void {
    this.deadlocks.push(state);
    this.target.push(state);
    this.probability.push(1);
    this.ordinal.push(-1);
    this.endTransition.push(this.target.length);
    this.action.push(-1);
    this.endShare.push(this.share.length);
  }

  private checked(state: StateId, ordinal: number, sum: number): number {
    const edge = this.steps.edges[ordinal === 0 ? 0 : this.steps.ends[ordinal - 1]!]!;
    if (this.draws.normalises) {
      if (!(sum > 0)) this.fail(state, edge, "has weights that sum to 0");
      return sum;
    }
    if (Math.abs(sum - 1) > MOST_SPREAD) this.fail(state, edge, `has probabilities that sum to ${sum}`);
    return sum;
  }

  private refuse(state: StateId): never {
    const what = this.draws.kind === "ctmc" ? "rate or its share" : "probability";
    throw new UnsupportedWeight(
      `a step whose ${what} is beyond 1e-290 … 1e290 is not supported: in the state ${this.describe(state)}`,
    );
  }

  private fail(state: StateId, edge: number, what: string): never {
    const { span } = this.network.edges[edge]!;
    const message = `the command ${what}, in the state ${this.describe(state)}`;
    throw new GraphFault(
      { code: "TH6500", severity: "error", message, ...(span === undefined ? {} : { span }) },
      state,
    );
  }

  /** A step that fails ends everything, unless it has no chance. */
  private failOnFault(before: number, state: StateId): void {
    const { faults } = this.engine;
    for (let at = before; at < faults.length; at++) {
      const { diagnostic, transition } = faults[at]!;
      if (state >= 0 && transition !== undefined && this.hasNoChance(state, transition.edges)) continue;
      const where = state < 0 ? "" : `, in the state ${this.describe(state)}`;
      throw new GraphFault({ ...diagnostic, message: `${diagnostic.message}${where}` }, state);
    }
  }

  private hasNoChance(state: StateId, edges: readonly { readonly edge: number }[]): boolean {
    const { draws } = this;
    return edges.some(({ edge }) => {
      const weight = draws.weight[edge];
      return (weight === undefined ? draws.constant[edge]! : weight(this.engine.view(state).cells)) === 0;
    });
  }

  get remarks(): GraphRemarks {
    const { deadlocks, drawn } = this;
    return {
      ...(deadlocks.length === 0 ? {} : { stuck: { count: deadlocks.length, state: this.sketch(deadlocks[0]!) } }),
      ...(drawn === 0 ? {} : { drawn: { count: drawn, state: this.sketch(this.firstDrawn) } }),
    };
  }

  /** A few of the variables that are not as at the start. */
  private sketch(state: StateId): string {
    const start = this.values(this.initial[0]!);
    const changed = this.values(state).filter(({ text }, at) => text !== start[at]!.text);
    const told = (changed.length === 0 ? start : changed).map(({ name, text }) => `${name}=${text}`);
    return told.length <= SKETCHED ? told.join(", ") : `${told.slice(0, SKETCHED).join(", ")}, \u2026`;
  }

  /** `s=2, x=0`: the variables that are not as at the start come first to mind, but all are said. */
  describe(state: StateId): string {
    return this.values(state)
      .map(({ name, text }) => `${name}=${text}`)
      .join(", ");
  }

  values(state: StateId): { readonly name: string; readonly text: string }[] {
    const { cells, locations } = this.engine.view(state);
    const { variables, processes, stochastic } = this.network;
    // Modules have one location; another process there chooses the initial state.
    const places = (stochastic === undefined ? processes : []).flatMap(({ name, locations: all }, process) =>
      all.length > 1 ? [{ name, text: all[locations[process]!]!.name }] : [],
    );
    return [
      ...places,
      ...variables.flatMap(({ name, cell, type, meta }) => {
        if (meta || (type.kind !== "int" && type.kind !== "bool")) return [];
        return [{ name, text: type.kind === "bool" ? `${cells[cell] !== 0}` : `${cells[cell]}` }];
      }),
    ];
  }
}
