// The ways in which a network can take a step, with selects and channel fixed: who surely moves, who may join, and what
// happens to data. Where receivers ask or change data, each choice of them is a step of its own while there are few.
// Of clocks only that is seen what an automaton on its own can never do; invariants, urgency and priorities are not.
// Leaving them out only adds steps.

import type { ClockIntervals } from "../../analysis/clock-intervals.ts";
import { channelsOf, type StaticTransition, staticTransitions } from "../../analysis/joint-transitions.ts";
import { combinationCount, combinations, type Edge, type Network } from "../../network/index.ts";
import { type Action, ActionTable } from "./actions.ts";
import type { Meter } from "./build-budget.ts";
import type { Disturbance, Happening } from "./happening.ts";

/** More ways than this to choose selects and channels are not told apart. */
const MOST_CHOICES = 4096;
/** More ways than this to choose who joins with what effect are not told apart: then each may act, or not. */
export const MOST_JOINS = 32;

export interface FactoredStep extends Happening {
  /** The edges that are surely taken, one per process. */
  readonly moves: readonly Edge[];
  /** The select values of each; absent where they are not told apart. */
  readonly selects?: readonly (readonly number[])[];
  /** Processes that move along one of the edges if they can. */
  readonly joins: readonly JoiningSteps[];
  /** Nobody who moves leaves a committed location: so nobody may be in one. */
  readonly calm: boolean;
}

export interface JoiningSteps {
  readonly process: number;
  readonly moves: readonly Edge[];
  /** Locations in which the process certainly moves. */
  readonly must: ReadonlySet<number>;
}

export interface Happenings {
  readonly steps: readonly FactoredStep[];
  readonly actions: ActionTable;
  /** What those who join do, each on its own: only the values that they may leave count. */
  readonly receptions: readonly Happening[];
  /** Steps in which selects and channels were not told apart. */
  readonly coarse: number;
}

/** Yields now and then, so that others may have a turn. */
export function* happeningsOf(
  network: Network,
  clocks: ClockIntervals,
  meter: Meter,
): Generator<undefined, Happenings> {
  return yield* new HappeningMaker(network, clocks, meter).all();
}

/** An edge with its select values. */
interface Chosen {
  readonly edge: Edge;
  readonly select: readonly number[];
}

class HappeningMaker {
  private readonly network: Network;
  private readonly clocks: ClockIntervals;
  private readonly meter: Meter;
  private readonly actions: ActionTable;
  private readonly receptions = new Map<number, readonly Happening[]>();
  private readonly possible = new Map<Edge, boolean>();
  private coarse = 0;

  constructor(network: Network, clocks: ClockIntervals, meter: Meter) {
    this.network = network;
    this.clocks = clocks;
    this.meter = meter;
    this.actions = new ActionTable(network, meter);
  }

  *all(): Generator<undefined, Happenings> {
    const steps: FactoredStep[] = [];
    for (const [at, transition] of staticTransitions(this.network).entries()) {
      for (const step of this.stepsOf(transition)) steps.push(step);
      if (at % 64 === 0) yield undefined;
    }
    const receptions = [...this.receptions.values()].flat();
    return { steps, receptions, actions: this.actions, coarse: this.coarse };
  }

  private stepsOf(transition: StaticTransition): FactoredStep[] {
    const edges = transition.edges.map((id) => this.network.edges[id]!);
    if (!edges.every((edge) => this.isPossible(edge))) return [];
    const selects = edges.flatMap((edge) => edge.selects);
    if (combinationCount(selects) > MOST_CHOICES) return [this.coarseStep(transition, edges)];
    return Array.from(combinations(selects), (values) => {
      let at = 0;
      const chosen = edges.map((edge): Chosen => ({ edge, select: values.slice(at, (at += edge.selects.length)) }));
      if (!chosen.every(({ edge, select }) => this.actions.of(edge, select).mayPass)) return [];
      return this.channelsOf(transition, chosen).flatMap((channel) => this.steps(transition, chosen, channel));
    }).flat();
  }

  /** The channels on which the edges may meet; undefined stands for none. */
  private channelsOf({ channels }: StaticTransition, chosen: readonly Chosen[]): readonly (number | undefined)[] {
    if (!chosen.some(({ edge }) => namesChannel(edge))) return [undefined];
    const named = new Set(chosen.map(({ edge, select }) => this.actions.channelOf(edge, select)));
    named.delete(undefined);
    if (named.size > 1) return [];
    return named.size === 1 ? channels.filter((channel) => named.has(channel)) : channels;
  }

  /**
   * One step for each choice of the receivers that ask or change data, where there are few; the others join as they
   * may.
   */
  private steps({ joining }: StaticTransition, taken: readonly Chosen[], channel: number | undefined): FactoredStep[] {
    const edges = joining
      .filter(({ channels }) => channel === undefined || channels.length === 0 || channels.includes(channel))
      .map(({ edge }) => this.network.edges[edge]!);
    const joins = this.joinsOf(edges, taken, channel);
    const busy = joins.filter(({ moves }) => moves.some((edge) => this.concernsData(edge)));
    const ways = busy.reduce((count, { moves }) => count * (1 + waysOf(moves)), 1);
    if (ways > MOST_JOINS) return [this.step(taken, joins, channel)];
    const free = joins.filter((join) => !busy.includes(join));
    let choices: { readonly joined: readonly Chosen[]; readonly joins: readonly JoiningSteps[] }[] = [
      { joined: [], joins: free },
    ];
    for (const join of busy) {
      const offers = join.moves.flatMap((edge) => offersOf(edge, this.actions));
      choices = choices.flatMap(({ joined, joins }) => [
        { joined, joins: [...joins, { ...join, moves: [] }] },
        ...offers.map((offer) => ({ joined: [...joined, offer], joins })),
      ]);
    }
    return choices.map(({ joined, joins }) => this.step([...taken, ...joined], joins, channel));
  }

  private step(taken: readonly Chosen[], joins: readonly JoiningSteps[], channel: number | undefined): FactoredStep {
    this.meter.spend(joins.reduce((work, { moves }) => work + 20 * (1 + moves.length), 50));
    const chosen = inOrder(taken);
    const conditions: Action[] = [];
    const statements: Action[] = [...this.actions.before];
    for (const { edge, select } of chosen) {
      const own = this.actions.of(edge, select);
      conditions.push(...own.conditions);
      statements.push(...own.statements);
      if (channel !== undefined && namesChannel(edge) && this.actions.channelOf(edge, select) === undefined) {
        conditions.push(this.actions.onChannel(edge, select, channel));
      }
    }
    // Receivers act after the sender; weak participants of a vector wherever their process stands.
    const isVector = chosen.some(({ edge }) => edge.sync.kind === "event");
    const before = isVector ? this.actions.before.length : statements.length;
    statements.push(...this.actions.after);
    const moves = chosen.map(({ edge }) => edge);
    return {
      conditions,
      statements,
      moves,
      selects: chosen.map(({ select }) => select),
      joins,
      calm: this.isCalm(moves, joins),
      ...this.disturbedBy(
        joins.map((join) => join.moves),
        before,
      ),
    };
  }

  /**
   * Selects and channels are left open: everything that the edges write may be written by one of their ways, or not.
   */
  private coarseStep({ joining }: StaticTransition, edges: readonly Edge[]): FactoredStep {
    this.coarse++;
    const joins = this.joinsOf(
      joining.map(({ edge }) => this.network.edges[edge]!),
      edges.map((edge) => ({ edge, select: [] })),
      undefined,
    );
    const acting = [...edges.map((edge) => [edge]), ...joins.map(({ moves }) => moves)];
    return {
      conditions: [],
      statements: [...this.actions.before, ...this.actions.after],
      moves: edges,
      joins,
      calm: this.isCalm(edges, joins),
      ...this.disturbedBy(acting, this.actions.before.length),
    };
  }

  private disturbedBy(acting: readonly (readonly Edge[])[], before: number): { readonly disturbed?: Disturbance } {
    const writing = acting.filter((edges) => edges.some((edge) => this.actions.writesOf(edge).length > 0));
    if (writing.length === 0) return {};
    const cells = new Set(writing.flat().flatMap((edge) => this.actions.writesOf(edge)));
    const by = writing.map((edges) => edges.flatMap((edge) => this.receptionsOf(edge)));
    return {
      disturbed: { before, cells, by, key: writing.map((edges) => edges.map(({ id }) => id).join()).join(";") },
    };
  }

  private joinsOf(
    joining: readonly Edge[],
    taken: readonly Chosen[],
    channel: number | undefined,
  ): readonly JoiningSteps[] {
    const byProcess = new Map<number, Edge[]>();
    for (const edge of joining) {
      if (!this.isPossible(edge) || taken.some(({ edge: { process } }) => process === edge.process)) continue;
      const list = byProcess.get(edge.process);
      if (list === undefined) byProcess.set(edge.process, [edge]);
      else list.push(edge);
    }
    return [...byProcess]
      .sort(([a], [b]) => a - b)
      .map(([process, moves]) => ({
        process,
        moves,
        must: new Set(moves.filter((edge) => this.mustJoin(edge, channel)).map(({ source }) => source)),
      }));
  }

  /** One who joins wherever it stands at the edge's source: nothing is asked of it, and staying out is no choice. */
  private mustJoin(edge: Edge, channel: number | undefined): boolean {
    if (edge.guard.length > 0 || combinationCount(edge.selects) === 0) return false;
    if (edge.sync.kind === "event") return true;
    const named = channelsOf(this.network, edge);
    return named.length === 1 && named[0] === channel;
  }

  /** False where clocks, or constants alone, say that the edge is never taken. */
  private isPossible(edge: Edge): boolean {
    let known = this.possible.get(edge);
    if (known === undefined) {
      const { process, target, selects } = edge;
      known =
        this.clocks.isPossible(edge) &&
        this.actions.mayEnter(this.network.processes[process]!.locations[target]!) &&
        (combinationCount(selects) > MOST_CHOICES || this.passes(edge));
      this.possible.set(edge, known);
    }
    return known;
  }

  private passes(edge: Edge): boolean {
    for (const select of combinations(edge.selects)) if (this.actions.of(edge, select).mayPass) return true;
    return false;
  }

  private concernsData(edge: Edge): boolean {
    if (edge.guard.some(({ kind }) => kind === "data") || this.actions.writesOf(edge).length > 0) return true;
    return namesChannel(edge) && channelsOf(this.network, edge).length > 1;
  }

  private isCalm(moves: readonly Edge[], joins: readonly JoiningSteps[]): boolean {
    const leaves = ({ process, source }: Edge): boolean =>
      this.network.processes[process]!.locations[source]!.committed;
    return !moves.some(leaves) && !joins.some((join) => join.moves.some(leaves));
  }

  /** What an edge may do to data on its own: when it joins, or when its selects are not told apart. */
  private receptionsOf(edge: Edge): readonly Happening[] {
    let known = this.receptions.get(edge.id);
    if (known === undefined) {
      known =
        combinationCount(edge.selects) > MOST_CHOICES
          ? [{ conditions: [], statements: [], lost: new Set(this.actions.writesOf(edge)), partial: true }]
          : Array.from(combinations(edge.selects), (select) => ({
              conditions: [],
              statements: this.actions.of(edge, select).statements,
              partial: true,
            }));
      this.receptions.set(edge.id, known);
    }
    return known;
  }
}

function namesChannel({ sync }: Edge): boolean {
  return sync.kind === "send" || sync.kind === "receive";
}

/** Ways to take the edge that constants do not forbid. */
export function offersOf(edge: Edge, actions: ActionTable): readonly Chosen[] {
  return Array.from(combinations(edge.selects), (select) => ({ edge, select })).filter(
    ({ select }) => actions.of(edge, select).mayPass,
  );
}

/** Ways to take one of the edges. */
export function waysOf(edges: readonly Edge[]): number {
  return edges.reduce((count, { selects }) => count + combinationCount(selects), 0);
}

/** As their updates run: the sender first, then receivers; the participants of a vector as processes are declared. */
export function inOrder<T extends { readonly edge: Edge }>(taken: readonly T[]): readonly T[] {
  if (!taken.some(({ edge }) => edge.sync.kind === "event")) return taken;
  return [...taken].sort((a, b) => a.edge.process - b.edge.process);
}
