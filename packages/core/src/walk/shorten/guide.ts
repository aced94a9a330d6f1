// Leads a walk towards given locations, step by step: of what is possible, what brings the processes nearer by the
// graphs of their automata.

import { distancesToLocations } from "../../analysis/distances.ts";
import { earliest } from "../choose/delay-sampling.ts";
import type { FastStepper } from "../fast-stepper.ts";

export class ShorteningGuide {
  private readonly distances: readonly Float64Array[];

  constructor({ model, walker }: FastStepper) {
    this.distances = distancesToLocations(model.network, walker.locations);
  }

  /** Takes the best step of those that were looked at; false where none brings anybody nearer. */
  step(stepper: FastStepper): boolean {
    const { table } = stepper;
    for (;;) {
      let best = -1;
      let least = 0;
      for (let i = 0; i < table.count; i++) {
        const gain = this.change(stepper, table.first[i]!) + this.change(stepper, table.second[i]!);
        if (gain < least) {
          least = gain;
          best = i;
        }
      }
      if (best < 0) return false;
      const moment = earliest(
        table.low[best]!,
        table.lowOpen[best] === 1,
        table.high[best]!,
        table.highOpen[best] === 1,
      );
      if (!Number.isNaN(moment) && stepper.take(best, moment)) return true;
      stepper.drop(best);
    }
  }

  private change({ model }: FastStepper, slot: number): number {
    if (slot < 0) return 0;
    const { process, source, target } = model.edges[model.slotEdge[slot]!]!.edge;
    const distances = this.distances[process]!;
    // No way at all is farther than any.
    const far = distances.length;
    return Math.min(far, distances[target]!) - Math.min(far, distances[source]!);
  }
}
