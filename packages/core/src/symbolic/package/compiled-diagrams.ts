// The package as emitted code: operations on sets run in WebAssembly, in a memory of their own; sets are built, read
// and counted from outside. Collection is asked for at safe points (`tidy`) and happens once the table has doubled
// since the last one. What is full is copied into a larger memory, with the same numbers, and the operation is done
// anew there; the end of that, or of the nodes that were allowed, ends an operation with `OutOfMemory`.

import { type MakeMemory, plainMemory } from "../../basics/linear-memory.ts";
import { OutOfMemory } from "../../engine/index.ts";
import { ModuleBuilder } from "../../wasm/assembler.ts";
import {
  type Diagram,
  type DiagramStatistics,
  type Diagrams,
  EMPTY,
  type LinkChain,
  type ListedNodes,
  MOST_LEVELS,
  type RelationShape,
  type ShapeEntry,
  TooDeep,
  UNIT,
  type ValueBranch,
} from "../diagrams.ts";
import { emitCollection } from "./collection.ts";
import { DOWN, LARGE, type MemoryPlan, MOST_NODES, NODE_BYTES, PAGE_BYTES, RIGHT, SMALL, VALUE } from "./memory.ts";
import { emitRelations, LINK_WORDS, shapeWord } from "./relations.ts";
import { emitSets } from "./sets.ts";
import { emitTable } from "./table.ts";

interface Exports {
  make(value: number, down: Diagram, right: Diagram): Diagram;
  union(a: Diagram, b: Diagram): Diagram;
  minus(a: Diagram, b: Diagram): Diagram;
  intersect(a: Diagram, b: Diagram): Diagram;
  image(set: Diagram, relation: Diagram, shape: RelationShape, skip: number): Diagram;
  project(set: Diagram, shape: RelationShape, skip: number): Diagram;
  saturate(set: Diagram, level: number): Diagram;
  step(set: Diagram, level: number): Diagram;
  mark(node: Diagram): void;
  sweep(): void;
  rehash(): void;
  readonly given: GlobalValue;
  readonly free: GlobalValue;
  readonly firstFree: GlobalValue;
  readonly bucketMask: GlobalValue;
  readonly entryMask: GlobalValue;
  readonly made: GlobalValue;
  readonly limit: GlobalValue;
  readonly isFull: GlobalValue;
  readonly looks: GlobalValue;
  readonly hits: GlobalValue;
  readonly epoch: GlobalValue;
  readonly levels: GlobalValue;
}
interface GlobalValue {
  value: number;
}

/** What another layout goes on with. */
const CARRIED_OVER = [
  "given",
  "free",
  "firstFree",
  "bucketMask",
  "entryMask",
  "made",
  "looks",
  "hits",
  "epoch",
  "levels",
] as const;

const compiled = new Map<MemoryPlan, WebAssembly.Module>();

function moduleFor(layout: MemoryPlan): WebAssembly.Module {
  let code = compiled.get(layout);
  if (code === undefined) {
    const module = new ModuleBuilder();
    const table = emitTable(module, layout);
    const sets = emitSets(table);
    const relations = emitRelations(table, sets);
    const collection = emitCollection(table);
    for (const handle of [table.make, table.rehash, ...Object.values({ ...sets, ...relations, ...collection })])
      module.export(handle);
    code = new WebAssembly.Module(module.bytes());
    compiled.set(layout, code);
  }
  return code;
}

export interface PackageOptions {
  readonly makeMemory?: MakeMemory;
  /** Nodes that may be kept at one time. */
  readonly mostNodes?: number;
  /** Collect whenever so many nodes were made since the last time; absent: when the table has doubled. */
  readonly collectEvery?: number;
}

/** Nodes below which nothing is collected. */
const FEW_NODES = 2 ** 21;

export class CompiledDiagrams implements Diagrams {
  private exports!: Exports;
  private memory!: WebAssembly.Memory;
  private layout!: MemoryPlan;
  private words!: Uint32Array;
  private readonly makeMemory: MakeMemory;
  private readonly mostNodes: number;
  private readonly shapes = new Map<string, RelationShape>();
  private shapeTop = 0;
  private readonly collectEvery: number | undefined;
  private collections = 0;
  /** What was in the table after the last collection, and what had been made. */
  private kept = 0;
  private madeThen = 0;
  /** Nodes of the chains, which are roots. */
  private chains: readonly LinkChain[] = [];
  /** Lists of chains that were handed in, as they lie in memory; results are kept for each by its number. */
  private readonly written = new WeakMap<readonly LinkChain[], ChainWords & { readonly epoch: number }>();
  private epochs = 0;

  constructor({ makeMemory = plainMemory, mostNodes = MOST_NODES, collectEvery }: PackageOptions = {}) {
    this.collectEvery = collectEvery;
    this.makeMemory = makeMemory;
    this.mostNodes = mostNodes;
    this.layOut(SMALL);
  }

  private layOut(layout: MemoryPlan): void {
    try {
      this.memory = this.makeMemory({ initial: Math.ceil(layout.nodes / PAGE_BYTES) });
    } catch {
      throw new OutOfMemory();
    }
    this.layout = layout;
    const { memory } = this;
    this.exports = new WebAssembly.Instance(moduleFor(layout), { env: { memory } }).exports as unknown as Exports;
    // One less than there are buckets: these are never doubled once more.
    this.exports.limit.value = Math.min(this.mostNodes, layout.mostNodes - 1);
    this.words = new Uint32Array(memory.buffer);
  }

  /** Goes on in a larger memory, with everything there is but the results that were kept. */
  private enlarge(): void {
    const { layout, exports } = this;
    if (layout === LARGE || exports.limit.value === this.mostNodes) throw new OutOfMemory();
    const words = this.view();
    const bytes = LARGE.nodes + NODE_BYTES * exports.given.value;
    this.layOut(LARGE);
    const missing = Math.ceil(bytes / PAGE_BYTES) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) this.growBy(missing);
    const copy = (from: number, to: number, count: number): void =>
      this.view().set(words.subarray(from / 4, from / 4 + count), to / 4);
    copy(layout.shapes, LARGE.shapes, layout.mostShapeWords);
    copy(layout.chains, LARGE.chains, layout.mostChainWords);
    copy(layout.nodes, LARGE.nodes, (NODE_BYTES / 4) * exports.given.value);
    for (const name of CARRIED_OVER) this.exports[name].value = exports[name].value;
    this.exports.rehash();
  }

  private growBy(pages: number): void {
    try {
      this.memory.grow(pages);
    } catch {
      throw new OutOfMemory();
    }
  }

  shape(entries: readonly ShapeEntry[]): RelationShape {
    const key = entries.map(({ mode, gap }) => `${mode}${gap}`).join();
    let shape = this.shapes.get(key);
    if (shape === undefined) {
      shape = this.shapeTop;
      const end = shape + entries.length + 1;
      while (end > this.layout.mostShapeWords) this.enlarge();
      const words = this.view();
      for (const [at, { mode, gap }] of entries.entries())
        words[this.layout.shapes / 4 + shape + at] = shapeWord(mode, gap);
      words[this.layout.shapes / 4 + end - 1] = 0;
      this.shapeTop = end;
      this.shapes.set(key, shape);
    }
    return shape;
  }

  ofTuples(tuples: number[][]): Diagram {
    const length = tuples[0]?.length;
    if (length === undefined) return EMPTY;
    tuples.sort((a, b) => {
      for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
      return 0;
    });
    const build = (first: number, end: number, level: number): Diagram => {
      if (level === length) return UNIT;
      let right = EMPTY;
      for (let at = end; at > first; ) {
        const value = tuples[at - 1]![level]!;
        let start = at - 1;
        while (start > first && tuples[start - 1]![level] === value) start--;
        right = this.exports.make(value, build(start, at, level + 1), right);
        at = start;
      }
      return right;
    };
    return this.guarded(() => build(0, tuples.length, 0));
  }

  product(lists: readonly (readonly number[])[]): Diagram {
    return this.guarded(() => {
      let below = UNIT;
      for (let level = lists.length - 1; level >= 0; level--) {
        const list = lists[level]!;
        let right = EMPTY;
        for (let at = list.length - 1; at >= 0; at--) right = this.exports.make(list[at]!, below, right);
        below = right;
      }
      return below;
    });
  }

  concatenate(first: Diagram, second: Diagram): Diagram {
    const made = new Map<Diagram, Diagram>([
      [EMPTY, EMPTY],
      [UNIT, second],
    ]);
    const extend = (node: Diagram): Diagram => {
      let extended = made.get(node);
      if (extended === undefined) {
        const [value, down, right] = [VALUE, DOWN, RIGHT].map((field) => this.reader()(node, field));
        extended = this.exports.make(value!, extend(down!), extend(right!));
        made.set(node, extended);
      }
      return extended;
    };
    return this.guarded(() => extend(first));
  }

  union(a: Diagram, b: Diagram): Diagram {
    return this.guarded(() => this.exports.union(a, b));
  }

  minus(a: Diagram, b: Diagram): Diagram {
    return this.guarded(() => this.exports.minus(a, b));
  }

  intersect(a: Diagram, b: Diagram): Diagram {
    return this.guarded(() => this.exports.intersect(a, b));
  }

  image(set: Diagram, relation: Diagram, shape: RelationShape, skip: number): Diagram {
    return this.guarded(() => this.exports.image(set, relation, shape, skip));
  }

  project(set: Diagram, shape: RelationShape, skip: number): Diagram {
    return this.guarded(() => this.exports.project(set, shape, skip));
  }

  setChains(chains: readonly LinkChain[]): void {
    if (chains === this.chains) return;
    this.chains = chains;
    let written = this.written.get(chains);
    if (written === undefined) {
      written = { ...chainWords(chains), epoch: ++this.epochs };
      this.written.set(chains, written);
    }
    while (written.words.length > this.layout.mostChainWords) this.enlarge();
    this.view().set(written.words, this.layout.chains / 4);
    this.exports.levels.value = written.levels;
    this.exports.epoch.value = written.epoch;
  }

  step(set: Diagram): Diagram {
    return this.guarded(() => this.exports.step(set, 0));
  }

  saturate(set: Diagram): Diagram {
    return this.guarded(() => this.exports.saturate(set, 0));
  }

  count(set: Diagram): bigint {
    const known = new Map<Diagram, bigint>([
      [EMPTY, 0n],
      [UNIT, 1n],
    ]);
    const read = this.reader();
    const count = (node: Diagram): bigint => {
      let sum = known.get(node);
      if (sum !== undefined) return sum;
      sum = 0n;
      for (let at = node; at !== EMPTY; at = read(at, RIGHT)) sum += count(read(at, DOWN));
      known.set(node, sum);
      return sum;
    };
    return this.guarded(() => count(set));
  }

  size(set: Diagram): number {
    return this.nodesOf(set).size;
  }

  listed(set: Diagram): ListedNodes {
    const read = this.reader();
    const numbers = new Map<Diagram, number>([
      [EMPTY, 0],
      [UNIT, 1],
    ]);
    const nodes: [number, number, number][] = [];
    const enter = (node: Diagram): number => {
      const beside: Diagram[] = [];
      for (let at = node; !numbers.has(at); at = read(at, RIGHT)) beside.push(at);
      for (const at of beside.reverse()) {
        const [value, down, right] = [VALUE, DOWN, RIGHT].map((field) => read(at, field));
        const entry: [number, number, number] = [value!, enter(down!), numbers.get(right!)!];
        numbers.set(at, nodes.push(entry) + 1);
      }
      return numbers.get(node)!;
    };
    return this.guarded(() => ({ root: enter(set), nodes }));
  }

  each(set: Diagram, visit: (tuple: readonly number[]) => boolean | undefined): void {
    const read = this.reader();
    const tuple: number[] = [];
    const walk = (node: Diagram, level: number): boolean => {
      if (node === UNIT) {
        tuple.length = level;
        return visit(tuple) !== false;
      }
      for (let at = node; at !== EMPTY; at = read(at, RIGHT)) {
        tuple[level] = read(at, VALUE);
        if (!walk(read(at, DOWN), level + 1)) return false;
      }
      return true;
    };
    if (set !== EMPTY) this.guarded(() => walk(set, 0));
  }

  branches(set: Diagram): readonly ValueBranch[] {
    const read = this.reader();
    const all: ValueBranch[] = [];
    for (let at = set; at > UNIT; at = read(at, RIGHT)) all.push({ value: read(at, VALUE), below: read(at, DOWN) });
    return all;
  }

  valuesByLevel(set: Diagram): readonly (readonly number[])[] {
    const read = this.reader();
    const levels: number[][] = [];
    let layer = new Set(set === EMPTY ? [] : [set]);
    while (layer.size > 0 && !layer.has(UNIT)) {
      const values = new Set<number>();
      const below = new Set<Diagram>();
      for (const node of layer) {
        for (let at = node; at !== EMPTY; at = read(at, RIGHT)) {
          values.add(read(at, VALUE));
          below.add(read(at, DOWN));
        }
      }
      levels.push([...values].sort((a, b) => a - b));
      layer = below;
    }
    return levels;
  }

  tidy(roots: Iterable<Diagram>): void {
    const { given, free, made } = this.exports;
    const inTable = given.value - free.value;
    const isDue =
      this.collectEvery === undefined
        ? inTable > Math.max(FEW_NODES, 2 * this.kept)
        : made.value - this.madeThen >= this.collectEvery;
    if (!isDue) return;
    this.guarded(() => {
      for (const root of roots) this.exports.mark(root);
      for (const { links } of this.chains) for (const { relation } of links) this.exports.mark(relation);
      this.exports.sweep();
    });
    this.collections++;
    this.kept = given.value - free.value;
    this.madeThen = made.value;
  }

  get statistics(): DiagramStatistics {
    const { given, free, made, looks, hits } = this.exports;
    return {
      nodes: given.value - free.value - 2,
      made: made.value >>> 0,
      cacheLooks: looks.value >>> 0,
      cacheHits: hits.value >>> 0,
      collections: this.collections,
    };
  }

  private nodesOf(set: Diagram): Set<Diagram> {
    const read = this.reader();
    const nodes = new Set<Diagram>();
    const stack = [set];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      for (let at = node; at > UNIT && !nodes.has(at); at = read(at, RIGHT)) {
        nodes.add(at);
        stack.push(read(at, DOWN));
      }
    }
    return nodes;
  }

  /** A field of a node; to be asked for anew after an operation. */
  private reader(): (node: Diagram, field: number) => number {
    const words = this.view();
    const first = this.layout.nodes / 4;
    return (node, field) => words[first + (node * NODE_BYTES + field) / 4]!;
  }

  private view(): Uint32Array {
    if (this.words.buffer !== this.memory.buffer) this.words = new Uint32Array(this.memory.buffer);
    return this.words;
  }

  /** What emitted code cannot go on with is said in words. */
  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof RangeError) throw new TooDeep();
      if (!(error instanceof WebAssembly.RuntimeError) || this.exports.isFull.value !== 1) throw error;
      this.enlarge();
      return this.guarded(work);
    }
  }
}

interface ChainWords {
  readonly words: Uint32Array;
  readonly levels: number;
}

/** Where the chains of each level begin, and the chains; addresses count from the first word. */
function chainWords(chains: readonly LinkChain[]): ChainWords {
  const levels = chains.reduce((most, { top }) => Math.max(most, top + 1), 0);
  const size = chains.reduce((sum, { links }) => sum + 1 + LINK_WORDS * links.length, levels + 1);
  if (size > LARGE.mostChainWords) throw new OutOfMemory();
  if (levels > MOST_LEVELS) throw new TooDeep();
  const byLevel = Array.from({ length: levels }, (): LinkChain[] => []);
  for (const chain of chains) byLevel[chain.top]!.push(chain);
  const words = new Uint32Array(size);
  let at = levels + 1;
  for (const [level, here] of byLevel.entries()) {
    words[level] = 4 * at;
    for (const { links } of here) {
      words[at++] = links.length;
      for (const { relation, shape, skip } of links) {
        words[at++] = relation;
        words[at++] = shape;
        words[at++] = skip;
      }
    }
  }
  words[levels] = 4 * at;
  return { words, levels };
}
