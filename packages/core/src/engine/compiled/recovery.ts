// A fault of the model stops the module in the middle of an expansion. What it means is for the reference engine to
// say, which expands such a state again (that happens rarely): where the fault is met and by which step, or that it is
// not met at all (in local time it may lie at a moment that no run has, with stopwatches at a valuation that none
// reaches). Its candidates take the place of those that are missing.

import type { Network } from "../../network/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { boundsByVector, type ClockBounds } from "../clock-bounds.ts";
import type { EngineFault, Expansion, StateId } from "../engine.ts";
import type { AbstractionName } from "../reference/abstraction.ts";
import { createReferenceEngine, type ReferenceEngine } from "../reference/reference-engine.ts";

export interface Recovered {
  /** Encoded states, in the order of the seam. */
  readonly candidates: readonly { readonly transition: JointTransition; readonly bytes: Uint8Array }[];
  /** Their states are numbers of the reference engine. */
  readonly faults: readonly EngineFault[];
}

export class Recovery {
  private readonly engine: ReferenceEngine;
  /** States with falling costs are never covered by earlier ones. */
  private cost = 0;

  constructor(network: Network, bounds: ClockBounds, abstraction: AbstractionName) {
    this.engine = createReferenceEngine(network, {
      targets: [],
      abstraction,
      subsumption: "inclusion",
      bounds: boundsByVector(bounds),
    });
  }

  /** The successors of an encoded state. */
  expand(state: Uint8Array): Recovered {
    const { engine } = this;
    const from = engine.decode(state, --this.cost);
    const before = engine.faults.length;
    const recovered = this.collect(engine.expand(from), from, before);
    engine.release(from);
    return recovered;
  }

  /** The initial states. */
  initial(): Recovered {
    const before = this.engine.faults.length;
    return this.collect(this.engine.initial(), -1, before);
  }

  private collect({ count, transition }: Expansion, from: StateId | -1, faultsBefore: number): Recovered {
    const { engine } = this;
    const candidates = Array.from({ length: count }, (_, ordinal) => {
      const id = engine.insert(ordinal, from, --this.cost);
      const bytes = new Uint8Array(engine.encode(id, new Uint8Array(0)));
      engine.encode(id, bytes);
      engine.release(id);
      return { transition: transition(ordinal), bytes };
    });
    return { candidates, faults: engine.faults.slice(faultsBefore) };
  }
}
