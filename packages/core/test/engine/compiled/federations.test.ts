// Every emitted operation on unions of zones against its plain twin in `zone/`: the same pieces in the same order.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitKernel } from "../../../src/engine/compiled/zones/emit-kernel.ts";
import { emitFederations } from "../../../src/engine/compiled/zones/federations.ts";
import { type KernelShape, matrixBytes, shapeFor } from "../../../src/engine/compiled/zones/kernel-rows.ts";
import { add } from "../../../src/wasm/arithmetic.ts";
import { ModuleBuilder } from "../../../src/wasm/assembler.ts";
import { defineFunction } from "../../../src/wasm/function-writer.ts";
import type { Lanes } from "../../../src/wasm/simd.ts";
import { global } from "../../../src/wasm/value.ts";
import {
  delay,
  type Federation,
  INF,
  includes,
  intersect,
  intersectFederations,
  past,
  reduce,
  subtract,
} from "../../../src/zone/index.ts";
import { randomZone, zoneStep } from "./random-zone.ts";
import { shapes } from "./shapes.ts";

type Run = (...args: number[]) => number;

class Bench {
  /** Nobody asks for more later: room for six thousand pieces of the largest kind, 10 kB each. */
  readonly memory = new WebAssembly.Memory({ initial: 1024 });
  readonly run: Record<string, Run>;
  readonly shape: KernelShape;
  readonly dim: number;
  private readonly scratch: number;

  constructor(lanes: Lanes, dim: number, maxDim: number) {
    this.shape = shapeFor(lanes, maxDim);
    this.dim = dim;
    this.scratch = 8192;
    const module = new ModuleBuilder();
    const kernel = emitKernel(module, this.shape, { upper: 1024, lower2: 2048, below: 3072, pattern: 4096, map: 5120 });
    const top = module.global("i32", 8192 + 2 * matrixBytes(this.shape, maxDim) + 64, "top");
    const allocate = module.declare("allocate", ["i32"], ["i32"]);
    defineFunction(module, allocate, (f, bytes) => {
      const address = f.let(global(top));
      f.setGlobal(top, add(address, bytes!));
      f.return(address);
    });
    const federations = emitFederations(module, kernel, maxDim, allocate);
    for (const part of Object.values(federations)) if ("signature" in part) module.export(part);
    const reset = module.declare("reset", [], []);
    defineFunction(module, reset, (f) => federations.reset(f));
    module.export(reset);
    const bytes = module.bytes();
    expect(WebAssembly.validate(bytes)).toBe(true);
    this.run = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: this.memory } })
      .exports as Record<string, Run>;
  }

  private lanesAt(address: number, count: number): Int16Array | Int32Array {
    const type = this.shape.lanes.bits === 16 ? Int16Array : Int32Array;
    return new type(this.memory.buffer, address, count);
  }

  private get stride(): number {
    const { vectors, lanes } = this.shape;
    return vectors === "dynamic" ? Math.ceil(this.dim / lanes.count) * lanes.count : vectors * lanes.count;
  }

  /** Writes a zone to the first or second scratch matrix. */
  write(zone: Int32Array, which = 0): number {
    const { stride, dim } = this;
    const address = this.scratch + which * (matrixBytes(this.shape, dim) + 32);
    const aligned = Math.ceil(address / 16) * 16;
    const view = this.lanesAt(aligned, dim * stride).fill(this.shape.lanes.infinity);
    for (let i = 0; i < dim; i++) {
      for (let j = 0; j < dim; j++) {
        const bound = zone[i * dim + j]!;
        view[i * stride + j] = bound === INF ? this.shape.lanes.infinity : bound;
      }
    }
    return aligned;
  }

  read(address: number): number[] {
    const { stride, dim } = this;
    const view = this.lanesAt(address, dim * stride);
    const rows = Array.from({ length: dim }, (_, i) => [...view.subarray(i * stride, (i + 1) * stride)]);
    // Vectors that no row of this dimension reaches are not touched.
    const reached = Math.ceil(dim / this.shape.lanes.count) * this.shape.lanes.count;
    for (const row of rows) {
      for (const lane of row.slice(dim, reached)) expect(lane).toBe(this.shape.lanes.infinity);
    }
    return rows.flatMap((row) => row.slice(0, dim).map((bound) => (bound === this.shape.lanes.infinity ? INF : bound)));
  }

  list(zones: Federation): number {
    let list = 0;
    for (const zone of zones) {
      list = this.run["appendPiece"]!(list, this.run["copyOf"]!(this.write(zone), this.dim));
    }
    return list;
  }

  zones(list: number): number[][] {
    const found: number[][] = [];
    if (list === 0) return found;
    const words = new Int32Array(this.memory.buffer);
    let block = list;
    do {
      block = words[block >> 2]!;
      found.push(this.read(block + 16));
    } while (block !== list);
    return found;
  }
}

const SHAPES = shapes({
  "16 bits, 1 vector": 5,
  "16 bits, small in 2 vectors": 4,
  "16 bits, looped": 5,
  "32 bits, 1 vector": 4,
  "32 bits, 2 vectors": 5,
  "32 bits, looped": 4,
});
const steps = fc.array(zoneStep, { maxLength: 12 });
const several = fc.array(steps, { maxLength: 4 });

describe.each(SHAPES)("unions of zones, %s", (_name, lanes, dim, maxDim) => {
  const bench = new Bench(lanes, dim, maxDim);
  const { run } = bench;
  const plain = (zones: Federation): number[][] => zones.map((zone) => [...zone]);
  type Steps = readonly (readonly [number, number, number, number])[];
  // Nothing is given back by the tests themselves, so they also try `reset`.
  const fresh = (...lists: readonly Steps[][]): [Int32Array[], Int32Array[]] => {
    run["reset"]!();
    const [left = [], right = []] = lists.map((list) => list.map((steps) => randomZone(dim, steps)));
    return [left, right];
  };
  const holds = (property: fc.IProperty<unknown[]>): void => fc.assert(property, { numRuns: 120 });

  /** `body`: for the zones of two random lists. */
  const holdsForPairs = (body: (pair: [Int32Array[], Int32Array[]]) => void): void =>
    holds(fc.property(several, several, (a, b) => body(fresh(a, b))) as fc.IProperty<unknown[]>);

  it("subtracts", () => {
    holdsForPairs(([from, minus]) => {
      const expected = subtract(from, minus, dim);
      // Two zones without four others may be a great many pieces, and there are others on the way to them.
      fc.pre(expected.length <= 1000);
      const result = run["subtractAll"]!(bench.list(from), bench.list(minus), dim);
      expect(bench.zones(result)).toEqual(plain(expected));
    });
  });

  it("subtracts into many pieces, hundreds in five dimensions", () => {
    const minus: Steps[] = [
      [
        [1, 6, 0, 2],
        [1, 2, 0, 0],
      ],
      [
        [1, 17, 0, 1],
        [2, 3, 0, 8],
        [0, 0, 0, 0],
      ],
      [
        [1, 19, 0, 1],
        [1, 3, 0, 1],
        [0, 0, 0, 0],
      ],
      [
        [1, 9, 0, 4],
        [0, 0, 0, 0],
      ],
    ];
    const [from, others] = fresh([[], []], minus);
    const result = run["subtractAll"]!(bench.list(from), bench.list(others), dim);
    const expected = subtract(from, others, dim);
    expect(expected.length).toBeGreaterThanOrEqual(dim === 5 ? 400 : 30);
    expect(bench.zones(result)).toEqual(plain(expected));
  });

  it("intersects", () => {
    holdsForPairs(([left, right]) => {
      const result = run["intersectAll"]!(bench.list(left), bench.list(right), dim);
      expect(bench.zones(result)).toEqual(plain(intersectFederations(left, right, dim)));
      if (left.length === 0 || right.length === 0) return;
      const both = left[0]!.slice();
      const [one, other] = [bench.write(both), bench.write(right[0]!, 1)];
      const nonEmpty = intersect(both, dim, right[0]!);
      expect(run["intersect"]!(one, other, dim)).toBe(nonEmpty ? 1 : 0);
      if (nonEmpty) expect(bench.read(one)).toEqual([...both]);
    });
  });

  it("compares and reduces, joins and copies", () => {
    holdsForPairs(([left, right]) => {
      const joined = run["joinPieces"]!(bench.list(left), bench.list(right));
      const copy = run["duplicate"]!(joined, dim);
      expect(bench.zones(copy)).toEqual(plain([...left, ...right]));
      expect(bench.zones(run["reduce"]!(joined, dim))).toEqual(plain(reduce([...left, ...right], dim)));
      run["releasePieces"]!(copy);
      if (left.length === 0 || right.length === 0) return;
      const answer = run["includes"]!(bench.write(left[0]!), bench.write(right[0]!, 1), dim);
      expect(answer).toBe(includes(left[0]!, right[0]!, dim) ? 1 : 0);
    });
  });

  it("goes back and forth in time", () => {
    holds(
      fc.property(steps, (list) => {
        const zone = randomZone(dim, list);
        const address = bench.write(zone);
        run["past"]!(address, dim);
        past(zone, dim);
        expect(bench.read(address)).toEqual([...zone]);
        run["delay"]!(address, dim);
        delay(zone, dim);
        expect(bench.read(address)).toEqual([...zone]);
      }) as fc.IProperty<unknown[]>,
    );
  });
});
