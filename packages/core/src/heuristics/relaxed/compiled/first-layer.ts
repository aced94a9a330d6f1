// Since which layer a gate is open and a set has a value, emitted: the twin of `kernel/gate-layers.ts`. Where that
// cannot be told from the nodes the layers are halved.

import { KINDS } from "../../../circuit/node-store.ts";
import { MAX_PAIRS } from "../../../circuit/set-nodes.ts";
import { add, mul, select, shl, shrS, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, geS, gtU, leS, ltS, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Local, Value } from "../../../wasm/value.ts";
import { NEVER } from "../kernel/cell-history.ts";
import { aboutSets, byKind, type NodeCode } from "./node-code.ts";
import { get, kindOf, LIST_HEADER, put } from "./node-records.ts";
import type { ModuleTables, Register } from "./tables.ts";

/** Neither a layer nor never. */
export const UNKNOWN = -1;

export interface SinceCode {
  /** (gate) → the layer, or NEVER. */
  readonly of: FunctionHandle;
  /** (set, value) → the layer, NEVER or UNKNOWN. */
  readonly ofMember: FunctionHandle;
  /** (gate) → as before; `x`, and `y`, are then the first values that open it. */
  readonly firstOpener: FunctionHandle;
  readonly firstPair: FunctionHandle;
  /** (set, value) → as before; `x`, and `y` in `from`, are then the operands by which it had the value first. */
  readonly operandsOf: FunctionHandle;
  /** (union, value) → the part that had the value first; 0: none. */
  readonly firstPart: FunctionHandle;
  readonly x: Register;
  readonly y: Register;
  readonly from: Register;
  /** Code for another graph, and for another layer. */
  begin(f: FunctionWriter): void;
  grow(f: FunctionWriter): void;
}

export interface SinceHistory {
  /** Of a cell's node and a value that it has. */
  layerOfValue(cell: Local, value: Local): Value;
  reachedAt(fact: Value): Value;
  /** The latest layer. */
  readonly layers: Register;
  /** (gate, layer) → did it hold there? */
  readonly holdsAt: FunctionHandle;
}

const least = (x: Local, y: Local): Value => select(ltS(x, y), x, y);
const greatest = (x: Local, y: Local): Value => select(ltS(x, y), y, x);
/** The later of two layers, if both are known: what is not lies below all layers. */
const latest = (f: FunctionWriter, x: Local, y: Local): Value =>
  f.choose(eq(least(x, y), UNKNOWN), UNKNOWN, greatest(x, y));

export function emitSince(workshop: ModuleTables, nodes: NodeCode, history: SinceHistory): SinceCode {
  const moment = workshop.register();
  const begun = workshop.register();
  const code: SinceCode = {
    of: workshop.declare("since", 1, "number"),
    ofMember: workshop.declare("sinceMember", 2, "number"),
    firstOpener: workshop.declare("firstOpener", 1, "number"),
    firstPair: workshop.declare("firstPair", 1, "number"),
    operandsOf: workshop.declare("operandsOf", 2, "number"),
    firstPart: workshop.declare("firstPart", 2, "number"),
    x: workshop.register(),
    y: workshop.register(),
    from: workshop.register(),
    begin(f) {
      moment.increase(f);
      begun.set(f, moment.value);
    },
    grow: (f) => moment.increase(f),
  };
  const search = emitSearch(workshop, history);
  workshop.define<[Local]>(code.of, (f, gate) => {
    f.if(geS(get(gate, "known"), begun.value), () => f.return(get(gate, "layer")));
    f.if(eq(get(gate, "shut"), moment.value), () => f.return(NEVER));
    const layer = f.let(UNKNOWN);
    find(f, gate, layer, code, history);
    f.if(eq(layer, UNKNOWN), () => f.set(layer, call(search, gate)));
    f.if(
      geS(layer, NEVER),
      () => put(f, gate, "shut", moment.value),
      () => {
        put(f, gate, "known", moment.value);
        put(f, gate, "layer", layer);
      },
    );
    f.return(layer);
  });
  emitMember(workshop, nodes, code, history);
  emitGates(workshop, nodes, code);
  emitOperands(workshop, nodes, code);
  return code;
}

/** (gate) → the layer, found by halves. */
function emitSearch(workshop: ModuleTables, { layers, holdsAt }: SinceHistory): FunctionHandle {
  const search = workshop.declare("search", 1, "number");
  workshop.define<[Local]>(search, (f, gate) => {
    const first = f.let(layers.value);
    f.if(eqz(call(holdsAt, gate, first)), () => f.return(NEVER));
    const before = f.let(-1);
    f.while(ltS(1, sub(first, before)), () => {
      const middle = f.let(shrS(add(first, before), 1));
      f.if(
        call(holdsAt, gate, middle),
        () => f.set(first, middle),
        () => f.set(before, middle),
      );
    });
    f.return(first);
  });
  return search;
}

/** Code that goes through the values of a set. It is looked at again where something was tried out in between. */
function eachValue(f: FunctionWriter, { evaluate, next }: NodeCode, set: Local, visit: (value: Local) => void): void {
  const bit = f.let(-1);
  const base = f.let(get(set, "base"));
  const value = f.local();
  f.block((done) =>
    f.loop((again) => {
      f.do(call(evaluate, set));
      f.set(bit, call(next, set, add(bit, 1)));
      f.branchIf(done, ltS(bit, 0));
      f.set(value, add(base, bit));
      visit(value);
      f.branch(again);
    }),
  );
}

function find(f: FunctionWriter, gate: Local, layer: Local, code: SinceCode, history: SinceHistory): void {
  const left = f.let(get(gate, "a"));
  const right = f.let(get(gate, "b"));
  const both = (join: (x: Local, y: Local) => Value) => () => {
    const x = f.let(call(code.of, left));
    const y = f.let(call(code.of, right));
    f.set(layer, join(x, y));
  };
  const opener = (): void => f.set(layer, call(code.firstOpener, gate));
  const pair = (): void => f.set(layer, call(code.firstPair, gate));
  byKind(f, gate, {
    [KINDS.always]: () => f.set(layer, 0),
    [KINDS.never]: () => f.set(layer, NEVER),
    [KINDS.and]: both(greatest),
    [KINDS.or]: both(least),
    [KINDS.reached]: () => f.set(layer, history.reachedAt(left)),
    [KINDS.has]: () => f.set(layer, call(code.ofMember, left, right)),
    ...aboutSets(opener, pair),
  });
}

function emitMember(workshop: ModuleTables, nodes: NodeCode, code: SinceCode, history: SinceHistory): void {
  const { of, ofMember } = code;
  workshop.define<[Local, Local]>(ofMember, (f, set, value) => {
    f.if(ltS(value, get(set, "lo")), () => f.return(NEVER));
    f.if(ltS(get(set, "hi"), value), () => f.return(NEVER));
    const left = f.let(get(set, "a"));
    const right = f.let(get(set, "b"));
    byKind(f, set, {
      [KINDS.constant]: () => f.return(f.choose(call(nodes.has, set, value), 0, NEVER)),
      [KINDS.cell]: () => f.return(f.choose(call(nodes.has, set, value), history.layerOfValue(set, value), NEVER)),
      [KINDS.truth]: () => f.return(call(of, select(value, right, left))),
      [KINDS.within]: () => f.return(call(ofMember, left, value)),
      [KINDS.union]: () => {
        const x = f.let(call(ofMember, left, value));
        f.if(eq(x, UNKNOWN), () => f.return(UNKNOWN));
        const y = f.let(call(ofMember, right, value));
        f.return(least(x, y));
      },
      [KINDS.gated]: () => {
        const x = f.let(call(of, left));
        const y = f.let(call(ofMember, right, value));
        f.return(latest(f, x, y));
      },
      [KINDS.indexed]: () => f.return(call(code.operandsOf, set, value)),
      [KINDS.binary]: () => f.return(call(code.operandsOf, set, value)),
    });
    f.return(UNKNOWN);
  });

  // Parts from left to right, of which the first of the earliest counts.
  const earliest = workshop.register();
  const found = workshop.register();
  const parts = workshop.declare("firstOfParts", 2, "nothing");
  workshop.define<[Local, Local]>(parts, (f, part, value) => {
    f.if(eq(kindOf(part), KINDS.union), () => {
      f.do(call(parts, get(part, "a"), value));
      f.do(call(parts, get(part, "b"), value));
      f.return();
    });
    const [before, other] = [f.let(earliest.value), f.let(found.value)];
    const layer = f.let(call(ofMember, part, value));
    // Whoever was asked may have asked for parts of its own.
    earliest.set(f, before);
    found.set(f, other);
    f.if(eq(layer, UNKNOWN), () => f.return());
    f.if(geS(layer, before), () => f.return());
    earliest.set(f, layer);
    found.set(f, part);
  });
  workshop.define<[Local, Local]>(code.firstPart, (f, set, value) => {
    earliest.set(f, NEVER);
    found.set(f, 0);
    f.do(call(parts, set, value));
    f.return(found.value);
  });
}

function emitGates(
  workshop: ModuleTables,
  nodes: NodeCode,
  { ofMember, firstOpener, firstPair, x, y }: SinceCode,
): void {
  workshop.define<[Local]>(firstOpener, (f, gate) => {
    const set = f.let(get(gate, "a"));
    const other = f.let(get(gate, "b"));
    const kind = f.let(kindOf(gate));
    const earliest = f.let(NEVER);
    const first = f.let(0);
    f.block((done) => {
      eachValue(f, nodes, set, (value) => {
        const opens = f.choose(
          eq(kind, KINDS.among),
          call(nodes.has, other, value),
          f.choose(eq(kind, KINDS.nonzero), value, 1),
        );
        f.if(opens, () => {
          const layer = f.let(call(ofMember, set, value));
          f.if(eq(layer, UNKNOWN), () => f.return(UNKNOWN));
          f.if(ltS(layer, earliest), () => {
            f.set(first, value);
            f.set(earliest, layer);
          });
          f.branchIf(done, eq(earliest, 0));
        });
      });
    });
    x.set(f, first);
    f.return(earliest);
  });
  workshop.define<[Local]>(firstPair, (f, gate) => {
    const left = f.let(get(gate, "a"));
    const right = f.let(get(gate, "b"));
    const kind = f.let(kindOf(gate));
    const opens = (one: Local, other: Local): Value =>
      f.choose(
        ltS(kind, KINDS.below),
        f.choose(eq(kind, KINDS.meets), eq(one, other), ne(one, other)),
        f.choose(eq(kind, KINDS.below), ltS(one, other), leS(one, other)),
      );
    firstOfPairs(f, nodes, { left, right, ofMember, x, y, opens });
  });
}

interface Pairs extends Pick<SinceCode, "ofMember" | "x" | "y"> {
  readonly left: Local;
  readonly right: Local;
  opens(one: Local, other: Local): Value;
}

/** Code that finds the two values, of all pairs that will do, that are there first. */
function firstOfPairs(f: FunctionWriter, nodes: NodeCode, { left, right, ofMember, x, y, opens }: Pairs): void {
  for (const set of [left, right]) f.do(call(nodes.evaluate, set));
  f.if(gtU(mul(call(nodes.count, left), call(nodes.count, right)), MAX_PAIRS), () => f.return(UNKNOWN));
  const [firstX, firstY, earliest] = [f.let(0), f.let(0), f.let(NEVER)];
  eachValue(f, nodes, left, (one) => {
    const since = f.let(call(ofMember, left, one));
    f.if(eq(since, UNKNOWN), () => f.return(UNKNOWN));
    f.if(ltS(since, earliest), () =>
      eachValue(f, nodes, right, (other) =>
        f.if(opens(one, other), () => {
          const layer = f.let(call(ofMember, right, other));
          f.if(eq(layer, UNKNOWN), () => f.return(UNKNOWN));
          f.set(layer, greatest(since, layer));
          f.if(ltS(layer, earliest), () => {
            f.set(firstX, one);
            f.set(firstY, other);
            f.set(earliest, layer);
          });
        }),
      ),
    );
  });
  x.set(f, firstX);
  y.set(f, firstY);
  f.return(earliest);
}

function emitOperands(workshop: ModuleTables, nodes: NodeCode, code: SinceCode): void {
  const { ofMember, operandsOf, x, y, from } = code;
  const elementOf = workshop.declare("elementOf", 2, "number");
  workshop.define<[Local, Local]>(elementOf, (f, set, value) => {
    const index = f.let(get(set, "a"));
    const list = f.let(get(set, "b"));
    const first = f.let(load32(list));
    const count = f.let(load32(list, 4));
    const [firstX, firstFrom, earliest] = [f.let(0), f.let(nodes.nothing), f.let(NEVER)];
    eachValue(f, nodes, index, (one) => {
      const since = f.let(call(ofMember, index, one));
      f.if(eq(since, UNKNOWN), () => f.return(UNKNOWN));
      const at = f.let(sub(one, first));
      f.if(ltS(since, earliest), () =>
        f.if(ltU(at, count), () => {
          const element = f.let(load32(add(list, shl(at, 2)), LIST_HEADER));
          const layer = f.let(call(ofMember, element, value));
          f.if(eq(layer, UNKNOWN), () => f.return(UNKNOWN));
          f.set(layer, greatest(since, layer));
          f.if(ltS(layer, earliest), () => {
            f.set(firstX, one);
            f.set(firstFrom, element);
            f.set(earliest, layer);
          });
        }),
      );
    });
    x.set(f, firstX);
    y.set(f, value);
    from.set(f, firstFrom);
    f.return(earliest);
  });
  const pairOf = workshop.declare("pairOf", 2, "number");
  workshop.define<[Local, Local]>(pairOf, (f, set, value) => {
    const left = f.let(get(set, "a"));
    const right = f.let(get(set, "b"));
    const operator = f.let(get(set, "c"));
    const opens = (one: Local, other: Local): Value => eq(call(nodes.operate, operator, one, other), value);
    firstOfPairs(f, nodes, { left, right, ofMember, x, y, opens });
  });
  workshop.define<[Local, Local]>(operandsOf, (f, set, value) => {
    f.if(eq(kindOf(set), KINDS.indexed), () => f.return(call(elementOf, set, value)));
    f.if(ne(kindOf(set), KINDS.binary), () => f.return(UNKNOWN));
    const layer = f.let(call(pairOf, set, value));
    from.set(f, get(set, "b"));
    f.return(layer);
  });
}
