// The emitted package against its plain twin: the same operations on the same random sets yield the same tuples, equal
// sets have equal numbers, and collecting after every few nodes changes nothing.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { OutOfMemory } from "../../src/engine/index.ts";
import { type Diagram, type Diagrams, EMPTY, type Mode, type ShapeEntry } from "../../src/symbolic/diagrams.ts";
import { densePart } from "../../src/symbolic/directed/density.ts";
import { CompiledDiagrams } from "../../src/symbolic/package/compiled-diagrams.ts";
import { TupleSets } from "../../src/symbolic/tuple-sets.ts";

const LEVELS = 5;
const VALUES = 4;

const listed = (diagrams: Diagrams, set: Diagram): number[][] => {
  const tuples: number[][] = [];
  diagrams.each(set, (tuple) => {
    tuples.push([...tuple]);
    return true;
  });
  return tuples;
};

/** The same set in both, and the same things done to it. */
class Both {
  readonly fast: CompiledDiagrams;
  readonly slow = new TupleSets();
  readonly rng: Prng;

  constructor(seed: number, collectEvery?: number) {
    this.rng = new Prng(seed);
    this.fast = new CompiledDiagrams(collectEvery === undefined ? {} : { collectEvery });
  }

  set(most = 40): [Diagram, Diagram] {
    const tuples = Array.from({ length: this.rng.below(most) }, () =>
      Array.from({ length: LEVELS }, () => this.rng.below(VALUES)),
    );
    return [this.fast.ofTuples(tuples.map((tuple) => [...tuple])), this.slow.ofTuples(tuples)];
  }

  relation(): { fast: [Diagram, number]; slow: [Diagram, number]; skip: number } {
    const skip = this.rng.below(3);
    const entries: ShapeEntry[] = [];
    for (let level = skip; level < LEVELS; ) {
      const mode: Mode = (["read", "change", "write"] as const)[this.rng.below(3)]!;
      const gap = this.rng.below(2);
      const isLast = level + 1 + gap >= LEVELS || this.rng.below(3) === 0;
      entries.push({ mode, gap: isLast ? 0 : gap });
      if (isLast) break;
      level += 1 + gap;
    }
    const width = entries.reduce((sum, { mode }) => sum + (mode === "change" ? 2 : 1), 0);
    const pairs = Array.from({ length: 1 + this.rng.below(8) }, () =>
      Array.from({ length: width }, () => this.rng.below(VALUES)),
    );
    return {
      fast: [this.fast.ofTuples(pairs.map((pair) => [...pair])), this.fast.shape(entries)],
      slow: [this.slow.ofTuples(pairs), this.slow.shape(entries)],
      skip,
    };
  }

  expectSame(fast: Diagram, slow: Diagram): void {
    expect(listed(this.fast, fast)).toEqual(listed(this.slow, slow));
    expect(this.fast.count(fast)).toBe(this.slow.count(slow));
    expect(this.fast.valuesByLevel(fast)).toEqual(this.slow.valuesByLevel(slow));
    // Canonical: made again, it is the same.
    expect(this.fast.ofTuples(listed(this.fast, fast))).toBe(fast);
  }
}

describe("the package of decision diagrams", () => {
  it("does with sets what its twin does", () => {
    const both = new Both(1);
    for (let trial = 0; trial < 200; trial++) {
      const [a, plainA] = both.set();
      const [b, plainB] = both.set();
      both.expectSame(both.fast.union(a, b), both.slow.union(plainA, plainB));
      both.expectSame(both.fast.minus(a, b), both.slow.minus(plainA, plainB));
      both.expectSame(both.fast.intersect(a, b), both.slow.intersect(plainA, plainB));
      const { fast, slow, skip } = both.relation();
      both.expectSame(both.fast.image(a, ...fast, skip), both.slow.image(plainA, ...slow, skip));
      both.expectSame(both.fast.project(a, fast[1], skip), both.slow.project(plainA, slow[1], skip));
    }
  });

  it("saturates as its twin does, with a collection after every node or none", () => {
    for (const collectEvery of [undefined, 1]) {
      const both = new Both(2, collectEvery);
      for (let trial = 0; trial < 60; trial++) {
        const [a, plainA] = both.set(5);
        const chains = Array.from({ length: 1 + both.rng.below(3) }, () =>
          Array.from({ length: 1 + both.rng.below(2) }, () => both.relation()),
        );
        const chainsOf = (which: "fast" | "slow") =>
          chains.map((links) => {
            const top = Math.min(...links.map(({ skip }) => skip));
            return {
              top,
              links: links.map((link) => ({ relation: link[which][0], shape: link[which][1], skip: link.skip - top })),
            };
          });
        const others = both.relation();
        const other = [{ top: others.skip, links: [{ relation: others.fast[0], shape: others.fast[1], skip: 0 }] }];
        const [fast, slow] = [chainsOf("fast"), chainsOf("slow")];
        both.fast.setChains(fast);
        both.slow.setChains(slow);
        const step = both.fast.step(a);
        both.expectSame(step, both.slow.step(plainA));
        // Chains that come again are known again, whatever was in between.
        both.fast.setChains(other);
        both.expectSame(both.fast.step(a), both.slow.image(plainA, ...others.slow, others.skip));
        both.fast.setChains(fast);
        expect(both.fast.step(a)).toBe(step);
        both.fast.tidy([a]);
        const all = both.fast.saturate(a);
        both.fast.tidy([a, all]);
        both.expectSame(all, both.slow.saturate(plainA));
      }
      expect(both.fast.statistics.collections > 0).toBe(collectEvery !== undefined);
    }
  });

  it("has dense parts, which are parts", () => {
    const both = new Both(3);
    for (let trial = 0; trial < 60; trial++) {
      const [a, plainA] = both.set();
      expect(both.fast.branches(a).map(({ value }) => value)).toEqual(
        both.slow.branches(plainA).map(({ value }) => value),
      );
      for (const [set, diagrams] of [
        [a, both.fast],
        [plainA, both.slow],
      ] as const) {
        const most = 1 + both.rng.below(6);
        const part = densePart(diagrams, set, most);
        expect(diagrams.minus(part, set)).toBe(EMPTY);
        expect(part === EMPTY).toBe(set === EMPTY);
        if (diagrams.size(set) <= most) expect(part).toBe(set);
      }
    }
  });

  it("grows far beyond its first tables, and says when it is full", () => {
    const values = (from: number): number[] => Array.from({ length: 400 }, (_, i) => from + 3 * i);
    const fast = new CompiledDiagrams();
    const set = fast.ofTuples(values(0).flatMap((a) => values(a % 7).map((b) => [a, b, (a * b) % 1000])));
    expect(fast.count(set)).toBe(160_000n);
    expect(fast.statistics.nodes).toBeGreaterThan(100_000);
    const small = new CompiledDiagrams({ mostNodes: 1000 });
    expect(() => small.ofTuples(values(0).map((a) => [a, a, a]))).toThrow(OutOfMemory);
  });

  it("begins in a small memory, and goes on in a large one as if nothing had been", () => {
    const pages: number[] = [];
    const fast = new CompiledDiagrams({
      makeMemory: (size) => {
        pages.push(size.initial);
        return new WebAssembly.Memory(size);
      },
    });
    const lists = (from: number) =>
      Array.from({ length: 6 }, (_, level) => Array.from({ length: 5 }, (_, i) => from + (level % 2) + i));
    const start = fast.ofTuples([[0, 1, 0, 1, 0, 1]]);
    const shape = fast.shape([{ mode: "change", gap: 0 }]);
    const relation = fast.ofTuples([0, 1, 2, 3].map((value) => [value, value + 1]));
    const chains = Array.from({ length: 6 }, (_, top) => ({ top, links: [{ relation, shape, skip: 0 }] }));
    fast.setChains(chains);
    const [step, all] = [fast.step(start), fast.saturate(start)];
    expect(pages).toEqual([expect.any(Number)]);
    expect(pages[0]).toBeLessThan(64);
    const many = Array.from({ length: 70_000 }, (_, i) => [i % 7, i, (3 * i) % 11, i % 13, i % 5, i % 3]);
    const large = fast.ofTuples(many);
    expect(pages.length).toBe(2);
    expect(fast.count(large)).toBe(70_000n);
    expect([fast.step(start), fast.saturate(start), fast.shape([{ mode: "change", gap: 0 }])]).toEqual([
      step,
      all,
      shape,
    ]);
    fast.tidy([all, large]);
    expect(fast.count(fast.intersect(fast.product(lists(0)), all))).toBe(fast.count(all));
  });

  it("counts beyond 2⁵³, values up to 2³² − 1", () => {
    const fast = new CompiledDiagrams();
    const all = fast.product(Array.from({ length: 40 }, () => Array.from({ length: 100 }, (_, i) => i)));
    expect(fast.count(all)).toBe(10n ** 80n);
    const wide = fast.ofTuples([[0xffffffff], [0], [0x80000000]]);
    expect(listed(fast, wide)).toEqual([[0], [0x80000000], [0xffffffff]]);
  });
});
