// The deadlock estimate of HSF-SPIN (Edelkamp, Lluch Lafuente and Leue 2001): the number of active processes, those that
// can take part in some transition as far as locations and data tell. Where nobody is active there is a deadlock, so the
// fewer are, the nearer one is thought to be. It guides `E<> deadlock` and `A[] not deadlock`.

import { staticTransitions } from "../analysis/joint-transitions.ts";
import { compileExpression, FunctionTable, Machine } from "../engine/evaluate/index.ts";
import { ModelFault } from "../engine/fault.ts";
import type { Edge, Network } from "../network/index.ts";
import { defineHeuristic } from "./heuristic.ts";

export const deadlock = defineHeuristic({
  name: "deadlock",
  summary: "Number of processes that can take part in some transition, clocks ignored: guidance for deadlocks.",
  params: {},
  guarantees: () => ({ safe: true, admissible: false, consistent: false, clocks: "ignored" }),
  create({ network }) {
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
  },
});

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
