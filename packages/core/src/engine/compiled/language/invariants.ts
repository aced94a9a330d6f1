// Invariants that are more than constant upper bounds: one function per location that has any, found through a table
// by the location the process is in. Processes whose invariants are all constants do not appear here.

import { faultsOf } from "../../../analysis/faults.ts";
import type { Conjunct } from "../../../network/index.ts";
import { add, and, shl } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { callIndirect, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Local } from "../../../wasm/value.ts";
import { compileConjunction, compileConjuncts, type Sink } from "./constraints.ts";
import { createScope } from "./expressions.ts";

/** What a location's invariant answers when its data holds and its clock constraints contradict each other. */
const CLOCKS_FAIL = 2;

/** () → 0 when the data part of some invariant is false; null when there is nothing to evaluate. */
export function emitInvariants(
  context: EmitContext,
  residue: readonly (readonly (readonly Conjunct[])[])[],
  sink: Sink,
): FunctionHandle | null {
  const { module, map, network } = context;
  const mayFail = faultsOf(network).locations.some((list) => list.includes(true));
  const sizes = network.processes.flatMap(({ locations }) => locations.map(({ frameSize }) => 4 * frameSize));
  const frame = map.reserve(sizes.reduce((most, size) => Math.max(most, size), 4));
  const type = module.typeOf({ params: ["i32"], results: ["i32"] });
  const entries = network.processes.flatMap(({ name }, process) => {
    if (residue[process]!.every((conjuncts) => conjuncts.length === 0)) return [];
    const slots = residue[process]!.map((conjuncts, location) => {
      if (conjuncts.length === 0) return 0;
      const handle = module.declare(`invariant of ${name} at ${location}`, ["i32"], ["i32"]);
      defineFunction(module, handle, (f, at) => {
        const scope = createScope(context, f, at!);
        if (!mayFail) {
          compileConjuncts(scope, conjuncts, sink);
          f.return(1);
          return;
        }
        // Data behind a clock constraint is evaluated whatever that says: whether it fails must not depend on clocks.
        const answer = f.let(1);
        compileConjunction(scope, conjuncts, sink, () => f.set(answer, CLOCKS_FAIL));
        f.return(answer);
      });
      return module.slot(handle);
    });
    return [context.locations + 4 * process, map.table(slots)];
  });
  if (entries.length === 0) return null;
  const table = map.table(entries);
  const invariants = module.declare("invariants", [], ["i32"]);
  defineFunction(module, invariants, (f) => {
    const at = f.local();
    const slot = f.local();
    const all = f.let(1);
    eachCurrentSlot(f, { at, slot }, table, entries.length, () => {
      const answer = f.let(callIndirect(type, slot, frame));
      f.if(eqz(answer), () => f.return(0));
      if (mayFail) f.set(all, and(all, answer));
    });
    f.return(mayFail ? eq(all, 1) : 1);
  });
  return invariants;
}

/**
 * Code that runs something for the slot that each process has at its current location, if there is one. The table holds
 * pairs: where the process keeps its location, and its slots by location.
 */
export function eachCurrentSlot(
  f: FunctionWriter,
  { at, slot }: { at: Local; slot: Local },
  table: number,
  entries: number,
  body: () => void,
): void {
  const look = (): void => {
    f.set(slot, load32(add(load32(at, 4), shl(load32(load32(at)), 2))));
    f.if(slot, body);
  };
  f.for(at, table, table + 4 * entries, look, 8);
}
