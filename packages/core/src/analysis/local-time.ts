// May every process of a network have a time of its own? Local time (Govind, Herbreteau, Srivathsan and Walukiewicz
// 2019) lets processes that do not synchronise run ahead of each other, which is sound when what one of them does can
// be told apart from what the others do: each clock and variable belongs to one process, and nothing depends on what
// is *not* possible elsewhere. Urgent and committed locations are no obstacle: a process that cannot delay stops its
// own time, and the steps that follow a committed location happen at one moment, with nothing in between.

import { cellTable, type Network, stopsClocks } from "../network/index.ts";
import { type Visitor, visitConjuncts, visitEdge, visitStatements } from "../network/visit.ts";
import { AccessAnalysis, type Accesses } from "./accesses.ts";
import { staticTransitions } from "./joint-transitions.ts";

export interface LocalTime {
  /** By clock: the process it belongs to; 0 for clocks that no process looks at. */
  readonly owners: Int32Array;
}

/** Who owns which clock, or the first thing in the network that rules local time out, in a user's words. */
export function localTimeOf(network: Network): LocalTime | { readonly obstacle: string } {
  const obstacle = structuralObstacle(network);
  return obstacle === undefined ? ownership(network) : { obstacle };
}

/** More rows than this, one per process and clock, cost more than fewer zones save. */
const MOST_ROWS = 64;

/**
 * Is it to be expected that local time needs fewer zones? Where two steps of disjoint groups of processes both look at
 * clocks, zones of one time remember which came first. Where some process takes part in every step, they come in one
 * order anyway, and a reference per process only makes matrices larger.
 */
export function profitsFromLocalTime(network: Network, { owners }: LocalTime): boolean {
  if (network.processes.length + network.clocks.length > MOST_ROWS) return false;
  const timed = new Set(owners);
  const groups = new Map<string, ReadonlySet<number>>();
  for (const { edges } of staticTransitions(network)) {
    const group = [...new Set(edges.map((edge) => network.edges[edge]!.process))].sort((a, b) => a - b);
    if (group.some((process) => timed.has(process))) groups.set(group.join(), new Set(group));
  }
  const list = [...groups.values()];
  return list.some((one, at) => list.slice(at + 1).some((other) => [...one].every((process) => !other.has(process))));
}

function structuralObstacle(network: Network): string | undefined {
  for (const { name, locations } of network.processes) {
    for (const location of locations) {
      if (stopsClocks(location)) return `a stopwatch (in ${name}.${location.name})`;
    }
  }
  if (network.hasPriorities) return "priorities";
  if (network.beforeUpdate.length + network.afterUpdate.length > 0) return "updates that run with every transition";
  if (network.vectors.some(({ participants }) => participants.some(({ weak }) => weak))) {
    return "a vector with weak participants";
  }
  for (const { sync } of network.edges) {
    if (sync.kind !== "send" && sync.kind !== "receive") continue;
    const { base, steps } = sync.channel;
    const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
    for (let at = base; at <= base + reach; at++) {
      const channel = network.channels[at];
      if (channel?.broadcast) return `a broadcast channel (${channel.name})`;
      if (channel?.urgent) return `an urgent channel (${channel.name})`;
    }
  }
  return readsLocations(network) ? "a guard that asks where other processes are" : undefined;
}

/** Does anything but a query ask where a process is? Then its moves are seen by others. */
function readsLocations(network: Network): boolean {
  let found = false;
  const visitor: Visitor = {
    expression: ({ kind }) => {
      found ||= kind === "at";
    },
  };
  for (const { locations } of network.processes) {
    for (const { invariant } of locations) visitConjuncts(invariant, visitor);
  }
  for (const edge of network.edges) visitEdge(edge, visitor);
  for (const { body } of network.functions) visitStatements(body, visitor);
  return found;
}

const NOBODY = -1;

function ownership(network: Network): LocalTime | { readonly obstacle: string } {
  const analysis = new AccessAnalysis(network);
  const ofProcess = network.processes.map(({ edges, locations }): Accesses[] => [
    ...edges.map((edge) => analysis.ofEdge(edge)),
    ...locations.map(({ invariant }) => analysis.ofConjuncts(invariant)),
  ]);
  const written = new Set(ofProcess.flat().flatMap(({ writtenCells }) => [...writtenCells]));
  // What nobody writes is a constant, and what temporaries hold is forgotten before the next transition.
  const { meta, name } = cellTable(network);
  const owners = new Int32Array(network.clocks.length).fill(NOBODY);
  const cellOwners = new Int32Array(network.cells).fill(NOBODY);
  for (const [process, list] of ofProcess.entries()) {
    for (const { readCells, writtenCells, testedClocks, resetClocks } of list) {
      for (const clock of [...testedClocks, ...resetClocks]) {
        if (isOthers(owners, clock, process)) return { obstacle: `a shared clock (${network.clocks[clock]!.name})` };
        owners[clock] = process;
      }
      for (const cell of [...readCells, ...writtenCells]) {
        if (!written.has(cell) || meta[cell] === 1) continue;
        if (isOthers(cellOwners, cell, process)) return { obstacle: `a shared variable (${name(cell)})` };
        cellOwners[cell] = process;
      }
    }
  }
  return { owners: owners.map((owner) => Math.max(owner, 0)) };
}

function isOthers(owners: Int32Array, of: number, process: number): boolean {
  return owners[of] !== NOBODY && owners[of] !== process;
}
