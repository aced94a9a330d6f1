// A circuit over what the cells hold: the link to the sets of whoever gathers facts for a state.

import type { SetPool } from "../set-pool.ts";
import { isEmpty, type ValueSet } from "../value-set.ts";
import type { Circuit } from "./circuit.ts";
import { CircuitValues } from "./circuit-values.ts";
import { KINDS } from "./node-store.ts";
import { type Output, placeOf } from "./outputs.ts";

export class CircuitInputs {
  readonly circuit: Circuit;
  readonly values: CircuitValues;
  /** Cells that the circuit looks at, with the values that it can tell. */
  private readonly cells: Int32Array;
  private readonly lo: Int32Array;
  private readonly hi: Int32Array;

  constructor(
    circuit: Circuit,
    pool: SetPool,
    inputs: readonly ValueSet[],
    { reached }: { reached(fact: number): boolean },
  ) {
    this.circuit = circuit;
    this.values = new CircuitValues(circuit, pool, inputs, reached);
    const nodes = circuit.kind.flatMap((kind, node) => (kind === KINDS.cell ? [node] : []));
    this.cells = Int32Array.from(nodes, (node) => circuit.a[node]!);
    this.lo = Int32Array.from(nodes, (node) => circuit.lo[node]!);
    this.hi = Int32Array.from(nodes, (node) => circuit.hi[node]!);
  }

  /** Can the circuit tell the values of the state? It can in every state that can be reached. */
  fits(state: ArrayLike<number>): boolean {
    const { cells, lo, hi } = this;
    for (let at = 0; at < cells.length; at++) {
      const value = state[cells[at]!]!;
      if (value < lo[at]! || value > hi[at]!) return false;
    }
    return true;
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
