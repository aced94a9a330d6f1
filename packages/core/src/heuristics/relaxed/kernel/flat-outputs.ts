// What chains write, as tables: they are run hundreds of times per estimate.

import type { Circuit } from "../../../circuit/circuit.ts";
import type { Output } from "../../../circuit/outputs.ts";

export class FlatOutputs {
  /** By chain: what is added, under which gate, and the node of the index; −1 where there is one cell only. */
  readonly node: Int32Array;
  readonly gate: Int32Array;
  readonly index: Int32Array;
  /** The one cell, or the index that means the first of several. */
  readonly first: Int32Array;
  /** Where its cells begin. */
  readonly cellsFrom: Int32Array;
  readonly cells: Int32Array;
  /** Is it one value that is added, whatever the state? Which? */
  readonly isSingle: Uint8Array;
  readonly single: Int32Array;

  /** Null: of a chain that is never run. */
  constructor(outputs: readonly (Output | null)[], circuit: Circuit) {
    const scatters = outputs.map((output) => (output?.kind === "scatter" ? output : null));
    this.node = Int32Array.from(outputs, (output) => output?.node ?? -1);
    this.gate = Int32Array.from(scatters, (output) => output?.gate ?? -1);
    this.index = Int32Array.from(scatters, (output) => output?.index ?? -1);
    this.first = Int32Array.from(outputs, (output) => (output?.kind === "cell" ? output.cell : (output?.first ?? -1)));
    const values = outputs.map((output) => (output === null ? null : circuit.valuesOf(output.node)));
    this.isSingle = Uint8Array.from(values, (list) => (list?.length === 1 ? 1 : 0));
    this.single = Int32Array.from(values, (list) => list?.[0] ?? 0);
    this.cellsFrom = new Int32Array(outputs.length + 1);
    const cells: number[] = [];
    scatters.forEach((output, chain) => {
      for (const cell of output?.cells ?? []) cells.push(cell);
      this.cellsFrom[chain + 1] = cells.length;
    });
    this.cells = Int32Array.from(cells);
  }
}
