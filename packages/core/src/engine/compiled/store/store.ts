// The state store, emitted: everything that grows while exploring, in one linear memory. Discrete states are numbered
// (`discrete-states.ts`); nodes are what ids name and are never reused, so that ids stay valid for ever. With clocks a
// discrete state heads a list of zones (`zone-store.ts`); without, at cost 0, it is its own node (`dense-store.ts`).

import type { FunctionHandle, GlobalHandle } from "../../../wasm/assembler.ts";
import type { FunctionWriter } from "../../../wasm/function-writer.ts";
import type { Lanes } from "../../../wasm/simd.ts";
import type { Changes } from "../../../wasm/tree-shape.ts";
import type { Value } from "../../../wasm/value.ts";
import type { Batch, DiscreteShape } from "./discrete-states.ts";
import type { PartitionPlace } from "./outbox.ts";

export interface StoreShape extends Omit<DiscreteShape, "hasHead"> {
  /** Of long states: what differs between candidate and source. */
  readonly changes: Changes | null;
  /** Greatest dimension of a zone; 1 without clocks. */
  readonly dim: number;
  readonly lanes: Lanes;
  /** In local time, the number of processes; 0 otherwise. */
  readonly references: number;
  readonly dense: boolean;
  /**
   * `alu`: Z is covered by Z′ when Z ⊆ a_LU(Z′), with the L and U of the location vector at these addresses. `either`:
   * by equality in instances whose `byValue` is 1, else by inclusion.
   */
  readonly subsumption: "inclusion" | "equality" | "either" | { readonly lower2: number; readonly below: number };
  /**
   * The state being expanded, as it is known to all engines that share a memory, and the number of the next candidate.
   */
  readonly parent: GlobalHandle;
  readonly ordinal: GlobalHandle;
  /** Which engine this is, where several divide the states among them; null where one has all. */
  readonly place: PartitionPlace | null;
  /** Code that gives up; does not return. */
  outOfMemory(f: FunctionWriter): void;
}

export interface Store {
  /** Null where candidates have zones. */
  readonly batch: Batch | null;
  /** (bytes) → address, or 0 when memory is exhausted. */
  readonly allocate: FunctionHandle;
  /** Code that gives a region back; it is handed out before new memory is. */
  recycle(f: FunctionWriter, address: Value, bytes: Value): void;
  /** (words, zone, dim, cost, parent, ordinal) → id, −1 covered, −2 out of memory. */
  readonly insert: FunctionHandle;
  /** (zone, dim, cost): the same for the candidate at hand; null where candidates wait in a batch. */
  readonly insertCandidate: FunctionHandle | null;
  /** The state that the latest covered candidate is equal to; null where states are not told apart by equality. */
  readonly coveredBy: GlobalHandle | null;
  /** (): to be called when `sourceWords` was taken from `wordsOf`; null where nothing is to be remembered. */
  readonly noteSource: FunctionHandle | null;
  /** () → ids given so far. */
  readonly size: FunctionHandle;
  /** (id) → address of the packed words, valid until the next call. */
  readonly wordsOf: FunctionHandle;
  /** (id) → address of the zone block, 0 once swallowed. */
  readonly blockOf: FunctionHandle;
  /** (id, dim): takes the node's block out of its list. Not where zones are told apart by equality, nor dense. */
  readonly release: FunctionHandle | null;
  readonly nodes: NodeLayout;
  /** Where several engines divide the states among them. */
  readonly exchange: Exchange | null;
}

/** Where parents and ordinals stand, for whoever reads them where the code of this engine does not run. */
export interface NodeLayout {
  /** Addresses of chunks of nodes, and bytes of a node. */
  readonly table: number;
  readonly bytes: number;
  /** Within a node; ordinals have four bytes, or two. */
  readonly parent: number;
  readonly ordinal: number;
  /** Where ordinals have two bytes: addresses of chunks of pairs (node, ordinal), and of their number. */
  readonly large?: { readonly table: number; readonly count: number };
}

export interface Exchange {
  /** As `insert`; −3: it was put into the outbox of its owner. */
  readonly route: FunctionHandle;
  /**
   * (words): to be defined by whoever knows what simulation asks of the locations there; null where nothing is asked.
   */
  readonly describe: FunctionHandle | null;
  /** Is it time to exchange what was sent? */
  readonly isFull: Value;
}
