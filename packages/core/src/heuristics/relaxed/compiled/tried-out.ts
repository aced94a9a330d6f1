// Where it may not be told from the nodes why something can be, because of what may stay, or of too many pairs: the
// emitted code tries it out there, on the cells that matter. Found once per problem.

import type { Circuit } from "../../../circuit/circuit.ts";
import { type CircuitNode, KINDS } from "../../../circuit/node-store.ts";
import { MAX_PAIRS } from "../../../circuit/set-nodes.ts";
import type { RelaxedGraph } from "../kernel/graph.ts";

/** More cells than this, over all gates, are not listed. */
const MOST_CELLS = 200_000;

export interface TriedOut {
  /** By chain: 1 where why it adds a value may have to be tried out. */
  readonly chains: Int32Array;
  /** By node: 0, or one more than the number of a gate's list; −1: it would take too long a list, or locations. */
  readonly listOf: Int32Array;
  readonly lists: readonly (readonly number[])[];
}

export function whereTriedOut(graph: RelaxedGraph): TriedOut {
  const { circuit } = graph.circuit!;
  const tried = triedNodes(circuit);
  const listOf = new Int32Array(circuit.size);
  const lists: (readonly number[])[] = [];
  let listed = 0;
  for (let node = 0; node < circuit.size; node++) {
    if (!circuit.isGate(node) || tried[node] === 0) continue;
    // Which locations it takes is left to the twin.
    if (listed > MOST_CELLS || circuit.asksLocations(node)) {
      listOf[node] = -1;
      continue;
    }
    const cells = graph.gateLayers!.cellsOf(node);
    listed += cells.length;
    listOf[node] = lists.push(cells);
  }
  const chains = Int32Array.from(graph.index.chains, ({ output }) => {
    if (output === null) return 0;
    return tried[output.node]! | (output.kind === "scatter" ? tried[output.index]! : 0);
  });
  return { chains, listOf, lists };
}

/** 1 for sets and gates that may have to be tried out; the gates that a set depends on are a matter of their own. */
function triedNodes(circuit: Circuit): Uint8Array {
  const { kind, a, b, lo, hi } = circuit;
  const values = (node: CircuitNode): number => hi[node]! - lo[node]! + 1;
  const isLarge = (node: CircuitNode): boolean => values(a[node]!) * values(b[node]!) > MAX_PAIRS;
  const tried = new Uint8Array(circuit.size);
  // Parts come before what they are made of.
  for (let node = 0; node < circuit.size; node++) {
    switch (kind[node]) {
      case KINDS.written:
      case KINDS.not:
      case KINDS.single:
        tried[node] = 1;
        break;
      case KINDS.and:
      case KINDS.or:
      case KINDS.reached:
        break;
      case KINDS.binary:
      case KINDS.meets:
      case KINDS.differ:
      case KINDS.below:
      case KINDS.atMost:
        tried[node] = tried[a[node]!]! | tried[b[node]!]! | (isLarge(node) ? 1 : 0);
        break;
      default:
        circuit.forEachPart(node, (part) => {
          if (!circuit.isGate(part)) tried[node]! |= tried[part]!;
        });
    }
  }
  return tried;
}
