// What single edges offer in one state: an edge with values for its selects whose data guard holds, together with
// what it asks of the clocks. Offers are computed when a joint step first asks for them and kept for that state. What
// fails is `edge-faults.ts`'s business, which looks first: a state in which something fails has no steps at all.

import type { Commitment } from "../../analysis/commitment.ts";
import { combinations, type Edge } from "../../network/index.ts";
import type { Machine } from "../evaluate/index.ts";
import type { Constraint, Constraints, Discrete, MoveStep } from "../semantics.ts";
import type { CompiledNetwork, EdgeProgram } from "./compiled-network.ts";

export interface Offer {
  readonly step: MoveStep;
  /** Index of the channel; −1 for internal edges and events. */
  readonly channel: number;
  /** Clock constraints of the guard. */
  readonly constraints: Constraints;
}

export class Offers {
  private readonly program: CompiledNetwork;
  private readonly machine: Machine;
  private readonly discrete: Discrete;
  /** Null when no process is committed. */
  readonly committed: ReadonlySet<number> | null;
  private readonly mayMove: (edge: Edge) => boolean;
  private readonly offered = new Map<number, readonly Offer[]>();

  constructor(program: CompiledNetwork, machine: Machine, discrete: Discrete, commitment: Commitment) {
    this.program = program;
    this.committed = commitment.committed(discrete.locations);
    this.mayMove = commitment.at(discrete.locations);
    this.machine = machine;
    this.discrete = discrete;
    machine.load(discrete.locations, discrete.cells, 0);
  }

  locationOf(process: number) {
    return this.program.locations[process]![this.discrete.locations[process]!]!;
  }

  /** Offers of one edge, select values ascending. The guard comes before the channel, which it may protect. */
  ofEdge(program: EdgeProgram): readonly Offer[] {
    const known = this.offered.get(program.edge.id);
    if (known !== undefined) return known;
    const offers: Offer[] = [];
    for (const select of this.mayMove(program.edge) ? combinations(program.edge.selects) : []) {
      const offer = this.evaluate(program, select);
      if (offer !== null) offers.push(offer);
    }
    this.offered.set(program.edge.id, offers);
    return offers;
  }

  /** Offers of a process to receive on a channel, in file order, select values ascending. */
  receiving(process: number, channel: number): readonly Offer[] {
    return this.locationOf(process).receiving.flatMap((program) =>
      this.ofEdge(program).filter((offer) => offer.channel === channel),
    );
  }

  private evaluate(program: EdgeProgram, select: readonly number[]): Offer | null {
    const { edge, guard } = program;
    const step = { process: edge.process, edge: edge.id, select };
    const constraints: Constraint[] = [];
    this.machine.openFrame(edge.frameSize);
    this.machine.setFrame(select);
    for (const condition of guard) if (!condition(this.machine, constraints)) return null;
    return { step, channel: program.channel?.(this.machine) ?? -1, constraints };
  }
}
