// A circuit over what the cells hold: the link to the sets of whoever gathers facts for a state.

import type { Circuit } from "../../../circuit/circuit.ts";
import { CircuitValues } from "../../../circuit/circuit-values.ts";
import { KINDS } from "../../../circuit/node-store.ts";
import { type Output, placeOf } from "../../../circuit/outputs.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import { isEmpty, type ValueSet } from "../../../value-sets/value-set.ts";
import { type Counters, standInOf } from "../ground/counters.ts";

export class CircuitInputs {
  readonly circuit: Circuit;
  readonly values: CircuitValues;
  private readonly counters: Counters;
  /** Cells that the circuit looks at, with the values that it can tell. */
  private readonly cells: Int32Array;
  private readonly lo: Int32Array;
  private readonly hi: Int32Array;

  constructor(
    { circuit, counters }: { readonly circuit: Circuit; readonly counters: Counters },
    pool: SetPool,
    inputs: readonly ValueSet[],
    { reached }: { reached(fact: number): boolean },
  ) {
    this.circuit = circuit;
    this.counters = counters;
    this.values = new CircuitValues(circuit, pool, inputs, reached);
    const nodes = circuit.kind.flatMap((kind, node) => (kind === KINDS.cell ? [node] : []));
    this.cells = Int32Array.from(nodes, (node) => circuit.a[node]!);
    this.lo = Int32Array.from(nodes, (node) => circuit.lo[node]!);
    this.hi = Int32Array.from(nodes, (node) => circuit.hi[node]!);
  }

  /**
   * The state with values that the circuit can tell; null where it has others, which no state has that can be reached.
   */
  standIn(state: DiscreteView): DiscreteView | null {
    const { cells, lo, hi } = this;
    const seen = this.counters.size === 0 ? state : standInOf(this.counters, state);
    for (let at = 0; at < cells.length; at++) {
      const value = seen.cells[cells[at]!]!;
      if (value < lo[at]! || value > hi[at]!) return null;
    }
    return seen;
  }

  forEachWrite(output: Output, visit: (cell: number, set: ValueSet) => void): void {
    const { values } = this;
    if (output.kind === "cell") {
      const set = values.setOf(output.node);
      if (!isEmpty(set)) visit(output.cell, set);
      return;
    }
    if (!values.holds(output.gate)) return;
    const set = values.setOf(output.node);
    if (isEmpty(set)) return;
    values.forEachValue(output.index, (index) => {
      const cell = output.cells[index - output.first];
      if (cell !== undefined && cell >= 0) visit(cell, set);
    });
  }

  /** Does the output, on the sets as they are, add the value to the cell? */
  adds(output: Output, cell: number, value: number): boolean {
    const { values } = this;
    if (output.kind === "cell") return values.contains(output.node, value);
    const index = output.first + placeOf(output.cells, cell);
    return values.holds(output.gate) && values.contains(output.index, index) && values.contains(output.node, value);
  }
}
