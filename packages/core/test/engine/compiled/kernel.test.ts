// Every emitted zone routine against its plain twin in `zone/`, on random zones, in both lane widths, unrolled and not.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitKernel } from "../../../src/engine/compiled/zones/emit-kernel.ts";
import { type KernelShape, matrixBytes, shapeFor, tightBytes } from "../../../src/engine/compiled/zones/kernel-rows.ts";
import { ModuleBuilder } from "../../../src/wasm/assembler.ts";
import type { Lanes } from "../../../src/wasm/simd.ts";
import { close, constantOf, constrain, delay, extraLUPlus, INF, NO_BOUND } from "../../../src/zone/index.ts";
import { randomZone, zoneStep } from "./random-zone.ts";
import { shapes } from "./shapes.ts";

type Run = (...args: number[]) => number;

class Bench {
  readonly memory = new WebAssembly.Memory({ initial: 16 });
  readonly run: Record<string, Run>;
  readonly shape: KernelShape;
  readonly dim: number;
  static readonly AT = { upper: 1024, lower2: 2048, below: 3072, pattern: 4096, map: 5120 };
  static readonly A = 8192;
  readonly B: number;

  constructor(lanes: Lanes, dim: number, maxDim: number) {
    this.shape = shapeFor(lanes, maxDim);
    this.dim = dim;
    this.B = Bench.A + matrixBytes(this.shape, maxDim) + 64;
    const module = new ModuleBuilder();
    const kernel = emitKernel(module, this.shape, Bench.AT);
    for (const part of Object.values(kernel)) if ("signature" in part) module.export(part);
    const bytes = module.bytes();
    expect(WebAssembly.validate(bytes)).toBe(true);
    this.run = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: this.memory } })
      .exports as Record<string, Run>;
  }

  lanesAt(address: number, count: number): Int16Array | Int32Array {
    const type = this.shape.lanes.bits === 16 ? Int16Array : Int32Array;
    return new type(this.memory.buffer, address, count);
  }

  stride(dim = this.dim): number {
    const { vectors, lanes } = this.shape;
    return vectors === "dynamic" ? Math.ceil(dim / lanes.count) * lanes.count : vectors * lanes.count;
  }

  write(zone: Int32Array, address = Bench.A): void {
    const stride = this.stride();
    const view = this.lanesAt(address, this.dim * stride);
    view.fill(this.shape.lanes.infinity);
    for (let i = 0; i < this.dim; i++) {
      for (let j = 0; j < this.dim; j++) {
        const bound = zone[i * this.dim + j]!;
        view[i * stride + j] = bound === INF ? this.shape.lanes.infinity : bound;
      }
    }
  }

  read(address = Bench.A, dim = this.dim): number[] {
    const stride = this.stride(dim);
    const view = this.lanesAt(address, dim * stride);
    const zone: number[] = [];
    for (let i = 0; i < dim; i++) {
      for (let j = 0; j < dim; j++) {
        const bound = view[i * stride + j]!;
        zone.push(bound === this.shape.lanes.infinity ? INF : bound);
      }
    }
    return zone;
  }

  vector(address: number, values: (row: number) => number, padding: number): void {
    const view = this.lanesAt(address, this.stride());
    view.fill(padding);
    for (let i = 1; i < this.dim; i++) view[i] = values(i);
  }
}

const SHAPES = shapes({
  "16 bits, 1 vector": 5,
  "16 bits, 2 vectors": 11,
  "16 bits, small in 2 vectors": 3,
  "16 bits, 5 vectors": 19,
  "16 bits, looped": 9,
  "32 bits, 1 vector": 4,
  "32 bits, 2 vectors": 6,
  "32 bits, 3 vectors": 9,
  "32 bits, 6 vectors": 13,
  "32 bits, looped": 7,
});
const steps = fc.array(zoneStep, { maxLength: 25 });
const bounds = fc.array(fc.option(fc.nat(20), { freq: 3 }), { minLength: 20, maxLength: 20 });

describe.each(SHAPES)("zone kernel, %s", (_name, lanes, dim, maxDim) => {
  const bench = new Bench(lanes, dim, maxDim);
  const holds = (property: fc.IProperty<unknown[]>): void => fc.assert(property, { numRuns: 150 });

  it("constrains", () => {
    holds(
      fc.property(steps, fc.nat(dim - 1), fc.nat(dim - 1), fc.integer({ min: -40, max: 40 }), (list, i, j, bound) => {
        fc.pre(i !== j);
        const zone = randomZone(dim, list);
        bench.write(zone);
        const nonEmpty = bench.run["constrain"]!(Bench.A, dim, i, j, bound);
        expect(nonEmpty).toBe(constrain(zone, dim, i, j, bound) ? 1 : 0);
        if (nonEmpty) expect(bench.read()).toEqual([...zone]);
      }) as fc.IProperty<unknown[]>,
    );
  });

  it("meets upper bounds, with and without delay", () => {
    holds(
      fc.property(steps, bounds, fc.boolean(), (list, uppers, elapse) => {
        const zone = randomZone(dim, list);
        bench.write(zone);
        const upper = (row: number): number => (uppers[row] == null ? INF : 2 * uppers[row]! - (row & 1));
        bench.vector(Bench.AT.upper, (row) => (upper(row) === INF ? lanes.infinity : upper(row)), lanes.infinity);
        if (elapse) delay(zone, dim);
        let nonEmpty = true;
        for (let i = 1; i < dim && nonEmpty; i++) nonEmpty = constrain(zone, dim, i, 0, upper(i));
        // The emitted routine relies on invariants that only bound from above: before delay they hold as well.
        const answer = bench.run["meetUpper"]!(Bench.A, dim, elapse ? 1 : 0);
        expect(answer).toBe(nonEmpty ? 1 : 0);
        if (nonEmpty) expect(bench.read()).toEqual([...zone]);
      }) as fc.IProperty<unknown[]>,
    );
  });

  function extrapolatesAs(zone: Int32Array, L: Int32Array, U: Int32Array): void {
    bench.write(zone);
    bench.vector(Bench.AT.lower2, (row) => (L[row] === NO_BOUND ? -lanes.infinity - 1 : 2 * L[row]!), lanes.infinity);
    bench.vector(Bench.AT.below, (row) => (U[row] === NO_BOUND ? 1 : -2 * U[row]! - 1), -lanes.infinity - 1);
    extraLUPlus(zone, dim, L, U);
    bench.run["extrapolate"]!(Bench.A, dim);
    expect(bench.read()).toEqual([...zone]);
  }

  it("extrapolates", () => {
    holds(
      fc.property(steps, bounds, bounds, (list, lower, upper) => {
        const constants = (drawn: readonly (number | null)[]) =>
          Int32Array.from({ length: dim }, (_, i) => (i === 0 ? 0 : (drawn[i] ?? NO_BOUND)));
        extrapolatesAs(randomZone(dim, list), constants(lower), constants(upper));
      }) as fc.IProperty<unknown[]>,
    );
  });

  it("extrapolates where constants meet the bounds of the zone", () => {
    // Drawn from the zone itself, or one beside: an extrapolation that is off by one differs from its twin here.
    const places = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -1, max: 1 })), {
      minLength: 20,
      maxLength: 20,
    });
    holds(
      fc.property(steps, places, places, (list, lower, upper) => {
        const zone = randomZone(dim, list);
        const constants = (drawn: readonly (readonly [number, number, number])[]) =>
          Int32Array.from({ length: dim }, (_, i) => {
            if (i === 0) return 0;
            const [a, b, beside] = drawn[i]!;
            // The least and the greatest value of the clock itself, mostly.
            const bound = [zone[i]!, zone[i * dim]!, zone[(a % dim) * dim + (b % dim)]!][a % 3]!;
            return bound === INF ? NO_BOUND : Math.max(0, Math.abs(constantOf(bound)) + beside);
          });
        extrapolatesAs(zone, constants(lower), constants(upper));
      }) as fc.IProperty<unknown[]>,
    );
  });

  it("closes where the sum of two bounds leaves the lanes, but no bound does", () => {
    // A ring of differences: from anywhere to the row before it is dim − 1 of them.
    const most = Math.floor(0x7ffe / 2 / (dim - 1));
    holds(
      fc.property(fc.array(fc.integer({ min: most - 3, max: most }), { minLength: dim, maxLength: dim }), (ring) => {
        const zone = new Int32Array(dim * dim).fill(INF);
        for (let i = 0; i < dim; i++) {
          zone[i * dim + i] = 0;
          zone[i * dim + ((i + 1) % dim)] = 2 * ring[i]!;
        }
        bench.write(zone);
        expect(close(zone, dim)).toBe(true);
        bench.run["close"]!(Bench.A, dim);
        expect(bench.read()).toEqual([...zone]);
      }) as fc.IProperty<unknown[]>,
    );
  });

  it("packs, unpacks, copies", () => {
    holds(
      fc.property(steps, (list) => {
        const zone = randomZone(dim, list);
        bench.write(zone);
        bench.run["pack"]!(Bench.A, dim, bench.B);
        const size = tightBytes(bench.shape, dim) / lanes.bytes;
        const tight = [...bench.lanesAt(bench.B, size)].map((bound) => (bound === lanes.infinity ? INF : bound));
        expect(tight).toEqual([...zone, ...Array(size - dim * dim).fill(0)]);
        bench.lanesAt(Bench.A, dim * bench.stride()).fill(77);
        bench.run["unpack"]!(bench.B, dim, Bench.A);
        expect(bench.read()).toEqual([...zone]);
        bench.run["copy"]!(Bench.A, dim, bench.B);
        expect(bench.read(bench.B)).toEqual([...zone]);
      }) as fc.IProperty<unknown[]>,
    );
  });

  it("gathers rows and shifts", () => {
    const size = Math.max(2, dim - 1);
    const map = fc.array(fc.nat(dim - 1), { minLength: size - 1, maxLength: size - 1 });
    holds(
      fc.property(steps, map, fc.nat(9), (list, rest, amount) => {
        const zone = randomZone(dim, list);
        bench.write(zone);
        const rows = [0, ...rest];
        new Int32Array(bench.memory.buffer, Bench.AT.map, size).set(rows);
        bench.run["gather"]!(Bench.A, dim, bench.B, size);
        const expected = rows.flatMap((i) => rows.map((j) => zone[i * dim + j]!));
        expect(bench.read(bench.B, size)).toEqual(expected);
        bench.run["shift"]!(bench.B, size, 1, 2 * amount);
        const shifted = expected.map((bound, at) => {
          const i = Math.floor(at / size);
          const j = at % size;
          if (bound === INF || i === j || (i !== 1 && j !== 1)) return bound;
          return i === 1 ? bound + 2 * amount : bound - 2 * amount;
        });
        expect(bench.read(bench.B, size)).toEqual(shifted);
      }) as fc.IProperty<unknown[]>,
    );
  });
});
