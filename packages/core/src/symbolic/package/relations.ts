// What relations make of sets, emitted: the image of a set, its projection, and saturation. A relation begins `skip`
// levels below the set it is asked about and has a shape, whose entries say what it does with each of its levels.
// Results are kept by set, relation, place in the shape and levels still to skip: relations are diagrams themselves, so
// a relation that has grown is another one. Saturated sets are kept for the chains they were made by.

import { add, and, or, shl, shrU } from "../../wasm/arithmetic.ts";
import { type FunctionHandle, type GlobalHandle, i32 } from "../../wasm/assembler.ts";
import { eq, eqz, geU, gtU, ltU, ne } from "../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../wasm/function-writer.ts";
import { load32 } from "../../wasm/memory.ts";
import { type Arg, global, type Local, type Value } from "../../wasm/value.ts";
import { MODES, type Mode } from "../diagrams.ts";
import { type MemoryPlan, OPERATIONS } from "./memory.ts";
import type { SetOperations } from "./sets.ts";
import { keyOf, type NodeTable, returnKept } from "./table.ts";

const GAP_SHIFT = 2;
export const shapeWord = (mode: Mode, gap: number): number => MODES.indexOf(mode) | (gap << GAP_SHIFT);
/** Levels below which nothing is skipped fit into these bits. */
const SKIP_BITS = 12;

/** Words of a chain: how many links, then for each relation, shape and levels to skip. */
export const LINK_WORDS = 3;

export interface RelationOperations {
  readonly image: FunctionHandle;
  readonly project: FunctionHandle;
  readonly saturate: FunctionHandle;
  readonly step: FunctionHandle;
}

const entryOf = ({ layout }: NodeTable, shape: Arg): Value => load32(shl(shape, 2), layout.shapes);
const placeOf = (shape: Arg, skip: Arg): Value => or(shl(shape, SKIP_BITS), skip);
const isMode = (entry: Arg, mode: (typeof MODES)[number]): Value => eq(and(entry, 3), MODES.indexOf(mode));

export function emitRelations(table: NodeTable, sets: SetOperations): RelationOperations {
  const image = emitImage(table, sets);
  return { image, project: emitProjection(table, sets), ...emitChains(table, sets, image) };
}

function emitImage(table: NodeTable, { union }: SetOperations): FunctionHandle {
  const { module, make, keep, valueAt, downOf, rightOf } = table;
  const image = module.declare("image", i32(4), i32(1));
  defineFunction(module, image, (f, set, relation, shape, skip) => {
    f.if(or(eqz(set!), eqz(relation!)), () => f.return(0));
    const entry = f.let(entryOf(table, shape!));
    f.if(isMode(entry, "end"), () => f.return(set!));
    const asks = f.let(and(eqz(skip!), eqz(isMode(entry, "write"))));
    f.if(asks, () => advanceToMatch(f, table, set!, relation!));
    const key = keyOf(OPERATIONS.image, set!);
    const place = f.let(placeOf(shape!, skip!));
    returnKept(f, table, key, relation!, place);
    const gap = shrU(entry, GAP_SHIFT);
    const below = (down: Arg, tail: Arg): Value => call(image, down, tail, add(shape!, 1), gap);
    const result = f.local();
    const written = f.local();
    const down = f.local();
    /** Every value that the relation writes, above what becomes of `down`. */
    const write = (list: Arg, from: Arg): void => {
      f.set(written, list);
      f.while(written, () => {
        f.set(result, call(union, result, call(make, valueAt(written), below(from, downOf(written)), 0)));
        f.set(written, rightOf(written));
      });
    };
    f.if(
      skip!,
      () => {
        f.set(down, call(image, downOf(set!), relation!, shape!, add(skip!, -1)));
        f.set(result, call(make, valueAt(set!), down, call(image, rightOf(set!), relation!, shape!, skip!)));
      },
      () =>
        f.switch(and(entry, 3), [
          () => f.unreachable(),
          () => {
            f.set(down, below(downOf(set!), downOf(relation!)));
            f.set(result, call(make, valueAt(set!), down, call(image, rightOf(set!), rightOf(relation!), shape!, 0)));
          },
          () => {
            f.set(result, call(image, rightOf(set!), rightOf(relation!), shape!, 0));
            write(downOf(relation!), downOf(set!));
          },
          () => {
            f.set(down, 0);
            const one = f.let(set!);
            f.while(one, () => {
              f.set(down, call(union, down, downOf(one)));
              f.set(one, rightOf(one));
            });
            f.set(result, 0);
            write(relation!, down);
          },
        ]),
    );
    f.return(call(keep, key, relation!, place, result));
  });
  return image;
}

/** Goes on in both lists to a value that both have; returns the empty set where there is none. */
function advanceToMatch(f: FunctionWriter, { valueAt, rightOf }: NodeTable, set: Local, relation: Local): void {
  f.while(ne(valueAt(set), valueAt(relation)), () => {
    f.if(
      ltU(valueAt(set), valueAt(relation)),
      () => f.set(set, rightOf(set)),
      () => f.set(relation, rightOf(relation)),
    );
    f.if(or(eqz(set), eqz(relation)), () => f.return(0));
  });
}

function emitProjection(table: NodeTable, { union }: SetOperations): FunctionHandle {
  const { module, make, keep, valueAt, downOf, rightOf } = table;
  const project = module.declare("project", i32(3), i32(1));
  defineFunction(module, project, (f, set, shape, skip) => {
    f.if(eqz(set!), () => f.return(0));
    const entry = f.let(entryOf(table, shape!));
    f.if(isMode(entry, "end"), () => f.return(1));
    const key = keyOf(OPERATIONS.project, set!);
    const place = f.let(placeOf(shape!, skip!));
    returnKept(f, table, key, 0, place);
    const result = f.let(0);
    f.if(
      skip!,
      () => {
        const one = f.let(set!);
        f.while(one, () => {
          f.set(result, call(union, result, call(project, downOf(one), shape!, add(skip!, -1))));
          f.set(one, rightOf(one));
        });
      },
      () => {
        const down = f.let(call(project, downOf(set!), add(shape!, 1), shrU(entry, GAP_SHIFT)));
        f.set(result, call(make, valueAt(set!), down, call(project, rightOf(set!), shape!, 0)));
      },
    );
    f.return(call(keep, key, 0, place, result));
  });
  return project;
}

/** What goes by the chains, which lie in memory level by level; addresses count from where they begin. */
interface Chains {
  /** Says which chains these are. */
  readonly epoch: GlobalHandle;
  /** Levels at which some chain begins lie below it. */
  readonly levels: GlobalHandle;
  readonly apply: FunctionHandle;
}

function emitChains(
  table: NodeTable,
  sets: SetOperations,
  image: FunctionHandle,
): Pick<RelationOperations, "saturate" | "step"> {
  const { module } = table;
  const epoch = module.global("i32", 0, "epoch");
  const levels = module.global("i32", 0, "levels");
  const chains = { epoch, levels, apply: emitChain(table, image) };
  return { saturate: emitSaturation(table, sets, chains), step: emitStep(table, sets, chains) };
}

/** Each chain begins where its first level is, so that what lies above is built once for all of them. */
function emitStep(table: NodeTable, { union }: SetOperations, { epoch, levels, apply }: Chains): FunctionHandle {
  const { module, layout, make, keep, valueAt, downOf, rightOf } = table;
  const step = module.declare("step", i32(2), i32(1));
  const below = module.declare("stepBelow", i32(2), i32(1));
  defineFunction(module, below, (f, set, level) => {
    f.if(eqz(set!), () => f.return(0));
    const down = f.let(call(step, downOf(set!), add(level!, 1)));
    f.return(call(make, valueAt(set!), down, call(below, rightOf(set!), level!)));
  });
  defineFunction(module, step, (f, set, level) => {
    f.if(or(ltU(set!, 2), geU(level!, global(levels))), () => f.return(0));
    const key = keyOf(OPERATIONS.step, set!);
    returnKept(f, table, key, level!, global(epoch));
    const result = f.let(call(below, set!, level!));
    const at = f.let(load32(shl(level!, 2), layout.chains));
    const end = f.let(load32(shl(level!, 2), layout.chains + 4));
    f.while(ltU(at, end), () => {
      f.set(result, call(union, result, call(apply, set!, at)));
      f.set(at, add(at, chainBytes(layout, at)));
    });
    f.return(call(keep, key, level!, global(epoch), result));
  });
  return step;
}

function emitSaturation(table: NodeTable, { union }: SetOperations, { epoch, levels, apply }: Chains): FunctionHandle {
  const { module, layout, make, keep, valueAt, downOf, rightOf } = table;
  const saturate = module.declare("saturate", i32(2), i32(1));

  const children = module.declare("saturateChildren", i32(2), i32(1));
  defineFunction(module, children, (f, set, level) => {
    f.if(eqz(set!), () => f.return(0));
    const key = keyOf(OPERATIONS.children, set!);
    returnKept(f, table, key, level!, global(epoch));
    const down = f.let(call(saturate, downOf(set!), add(level!, 1)));
    const result = f.let(call(make, valueAt(set!), down, call(children, rightOf(set!), level!)));
    f.return(call(keep, key, level!, global(epoch), result));
  });

  defineFunction(module, saturate, (f, set, level) => {
    f.if(or(ltU(set!, 2), geU(level!, global(levels))), () => f.return(set!));
    const key = keyOf(OPERATIONS.saturate, set!);
    returnKept(f, table, key, level!, global(epoch));
    const result = f.let(set!);
    const before = f.local();
    const at = f.local();
    const first = f.let(load32(shl(level!, 2), layout.chains));
    const end = f.let(load32(shl(level!, 2), layout.chains + 4));
    f.loop((again) => {
      f.set(before, result);
      f.set(result, call(children, result, level!));
      f.set(at, first);
      f.while(ltU(at, end), () => {
        f.set(result, call(union, result, call(apply, result, at)));
        f.set(at, add(at, chainBytes(layout, at)));
      });
      f.branchIf(again, and(ne(result, before), gtU(end, first)));
    });
    f.drop(call(keep, keyOf(OPERATIONS.saturate, result), level!, global(epoch), result));
    f.return(call(keep, key, level!, global(epoch), result));
  });
  return saturate;
}

const LINK_BYTES = 4 * LINK_WORDS;
const chainBytes = ({ chains }: MemoryPlan, chain: Arg): Value => add(4, mulLinks(load32(chain, chains)));
const mulLinks = (links: Arg): Value => add(shl(links, 3), shl(links, 2));

function emitChain({ module, layout }: NodeTable, image: FunctionHandle): FunctionHandle {
  const { chains } = layout;
  const apply = module.declare("applyChain", i32(2), i32(1));
  defineFunction(module, apply, (f, set, chain) => {
    const link = f.let(add(chain!, 4));
    const end = f.let(add(chain!, chainBytes(layout, chain!)));
    f.while(and(ne(link, end), ne(set!, 0)), () => {
      f.set(set!, call(image, set!, load32(link, chains), load32(link, chains + 4), load32(link, chains + 8)));
      f.set(link, add(link, LINK_BYTES));
    });
    f.return(set!);
  });
  return apply;
}
