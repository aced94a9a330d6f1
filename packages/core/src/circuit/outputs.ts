// What conditions and chains are in a circuit.

import type { CircuitNode } from "./node-store.ts";

/** What a condition is in the circuit. */
export interface ConditionGate {
  readonly gate: CircuitNode;
  /** False: where the gate holds the interpreter must still look at single values. */
  readonly exact: boolean;
}

/** What one node adds to one cell, or to the one of several cells that an index means. */
export type Output =
  | { readonly kind: "cell"; readonly cell: number; readonly node: CircuitNode }
  | {
      readonly kind: "scatter";
      readonly gate: CircuitNode;
      readonly index: CircuitNode;
      /** The index that means the first cell; −1 for cells that are not followed. */
      readonly first: number;
      readonly cells: readonly number[];
      readonly node: CircuitNode;
    };

/** Where the cell is among those of a scatter; −1: nowhere. Mostly they are an array, one behind the other. */
export function placeOf(cells: readonly number[], cell: number): number {
  const guess = cell - cells[0]!;
  return cells[guess] === cell ? guess : cells.indexOf(cell);
}
