// Long discrete states, emitted, as trees of shared nodes (Laarman, van de Pol and Weber 2011, "Parallel recursive
// state compression for free", with 16 or 32 entries per node instead of two). Nodes with the same entries are stored
// once, so a successor that differs from its source in a few words costs the nodes on the way from these words to the
// root, in time and in memory. The numbers of roots are the numbers of the states.

import { add, and, shl, shrU, sub } from "../../../wasm/arithmetic.ts";
import type { ModuleBuilder } from "../../../wasm/assembler.ts";
import { ltS, ne } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { MemoryMap } from "../../../wasm/memory-map.ts";
import { load128 } from "../../../wasm/simd.ts";
import type { Changes } from "../../../wasm/tree-shape.ts";
import { type Level, treeShape } from "../../../wasm/tree-shape.ts";
import { type Arg, global, type Local, type Value } from "../../../wasm/value.ts";
import type { DiscreteShape, DiscreteStates } from "./discrete-states.ts";
import { emitHashedStates } from "./hashed-states.ts";
import type { Heap } from "./heap.ts";

export function emitTreeStates(
  module: ModuleBuilder,
  map: MemoryMap,
  heap: Heap,
  given: DiscreteShape,
  changes: Changes,
): DiscreteStates {
  const declared = declareTreeStates(module, map, heap, given, changes);
  emitTreeFind(declared);
  emitTreeGrowth(declared);
  const { roots, find, findCandidate, nodes, grow, noteSource } = declared;
  return {
    count: roots.count,
    find,
    findCandidate,
    start(f) {
      for (const level of nodes) level.start(f);
      roots.start(f);
    },
    wordsOf: (state) => call(grow, state),
    headOf: (state) => roots.headOf(state),
    noteSource,
  };
}

/** Memory and functions, declared before anything is defined. */
function declareTreeStates(
  module: ModuleBuilder,
  map: MemoryMap,
  heap: Heap,
  { words, hasHead, sourceWords, candidateWords }: DiscreteShape,
  changes: Changes,
) {
  const { fanOut, levels, total } = treeShape(words);
  const root = levels.at(-1)!;
  const scratch = map.reserve(4 * total);
  const unused = { sourceWords, candidateWords, bits: 0 };
  // Each level has nodes of its own: there are few different leaves, and a small index stays in the cache.
  const nodes = levels.slice(1).map(() => emitHashedStates(module, heap, { ...unused, words: fanOut, hasHead: false }));
  const roots = emitHashedStates(module, heap, { ...unused, words: root.size, hasHead });
  const find = module.declare("findTree", ["i32"], ["i32"]);
  const findCandidate = module.declare("findCandidateTree", [], ["i32"]);
  const grow = module.declare("growTree", ["i32"], ["i32"]);
  const noteSource = module.declare("noteSource", [], []);
  /** Offset in bytes of the entry of the next level that stands for the node with the entry at an offset. */
  const above = (level: number, offset: Arg): Value =>
    add(and(shrU(sub(offset, 4 * levels[level]!.base), Math.log2(fanOut)), -4), 4 * levels[level + 1]!.base);
  /** The other way: offset of a node's first entry. */
  const below = (level: number, offset: Arg): Value =>
    add(shl(sub(offset, 4 * levels[level + 1]!.base), Math.log2(fanOut)), 4 * levels[level]!.base);
  const tree = { words, fanOut, levels, total, root, above, below };
  const memory = { scratch, sourceWords, candidateWords, nodes, roots };
  return { module, changes, ...tree, ...memory, find, findCandidate, grow, noteSource };
}

type Declared = ReturnType<typeof declareTreeStates>;

/** Code that runs something for every entry of a level; `entry` is its offset in bytes. */
function eachEntry(f: FunctionWriter, entry: Local, { base, size }: Level, body: () => void): void {
  f.for(entry, 4 * base, 4 * (base + size), body, 4);
}

/** A state looked up, and added where it is new; of a candidate, only what changed. */
function emitTreeFind(parts: Declared) {
  const { scratch, levels, changes, candidateWords } = parts;
  // (words): the whole tree, in the scratch.
  defineFunction(parts.module, parts.find, (f, at) => {
    f.copy(scratch, at!, 4 * parts.words);
    const entry = f.local();
    const node = f.local();
    for (let level = 0; level + 1 < levels.length; level++) {
      eachEntry(f, entry, levels[level + 1]!, () => {
        f.set(node, call(parts.nodes[level]!.find, add(scratch, parts.below(level, entry))));
        f.if(ltS(node, 0), () => f.return(node));
        f.store32(entry, node, scratch);
      });
    }
    f.return(call(parts.roots.find, scratch + 4 * parts.root.base));
  });

  // Level by level: the entries that changed name the nodes of the next level that are looked up.
  defineFunction(parts.module, parts.findCandidate, (f) => {
    const at = f.let(changes.list);
    const wordsEnd = f.let(global(changes.top));
    const end = f.local();
    const offset = f.local();
    const node = f.local();
    for (let level = 0; level + 1 < levels.length; level++) {
      f.set(end, global(changes.top));
      const each = (to: Value, body: () => void): void =>
        f.for(
          at,
          at,
          to,
          () => {
            f.set(offset, load32(at));
            body();
          },
          4,
        );
      each(end, () => {
        f.if(ne(load32(offset, candidateWords), load32(offset, parts.sourceWords)), () =>
          f.do(call(changes.note, parts.above(level, offset))),
        );
      });
      const first = f.let(at);
      each(global(changes.top), () => {
        f.set(node, call(parts.nodes[level]!.find, add(candidateWords, parts.below(level, offset))));
        f.if(ltS(node, 0), () => f.return(node));
        f.store32(offset, node, candidateWords);
      });
      f.set(at, first);
    }
    f.set(node, call(parts.roots.find, candidateWords + 4 * parts.root.base));
    // The words stay for the next zone of the same candidate.
    f.do(call(changes.undo, wordsEnd));
    f.return(node);
  });
}

/** A state put together again from its tree, and remembered as the source. */
function emitTreeGrowth(parts: Declared) {
  const { scratch, levels } = parts;
  // (number) → the scratch, with the whole tree in it.
  defineFunction(parts.module, parts.grow, (f, state) => {
    const record = f.let(parts.roots.wordsOf(state!));
    for (let i = 0; i < parts.root.size; i++) f.store32(scratch + 4 * (parts.root.base + i), load32(record, 4 * i));
    const entry = f.local();
    for (let level = levels.length - 2; level >= 0; level--) {
      eachEntry(f, entry, levels[level + 1]!, () => {
        const from = f.let(parts.nodes[level]!.wordsOf(load32(entry, scratch)));
        const to = f.let(add(scratch, parts.below(level, entry)));
        for (let byte = 0; byte < 4 * parts.fanOut; byte += 16) f.store128(to, load128(from, byte), byte);
      });
    }
    f.return(scratch);
  });

  // The packed words were taken from the scratch; the levels above them follow.
  defineFunction(parts.module, parts.noteSource, (f) => {
    const upper = 4 * levels[1]!.base;
    f.copy(parts.sourceWords + upper, scratch + upper, 4 * parts.total - upper);
    f.copy(parts.candidateWords + upper, scratch + upper, 4 * parts.total - upper);
  });
}
