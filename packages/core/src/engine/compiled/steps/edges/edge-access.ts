// How emitted code reads the tables of edges (`edge-table.ts`): fields of a record, lists of records, and whether the
// process of an edge stands where the edge begins.

import { add, shl } from "../../../../wasm/arithmetic.ts";
import { ltU, ne } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import type { FunctionWriter, Label } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import type { Arg, Local, Value } from "../../../../wasm/value.ts";
import { edgeAt } from "../../state/step-registers.ts";
import type { EdgeTable } from "./edge-table.ts";

export const locationOf = (context: EmitContext, process: Arg): Value => load32(shl(process, 2), context.locations);

export const isElsewhere = (context: EmitContext, edge: Arg): Value =>
  ne(locationOf(context, edgeAt(edge, "process")), edgeAt(edge, "source"));

/** Runs `body` with every edge of a list (count, records…). */
export function forList(f: FunctionWriter, list: Local, edge: Local, body: (leave: Label) => void): void {
  const end = f.let(add(list, shl(load32(list), 2)));
  f.while(ltU(list, end), (leave) => {
    f.set(list, add(list, 4));
    f.set(edge, load32(list));
    body(leave);
  });
}

/** Runs `body` with every edge on an urgent channel that its process could begin where it is. */
export function forUrgentEdges(
  context: EmitContext,
  edges: EdgeTable,
  f: FunctionWriter,
  body: (edge: Local) => void,
): void {
  const process = f.local();
  const edge = f.local();
  const at = f.local();
  f.for(
    at,
    0,
    4 * edges.urgentProcessCount,
    () => {
      f.set(process, load32(at, edges.urgentProcesses));
      const byLocation = load32(shl(process, 2), edges.initiating);
      const list = f.let(load32(add(byLocation, shl(locationOf(context, process), 2))));
      forList(f, list, edge, () => f.if(edgeAt(edge, "urgent"), () => body(edge)));
    },
    4,
  );
}
