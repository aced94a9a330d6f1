// What code is emitted from: the tables of a graph, all of whose conditions and updates are circuits.

import type { Local, Value } from "../../../wasm/value.ts";
import type { GraphIndex } from "../ground/graph-index.ts";
import type { Lists } from "../ground/lists.ts";

export interface GraphParts {
  readonly index: GraphIndex;
  /** Number of location facts and of chains. */
  readonly facts: number;
  readonly chains: number;
  readonly firstFact: Int32Array;
  readonly initialMissing: Int32Array;
  /** By condition: the address of its gate; 0 if no operator asks for it. */
  readonly conditionGate: Int32Array;
  readonly targetConditions: Int32Array;
  readonly locationConditions: Int32Array;
  readonly groups: {
    readonly groups: number;
    readonly members: Lists;
    readonly reading: Lists;
    readonly groupOf: Int32Array;
  };
  /** 1 for chains that write what the target's conditions read, if these are all that it takes to test them. */
  readonly writesTarget: Uint8Array;
  readonly previews: boolean;
  /** Of a cell that is called by its node. */
  numberOfCell(node: Local): Value;
}
