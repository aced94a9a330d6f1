// A network in which only some processes are followed, and the variables and clocks that these depend on. Each of the
// others stands in one place where all its edges can be taken at any time. Whatever the whole network does without a
// fault, this one does, too, so that what cannot happen here cannot happen there. Nothing that forbids steps may be
// left where it would forbid more than before: urgent channels and priorities go, and committed locations where a
// process that is not followed has some; who need not receive may stay out; and no guard fails that did not fail
// before.

import { AccessAnalysis, type Accesses } from "../analysis/accesses.ts";
import { faultsOf } from "../analysis/faults.ts";
import { channelsOf } from "../analysis/joint-transitions.ts";
import type { Conjunct, Edge, Expression, Formula, Location, Network, Process, Statement } from "../network/index.ts";
import { mentions } from "../network/visit.ts";

export interface Projection {
  readonly network: Network;
  /** Processes that are followed: those that were named and those that they cannot do without. */
  readonly followed: ReadonlySet<number>;
  /** By edge of this network: the edges of the whole one that it stands for; none where a process stays out. */
  readonly origins: readonly (readonly number[])[];
}

/** The projection, or why there is none. */
export function projected(network: Network, target: Formula, named: Iterable<number>): Projection | string {
  if (network.processes.some(({ locations }) => locations.some(({ rates }) => rates.length > 0))) {
    return "clocks are stopped in some location";
  }
  if (mentions(target, "deadlock")) return "deadlocks are a matter of all processes";
  const needs = new Needs(network, target, named);
  const made = new Projecting(network, needs).make();
  const { guards, locations } = faultsOf(made.network);
  if (guards.size > 0 || locations.some((list) => list.includes(true))) return "a guard or an invariant may fail";
  return made;
}

/** What has to be followed together: closed under what is read, and under what writes it. */
class Needs {
  readonly processes: Set<number>;
  readonly cells = new Set<number>();
  readonly clocks = new Set<number>();
  /** Edges of processes that are not followed whose updates matter all the same. */
  readonly updates = new Set<number>();
  private readonly network: Network;
  readonly accesses: AccessAnalysis;

  constructor(network: Network, target: Formula, named: Iterable<number>) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    this.processes = new Set(named);
    this.read(this.accesses.ofFormula(target));
    const hooks = this.accesses.ofStatements([...network.beforeUpdate, ...network.afterUpdate]);
    this.read(hooks);
    this.write(hooks);
    for (const { process, sync } of network.edges) {
      const computed = sync.kind === "send" || sync.kind === "receive" ? sync.channel.steps : [];
      if (computed.some(({ index }) => index.kind !== "constant")) this.processes.add(process);
    }
    while (this.grow()) {}
  }

  /** False when nothing was added. */
  private grow(): boolean {
    const before = this.size;
    const { edges, processes } = this.network;
    for (const process of this.processes) {
      for (const { invariant } of processes[process]!.locations) this.read(this.accesses.ofConjuncts(invariant));
      for (const id of processes[process]!.edges) {
        this.read(this.accesses.ofEdge(id));
        this.write(this.accesses.ofStatements(edges[id]!.update));
      }
    }
    for (const { id, process, update } of edges) {
      if (this.processes.has(process)) continue;
      const accesses = this.accesses.ofStatements(update);
      const matters =
        [...accesses.writtenCells].some((cell) => this.cells.has(cell)) ||
        [...accesses.resetClocks].some((clock) => this.clocks.has(clock));
      if (!matters) continue;
      this.updates.add(id);
      this.read(accesses);
      this.write(accesses);
    }
    return this.size > before;
  }

  private get size(): number {
    return this.processes.size + this.cells.size + this.clocks.size + this.updates.size;
  }

  private read({ readCells, testedClocks, askedProcesses }: Accesses): void {
    for (const cell of readCells) this.cells.add(cell);
    for (const clock of testedClocks) this.clocks.add(clock);
    for (const process of askedProcesses) this.processes.add(process);
  }

  private write({ writtenCells }: Accesses): void {
    for (const cell of writtenCells) this.cells.add(cell);
  }

  /** Is the condition about nothing but what is followed, and can it not fail? */
  keeps(conjunct: Conjunct): boolean {
    const { readCells, testedClocks, askedProcesses } = this.accesses.ofConjuncts([conjunct]);
    return (
      isSimple(conjunct) &&
      [...readCells].every((cell) => this.cells.has(cell)) &&
      [...testedClocks].every((clock) => this.clocks.has(clock)) &&
      [...askedProcesses].every((process) => this.processes.has(process))
    );
  }
}

class Projecting {
  private readonly network: Network;
  private readonly needs: Needs;
  private readonly edges: Edge[] = [];
  private readonly origins: number[][] = [];
  private readonly calm: boolean;

  constructor(network: Network, needs: Needs) {
    this.network = network;
    this.needs = needs;
    // Where one who is not followed may be committed, he may act although another one who is committed waits.
    this.calm = network.processes.every(
      ({ locations }, process) => needs.processes.has(process) || locations.every(({ committed }) => !committed),
    );
  }

  make(): Projection {
    const { network, needs } = this;
    const processes = network.processes.map((process, index) =>
      needs.processes.has(index) ? this.followed(process) : this.still(process, index),
    );
    const free = { priority: 0, urgent: false };
    return {
      network: {
        ...network,
        processes,
        edges: this.edges,
        channels: network.channels.map((channel) => ({ ...channel, ...free })),
        internalPriority: 0,
        hasPriorities: false,
      },
      followed: needs.processes,
      origins: this.origins,
    };
  }

  private followed(process: Process): Process {
    const locations = this.calm ? process.locations : process.locations.map((one) => ({ ...one, committed: false }));
    const edges = process.edges.map((id) => this.add(this.network.edges[id]!, [id]));
    return { ...process, locations, edges, priority: 0 };
  }

  /** One place; edges that have become alike are one. */
  private still(process: Process, index: number): Process {
    const alike = new Map<string, { readonly edge: Edge; readonly origins: number[] }>();
    const enter = (edge: Edge, origins: readonly number[]): void => {
      const { selects, guard, sync, update } = edge;
      const key = JSON.stringify([selects, guard, sync, update]);
      const known = alike.get(key);
      if (known === undefined) alike.set(key, { edge, origins: [...origins] });
      else known.origins.push(...origins);
    };
    for (const id of process.edges) {
      const edge = this.network.edges[id]!;
      const update: readonly Statement[] = this.needs.updates.has(id) ? edge.update : [];
      // Alone and without effect it is no step.
      if (edge.sync.kind === "internal" && update.length === 0) continue;
      const guard = edge.guard.filter((conjunct) => this.needs.keeps(conjunct));
      enter({ ...edge, source: 0, target: 0, guard, update }, [id]);
      if (this.joinsWhereItCan(edge)) enter({ ...edge, source: 0, target: 0, selects: [], guard: [], update: [] }, []);
    }
    const edges = [...alike.values()].map(({ edge, origins }) => this.add(edge, origins));
    const place: Location = { ...FREE, name: process.locations[process.initial[0]!]!.name };
    return {
      ...process,
      template: `${process.template} ${index}`,
      locations: [place],
      edges,
      initial: [0],
      priority: 0,
    };
  }

  /** A receiver of a broadcast, a weak participant: it takes part where it can, and no step waits for it. */
  private joinsWhereItCan(edge: Edge): boolean {
    const { sync, process } = edge;
    const { channels, vectors } = this.network;
    if (sync.kind === "receive") return channelsOf(this.network, edge).some((channel) => channels[channel]!.broadcast);
    if (sync.kind !== "event") return false;
    return vectors.some(({ participants }) =>
      participants.some((one) => one.weak && one.process === process && one.event === sync.event),
    );
  }

  private add(edge: Edge, origins: readonly number[]): number {
    const id = this.edges.length;
    this.edges.push({ ...edge, id });
    this.origins.push([...origins]);
    return id;
  }
}

const FREE = { urgent: false, committed: false, invariant: [], rates: [], frameSize: 0, labels: [] } as const;

/** Nothing in it can fail: it compares what is there. */
function isSimple(conjunct: Conjunct): boolean {
  if (conjunct.kind === "data") return neverFails(conjunct.condition);
  const { binders, when, left, right, bound } = conjunct;
  const clocks = [left, right].every((clock) => clock === undefined || clock.steps.length === 0);
  return binders.length === 0 && when === undefined && clocks && neverFails(bound);
}

function neverFails(expression: Expression): boolean {
  switch (expression.kind) {
    case "constant":
    case "at":
      return expression.kind === "constant" || expression.process.steps.length === 0;
    case "load":
      return expression.place.steps.every(({ index }) => index.kind === "constant");
    case "unary":
      return neverFails(expression.operand);
    case "and":
    case "or":
      return neverFails(expression.left) && neverFails(expression.right);
    case "binary":
      return !FAILING.has(expression.op) && neverFails(expression.left) && neverFails(expression.right);
    default:
      return false;
  }
}

const FAILING: ReadonlySet<string> = new Set(["/", "%", "<<", ">>", "**"]);
