// What the nodes of a circuit are, emitted: the twin of `circuit/circuit-values.ts`, case by case. A node is looked at
// when somebody asks for it, at most once until something changes.

import { KINDS, NOTHING } from "../../../circuit/node-store.ts";
import { add, and, or, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, leS, ltS, ltU } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Arg, Local, Value } from "../../../wasm/value.ts";
import { get, isMonotone, kindOf, LIST_HEADER, type NodeRecords, put } from "./node-records.ts";
import { emitOperands, type OperandCode } from "./operands-code.ts";
import { eachBit, eachWord, emitRows, type RowCode } from "./rows-code.ts";
import type { ModuleTables, Register } from "./tables.ts";

export interface NodeCode extends RowCode, OperandCode {
  /** The set that is always empty. */
  readonly nothing: number;
  /** (gate) → can it hold? */
  readonly holds: FunctionHandle;
  /** (set) */
  readonly evaluate: FunctionHandle;
  /** 1 while sets only grow. */
  readonly growing: Register;
  /**
   * Code for another state, from which sets grow; for another layer; and for sets that are something else from here on.
   */
  begin(f: FunctionWriter): void;
  change(f: FunctionWriter): void;
  setGrowing(f: FunctionWriter, growing: Arg): void;
}

type Cases = Readonly<Record<number, () => void>>;

/** Cases by kind, for `switch`. */
export function byKind(f: FunctionWriter, node: Arg, cases: Cases): void {
  const last = Math.max(...Object.keys(cases).map(Number));
  f.switch(
    kindOf(node),
    Array.from({ length: last + 1 }, (_, kind) => cases[kind] ?? (() => {})),
  );
}

/** Cases of gates that a value of one set opens, and of those that a pair from two sets does. */
export function aboutSets(opener: () => void, pair: () => void): Cases {
  const { among, nonzero, nonempty, meets, differ, below, atMost } = KINDS;
  return {
    [among]: opener,
    [nonzero]: opener,
    [nonempty]: opener,
    [meets]: pair,
    [differ]: pair,
    [below]: pair,
    [atMost]: pair,
  };
}

/** `reached`: of a location fact. */
export function emitNodes(workshop: ModuleTables, records: NodeRecords, reached: (fact: Value) => Value): NodeCode {
  const rows = emitRows(workshop);
  const operands = emitOperands(workshop, records, rows);
  const moment = workshop.register();
  const build = workshop.register();
  const growing = workshop.register();
  const holds = workshop.declare("holds", 1, "number");
  const evaluate = workshop.declare("evaluate", 1, "nothing");
  const code = { ...rows, ...operands, holds, evaluate };
  const look = emitLook(workshop, code, reached);
  workshop.define<[Local]>(holds, (f, gate) => {
    const looked = f.let(get(gate, "looked"));
    f.if(eq(shrU(looked, 1), moment.value), () => f.return(and(looked, 1)));
    const stays = f.let(and(growing.value, isMonotone(gate)));
    f.if(and(stays, eq(get(gate, "opened"), build.value)), () => f.return(1));
    const open = f.let(call(look, gate));
    put(f, gate, "looked", or(shl(moment.value, 1), open));
    f.if(and(stays, open), () => put(f, gate, "opened", build.value));
    f.return(open);
  });
  emitEvaluate(workshop, code, moment);
  return {
    ...code,
    nothing: records.of(NOTHING),
    growing,
    begin(f) {
      build.increase(f);
      moment.increase(f);
      growing.set(f, 1);
    },
    change: (f) => moment.increase(f),
    setGrowing(f, value) {
      growing.set(f, value);
      moment.increase(f);
    },
  };
}

type Parts = RowCode & OperandCode & Pick<NodeCode, "holds" | "evaluate">;

function emitLook(workshop: ModuleTables, code: Parts, reached: (fact: Value) => Value): FunctionHandle {
  const { holds, evaluate, least, most, isNonempty } = code;
  const look = workshop.declare("look", 1, "number");
  workshop.define<[Local]>(look, (f, gate) => {
    const left = f.let(get(gate, "a"));
    const right = f.let(get(gate, "b"));
    const looking = (...sets: Local[]): void => {
      for (const set of sets) f.do(call(evaluate, set));
    };
    const ends = (x: Local, y: Local, compare: (a: Arg, b: Arg) => Value) => () => {
      looking(x, y);
      f.if(eqz(and(call(isNonempty, x), call(isNonempty, y))), () => f.return(0));
      f.return(compare(call(least, x), call(most, y)));
    };
    byKind(f, gate, {
      [KINDS.always]: () => f.return(1),
      [KINDS.and]: () => f.return(f.choose(call(holds, left), call(holds, right), 0)),
      [KINDS.or]: () => f.return(f.choose(call(holds, left), 1, call(holds, right))),
      [KINDS.not]: () => f.return(eqz(call(holds, left))),
      [KINDS.has]: () => {
        looking(left);
        f.return(call(code.has, left, right));
      },
      [KINDS.nonzero]: () => {
        looking(left);
        f.return(call(code.hasNonzero, left));
      },
      [KINDS.among]: () => {
        looking(left);
        f.return(call(code.meet, left, right));
      },
      [KINDS.nonempty]: () => {
        looking(left);
        f.return(call(isNonempty, left));
      },
      [KINDS.single]: () => {
        looking(left);
        f.return(eq(call(code.count, left), 1));
      },
      [KINDS.meets]: () => {
        looking(left, right);
        f.return(call(code.meet, left, right));
      },
      [KINDS.differ]: () => {
        looking(left, right);
        f.if(eqz(and(call(isNonempty, left), call(isNonempty, right))), () => f.return(0));
        const isLess = ltS(call(least, left), call(most, right));
        f.return(or(isLess, ltS(call(least, right), call(most, left))));
      },
      [KINDS.below]: ends(left, right, ltS),
      [KINDS.atMost]: ends(left, right, leS),
      [KINDS.reached]: () => f.return(reached(left)),
    });
    f.return(0);
  });
  return look;
}

function emitEvaluate(workshop: ModuleTables, code: Parts, moment: Register): void {
  const { holds, evaluate, clear, join } = code;
  // (set, index, list)
  const choose = workshop.declare("choose", 3, "nothing");
  workshop.define<[Local, Local, Local]>(choose, (f, set, index, list) => {
    f.do(call(evaluate, index));
    const first = f.let(load32(list));
    const count = f.let(load32(list, 4));
    const eachElement = (visit: (element: Local) => void): void =>
      eachWord(f, index, (word, value) => {
        const bits = f.let(load32(word));
        eachBit(f, bits, (place) => {
          const at = f.let(sub(add(value, place), first));
          f.if(ltU(at, count), () => visit(f.let(load32(add(list, shl(at, 2)), LIST_HEADER))));
        });
      });
    eachElement((element) => f.do(call(evaluate, element)));
    f.do(call(clear, set));
    eachElement((element) => f.do(call(join, set, element)));
  });
  workshop.define<[Local]>(evaluate, (f, set) => {
    f.if(eq(shrU(get(set, "looked"), 1), moment.value), () => f.return());
    put(f, set, "looked", shl(moment.value, 1));
    const left = f.let(get(set, "a"));
    const right = f.let(get(set, "b"));
    byKind(f, set, {
      [KINDS.binary]: () => {
        f.do(call(evaluate, left));
        f.do(call(evaluate, right));
        f.do(call(code.combine, set));
      },
      [KINDS.union]: () => {
        f.do(call(evaluate, left));
        f.do(call(evaluate, right));
        f.do(call(clear, set));
        f.do(call(join, set, left));
        f.do(call(join, set, right));
      },
      [KINDS.gated]: () => {
        const open = f.let(call(holds, left));
        f.if(open, () => f.do(call(evaluate, right)));
        f.do(call(clear, set));
        f.if(open, () => f.do(call(join, set, right)));
      },
      [KINDS.within]: () => {
        f.do(call(evaluate, left));
        f.do(call(code.clip, set, left));
      },
      [KINDS.truth]: () => {
        const zero = f.let(call(holds, left));
        f.store32(get(set, "row"), or(zero, shl(call(holds, right), 1)));
      },
      [KINDS.indexed]: () => f.do(call(choose, set, left, right)),
      [KINDS.written]: () => {
        const may = f.let(call(holds, get(set, "c")));
        const surely = f.let(f.choose(may, call(holds, get(set, "d")), 0));
        f.if(may, () => f.do(call(evaluate, right)));
        f.if(eqz(surely), () => f.do(call(evaluate, left)));
        f.do(call(clear, set));
        f.if(eqz(surely), () => f.do(call(join, set, left)));
        f.if(may, () => f.do(call(join, set, right)));
      },
    });
  });
}
