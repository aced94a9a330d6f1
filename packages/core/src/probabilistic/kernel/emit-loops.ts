// The loops in which solvers spend their time, as WebAssembly: one step backwards, one sweep of Gauss–Seidel, and a
// weighted sum. They are the same for every model: rows of numbers are told by their addresses. The plain twins stand
// in `backward-steps.ts` and `sweeps.ts`.

import { add, or, shl } from "../../wasm/arithmetic.ts";
import { ModuleBuilder, type ValueKind } from "../../wasm/assembler.ts";
import { ltU } from "../../wasm/comparisons.ts";
import { absF64, addF64, divF64, float, gtF64, ltF64, mulF64, neF64, subF64 } from "../../wasm/floats.ts";
import { defineFunction, type FunctionWriter } from "../../wasm/function-writer.ts";
import { load, load32, loadF64 } from "../../wasm/memory.ts";
import type { Arg, Local, Locals, Value } from "../../wasm/value.ts";
import type { Optimum } from "../model.ts";

const load8 = load(0x2d, 0);

/**
 * What the module offers. Addresses are in bytes, 0 is that of a row of numbers which there is none of; columns are
 * told as eight times their number, so that nothing is computed to find a value.
 */
export interface Loops {
  /**
   * (ends of choices, ends of rows, column, factor, earned, from, into, states): did any value change? Ends are
   * addresses themselves: by state one of ends of rows, by choice one of columns.
   */
  readonly step: Readonly<Record<Optimum, (...args: number[]) => number>>;
  /** (ends of rows, column, factor, from, into, states): the same where each state has one choice. */
  readonly stepChain: (...args: number[]) => number;
  /** (rows, entries, column, factor, gain, constant, allowed, x, scale, begin, end): the largest relative change. */
  readonly sweep: Readonly<Record<Optimum, (...args: number[]) => number>>;
  /** (sum, values, count, weight): adds the weighted values. */
  readonly addWeighted: (...args: number[]) => void;
}

let compiled: WebAssembly.Module | undefined;

/** Emitted once, for all models. */
export function loopsIn(memory: WebAssembly.Memory): Loops {
  compiled ??= new WebAssembly.Module(emitLoops());
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const all = exports as Record<string, (...args: number[]) => number>;
  return {
    step: { min: all.stepmin!, max: all.stepmax! },
    stepChain: all.stepchain!,
    sweep: { min: all.sweepmin!, max: all.sweepmax! },
    addWeighted: all.addWeighted!,
  };
}

function emitLoops(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  for (const optimum of ["min", "max"] as const) {
    emitStep(module, optimum);
    emitSweep(module, optimum);
  }
  emitChainStep(module);
  emitAddWeighted(module);
  return module.bytes();
}

const ADDRESSES = (count: number): ValueKind[] => Array<ValueKind>(count).fill("i32");

/** Pointers that run along the rows: the column and the factor at hand. */
interface Along {
  readonly at: Local;
  readonly place: Local;
}

/** Adds the products of one row to `sum`; the pointers are at the next row then. */
function addRow(f: FunctionWriter, sum: Local, { at, place }: Along, end: Arg, x: Local): void {
  const stop = f.let(end);
  f.while(ltU(at, stop), () => {
    f.set(sum, addF64(sum, mulF64(loadF64(place), loadF64(add(x, load32(at))))));
    f.set(at, add(at, 4));
    f.set(place, add(place, 8));
  });
}

const isBetter = (optimum: Optimum, a: Value, b: Value): Value => (optimum === "max" ? gtF64 : ltF64)(a, b);
const worst = (optimum: Optimum): Value =>
  float(optimum === "max" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
/** The address of entry `index` of a row of numbers of so many bytes, as a power of two. */
const entry = (base: Arg, index: Arg, power: number): Value => add(base, shl(index, power));

function emitStep(module: ModuleBuilder, optimum: Optimum): void {
  const handle = module.declare(`step${optimum}`, ADDRESSES(8), ["i32"]);
  module.export(handle);
  defineFunction(module, handle, (f, ...params) => {
    const [choiceEnds, rowEnds, column, factor, earned, from, into, states] = params as Locals<8>;
    const along = { at: f.let(column), place: f.let(factor) };
    const [choice, last, pay, changed] = [f.let(rowEnds), f.local(), f.let(earned), f.let(0)];
    const [best, sum] = [f.local("f64"), f.local("f64")];
    alongStates(f, choiceEnds, from, into, states, (ends, old, fresh) => {
      f.set(last, load32(ends));
      f.set(best, worst(optimum));
      f.while(ltU(choice, last), () => {
        f.set(sum, float(0));
        f.if(earned, () => {
          f.set(sum, loadF64(pay));
          f.set(pay, add(pay, 8));
        });
        addRow(f, sum, along, load32(choice), from);
        f.if(isBetter(optimum, sum, best), () => f.set(best, sum));
        f.set(choice, add(choice, 4));
      });
      f.storeF64(fresh, best);
      f.set(changed, or(changed, neF64(best, loadF64(old))));
    });
    f.return(changed);
  });
}

/** A step where each state has one choice and nothing is earned: most graphs are chains, and their rows are short. */
function emitChainStep(module: ModuleBuilder): void {
  const handle = module.declare("stepchain", ADDRESSES(6), ["i32"]);
  module.export(handle);
  defineFunction(module, handle, (f, ...params) => {
    const [rowEnds, column, factor, from, into, states] = params as Locals<6>;
    const along = { at: f.let(column), place: f.let(factor) };
    const [changed, sum] = [f.let(0), f.local("f64")];
    alongStates(f, rowEnds, from, into, states, (ends, old, fresh) => {
      f.set(sum, float(0));
      addRow(f, sum, along, load32(ends), from);
      f.storeF64(fresh, sum);
      f.set(changed, or(changed, neF64(sum, loadF64(old))));
    });
    f.return(changed);
  });
}

/** For every state: the addresses of its end in a row of addresses, of its value, and of its new value. */
function alongStates(
  f: FunctionWriter,
  ends: Local,
  from: Local,
  into: Local,
  states: Local,
  each: (end: Local, old: Local, fresh: Local) => void,
): void {
  const [end, old, fresh, stop] = [f.let(ends), f.let(from), f.let(into), f.let(entry(ends, states, 2))];
  f.while(ltU(end, stop), () => {
    each(end, old, fresh);
    f.set(end, add(end, 4));
    f.set(old, add(old, 8));
    f.set(fresh, add(fresh, 8));
  });
}

function emitSweep(module: ModuleBuilder, optimum: Optimum): void {
  const handle = module.declare(`sweep${optimum}`, ADDRESSES(11), ["f64"]);
  module.export(handle);
  defineFunction(module, handle, (f, ...params) => {
    const [rows, entries, column, factor, gain, constant, allowed, x, scale, begin, stop] = params as Locals<11>;
    const [row, last, end, unknown] = [f.local(), f.local(), f.local(), f.local()];
    const [best, sum, before, change] = [f.local("f64"), f.local("f64"), f.local("f64"), f.let(float(0), "f64")];
    f.set(row, load32(entry(rows, begin, 2)));
    const first = load32(entry(entries, row, 2));
    const along = { at: f.let(entry(column, first, 2)), place: f.let(entry(factor, first, 3)) };
    f.for(unknown, begin, stop, () => {
      f.set(last, load32(entry(rows, unknown, 2), 4));
      f.set(best, worst(optimum));
      f.while(ltU(row, last), () => {
        const next = load32(entry(entries, row, 2), 4);
        f.set(end, entry(column, next, 2));
        f.block((skipped) => {
          f.if(allowed, () => {
            f.if(
              load8(add(allowed, row)),
              () => undefined,
              () => {
                f.set(along.at, end);
                f.set(along.place, entry(factor, next, 3));
                f.branch(skipped);
              },
            );
          });
          f.set(sum, loadF64(entry(constant, row, 3)));
          addRow(f, sum, along, end, x);
          f.set(sum, mulF64(sum, loadF64(entry(gain, row, 3))));
          f.if(isBetter(optimum, sum, best), () => f.set(best, sum));
        });
        f.set(row, add(row, 1));
      });
      f.set(before, loadF64(entry(x, unknown, 3)));
      f.if(neF64(best, before), () => {
        // Of an unknown without rows nothing is known to be better than 0.
        f.if(neF64(best, worst(optimum)), () => {
          f.storeF64(entry(x, unknown, 3), best);
          f.set(before, absF64(subF64(best, before)));
          f.if(
            scale,
            () => f.set(before, divF64(before, loadF64(entry(scale, unknown, 3)))),
            () => f.set(before, divF64(before, absF64(best))),
          );
          f.if(gtF64(before, change), () => f.set(change, before));
        });
      });
    });
    f.return(change);
  });
}

function emitAddWeighted(module: ModuleBuilder): void {
  const handle = module.declare("addWeighted", [...ADDRESSES(3), "f64"], []);
  module.export(handle);
  defineFunction(module, handle, (f, ...params) => {
    const [sum, values, count, weight] = params as Locals<4>;
    const [at, end] = [f.let(0), f.let(shl(count, 3))];
    f.while(ltU(at, end), () => {
      const place = add(sum, at);
      f.storeF64(place, addF64(loadF64(place), mulF64(weight, loadF64(add(values, at)))));
      f.set(at, add(at, 8));
    });
  });
}
