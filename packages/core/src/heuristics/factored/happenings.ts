// The ways in which a network can take a step, with selects and channel fixed: who surely moves, who may join, and what
// happens to data. Clocks, invariants, urgency, committed locations and priorities are not seen; leaving them out only
// adds steps.

import { channelsOf, type StaticTransition, staticTransitions } from "../../analysis/joint-transitions.ts";
import { combinationCount, combinations, type Edge, type Network } from "../../network/index.ts";
import { type Action, ActionTable } from "./actions.ts";
import type { Happening } from "./happening.ts";
import type { Meter } from "./meter.ts";

/** More ways than this to choose selects and channels are not told apart. */
const MOST_CHOICES = 4096;

export interface Step extends Happening {
  /** The edges that are surely taken, one per process. */
  readonly moves: readonly Edge[];
  /** The select values of each; absent where they are not told apart. */
  readonly selects?: readonly (readonly number[])[];
  /** Processes that move along one of the edges if they can. */
  readonly joins: readonly Joining[];
}

export interface Joining {
  readonly process: number;
  readonly moves: readonly Edge[];
  /** Locations in which the process certainly moves. */
  readonly must: ReadonlySet<number>;
}

export interface Happenings {
  readonly steps: readonly Step[];
  readonly actions: ActionTable;
  /** What those who join do, each on its own: only the values that they may leave count. */
  readonly receptions: readonly Happening[];
  /** Steps in which selects and channels were not told apart. */
  readonly coarse: number;
}

export function happeningsOf(network: Network, meter: Meter): Happenings {
  return new HappeningMaker(network, meter).all();
}

class HappeningMaker {
  private readonly network: Network;
  private readonly meter: Meter;
  private readonly actions: ActionTable;
  private readonly receptions = new Map<number, readonly Happening[]>();
  private coarse = 0;

  constructor(network: Network, meter: Meter) {
    this.network = network;
    this.meter = meter;
    this.actions = new ActionTable(network);
  }

  all(): Happenings {
    const steps = staticTransitions(this.network).flatMap((transition) => this.stepsOf(transition));
    const receptions = [...this.receptions.values()].flat();
    return { steps, receptions, actions: this.actions, coarse: this.coarse };
  }

  private stepsOf(transition: StaticTransition): Step[] {
    const edges = transition.edges.map((id) => this.network.edges[id]!);
    const choices = edges.reduce(
      (count, { selects }) => selects.reduce((product, { min, max }) => product * (max - min + 1), count),
      1,
    );
    if (choices > MOST_CHOICES) return [this.coarseStep(transition, edges)];
    const selects = edges.reduce<(readonly (readonly number[])[])[]>(
      (partial, edge) =>
        partial.flatMap((head) => Array.from(combinations(edge.selects), (select) => [...head, select])),
      [[]],
    );
    const steps: Step[] = [];
    for (const chosen of selects) {
      const named = edges.map((edge, at) => this.actions.channelOf(edge, chosen[at]!));
      const known = new Set(named.filter((channel) => channel !== undefined));
      if (known.size > 1) continue;
      const isSynchronised = edges.some(({ sync }) => sync.kind === "send" || sync.kind === "receive");
      const channels = !isSynchronised
        ? [undefined]
        : known.size === 1
          ? [...known].filter((channel) => transition.channels.includes(channel))
          : transition.channels;
      for (const channel of channels) {
        this.meter.spend(1);
        steps.push(this.step(transition, edges, chosen, channel));
      }
    }
    return steps;
  }

  private step(
    { joining }: StaticTransition,
    edges: readonly Edge[],
    selects: readonly (readonly number[])[],
    channel: number | undefined,
  ): Step {
    const conditions: Action[] = [];
    const statements: Action[] = [...this.actions.before];
    for (const [at, edge] of edges.entries()) {
      const own = this.actions.of(edge, selects[at]!);
      conditions.push(...own.conditions);
      statements.push(...own.statements);
      const isNamed = edge.sync.kind === "send" || edge.sync.kind === "receive";
      if (channel !== undefined && isNamed && this.actions.channelOf(edge, selects[at]!) === undefined) {
        conditions.push(this.actions.onChannel(edge, selects[at]!, channel));
      }
    }
    const before = statements.length;
    statements.push(...this.actions.after);
    const joiningEdges = joining
      .filter(({ channels }) => channel === undefined || channels.length === 0 || channels.includes(channel))
      .map(({ edge }) => this.network.edges[edge]!);
    return {
      conditions,
      statements,
      moves: edges,
      selects,
      joins: this.joinsOf(joiningEdges, edges, channel),
      disturbed: { before, cells: new Set(joiningEdges.flatMap((edge) => this.receive(edge))) },
    };
  }

  /** Selects and channels are left open: everything that the edges write may be anything. */
  private coarseStep({ joining }: StaticTransition, edges: readonly Edge[]): Step {
    this.coarse++;
    const joiningEdges = joining.map(({ edge }) => this.network.edges[edge]!);
    const written = [...edges, ...joiningEdges].flatMap((edge) => this.receive(edge));
    const statements = [...this.actions.before, ...this.actions.after];
    return {
      conditions: [],
      statements,
      moves: edges,
      joins: this.joinsOf(joiningEdges, edges, undefined),
      disturbed: { before: this.actions.before.length, cells: new Set(written) },
    };
  }

  private joinsOf(joining: readonly Edge[], taken: readonly Edge[], channel: number | undefined): readonly Joining[] {
    const byProcess = new Map<number, Edge[]>();
    for (const edge of joining) {
      if (taken.some(({ process }) => process === edge.process)) continue;
      const list = byProcess.get(edge.process);
      if (list === undefined) byProcess.set(edge.process, [edge]);
      else list.push(edge);
    }
    return [...byProcess].map(([process, moves]) => ({
      process,
      moves,
      must: new Set(moves.filter((edge) => this.mustJoin(edge, channel)).map(({ source }) => source)),
    }));
  }

  /** A receiver of a broadcast that nothing can hold back. */
  private mustJoin(edge: Edge, channel: number | undefined): boolean {
    if (channel === undefined || edge.guard.length > 0) return false;
    const named = channelsOf(this.network, edge);
    const { invariant } = this.network.processes[edge.process]!.locations[edge.target]!;
    return named.length === 1 && named[0] === channel && invariant.length === 0;
  }

  /** The cells that an edge may write when it joins, or when its selects are not told apart. */
  private receive(edge: Edge): readonly number[] {
    let known = this.receptions.get(edge.id);
    if (known === undefined) {
      const choices = combinationCount(edge.selects);
      if (choices > MOST_CHOICES) {
        // Written with anything: as if somebody disturbed it.
        const cells = new Set(this.actions.writesOf(edge));
        known = [{ conditions: [], statements: [], disturbed: { before: 0, cells }, partial: true }];
      } else {
        known = Array.from(combinations(edge.selects), (select) => ({
          conditions: [],
          statements: this.actions.of(edge, select).statements,
          partial: true,
        }));
      }
      this.receptions.set(edge.id, known);
    }
    return this.actions.writesOf(edge);
  }
}
