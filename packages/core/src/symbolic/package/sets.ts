// Union, difference and intersection of two diagrams, emitted: both lists are walked together, smaller values first.

import { or } from "../../wasm/arithmetic.ts";
import { type FunctionHandle, i32 } from "../../wasm/assembler.ts";
import { eq, eqz, gtU, ltU } from "../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../wasm/function-writer.ts";
import type { Arg, Local } from "../../wasm/value.ts";
import { OPERATIONS } from "./memory.ts";
import { keyOf, type NodeTable, returnKept } from "./table.ts";

export interface SetOperations {
  readonly union: FunctionHandle;
  readonly minus: FunctionHandle;
  readonly intersect: FunctionHandle;
}

export function emitSets(table: NodeTable): SetOperations {
  const { module, make, keep, valueAt, downOf, rightOf } = table;
  const union = module.declare("union", i32(2), i32(1));
  const minus = module.declare("minus", i32(2), i32(1));
  const intersect = module.declare("intersect", i32(2), i32(1));

  /** What is made of the first values of both lists, and of the rest. */
  const zip = (f: FunctionWriter, operation: FunctionHandle, a: Arg, b: Arg): Arg => {
    const down = f.let(call(operation, downOf(a), downOf(b)));
    return call(make, valueAt(a), down, call(operation, rightOf(a), rightOf(b)));
  };
  const ordered = (f: FunctionWriter, a: Local, b: Local): void =>
    f.if(gtU(a, b), () => {
      const other = f.let(a);
      f.set(a, b);
      f.set(b, other);
    });

  defineFunction(module, union, (f, a, b) => {
    f.if(or(eq(a!, b!), eqz(b!)), () => f.return(a!));
    f.if(eqz(a!), () => f.return(b!));
    ordered(f, a!, b!);
    const key = keyOf(OPERATIONS.union, a!);
    returnKept(f, table, key, b!, 0);
    const result = f.local();
    f.if(
      ltU(valueAt(a!), valueAt(b!)),
      () => f.set(result, call(make, valueAt(a!), downOf(a!), call(union, rightOf(a!), b!))),
      () =>
        f.if(
          gtU(valueAt(a!), valueAt(b!)),
          () => f.set(result, call(make, valueAt(b!), downOf(b!), call(union, a!, rightOf(b!)))),
          () => f.set(result, zip(f, union, a!, b!)),
        ),
    );
    f.return(call(keep, key, b!, 0, result));
  });

  defineFunction(module, minus, (f, a, b) => {
    f.if(or(eq(a!, b!), eqz(a!)), () => f.return(0));
    f.if(eqz(b!), () => f.return(a!));
    const key = keyOf(OPERATIONS.minus, a!);
    returnKept(f, table, key, b!, 0);
    const result = f.local();
    f.if(
      ltU(valueAt(a!), valueAt(b!)),
      () => f.set(result, call(make, valueAt(a!), downOf(a!), call(minus, rightOf(a!), b!))),
      () =>
        f.if(
          gtU(valueAt(a!), valueAt(b!)),
          () => f.set(result, call(minus, a!, rightOf(b!))),
          () => f.set(result, zip(f, minus, a!, b!)),
        ),
    );
    f.return(call(keep, key, b!, 0, result));
  });

  defineFunction(module, intersect, (f, a, b) => {
    f.if(eq(a!, b!), () => f.return(a!));
    f.if(or(eqz(a!), eqz(b!)), () => f.return(0));
    ordered(f, a!, b!);
    const key = keyOf(OPERATIONS.intersect, a!);
    returnKept(f, table, key, b!, 0);
    const result = f.local();
    f.if(
      ltU(valueAt(a!), valueAt(b!)),
      () => f.set(result, call(intersect, rightOf(a!), b!)),
      () =>
        f.if(
          gtU(valueAt(a!), valueAt(b!)),
          () => f.set(result, call(intersect, a!, rightOf(b!))),
          () => f.set(result, zip(f, intersect, a!, b!)),
        ),
    );
    f.return(call(keep, key, b!, 0, result));
  });
  return { union, minus, intersect };
}
