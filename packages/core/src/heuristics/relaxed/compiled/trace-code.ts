// Reading a relaxed trace off the graph backwards, emitted: the twin of `relaxed-trace.ts`. Goals of a layer are a list
// through the things themselves; the order in which they are served does not matter.

import { KINDS } from "../../../circuit/node-store.ts";
import { add, and, or, shl, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, geS, gtS, leS, ltS, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Local } from "../../../wasm/value.ts";
import { NEVER } from "../kernel/cell-history.ts";
import { BIT, GOAL } from "./cell-code.ts";
import { type ExplainInputs, emitTryOut } from "./explain-code.ts";
import { type SinceCode, UNKNOWN } from "./first-layer.ts";
import type { GraphParts } from "./graph-parts.ts";
import type { LayerTables } from "./layer-tables.ts";
import { aboutSets, byKind } from "./node-code.ts";
import { get, put } from "./node-records.ts";
import { emitTold } from "./readable-reasons.ts";
import type { ModuleTables, Register, Stack, Table } from "./tables.ts";

/** Things that are goals, by the layer where they first held. */
export class Goals {
  private readonly layers: Table;
  private readonly head: Table;
  private readonly next: Table;
  private readonly asked: Table;
  private readonly trace: Register;

  constructor(workshop: ModuleTables, layers: Table, trace: Register, mostLayers: number) {
    this.layers = layers;
    this.head = workshop.room(mostLayers + 1);
    this.next = workshop.room(layers.length);
    this.asked = workshop.room(layers.length);
    this.trace = trace;
  }

  start(f: FunctionWriter): void {
    this.head.fill(f, 0xff);
  }

  add(f: FunctionWriter, thing: Local): void {
    const layer = f.let(this.layers.at(thing));
    f.if(layer, () =>
      f.if(ne(this.asked.at(thing), this.trace.value), () => {
        this.asked.put(f, thing, this.trace.value);
        this.next.put(f, thing, this.head.at(layer));
        this.head.put(f, layer, thing);
      }),
    );
  }

  each(f: FunctionWriter, layer: Local, visit: (thing: Local) => void): void {
    const thing = f.let(this.head.at(layer));
    f.while(geS(thing, 0), () => {
      visit(thing);
      f.set(thing, this.next.at(thing));
    });
  }
}

export interface TraceInputs extends Omit<ExplainInputs, "addValue"> {
  readonly parts: GraphParts;
  readonly transitionOf: Int32Array;
  /** By chain: 1 where why it adds a value may have to be tried out. */
  readonly triedOut: Int32Array;
  readonly tables: LayerTables;
  readonly since: SinceCode;
  readonly locations: Goals;
  readonly conditions: Goals;
  readonly trace: Register;
  /** Makes goals of what the target takes. */
  selectTarget(f: FunctionWriter): void;
  /** Operators of the first layer, and how many there are in all. */
  readonly first: Stack;
  readonly operators: Register;
}

/** () → number of transitions. */
export function emitRead(workshop: ModuleTables, inputs: TraceInputs): FunctionHandle {
  const { parts, tables, nodes, cells, locations, conditions, trace, operators, first, mostLayers } = inputs;
  const { layer, seen } = tables;
  const conditionGate = workshop.table(parts.conditionGate);
  /** The first bit of each layer's goals. */
  const bitHead = workshop.room(mostLayers + 1);
  /** A layer of a trace. */
  const moment = workshop.register();
  const transitions = workshop.register();
  const serve = emitServe(workshop, inputs, moment, transitions);
  /** The first gate of each layer that must be tried out. */
  const gateHead = workshop.room(mostLayers + 1);
  const told = emitTold(workshop, inputs.since);
  const reasons = emitReasons(workshop, inputs, bitHead, { head: gateHead, isTold: told.open });
  const tryOut = emitTryOut(workshop, { ...inputs, addValue: reasons.addValue });
  const explain = emitExplain(workshop, inputs, reasons, told.member, tryOut.chain);
  const read = workshop.declare("read", 0, "number");
  workshop.define(read, (f) => {
    trace.increase(f);
    transitions.set(f, 0);
    operators.set(f, 0);
    first.count.set(f, 0);
    locations.start(f);
    conditions.start(f);
    bitHead.fill(f, 0);
    gateHead.fill(f, 0);
    nodes.setGrowing(f, 0);
    inputs.selectTarget(f);
    const at = f.let(layer.value);
    f.while(gtS(at, 0), () => {
      conditions.each(f, at, (condition) => f.do(call(reasons.addGate, conditionGate.at(condition))));
      const gate = f.let(gateHead.at(at));
      f.while(gate, () => {
        f.do(call(tryOut.gate, gate));
        f.set(gate, get(gate, "nextGoal"));
      });
      const before = f.let(sub(at, 1));
      seen.set(f, before);
      nodes.change(f);
      f.do(call(cells.rewind, before));
      moment.increase(f);
      locations.each(f, at, (fact) => f.do(call(serve, tables.locationCause.at(fact), at)));
      const bit = f.let(bitHead.at(at));
      f.while(bit, () => {
        f.do(call(serve, load32(bit, BIT.operator), at));
        f.do(call(explain, bit));
        f.set(bit, load32(bit, BIT.next));
      });
      f.set(at, before);
    });
    f.return(transitions.value);
  });
  return read;
}

/** (operator, layer) */
function emitServe(
  workshop: ModuleTables,
  inputs: TraceInputs,
  moment: Register,
  transitions: Register,
): FunctionHandle {
  const { parts, transitionOf, locations, conditions, first, operators } = inputs;
  const transition = workshop.table(transitionOf);
  const selected = workshop.room(1 + (transitionOf.at(-1) ?? -1));
  const explained = workshop.room(transitionOf.length);
  const sources = workshop.lists(parts.index.sources);
  const conditionsOf = workshop.lists(parts.index.conditionsOf);
  const serve = workshop.declare("serve", 2, "nothing");
  workshop.define<[Local, Local]>(serve, (f, operator, layer) => {
    f.if(eq(explained.at(operator), moment.value), () => f.return());
    explained.put(f, operator, moment.value);
    operators.increase(f);
    const step = f.let(transition.at(operator));
    f.if(ne(selected.at(step), moment.value), () => {
      selected.put(f, step, moment.value);
      transitions.increase(f);
    });
    f.if(eq(layer, 1), () => first.push(f, operator));
    sources.each(f, operator, (fact) => locations.add(f, fact));
    conditionsOf.each(f, operator, (condition) => conditions.add(f, condition));
  });
  return serve;
}

interface Reasons {
  /** (gate) */
  readonly addGate: FunctionHandle;
  /** (set, value): what it has the value by becomes goals. */
  readonly whyMember: FunctionHandle;
  /** (cell, value): becomes a goal. */
  readonly addValue: FunctionHandle;
}

/** Gates that must be tried out: goals by layer, and (gate) → is it none of them? */
interface GateGoals {
  readonly head: Table;
  readonly isTold: FunctionHandle;
}

function emitReasons(workshop: ModuleTables, inputs: TraceInputs, bitHead: Table, gates: GateGoals): Reasons {
  const { nodes, since, cells, trace, locations } = inputs;
  const addGate = workshop.declare("addGate", 1, "nothing");
  const whyMember = workshop.declare("whyMember", 2, "nothing");
  // (cell, value)
  const addValue = workshop.declare("addValueGoal", 2, "nothing");
  workshop.define<[Local, Local]>(addValue, (f, cell, value) => {
    f.if(eqz(call(nodes.has, cell, value)), () => f.return());
    const bit = f.let(cells.bit(get(cell, "row"), sub(value, get(cell, "base"))));
    const layer = f.let(load32(bit, BIT.layer));
    // From the beginning, or a goal before.
    f.if(leS(layer, 0), () => f.return());
    f.store32(bit, or(layer, GOAL), BIT.layer);
    f.store32(bit, bitHead.at(layer), BIT.next);
    bitHead.put(f, layer, bit);
  });
  workshop.define<[Local]>(addGate, (f, gate) => {
    const layer = f.let(call(since.of, gate));
    f.if(eqz(layer), () => f.return());
    f.if(eq(get(gate, "goal"), trace.value), () => f.return());
    put(f, gate, "goal", trace.value);
    const list = f.let(get(gate, "cellList"));
    f.if(list, () =>
      f.if(eqz(call(gates.isTold, gate)), () => {
        f.if(ltS(list, 0), () => f.unreachable());
        put(f, gate, "nextGoal", gates.head.at(layer));
        gates.head.put(f, layer, gate);
        f.return();
      }),
    );
    const left = f.let(get(gate, "a"));
    const right = f.let(get(gate, "b"));
    const opener = (): void => {
      f.if(eq(call(since.firstOpener, gate), UNKNOWN), () => f.unreachable());
      f.do(call(whyMember, left, since.x.value));
      f.return();
    };
    const pair = (): void => {
      f.if(eq(call(since.firstPair, gate), UNKNOWN), () => f.unreachable());
      const [x, y] = [f.let(since.x.value), f.let(since.y.value)];
      f.do(call(whyMember, left, x));
      f.do(call(whyMember, right, y));
      f.return();
    };
    byKind(f, gate, {
      [KINDS.and]: () => {
        f.do(call(addGate, left));
        f.do(call(addGate, right));
        f.return();
      },
      [KINDS.or]: () => {
        f.do(call(addGate, f.choose(ltS(call(since.of, right), call(since.of, left)), right, left)));
        f.return();
      },
      [KINDS.has]: () => {
        f.do(call(whyMember, left, right));
        f.return();
      },
      [KINDS.reached]: () => {
        locations.add(f, left);
        f.return();
      },
      ...aboutSets(opener, pair),
    });
    f.unreachable();
  });
  workshop.define<[Local, Local]>(whyMember, (f, set, value) => {
    const left = f.let(get(set, "a"));
    const right = f.let(get(set, "b"));
    const operands = (): void => {
      f.if(eq(call(since.operandsOf, set, value), UNKNOWN), () => f.unreachable());
      const [x, y, from] = [f.let(since.x.value), f.let(since.y.value), f.let(since.from.value)];
      f.do(call(whyMember, left, x));
      f.do(call(whyMember, from, y));
      f.return();
    };
    byKind(f, set, {
      [KINDS.constant]: () => f.return(),
      [KINDS.cell]: () => {
        f.do(call(addValue, set, value));
        f.return();
      },
      [KINDS.truth]: () => {
        f.do(call(addGate, f.choose(value, right, left)));
        f.return();
      },
      [KINDS.within]: () => {
        f.do(call(whyMember, left, value));
        f.return();
      },
      [KINDS.union]: () => {
        const part = f.let(call(since.firstPart, set, value));
        f.if(eqz(part), () => f.unreachable());
        f.do(call(whyMember, part, value));
        f.return();
      },
      [KINDS.gated]: () => {
        f.do(call(addGate, left));
        f.do(call(whyMember, right, value));
        f.return();
      },
      [KINDS.written]: () => {
        // What was there before stays only where nothing else is surely stored: that is tried out.
        const layer = f.let(call(since.ofMember, right, value));
        f.if(eq(layer, UNKNOWN), () => f.unreachable());
        f.if(geS(layer, NEVER), () => f.unreachable());
        f.if(geS(call(since.of, get(set, "c")), NEVER), () => f.unreachable());
        f.do(call(addGate, get(set, "c")));
        f.do(call(whyMember, right, value));
        f.return();
      },
      [KINDS.binary]: operands,
      [KINDS.indexed]: operands,
    });
    f.unreachable();
  });
  return { addGate, whyMember, addValue };
}

/** (bit): what the chain needed that added it becomes goals. */
function emitExplain(
  workshop: ModuleTables,
  { cells, triedOut }: TraceInputs,
  { addGate, whyMember }: Reasons,
  isTold: FunctionHandle,
  tryOut: FunctionHandle,
): FunctionHandle {
  const { chain: field } = cells;
  const isTriedOut = workshop.table(triedOut);
  const explain = workshop.declare("explain", 1, "nothing");
  workshop.define<[Local]>(explain, (f, bit) => {
    const chain = f.let(load32(bit, BIT.chain));
    const cell = f.let(cells.cellOfBit(bit));
    const value = f.let(cells.valueOfBit(bit, cell));
    const node = f.let(field(chain, "node"));
    const index = f.let(field(chain, "index"));
    const place = f.let(0);
    f.if(index, () => {
      // Mostly the cells are an array, one behind the other.
      const list = f.let(field(chain, "cells"));
      const count = f.let(field(chain, "count"));
      f.set(place, sub(get(cell, "a"), field(chain, "firstNumber")));
      const isThere = (at: Local) => f.choose(ltU(at, count), eq(load32(add(list, shl(at, 2))), cell), 0);
      f.if(eqz(isThere(place)), () => {
        f.set(place, 0);
        f.while(eqz(isThere(place)), () => {
          f.if(geS(place, count), () => f.unreachable());
          f.set(place, add(place, 1));
        });
      });
      f.set(place, add(field(chain, "first"), place));
    });
    f.if(isTriedOut.at(chain), () => {
      const isKnown = f.let(call(isTold, node, value));
      f.if(and(isKnown, ne(index, 0)), () => f.set(isKnown, call(isTold, index, place)));
      f.if(eqz(isKnown), () => {
        f.do(call(tryOut, chain, value, place));
        f.return();
      });
    });
    f.do(call(whyMember, node, value));
    f.if(index, () => {
      f.do(call(addGate, field(chain, "gate")));
      f.do(call(whyMember, index, place));
    });
  });
  return explain;
}
