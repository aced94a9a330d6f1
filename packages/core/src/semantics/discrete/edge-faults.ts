// What fails when the data of a state's edges is evaluated: the one place that decides it, and in which order. An
// edge's data (guard, then channel) is evaluated wherever its process stands at the source and the committed rule lets
// it move: processes in system order, edges in file order, select values ascending, conjuncts from left to right until
// one is false; what clocks would say counts as true. The first fault is the state's: nothing can happen there.

import type { Commitment } from "../../analysis/commitment.ts";
import { faultsOf } from "../../analysis/faults.ts";
import { combinations } from "../../network/index.ts";
import type { Machine } from "../evaluate/index.ts";
import { ModelFault } from "../fault.ts";
import type { Constraint, Discrete, GuardFault } from "../semantics.ts";
import type { CompiledNetwork, EdgeProgram } from "./compiled-network.ts";

export class EdgeData {
  private readonly commitment: Commitment;
  /** By process and location: the edges whose data may fail, in file order; null where there are none. */
  private readonly risky: readonly (readonly (readonly EdgeProgram[] | null)[])[] | null;

  constructor(program: CompiledNetwork, commitment: Commitment) {
    const { network } = program;
    this.commitment = commitment;
    const { guards } = faultsOf(network);
    const leaving = (process: number, location: number): readonly EdgeProgram[] | null => {
      const edges = network.processes[process]!.edges.filter(
        (id) => guards.has(id) && network.edges[id]!.source === location,
      );
      return edges.length === 0 ? null : edges.map((id) => program.edges[id]!);
    };
    this.risky =
      guards.size === 0
        ? null
        : network.processes.map(({ locations }, process) => locations.map((_, index) => leaving(process, index)));
  }

  /** The first fault; null when all data has its value. The state is put on the machine. */
  fault(machine: Machine, { locations, cells }: Discrete): GuardFault | null {
    if (this.risky === null) return null;
    machine.load(locations, cells, 0);
    const mayMove = this.commitment.at(locations);
    for (const [process, location] of locations.entries()) {
      for (const edge of this.risky[process]![location] ?? []) {
        if (!mayMove(edge.edge)) continue;
        const fault = this.evaluate(machine, edge);
        if (fault !== null) return fault;
      }
    }
    return null;
  }

  private evaluate(machine: Machine, { edge, guard, channel }: EdgeProgram): GuardFault | null {
    const ignored: Constraint[] = [];
    for (const select of combinations(edge.selects)) {
      machine.openFrame(edge.frameSize);
      machine.setFrame(select);
      try {
        if (guard.every((condition) => condition(machine, ignored))) channel?.(machine);
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        return { transition: { edges: [{ edge: edge.id, select }] }, fault: error };
      }
    }
    return null;
  }
}
