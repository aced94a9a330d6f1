// Collection of what is no longer needed, emitted: mark what the roots reach, sweep the rest, forget results. Only
// between operations, when nobody holds a node that is not yet anybody's child.

import { add, and, shl } from "../../wasm/arithmetic.ts";
import { type FunctionHandle, i32 } from "../../wasm/assembler.ts";
import { eq, gtU, ne } from "../../wasm/comparisons.ts";
import { call, defineFunction } from "../../wasm/function-writer.ts";
import { global } from "../../wasm/value.ts";
import { DOWN, MARKED, NEXT } from "./memory.ts";
import { link, type NodeTable } from "./table.ts";

export interface Collection {
  readonly mark: FunctionHandle;
  readonly sweep: FunctionHandle;
}

export function emitCollection(table: NodeTable): Collection {
  const { module, layout, given, free, firstFree, bucketMask, entryMask, field, setField, downOf, rightOf } = table;
  const mark = module.declare("mark", i32(1), []);
  defineFunction(module, mark, (f, node) => {
    f.while(and(gtU(node!, 1), ne(field(node!, NEXT), MARKED)), () => {
      setField(f, node!, NEXT, MARKED);
      f.do(call(mark, downOf(node!)));
      f.set(node!, rightOf(node!));
    });
  });
  const sweep = module.declare("sweep", [], []);
  defineFunction(module, sweep, (f) => {
    f.fill(layout.buckets, 0, shl(add(global(bucketMask), 1), 2));
    f.fill(layout.cache, 0, shl(add(global(entryMask), 1), 4));
    f.setGlobal(firstFree, 0);
    f.setGlobal(free, 0);
    const node = f.local();
    f.for(node, 2, global(given), () => {
      f.if(
        eq(field(node, NEXT), MARKED),
        () => link(f, table, node),
        () => {
          setField(f, node, DOWN, 0);
          setField(f, node, NEXT, global(firstFree));
          f.setGlobal(firstFree, node);
          f.setGlobal(free, add(global(free), 1));
        },
      );
    });
  });
  return { mark, sweep };
}
