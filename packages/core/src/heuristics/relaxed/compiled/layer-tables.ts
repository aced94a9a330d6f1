// What the emitted code knows of a graph while it is built, and a trace is read off: since when things hold, and by
// whom. Who of two is easier, and what held at an earlier layer, is asked on these.

import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, ltS } from "../../../wasm/comparisons.ts";
import { call } from "../../../wasm/function-writer.ts";
import type { Local } from "../../../wasm/value.ts";
import type { CellCode } from "./cell-code.ts";
import type { GraphParts } from "./graph-parts.ts";
import type { NodeCode } from "./node-code.ts";
import type { ModuleTables, Register, Table } from "./tables.ts";

export interface LayerTables {
  readonly locationLayer: Table;
  readonly locationCause: Table;
  readonly conditionLayer: Table;
  readonly difficulty: Table;
  /** The layer, and the one as which the graph is seen. */
  readonly layer: Register;
  readonly seen: Register;
}

export function layLayers(workshop: ModuleTables, parts: GraphParts): LayerTables {
  return {
    locationLayer: workshop.room(parts.facts),
    locationCause: workshop.room(parts.facts),
    conditionLayer: workshop.room(parts.conditionGate.length),
    difficulty: workshop.room(parts.initialMissing.length),
    layer: workshop.register(),
    seen: workshop.register(),
  };
}

/** (operator, other) → ties: the lowest sum of precondition layers, then the lowest index. */
export function emitIsEasier(workshop: ModuleTables, { difficulty }: LayerTables): FunctionHandle {
  const isEasier = workshop.declare("isEasier", 2, "number");
  workshop.define<[Local, Local]>(isEasier, (f, operator, than) => {
    const [one, other] = [f.let(difficulty.at(operator)), f.let(difficulty.at(than))];
    f.return(f.choose(eq(one, other), ltS(operator, than), ltS(one, other)));
  });
  return isEasier;
}

/** (gate, layer) → did the gate hold at the layer? */
export function emitHoldsAt(
  workshop: ModuleTables,
  { seen }: LayerTables,
  nodes: NodeCode,
  { showPast, showPresent }: CellCode,
): FunctionHandle {
  const holdsAt = workshop.declare("holdsAt", 2, "number");
  workshop.define<[Local, Local]>(holdsAt, (f, gate, layer) => {
    const present = f.let(seen.value);
    const growing = f.let(nodes.growing.value);
    // What is seen may lie before the layer: there is nothing to take away then.
    const isPast = f.let(ltS(layer, present));
    f.if(isPast, () => f.do(call(showPast, layer)));
    seen.set(f, layer);
    nodes.setGrowing(f, 0);
    const holds = f.let(call(nodes.holds, gate));
    f.if(isPast, () => f.do(call(showPresent)));
    seen.set(f, present);
    nodes.setGrowing(f, growing);
    f.return(holds);
  });
  return holdsAt;
}
