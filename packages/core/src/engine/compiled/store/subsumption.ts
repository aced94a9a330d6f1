// How two stored zones compare, emitted: inclusion and simulation, both directions in one pass. Whoever calls decides
// with the costs what is covered and what is swallowed.

import { add, and, mul, sub } from "../../../wasm/arithmetic.ts";
import { leS, ltU, ne } from "../../../wasm/comparisons.ts";
import type { FunctionWriter, Label } from "../../../wasm/function-writer.ts";
import { anyTrue, type Lanes, load128, vand, vor } from "../../../wasm/simd.ts";
import type { Arg, Local, Locals, Value } from "../../../wasm/value.ts";

/** Bytes before the bounds of a zone block. */
export const BLOCK_HEADER = 16;

/** Vectors of two zones that are held against each other before anybody asks what came of it. */
const VECTORS_AT_ONCE = 4;

/** Bytes of the bounds of a zone, whole vectors. */
export function zoneBytes(lanes: Lanes, dim: Arg): Value {
  return and(add(mul(mul(dim, dim), lanes.bytes), 15), -16);
}

/** Bytes of what is stored of a state's clocks: the zone, and in local time the zone with all references behind it. */
export function blockBytes(lanes: Lanes, references: number, dim: Arg): Value {
  const zone = zoneBytes(lanes, dim);
  return references === 0 ? zone : add(zone, zoneBytes(lanes, add(dim, references - 1)));
}

export interface Differences {
  readonly over: Local;
  readonly under: Local;
}

/**
 * One pass over two zones: is some bound greater, is some bound less? Leaves when they are unrelated. `over` and
 * `under` are what is known before, any lane other than 0 meaning yes.
 */
export function compare(
  f: FunctionWriter,
  lanes: Lanes,
  zone: Local,
  block: Local,
  bytes: Local,
  { over, under }: Differences,
  unrelated: Label,
): { greater: Local; less: Local } {
  const greater = f.local();
  const less = f.local();
  const mine = f.local("v128");
  const other = f.local("v128");
  const offset = f.let(0);
  const look = (vector: number): void => {
    f.set(mine, load128(add(zone, offset), 16 * vector));
    f.set(other, load128(add(block, offset), BLOCK_HEADER + 16 * vector));
    f.set(over, vor(over, lanes.gt(mine, other)));
    f.set(under, vor(under, lanes.lt(mine, other)));
  };
  const decide = (): void => {
    f.set(greater, anyTrue(over));
    f.set(less, anyTrue(under));
    f.branchIf(unrelated, and(greater, less));
  };
  // Unrelated zones mostly differ at once; those that do not are gone through to the end, and deciding costs more than
  // looking.
  const wide = f.let(sub(bytes, 16 * VECTORS_AT_ONCE));
  f.loop((again) => {
    look(0);
    decide();
    f.set(offset, add(offset, 16));
    f.while(leS(offset, wide), () => {
      for (let vector = 0; vector < VECTORS_AT_ONCE; vector++) look(vector);
      decide();
      f.set(offset, add(offset, 16 * VECTORS_AT_ONCE));
    });
    f.branchIf(again, ltU(offset, bytes));
  });
  return { greater, less };
}

/**
 * Herbreteau, Srivathsan and Walukiewicz 2012: Z ⊄ a_LU(Z′) iff for some x, y: Z_0x ≥ (≤, −U_x) (or x is 0),
 * Z′_yx < Z_yx, and Z′_yx + (<, −L_y) < Z_0x (or y is 0). Both directions in one pass over rows y, lanes x;
 * `greater`: not covered, `less`: does not cover. The twin is `zone/alu.ts`.
 */
export function simulate(
  f: FunctionWriter,
  lanes: Lanes,
  zone: Local,
  block: Local,
  dim: Local,
  at: { readonly lower2: number; readonly below: number },
  unrelated: Label,
): { greater: Local; less: Local } {
  const greater = f.local();
  const less = f.local();
  const width = f.let(mul(dim, lanes.bytes));
  const stored = f.let(add(block, BLOCK_HEADER));
  const [mine, other, mineFirst, otherFirst, limit, odd] = Array.from({ length: 6 }, () =>
    f.local("v128"),
  ) as Locals<6>;
  const notCovered = f.let(lanes.splat(0), "v128");
  const notCovering = f.let(lanes.splat(0), "v128");
  f.set(odd, lanes.splat(1));
  const row = f.let(0);
  const offset = f.local();
  const lower = f.local();
  const y = f.let(0);
  /** Does `by` exclude something that is in `its` zone? */
  const excludes = (by: Value, its: Value, first: Value, below: Value, anyRow: boolean): Value => {
    const seen = vand(lanes.gt(first, below), lanes.lt(by, its));
    return anyRow ? seen : vand(seen, lanes.lt(lanes.add(lanes.add(by, limit), vand(by, odd)), first));
  };
  const scan = (anyRow: boolean): void =>
    f.for(
      offset,
      0,
      width,
      () => {
        f.set(mine, load128(add(zone, add(row, offset))));
        f.set(other, load128(add(stored, add(row, offset))));
        f.set(mineFirst, load128(add(zone, offset)));
        f.set(otherFirst, load128(add(stored, offset)));
        const below = load128(offset, at.below);
        f.set(notCovered, vor(notCovered, excludes(other, mine, mineFirst, below, anyRow)));
        f.set(notCovering, vor(notCovering, excludes(mine, other, otherFirst, below, anyRow)));
      },
      16,
    );
  const decide = (): void => {
    f.set(greater, anyTrue(notCovered));
    f.set(less, anyTrue(notCovering));
    f.branchIf(unrelated, and(greater, less));
  };
  scan(true);
  decide();
  f.for(y, 1, dim, () => {
    f.set(row, add(row, width));
    f.set(lower, lanes.load(mul(y, lanes.bytes), at.lower2));
    f.if(ne(lower, -lanes.infinity), () => {
      f.set(limit, lanes.splat(sub(-1, lower)));
      scan(false);
      decide();
    });
  });
  return { greater, less };
}
