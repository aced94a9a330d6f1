// The deadlock estimates of HSF-SPIN (Edelkamp, Lluch Lafuente and Leue 2001). Either the number of active processes,
// those that can take part in some transition as far as locations and data tell: where nobody is active there is a
// deadlock. Or how far the processes are, each in its own graph, from locations in which they may get stuck: dangerous
// ones, which the user names or which are read off the model. They guide `E<> deadlock` and `A[] not deadlock`.

import { graphDistances } from "../analysis/distances.ts";
import { staticTransitions } from "../analysis/joint-transitions.ts";
import type { Edge, Network } from "../network/index.ts";
import { compileExpression, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import { wordOrTexts } from "../spec/index.ts";
import { defineHeuristic, type Heuristic } from "./heuristic.ts";
import { readLocations, type StatePart } from "./state-part.ts";

export const deadlock = defineHeuristic({
  name: "deadlock",
  summary:
    "Guidance for deadlocks, clocks ignored: the number of processes that can take part in some transition, or how far processes are from dangerous locations.",
  params: {
    dangerous: wordOrTexts(["none", "auto"], {
      doc: 'sum up the distances to these locations (`["P.wait", "Q.wait"]`; auto: where every edge needs a partner or a condition); none: count active processes',
      default: "none",
    }),
  },
  examples: ["deadlock()", "deadlock(dangerous=auto)"],
  guarantees: () => ({ safe: true, admissible: false, consistent: false, clocks: "ignored" }),
  refusal({ network }, { dangerous }) {
    const read = typeof dangerous === "string" ? [] : readLocations(network, dangerous);
    return typeof read === "string" ? { notInModel: read } : undefined;
  },
  create({ network }, { dangerous }) {
    if (dangerous === "none") return activeProcesses(network);
    const locations = dangerous === "auto" ? waitingLocations(network) : readLocations(network, dangerous);
    return distanceToDanger(network, typeof locations === "string" ? [] : locations);
  },
});

function activeProcesses(network: Network): Heuristic {
  const machine = new Machine(network.cells);
  const moves = movesByLocation(network);
  const guards = guardsOf(network);
  const active = new Uint8Array(network.processes.length);
  return {
    estimate({ locations, cells }) {
      machine.load(Int32Array.from(locations), cells, 0);
      active.fill(0);
      for (let process = 0; process < active.length; process++) {
        for (const edges of moves[process]![locations[process]!]!) {
          if (edges.every((edge) => active[edge.process] === 1)) continue;
          const possible = edges.every((edge) => locations[edge.process] === edge.source && guards(edge.id, machine));
          if (possible) for (const edge of edges) active[edge.process] = 1;
        }
      }
      return active.reduce((sum, one) => sum + one, 0);
    },
  };
}

/** Processes without a dangerous location do not count; one that cannot get to its own is far off, not hopeless. */
function distanceToDanger(network: Network, dangerous: StatePart["locations"]): Heuristic {
  const tables = network.processes.flatMap(({ locations }, process) => {
    const goals = dangerous.filter((one) => one.process === process).map(({ location }) => location);
    if (goals.length === 0) return [];
    const distances = graphDistances(network, process, goals).map((steps) => Math.min(steps, locations.length));
    return [{ process, distances }];
  });
  return {
    estimate: ({ locations }) =>
      tables.reduce((sum, { process, distances }) => sum + distances[locations[process]!]!, 0),
  };
}

/** Locations whose edges can all be blocked: they need a partner, or a condition on data holds them up. */
export function waitingLocations(network: Network): StatePart["locations"] {
  const isFree = ({ sync, guard }: Edge): boolean => {
    const alone =
      sync.kind === "internal" || (sync.kind === "send" && network.channels[sync.channel.base]?.broadcast === true);
    return alone && guard.every(({ kind }) => kind !== "data");
  };
  return network.processes.flatMap(({ locations, edges }, process) => {
    const free = new Set(edges.map((id) => network.edges[id]!).flatMap((edge) => (isFree(edge) ? [edge.source] : [])));
    return locations.flatMap((_, location) => (free.has(location) ? [] : [{ process, location }]));
  });
}

/** Per process and location: the joint transitions that it can start there (receivers of broadcasts left out). */
function movesByLocation(network: Network): readonly (readonly (readonly Edge[])[])[][] {
  const moves = network.processes.map(({ locations }) => locations.map((): (readonly Edge[])[] => []));
  for (const { edges } of staticTransitions(network)) {
    const taken = edges.map((edge) => network.edges[edge]!);
    moves[taken[0]!.process]![taken[0]!.source]!.push(taken);
  }
  return moves;
}

/** Do the data guards of an edge hold? Those that read selects are taken to, since some value may do. */
function guardsOf(network: Network): (edge: number, machine: Machine) => boolean {
  const functions = new FunctionTable(network.functions);
  const guards = network.edges.map(({ guard, selects }) =>
    selects.length > 0
      ? []
      : guard.flatMap((part) => (part.kind === "data" ? [compileExpression(part.condition, functions)] : [])),
  );
  return (edge, machine) => {
    try {
      machine.openFrame(network.edges[edge]!.frameSize);
      return guards[edge]!.every((evaluate) => evaluate(machine) !== 0);
    } catch (error) {
      if (error instanceof ModelFault) return false;
      throw error;
    }
  };
}
