// Where in the source zone a step's guards hold and nobody who stays out could join, as a list of pieces, emitted.

import { add } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eqz, ltU } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Local } from "../../../../wasm/value.ts";
import type { Federations } from "../../zones/federations.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import type { Exclusions } from "../synchronise/joining.ts";

export interface Regions {
  /** (start of the step's constraints) → list. */
  readonly region: FunctionHandle;
  /** (list, start of constraints) → what satisfies all of them; used up. */
  readonly cut: FunctionHandle;
}

export function emitRegions(
  context: EmitContext,
  zones: ZoneStep,
  federations: Federations,
  exclusions: Exclusions | null,
): Regions {
  const { module } = context;
  const { matrixOf } = federations;
  const region = module.declare("region", ["i32"], ["i32"]);
  const cut = module.declare("cut", ["i32", "i32"], ["i32"]);
  const dimension = global(zones.sourceDim);
  defineFunction(module, region, (f, start) => {
    const zone = f.let(call(zones.applyGuards, start!));
    f.if(eqz(zone), () => f.return(0));
    const list = f.let(call(federations.copyOf, zone, dimension));
    if (exclusions !== null) {
      const at = f.let(exclusions.base);
      const excluded = f.local();
      f.while(ltU(at, global(exclusions.top)), () => {
        f.set(excluded, call(exclusions.zoneOf, load32(at), load32(at, 4)));
        f.if(excluded, () => {
          f.set(list, call(federations.subtract, list, matrixOf(excluded), dimension));
          f.do(call(federations.discard, excluded));
        });
        f.set(at, add(at, 8));
      });
    }
    f.return(list);
  });
  defineFunction(module, cut, (f, ...params) => {
    const [list, start] = params as [Local, Local];
    const kept = f.let(0);
    const block = f.local();
    federations.each(f, list, block, () =>
      f.if(
        call(zones.constrainAll, matrixOf(block), dimension, start),
        () => f.set(kept, call(federations.append, kept, block)),
        () => f.do(call(federations.discard, block)),
      ),
    );
    f.return(kept);
  });
  return { region, cut };
}
