// Resources that are processes: a machine that waits to be taken over a channel, works for a time that whoever takes it
// says or that it knows, and lets go over a channel. Whoever has taken it can go on only together with it, so that its
// time is their time; and since it is taken only where it is free, and becomes free only together with whoever has it,
// at most one process has it at a time: by induction over steps, as with locks.

import type { Edge, Network } from "../../network/index.ts";
import { AccessAnalysis } from "../accesses.ts";
import { channelsOf } from "../joint-transitions.ts";
import { Faulty, Lost } from "./known-values.ts";
import { constants, type LocalStep, type Unfolding } from "./local-unfolding.ts";
import type { Lock } from "./locks.ts";
import { PartialRun } from "./partial-run.ts";
import type { LeastStay } from "./stays.ts";

export interface Server {
  readonly process: number;
  /** As if it were a variable that is taken and given back. */
  readonly lock: Lock;
  /** By process, by local state: how long it is had there at the least. */
  readonly stays: readonly (ReadonlyMap<number, LeastStay> | undefined)[];
  /** The edge of the machine that a step goes together with. */
  readonly partners: ReadonlyMap<LocalStep, Edge>;
}

/** `setters` by clock. */
export function findServers(
  network: Network,
  unfoldings: readonly (Unfolding | undefined)[],
  setters: readonly ReadonlySet<number>[],
): readonly Server[] {
  const fixed = new Set(constants(network, new AccessAnalysis(network)));
  return network.processes.flatMap(
    (_, process) => new Candidate(network, unfoldings, setters, process, fixed).server() ?? [],
  );
}

class Candidate {
  private readonly network: Network;
  private readonly unfoldings: readonly (Unfolding | undefined)[];
  private readonly setters: readonly ReadonlySet<number>[];
  private readonly process: number;
  private readonly constants: ReadonlySet<number>;
  private readonly partners = new Map<LocalStep, Edge>();

  constructor(
    network: Network,
    unfoldings: readonly (Unfolding | undefined)[],
    setters: readonly ReadonlySet<number>[],
    process: number,
    fixed: ReadonlySet<number>,
  ) {
    this.constants = fixed;
    this.network = network;
    this.unfoldings = unfoldings;
    this.setters = setters;
    this.process = process;
  }

  server(): Server | undefined {
    const { network, process } = this;
    const { initial, edges, name } = network.processes[process]!;
    const [free] = initial;
    if (free === undefined || initial.length > 1 || edges.length < 2) return undefined;
    const own = edges.map((id) => network.edges[id]!);
    const takes = own.filter(({ source, target }) => source === free && target !== free);
    const gives = own.filter(({ source, target }) => source !== free && target === free);
    if (takes.length === 0 || takes.length + gives.length < own.length) return undefined;
    for (const edge of own) if (!this.isPaired(edge)) return undefined;
    const held: (Uint8Array | undefined)[] = [];
    for (const unfolding of this.unfoldings) {
      const units = unfolding === undefined ? undefined : this.heldBy(unfolding, takes, gives);
      if (units === null) return undefined;
      held.push(units);
    }
    if (!held.some((units) => units !== undefined)) return undefined;
    const stays = this.unfoldings.map((unfolding, p) =>
      unfolding === undefined || held[p] === undefined ? undefined : this.staysOf(unfolding, held[p], gives),
    );
    return { process, lock: { cell: -1 - process, name, capacity: 1, held }, stays, partners: this.partners };
  }

  /** Finds the steps that the edge goes together with; false: there are others, or it is not known which. */
  private isPaired(edge: Edge): boolean {
    const { network, process } = this;
    if ((edge.sync.kind !== "send" && edge.sync.kind !== "receive") || edge.selects.length > 0) return false;
    const [channel, ...more] = channelsOf(network, edge);
    if (channel === undefined || more.length > 0 || network.channels[channel]!.broadcast) return false;
    for (const other of network.edges) {
      if (other.sync.kind !== "send" && other.sync.kind !== "receive") continue;
      if (!channelsOf(network, other).includes(channel) || other === edge) continue;
      if (other.process === process || this.unfoldings[other.process] === undefined) return false;
    }
    for (const unfolding of this.unfoldings) {
      for (const step of unfolding?.steps ?? []) {
        if (step.edge.process === process || step.edge.sync.kind === "internal") continue;
        if (step.channel === undefined) return false;
        if (step.channel !== channel) continue;
        if (step.edge.sync.kind === edge.sync.kind) return false;
        this.partners.set(step, edge);
      }
    }
    return true;
  }

  /** By local state: does the process have the machine? Undefined: never; null: against the discipline. */
  private heldBy(unfolding: Unfolding, takes: readonly Edge[], gives: readonly Edge[]): Uint8Array | undefined | null {
    const units = new Int8Array(unfolding.states.length).fill(-1);
    const queue = [...unfolding.initial];
    for (const state of queue) units[state] = 0;
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      for (const number of unfolding.leaving[state]!) {
        const step = unfolding.steps[number]!;
        const edge = this.partners.get(step);
        const now = units[state]!;
        // Who has the machine finds it busy.
        if (edge !== undefined && takes.includes(edge) && now === 1) continue;
        if (edge !== undefined && gives.includes(edge) && now === 0) return null;
        const then = edge === undefined ? now : takes.includes(edge) ? 1 : 0;
        if (units[step.to] === -1) {
          units[step.to] = then;
          queue.push(step.to);
        } else if (units[step.to] !== then) return null;
      }
    }
    return units.includes(1) ? Uint8Array.from(units, (count) => Math.max(count, 0)) : undefined;
  }

  /** Where a process goes on only together with the machine, it stays as long as the machine does. */
  private staysOf(unfolding: Unfolding, held: Uint8Array, gives: readonly Edge[]): ReadonlyMap<number, LeastStay> {
    const stays = new Map<number, LeastStay>();
    for (const [state, has] of held.entries()) {
      const leaving = unfolding.leaving[state]!.map((number) => unfolding.steps[number]!);
      const isTogether = leaving.every((step) => gives.includes(this.partners.get(step)!));
      if (has === 0 || !isTogether || leaving.length === 0 || unfolding.initial.includes(state)) continue;
      const entering = unfolding.entering[state]!.map((number) =>
        this.stayAfter(unfolding, unfolding.steps[number]!, gives),
      );
      const [first, ...others] = entering;
      if (first === undefined || entering.some((stay) => stay === undefined || stay.clock !== first.clock)) continue;
      const least = Math.min(first.least, ...others.map((stay) => stay!.least));
      if (least > 0) stays.set(state, { clock: first.clock, least });
    }
    return stays;
  }

  /** How long the machine is busy after a step that takes it. */
  private stayAfter(unfolding: Unfolding, step: LocalStep, gives: readonly Edge[]): LeastStay | undefined {
    const edge = this.partners.get(step);
    if (edge === undefined) return undefined;
    const { network } = this;
    const isOwn = new Set(unfolding.own);
    const cells = Int32Array.from(network.initialValues);
    for (const [i, cell] of unfolding.own.entries()) cells[cell] = unfolding.states[step.from]!.values[i]!;
    const run = new PartialRun(
      network,
      (cell) => isOwn.has(cell) || this.constants.has(cell),
      () => undefined,
    );
    try {
      const isSender = step.edge.sync.kind === "send";
      run.begin(cells, step.selects);
      if (isSender) run.run(step.edge.update);
      run.run(edge.update);
      let best: LeastStay | undefined;
      for (const clock of network.clocks.keys()) {
        const by = this.setters[clock]!;
        const isReset = run.resets.filter((reset) => reset.clock === clock).at(-1)?.value === 0;
        if (!isReset || by.size !== 1 || !by.has(this.process)) continue;
        const bounds = gives
          .filter(({ source }) => source === edge.target)
          .map((give) => this.leastAsked(run, give, clock));
        const least = bounds.length === 0 ? 0 : Math.min(...bounds);
        if (least > (best?.least ?? 0)) best = { clock, least };
      }
      return best;
    } catch (error) {
      if (error instanceof Lost || error instanceof Faulty) return undefined;
      throw error;
    }
  }

  private leastAsked(run: PartialRun, { guard }: Edge, clock: number): number {
    let most = 0;
    for (const conjunct of guard) {
      if (conjunct.kind !== "clock" || conjunct.when !== undefined || conjunct.binders.length > 0) continue;
      const { left, right, op, bound } = conjunct;
      if (left?.space !== "clock" || right !== undefined || run.index(left) !== clock) continue;
      if (op === ">=" || op === ">" || op === "==") most = Math.max(most, run.tried(bound) ?? 0);
    }
    return most;
  }
}
