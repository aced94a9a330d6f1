// Sketches of zones, emitted: sums over the bounds of a zone by which two zones are mostly seen to be unrelated before
// any of their bounds are looked at. A zone within another has no bound that is greater, hence no sum that is greater;
// where one sum is greater and another one is less, neither zone is in the other. Long lists consist of such zones.
//
// A block carries its sketch in front of it. Most lists are short, so that a sketch is made when it is first asked for.

import { add, and, sub } from "../../../wasm/arithmetic.ts";
import { i32, type ModuleBuilder } from "../../../wasm/assembler.ts";
import { eq, gtU, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter, type Label } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { anyTrue, LANES_32, load128, pairSums, vor } from "../../../wasm/simd.ts";
import type { Local } from "../../../wasm/value.ts";
import type { StoreShape } from "./store.ts";
import { BLOCK_HEADER, type Differences } from "./subsumption.ts";

/** Vectors of four sums; the vectors of a zone are counted in one after the other. */
const VECTORS = 2;
const SKETCH_BYTES = 16 * VECTORS;

/** The first sum of a sketch that was not made yet: less than any sum. */
const NOT_MADE = -0x80000000;

/** With fewer rows a zone is hardly longer than its sketch, with more the sums would not fit. */
const FEWEST_ROWS = 16;
const MOST_ROWS = 512;

/** How many zones of a list are compared before sketches are made. */
const PATIENCE = 4;

type SketchShape = Pick<StoreShape, "lanes" | "dim" | "subsumption">;

export interface Sketches {
  /** Room in front of a block. */
  readonly bytes: number;
  /** What one insertion knows of the zone at hand; to be called once, before its list is gone through. */
  open(f: FunctionWriter, zone: Local, bytes: Local): OpenSketch;
}

export interface OpenSketch {
  /**
   * Code that notes how sums of the zone at hand differ from those of the next block of the list; leaves when that says
   * all.
   */
  tell(block: Local, differences: Differences, unrelated: Label): void;
  /** Code that gives a new block the sketch of the zone at hand, as far as there is one. */
  keep(block: Local): void;
}

/** Null where zones are not ordered by inclusion, or not of a size that makes it worth while. */
export function emitSketches(module: ModuleBuilder, map: MemoryMap, shape: SketchShape): Sketches | null {
  const { lanes, dim, subsumption } = shape;
  if (
    (subsumption !== "inclusion" && subsumption !== "either") ||
    lanes.bits !== 16 ||
    dim < FEWEST_ROWS ||
    dim > MOST_ROWS
  )
    return null;
  const own = map.reserve(SKETCH_BYTES);
  // (zone, bytes, where to)
  const sketch = module.declare("sketch", i32(3), []);
  defineFunction(module, sketch, (f, ...params) => {
    const [zone, bytes, to] = params as [Local, Local, Local];
    const end = f.let(add(zone, bytes));
    const sums = vectors(f);
    for (const four of sums) f.set(four, LANES_32.splat(0));
    f.while(ltU(zone, end), (leave) => {
      for (const four of sums) {
        f.set(four, LANES_32.add(four, pairSums(load128(zone))));
        f.set(zone, add(zone, 16));
        if (four !== sums.at(-1)) f.branchIf(leave, eq(zone, end));
      }
    });
    store(f, to, sums);
  });

  return {
    bytes: SKETCH_BYTES,
    open(f, zone, bytes) {
      const seen = f.let(0);
      const mine = vectors(f);
      const theirs = f.local("v128");
      return {
        tell(block, { over, under }, unrelated) {
          f.set(seen, add(seen, 1));
          f.if(gtU(seen, PATIENCE), () => {
            f.if(eq(seen, PATIENCE + 1), () => {
              f.do(call(sketch, zone, bytes, own));
              for (const [at, four] of mine.entries()) f.set(four, load128(own, 16 * at));
            });
            const sketchOf = f.let(sub(block, SKETCH_BYTES));
            f.if(eq(load32(sketchOf), NOT_MADE), () => f.do(call(sketch, add(block, BLOCK_HEADER), bytes, sketchOf)));
            for (const [at, four] of mine.entries()) {
              f.set(theirs, load128(sketchOf, 16 * at));
              f.set(over, vor(over, LANES_32.gt(four, theirs)));
              f.set(under, vor(under, LANES_32.lt(four, theirs)));
            }
            f.branchIf(unrelated, and(anyTrue(over), anyTrue(under)));
          });
        },
        keep(block) {
          const to = f.let(sub(block, SKETCH_BYTES));
          f.if(
            gtU(seen, PATIENCE),
            () => store(f, to, mine),
            () => f.store32(to, NOT_MADE),
          );
        },
      };
    },
  };
}

const vectors = (f: FunctionWriter): Local[] => Array.from({ length: VECTORS }, () => f.local("v128"));

function store(f: FunctionWriter, to: Local, sums: readonly Local[]): void {
  for (const [at, four] of sums.entries()) f.store128(to, four, 16 * at);
}
