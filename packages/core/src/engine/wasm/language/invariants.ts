// Invariants that are more than constant upper bounds: one function per location that has any, found through a table
// by the location the process is in. Processes whose invariants are all constants do not appear here.

import type { Conjunct } from "../../../network/index.ts";
import type { FunctionHandle } from "../emit/assembler.ts";
import { add, callIndirect, defineFunction, eqz, load32, shl } from "../emit/code.ts";
import type { Context } from "../emit/context.ts";
import { compileConjuncts, type Sink } from "./constraints.ts";
import { createScope } from "./expressions.ts";

/** () → 0 when the data part of some invariant is false; null when there is nothing to evaluate. */
export function emitInvariants(
  context: Context,
  residue: readonly (readonly (readonly Conjunct[])[])[],
  sink: Sink,
): FunctionHandle | null {
  const { module, map, network } = context;
  const sizes = network.processes.flatMap(({ locations }) => locations.map(({ frameSize }) => 4 * frameSize));
  const frame = map.reserve(sizes.reduce((most, size) => Math.max(most, size), 4));
  const type = module.typeOf({ params: ["i32"], results: ["i32"] });
  const entries = network.processes.flatMap(({ name }, process) => {
    if (residue[process]!.every((conjuncts) => conjuncts.length === 0)) return [];
    const slots = residue[process]!.map((conjuncts, location) => {
      if (conjuncts.length === 0) return 0;
      const handle = module.declare(`invariant of ${name} at ${location}`, ["i32"], ["i32"]);
      defineFunction(module, handle, (f, at) => {
        compileConjuncts(createScope(context, f, at!), conjuncts, sink);
        f.return(1);
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
    f.for(
      at,
      table,
      table + 4 * entries.length,
      () => {
        f.set(slot, load32(add(load32(at, 4), shl(load32(load32(at)), 2))));
        f.if(slot, () => f.if(eqz(callIndirect(type, slot, frame)), () => f.return(0)));
      },
      8,
    );
    f.return(1);
  });
  return invariants;
}
