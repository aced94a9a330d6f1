// Rows of bits, emitted: what nodes of a circuit may hold. Words begin at multiples of 32, so that rows of different
// nodes lie alike.

import { add, and, clz, ctz, or, popcnt, shl, shrS, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eqz, geS, leS, ltU } from "../../../wasm/comparisons.ts";
import type { FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Arg, Local } from "../../../wasm/value.ts";
import { get } from "./node-records.ts";
import type { ModuleTables } from "./tables.ts";

export const INT_MAX = 0x7fffffff;
export const INT_MIN = -0x80000000;

export interface RowCode {
  /** (set) */
  readonly clear: FunctionHandle;
  /** (set, part): adds a part whose bounds lie within. */
  readonly join: FunctionHandle;
  /** (set, part): the values of the part that lie in the set's bounds. */
  readonly clip: FunctionHandle;
  /** (set, value) → is it there? */
  readonly has: FunctionHandle;
  /** (x, y) → have they a value in common? */
  readonly meet: FunctionHandle;
  /** (set) → is a value other than 0 there, any value, how many? */
  readonly hasNonzero: FunctionHandle;
  readonly isNonempty: FunctionHandle;
  readonly count: FunctionHandle;
  /** (set) → the least, the greatest value; INT_MAX and INT_MIN of the empty set. */
  readonly least: FunctionHandle;
  readonly most: FunctionHandle;
  /** (set, bit) → the first bit of the row that is set, from one on; −1: none. */
  readonly next: FunctionHandle;
}

/** Code that goes through the bits of a word, which it uses up. */
export function eachBit(f: FunctionWriter, word: Local, visit: (place: Local) => void): void {
  const place = f.local();
  f.while(word, () => {
    f.set(place, ctz(word));
    f.set(word, and(word, sub(word, 1)));
    visit(place);
  });
}

/** Code that goes through the words of a node's row, with their addresses and the value of their first bit. */
export function eachWord(f: FunctionWriter, node: Arg, visit: (address: Local, value: Local) => void): void {
  const address = f.let(get(node, "row"));
  const end = f.let(add(address, shl(get(node, "words"), 2)));
  const value = f.let(get(node, "base"));
  f.while(ltU(address, end), () => {
    visit(address, value);
    f.set(address, add(address, 4));
    f.set(value, add(value, 32));
  });
}

/** Words between two rows at the same value, as bytes. */
const bytesBetween = (from: Arg, to: Arg) => shl(shrS(sub(get(to, "base"), get(from, "base")), 5), 2);

export function emitRows(workshop: ModuleTables): RowCode {
  const code: RowCode = {
    clear: workshop.declare("clear", 1, "nothing"),
    join: workshop.declare("join", 2, "nothing"),
    clip: workshop.declare("clip", 2, "nothing"),
    has: workshop.declare("has", 2, "number"),
    meet: workshop.declare("meet", 2, "number"),
    hasNonzero: workshop.declare("hasNonzero", 1, "number"),
    isNonempty: workshop.declare("isNonempty", 1, "number"),
    count: workshop.declare("count", 1, "number"),
    least: workshop.declare("least", 1, "number"),
    most: workshop.declare("most", 1, "number"),
    next: workshop.declare("next", 2, "number"),
  };
  emitWrites(workshop, code);
  emitLooks(workshop, code);
  return code;
}

function emitWrites(workshop: ModuleTables, { clear, join, clip }: RowCode): void {
  workshop.define<[Local]>(clear, (f, set) => eachWord(f, set, (word) => f.store32(word, 0)));
  workshop.define<[Local, Local]>(join, (f, set, part) => {
    const to = f.let(add(get(set, "row"), bytesBetween(set, part)));
    eachWord(f, part, (word) => {
      f.store32(to, or(load32(to), load32(word)));
      f.set(to, add(to, 4));
    });
  });
  workshop.define<[Local, Local]>(clip, (f, set, part) => {
    const from = f.let(add(get(part, "row"), bytesBetween(part, set)));
    const last = f.let(0);
    eachWord(f, set, (word) => {
      f.store32(word, load32(from));
      f.set(from, add(from, 4));
      f.set(last, word);
    });
    const first = f.let(get(set, "row"));
    f.store32(first, and(load32(first), shl(-1, and(get(set, "lo"), 31))));
    f.store32(last, and(load32(last), shrU(-1, sub(31, and(get(set, "hi"), 31)))));
  });
}

function emitLooks(workshop: ModuleTables, code: RowCode): void {
  workshop.define<[Local, Local]>(code.has, (f, set, value) => {
    const offset = f.let(sub(value, get(set, "base")));
    // Below the base an offset is, without its sign, beyond all words.
    const isInside = ltU(shrU(offset, 5), get(set, "words"));
    const word = load32(add(get(set, "row"), shl(shrU(offset, 5), 2)));
    f.return(f.choose(isInside, and(shrU(word, offset), 1), 0));
  });
  workshop.define<[Local, Local]>(code.meet, (f, x, y) => {
    // Word of y that lies on word 0 of x.
    const shift = f.let(shrS(sub(get(x, "base"), get(y, "base")), 5));
    const other = f.let(add(get(y, "row"), shl(shift, 2)));
    eachWord(f, x, (word) => {
      f.if(ltU(shift, get(y, "words")), () => {
        f.if(and(load32(word), load32(other)), () => f.return(1));
      });
      f.set(shift, add(shift, 1));
      f.set(other, add(other, 4));
    });
    f.return(0);
  });
  workshop.define<[Local]>(code.hasNonzero, (f, set) => {
    eachWord(f, set, (word, value) => {
      const row = f.let(load32(word));
      f.if(f.choose(value, row, and(row, -2)), () => f.return(1));
    });
    f.return(0);
  });
  workshop.define<[Local]>(code.isNonempty, (f, set) => {
    eachWord(f, set, (word) => f.if(load32(word), () => f.return(1)));
    f.return(0);
  });
  workshop.define<[Local]>(code.count, (f, set) => {
    const count = f.let(0);
    eachWord(f, set, (word) => f.set(count, add(count, popcnt(load32(word)))));
    f.return(count);
  });
  workshop.define<[Local]>(code.least, (f, set) => {
    eachWord(f, set, (word, value) => {
      f.if(load32(word), () => f.return(add(value, ctz(load32(word)))));
    });
    f.return(INT_MAX);
  });
  workshop.define<[Local]>(code.most, (f, set) => {
    const first = f.let(get(set, "row"));
    const words = f.let(sub(get(set, "words"), 1));
    f.while(geS(words, 0), () => {
      const row = f.let(load32(add(first, shl(words, 2))));
      f.if(row, () => f.return(sub(add(get(set, "base"), add(shl(words, 5), 31)), clz(row))));
      f.set(words, sub(words, 1));
    });
    f.return(INT_MIN);
  });
  workshop.define<[Local, Local]>(code.next, (f, set, from) => {
    const word = f.let(shrU(from, 5));
    const words = f.let(get(set, "words"));
    f.if(leS(words, word), () => f.return(-1));
    const row = f.let(get(set, "row"));
    const rest = f.let(and(load32(add(row, shl(word, 2))), shl(-1, and(from, 31))));
    f.while(eqz(rest), () => {
      f.set(word, add(word, 1));
      f.if(leS(words, word), () => f.return(-1));
      f.set(rest, load32(add(row, shl(word, 2))));
    });
    f.return(add(shl(word, 5), ctz(rest)));
  });
}
