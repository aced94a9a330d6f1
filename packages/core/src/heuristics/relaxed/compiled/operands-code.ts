// Sets that are made of two others, pair by pair, emitted. Where the operands contain what they were when the set was
// last made, only what is new is gone through. What is left to the slow twin (division, too many pairs) ends the
// estimate.

import { MAX_PAIRS } from "../../../circuit/set-nodes.ts";
import { add, and, clz, mul, or, popcnt, select, shl, shrS, shrU, sub, xor } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, gtS, gtU, leS, ltS, ne } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Arg, Local, Value } from "../../../wasm/value.ts";
import { get, type NodeRecords } from "./node-records.ts";
import { eachBit, eachWord, type RowCode } from "./rows-code.ts";
import type { ModuleTables } from "./tables.ts";

const OPERATORS: Readonly<Record<string, (x: Arg, y: Arg) => Value>> = {
  "+": add,
  "-": sub,
  "*": mul,
  "|": or,
  "&": and,
  "^": xor,
  "<?": (x, y) => select(ltS(x, y), x, y),
  ">?": (x, y) => select(gtS(x, y), x, y),
  abs: (x) => select(ltS(x, 0), sub(0, x), x),
};

type Ends = readonly [Local, Local];
const greatest = ([x, y]: Ends): Value => select(ltS(x, y), y, x);

/** The interval around all results, as `hullOf` has it; sets whose bounds are known have no negative bits to unite. */
const HULLS: Readonly<Record<string, (least: Ends, most: Ends) => readonly [Value, Value]>> = {
  "+": (least, most) => [add(...least), add(...most)],
  "-": (least, most) => [sub(least[0], most[1]), sub(most[0], least[1])],
  "|": (least, most) => [greatest(least), shrU(-1, clz(greatest(most)))],
};

export interface OperandCode {
  /** (operator, x, y) */
  readonly operate: FunctionHandle;
  /** (set): its operands have been looked at. */
  readonly combine: FunctionHandle;
}

export function emitOperands(workshop: ModuleTables, { operators }: NodeRecords, rows: RowCode): OperandCode {
  const operate = workshop.declare("operate", 3, "number");
  const combine = workshop.declare("combine", 1, "nothing");
  workshop.define<[Local, Local, Local]>(operate, (f, operator, x, y) => {
    f.switch(
      operator,
      operators.map((name) => () => {
        const result = OPERATORS[name];
        if (result === undefined) f.unreachable();
        else f.return(result(x, y));
      }),
    );
    f.unreachable();
  });

  // (set, left, what of it is old, right, what of it is old): 0: nothing is.
  const markPairs = workshop.declare("markPairs", 5, "nothing");
  workshop.define<[Local, Local, Local, Local, Local]>(markPairs, (f, set, left, oldLeft, right, oldRight) => {
    const operator = f.let(get(set, "c"));
    const base = f.let(get(set, "base"));
    const row = f.let(get(set, "row"));
    const unites = f.let(eq(operator, operators.indexOf("|")));
    eachFresh(f, left, oldLeft, (xs, first) => {
      eachBit(f, xs, (place) => {
        const x = f.let(add(first, place));
        eachFresh(f, right, oldRight, (ys, second) => {
          f.if(
            unites,
            () => uniteWord(f, x, ys, f.let(add(row, shl(shrS(sub(or(and(x, -32), second), base), 5), 2)))),
            () =>
              eachBit(f, ys, (other) => {
                const offset = f.let(sub(call(operate, operator, x, add(second, other)), base));
                const word = f.let(add(row, shl(shrS(offset, 5), 2)));
                f.store32(word, or(load32(word), shl(1, offset)));
              }),
          );
        });
      });
    });
  });

  // (set, left, right)
  const hull = workshop.declare("hull", 3, "nothing");
  workshop.define<[Local, Local, Local]>(hull, (f, set, left, right) => {
    const least = [left, right].map((operand) => f.let(call(rows.least, operand))) as [Local, Local];
    const most = [left, right].map((operand) => f.let(call(rows.most, operand))) as [Local, Local];
    const value = f.let(0);
    const last = f.let(-1);
    f.switch(
      get(set, "c"),
      operators.map((name) => () => {
        const ends = HULLS[name]?.(least, most);
        if (ends === undefined) {
          f.unreachable();
          return;
        }
        f.set(value, ends[0]);
        f.set(last, ends[1]);
      }),
    );
    f.do(call(rows.clear, set));
    const row = f.let(get(set, "row"));
    const base = f.let(get(set, "base"));
    f.while(leS(value, last), () => {
      const offset = f.let(sub(value, base));
      const word = f.let(add(row, shl(shrS(offset, 5), 2)));
      f.store32(word, or(load32(word), shl(1, offset)));
      f.set(value, add(value, 1));
    });
  });

  workshop.define<[Local]>(combine, (f, set) => {
    const left = f.let(get(set, "a"));
    const right = f.let(get(set, "b"));
    const isHull = f.let(get(set, "d"));
    const oldLeft = f.let(add(isHull, 4));
    const oldRight = f.let(add(oldLeft, shl(get(left, "words"), 2)));
    const lost = f.let(0);
    const fresh = f.let(0);
    const counts = [
      [left, oldLeft],
      [right, oldRight],
    ].map(([operand, before]) => {
      const old = f.let(before!);
      const count = f.let(0);
      eachWord(f, operand!, (word) => {
        f.set(lost, or(lost, and(load32(old), xor(load32(word), -1))));
        f.set(fresh, or(fresh, and(load32(word), xor(load32(old), -1))));
        f.set(count, add(count, popcnt(load32(word))));
        f.set(old, add(old, 4));
      });
      return count;
    });
    f.if(eqz(or(lost, fresh)), () => f.return());
    const isLarge = f.let(gtU(mul(counts[0]!, counts[1]!), MAX_PAIRS));
    const again = f.let(or(lost, load32(isHull)));
    f.store32(isHull, isLarge);
    f.if(isLarge, () => f.do(call(hull, set, left, right)));
    f.if(and(eqz(isLarge), ne(again, 0)), () => {
      f.do(call(rows.clear, set));
      f.do(call(markPairs, set, left, 0, right, 0));
    });
    f.if(and(eqz(isLarge), eqz(again)), () => {
      f.do(call(markPairs, set, left, 0, right, oldRight));
      f.do(call(markPairs, set, left, oldLeft, right, 0));
    });
    f.copy(oldLeft, get(left, "row"), shl(get(left, "words"), 2));
    f.copy(oldRight, get(right, "row"), shl(get(right, "words"), 2));
  });
  return { operate, combine };
}

/** Code that goes through the words of a row without what is old. */
function eachFresh(f: FunctionWriter, node: Local, before: Local, visit: (bits: Local, first: Local) => void): void {
  const old = f.let(before);
  eachWord(f, node, (word, value) => {
    const bits = f.let(load32(word));
    f.if(old, () => {
      f.set(bits, and(bits, xor(load32(old), -1)));
      f.set(old, add(old, 4));
    });
    visit(bits, value);
  });
}

/** Bits of the places, in a word, whose number has the bit 1, 2, 4, 8, 16. */
const PLACES = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000];

/** Sets of small numbers are mostly sets of things: `x | y` for a word of them at once, each bit of x in its turn. */
function uniteWord(f: FunctionWriter, x: Local, ys: Local, to: Local): void {
  f.if(ys, () => {
    for (const [bit, places] of PLACES.entries()) {
      f.if(and(x, 1 << bit), () => {
        f.set(ys, or(and(ys, places), shl(and(ys, ~places), 1 << bit)));
      });
    }
    f.store32(to, or(load32(to), ys));
  });
}
