// Can it be told from the nodes why something is so, emitted: the twin of what `whyOpen` and `whyMember` of
// `kernel/gate-layers.ts` yield. What cannot be told is tried out (`explain-code.ts`).

import { KINDS } from "../../../circuit/node-store.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, geS } from "../../../wasm/comparisons.ts";
import { call } from "../../../wasm/function-writer.ts";
import type { Local } from "../../../wasm/value.ts";
import { NEVER } from "../kernel/cell-history.ts";
import { type SinceCode, UNKNOWN } from "./first-layer.ts";
import { aboutSets, byKind } from "./node-code.ts";
import { get } from "./node-records.ts";
import type { ModuleTables } from "./tables.ts";

export interface ToldCode {
  /** (gate) → can it be told why the gate is open, so far as other gates are? */
  readonly open: FunctionHandle;
  /** (set, value) → can it be told why the set has the value? */
  readonly member: FunctionHandle;
}

export function emitTold(workshop: ModuleTables, since: SinceCode): ToldCode {
  const member = emitIsTold(workshop, since);
  return { open: emitIsOpenTold(workshop, since, member), member };
}

function emitIsOpenTold(workshop: ModuleTables, since: SinceCode, isTold: FunctionHandle): FunctionHandle {
  const isOpenTold = workshop.declare("isOpenTold", 1, "number");
  workshop.define<[Local]>(isOpenTold, (f, gate) => {
    const left = f.let(get(gate, "a"));
    const right = f.let(get(gate, "b"));
    const opener = (): void => {
      f.if(eq(call(since.firstOpener, gate), UNKNOWN), () => f.return(0));
      f.return(call(isTold, left, since.x.value));
    };
    const pair = (): void => {
      f.if(eq(call(since.firstPair, gate), UNKNOWN), () => f.return(0));
      const [x, y] = [f.let(since.x.value), f.let(since.y.value)];
      f.return(f.choose(call(isTold, left, x), call(isTold, right, y), 0));
    };
    byKind(f, gate, {
      [KINDS.has]: () => f.return(call(isTold, left, right)),
      ...aboutSets(opener, pair),
    });
    f.return(0);
  });
  return isOpenTold;
}

function emitIsTold(workshop: ModuleTables, since: SinceCode): FunctionHandle {
  const isTold = workshop.declare("isTold", 2, "number");
  workshop.define<[Local, Local]>(isTold, (f, set, value) => {
    const left = f.let(get(set, "a"));
    const right = f.let(get(set, "b"));
    const operands = (): void => {
      f.if(eq(call(since.operandsOf, set, value), UNKNOWN), () => f.return(0));
      const [x, y, from] = [f.let(since.x.value), f.let(since.y.value), f.let(since.from.value)];
      f.return(f.choose(call(isTold, left, x), call(isTold, from, y), 0));
    };
    byKind(f, set, {
      [KINDS.constant]: () => f.return(1),
      [KINDS.cell]: () => f.return(1),
      [KINDS.truth]: () => f.return(1),
      [KINDS.within]: () => f.return(call(isTold, left, value)),
      [KINDS.union]: () => {
        const part = f.let(call(since.firstPart, set, value));
        f.return(f.choose(part, call(isTold, part, value), 0));
      },
      [KINDS.gated]: () => f.return(call(isTold, right, value)),
      [KINDS.written]: () => {
        const layer = f.let(call(since.ofMember, right, value));
        f.if(eq(layer, UNKNOWN), () => f.return(0));
        f.if(geS(layer, NEVER), () => f.return(0));
        f.if(geS(call(since.of, get(set, "c")), NEVER), () => f.return(0));
        f.return(call(isTold, right, value));
      },
      [KINDS.binary]: operands,
      [KINDS.indexed]: operands,
    });
    f.return(0);
  });
  return isTold;
}
