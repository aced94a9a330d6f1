// The table of nodes, emitted: a node is made once, so that equal diagrams have equal numbers; and what is kept of the
// results of operations, which later ones overwrite. Both tables double together with the nodes.

import { add, and, mul, or, shl, shrU, sub, xor } from "../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32, type ModuleBuilder } from "../../wasm/assembler.ts";
import { eq, eqz, geU, gtU, ltU } from "../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../wasm/function-writer.ts";
import { load32, memoryGrow, memorySize } from "../../wasm/memory.ts";
import { type Arg, global, type Local, type Value } from "../../wasm/value.ts";
import {
  DOWN,
  ENTRY_BYTES,
  FEWEST_BUCKETS,
  FEWEST_ENTRIES,
  GROWTH_PAGES,
  type MemoryPlan,
  NEXT,
  NODE_BITS,
  NODE_BYTES,
  PAGE_BYTES,
  RIGHT,
  VALUE,
} from "./memory.ts";

export interface NodeTable extends NodeFields {
  readonly module: ModuleBuilder;
  readonly layout: MemoryPlan;
  /** (value, down, right): the node; `right` itself where nothing follows the value. */
  readonly make: FunctionHandle;
  /** (a, b, c): the address where the result of an operation is kept. */
  readonly entry: FunctionHandle;
  /** (a, b, c, result): keeps it, and yields it. */
  readonly keep: FunctionHandle;
  /** (value, down, right): which bucket. */
  readonly bucket: FunctionHandle;
  /** Doubles both tables, and enters all nodes again. */
  readonly rehash: FunctionHandle;
  /** Numbers that were given, those of them that are free, and the first of these. */
  readonly given: GlobalHandle;
  readonly free: GlobalHandle;
  readonly firstFree: GlobalHandle;
  readonly bucketMask: GlobalHandle;
  readonly entryMask: GlobalHandle;
  /** How often a result was still there. */
  readonly hits: GlobalHandle;
}

/** What nodes hold. */
interface NodeFields {
  field(node: Arg, offset: number): Value;
  setField(f: FunctionWriter, node: Arg, offset: number, value: Arg): void;
  valueAt(node: Arg): Value;
  downOf(node: Arg): Value;
  rightOf(node: Arg): Value;
}

function fieldsFrom(nodes: number): NodeFields {
  const field = (node: Arg, offset: number): Value => load32(shl(node, 4), nodes + offset);
  return {
    field,
    setField: (f, node, offset, value) => f.store32(shl(node, 4), value, nodes + offset),
    valueAt: (node) => field(node, VALUE),
    downOf: (node) => field(node, DOWN),
    rightOf: (node) => field(node, RIGHT),
  };
}

/** An operation and its first operand in one word. */
export const keyOf = (operation: number, node: Arg): Value => or(node, operation << NODE_BITS);

export function emitTable(module: ModuleBuilder, layout: MemoryPlan): NodeTable {
  const fields = fieldsFrom(layout.nodes);
  const { field, setField, valueAt, downOf, rightOf } = fields;
  // 0 and 1 are no nodes.
  const given = module.global("i32", 2, "given");
  const free = module.global("i32", 0, "free");
  const firstFree = module.global("i32", 0, "firstFree");
  const made = module.global("i32", 0, "made");
  const limit = module.global("i32", 2 ** NODE_BITS, "limit");
  const isFull = module.global("i32", 0, "isFull");
  const bucketMask = module.global("i32", FEWEST_BUCKETS - 1, "bucketMask");
  const entryMask = module.global("i32", FEWEST_ENTRIES - 1, "entryMask");
  const looks = module.global("i32", 0, "looks");
  const hits = module.global("i32", 0, "hits");

  const mix = module.declare("mix", i32(3), i32(1));
  defineFunction(module, mix, (f, a, b, c) => {
    const first = xor(mul(a!, 0x9e3779b1 | 0), add(mul(b!, 0x85ebca77 | 0), shrU(b!, 15)));
    const h = f.let(xor(first, mul(c!, 0xc2b2ae3d | 0)));
    f.set(h, mul(xor(h, shrU(h, 15)), 0x2c1b3c6d));
    f.return(xor(h, shrU(h, 13)));
  });

  const bucket = module.declare("bucket", i32(3), i32(1));
  defineFunction(module, bucket, (f, value, down, right) => {
    f.return(add(layout.buckets, shl(and(call(mix, value!, down!, right!), global(bucketMask)), 2)));
  });

  const rehash = module.declare("rehash", [], []);
  defineFunction(module, rehash, (f) => {
    f.setGlobal(bucketMask, add(shl(global(bucketMask), 1), 1));
    f.if(ltU(global(entryMask), layout.mostEntries - 1), () => {
      f.setGlobal(entryMask, add(shl(global(entryMask), 1), 1));
    });
    f.fill(layout.buckets, 0, shl(add(global(bucketMask), 1), 2));
    const node = f.local();
    f.for(node, 2, global(given), () => {
      // What is free has nothing below.
      f.if(downOf(node), () => link(f, { ...fields, bucket }, node));
    });
  });

  const grow = module.declare("grow", [], []);
  defineFunction(module, grow, (f) => {
    const needed = add(layout.nodes, mul(add(global(given), 1), NODE_BYTES));
    f.if(gtU(needed, mul(memorySize, PAGE_BYTES)), () => {
      f.if(eq(memoryGrow(GROWTH_PAGES), -1), () => fail(f, isFull));
    });
    f.if(geU(global(given), global(limit)), () => fail(f, isFull));
  });

  const make = module.declare("make", i32(3), i32(1));
  defineFunction(module, make, (f, value, down, right) => {
    f.if(eqz(down!), () => f.return(right!));
    const at = f.let(load32(call(bucket, value!, down!, right!)));
    f.while(at, () => {
      const same = and(eq(downOf(at), down!), and(eq(rightOf(at), right!), eq(valueAt(at), value!)));
      f.if(same, () => f.return(at));
      f.set(at, field(at, NEXT));
    });
    f.set(at, global(firstFree));
    f.if(
      at,
      () => {
        f.setGlobal(firstFree, field(at, NEXT));
        f.setGlobal(free, sub(global(free), 1));
      },
      () => {
        f.do(call(grow));
        f.set(at, global(given));
        f.setGlobal(given, add(at, 1));
      },
    );
    setField(f, at, VALUE, value!);
    setField(f, at, DOWN, down!);
    setField(f, at, RIGHT, right!);
    f.setGlobal(made, add(global(made), 1));
    f.if(
      gtU(sub(global(given), global(free)), global(bucketMask)),
      () => f.do(call(rehash)),
      () => link(f, { ...fields, bucket }, at),
    );
    f.return(at);
  });

  const entry = module.declare("entry", i32(3), i32(1));
  defineFunction(module, entry, (f, a, b, c) => {
    f.setGlobal(looks, add(global(looks), 1));
    f.return(add(layout.cache, mul(and(call(mix, a!, b!, c!), global(entryMask)), ENTRY_BYTES)));
  });
  const keep = module.declare("keep", i32(4), i32(1));
  defineFunction(module, keep, (f, a, b, c, result) => {
    const at = f.let(add(layout.cache, mul(and(call(mix, a!, b!, c!), global(entryMask)), ENTRY_BYTES)));
    f.store32(at, a!);
    f.store32(at, b!, 4);
    f.store32(at, c!, 8);
    f.store32(at, result!, 12);
    f.return(result!);
  });
  const functions = { make, entry, keep, bucket, rehash };
  return { module, layout, ...fields, ...functions, given, free, firstFree, bucketMask, entryMask, hits };
}

/** Puts a node before those of its bucket. */
export function link(
  f: FunctionWriter,
  { bucket, valueAt, downOf, rightOf, setField }: NodeFields & Pick<NodeTable, "bucket">,
  node: Local,
): void {
  const place = f.let(call(bucket, valueAt(node), downOf(node), rightOf(node)));
  setField(f, node, NEXT, load32(place));
  f.store32(place, node);
}

/** Returns what is kept of an operation, if it is. */
export function returnKept(f: FunctionWriter, { entry, hits }: NodeTable, a: Arg, b: Arg, c: Arg): void {
  const at = f.let(call(entry, a, b, c));
  const other = or(xor(load32(at), a), or(xor(load32(at, 4), b), xor(load32(at, 8), c)));
  f.if(eqz(other), () => {
    f.setGlobal(hits, add(global(hits), 1));
    f.return(load32(at, 12));
  });
}

function fail(f: FunctionWriter, isFull: GlobalHandle): void {
  f.setGlobal(isFull, 1);
  f.unreachable();
}
