// What conditions and chains are in a circuit.

import type { Node } from "./node-store.ts";

/** What a condition is in the circuit. */
export interface ConditionGate {
  readonly gate: Node;
  /** False: where the gate holds the interpreter must still look at single values. */
  readonly exact: boolean;
}

/** What one node adds to one cell, or to the one of several cells that an index means. */
export type Output =
  | { readonly kind: "cell"; readonly cell: number; readonly node: Node }
  | {
      readonly kind: "scatter";
      readonly gate: Node;
      readonly index: Node;
      /** The index that means the first cell; −1 for cells that are not followed. */
      readonly first: number;
      readonly cells: readonly number[];
      readonly node: Node;
    };
