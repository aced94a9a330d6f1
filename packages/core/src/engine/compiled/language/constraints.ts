// Guards and invariants as WebAssembly. Data conjuncts are tested; clock conjuncts become difference constraints over
// the rows of a zone: a guard's are tested against the source zone at once and kept when they cut something off, an
// invariant's upper bounds are gathered per row, so that one pass can apply them all.

import type { Binder, ClockConjunct, ClockRef, Conjunct } from "../../../network/index.ts";
import { add, shl, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eqz, leS } from "../../../wasm/comparisons.ts";
import { call } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { type Arg, k, type Value } from "../../../wasm/value.ts";
import { checkLimit } from "./clock-limit.ts";
import { compileCondition } from "./expressions.ts";
import { type CodeScope, clockNumber } from "./places.ts";

/** How a constraint row − row ≺ bound is taken in; yields 0 when it cannot hold. */
export interface Sink {
  /** Address of the table from clock number to row. */
  readonly rows: number;
  readonly push: FunctionHandle;
}

/** Tests the conjuncts in order and returns 0 from the function at the first that fails. */
export function compileConjuncts(scope: CodeScope, conjuncts: readonly Conjunct[], sink: Sink): void {
  const { f } = scope;
  compileConjunction(scope, conjuncts, sink, () => f.return(0));
}

/** The same, with `impossible` for what to do when a clock constraint cannot hold. */
export function compileConjunction(
  scope: CodeScope,
  conjuncts: readonly Conjunct[],
  sink: Sink,
  impossible: () => void,
): void {
  const { f } = scope;
  for (const conjunct of conjuncts) {
    if (conjunct.kind === "data") f.if(eqz(compileCondition(scope, conjunct.condition)), () => f.return(0));
    else clockConjunct(scope, conjunct, sink, impossible);
  }
}

function clockConjunct(scope: CodeScope, conjunct: ClockConjunct, sink: Sink, impossible: () => void): void {
  const { f } = scope;
  forBinders(scope, conjunct.binders, () => {
    const emit = (): void => {
      const left = f.let(rowOf(scope, conjunct.left, sink.rows));
      const right = f.let(rowOf(scope, conjunct.right, sink.rows));
      const bound = clockBound(scope, conjunct);
      const require = (a: Arg, b: Arg, encoded: Value): void => f.if(eqz(call(sink.push, a, b, encoded)), impossible);
      const { op } = conjunct;
      if (op !== ">=" && op !== ">") require(left, right, sub(shl(bound, 1), op === "<" ? 1 : 0));
      if (op !== "<=" && op !== "<") require(right, left, sub(op === ">" ? -1 : 0, shl(bound, 1)));
    };
    if (conjunct.when === undefined) emit();
    else f.if(scope.expression(conjunct.when), emit);
  });
}

export function rowOf(scope: CodeScope, ref: ClockRef | undefined, rows: number): Value {
  if (ref === undefined) return k(0);
  if (ref.space === "clock" && ref.steps.length === 0) return load32(rows + 4 * (ref.base + 1));
  return load32(shl(clockNumber(scope, ref), 2), rows);
}

/** The constant a clock is compared with, checked to be in range. */
export function clockBound(scope: CodeScope, { bound, span }: Pick<ClockConjunct, "bound" | "span">): Value {
  const { f } = scope;
  if (bound.kind === "constant") return k(bound.value);
  const value = f.let(scope.expression(bound));
  checkLimit(scope, value, span);
  return value;
}

/** Runs `body` for all values of the binders, the first one varying slowest. */
export function forBinders(scope: CodeScope, binders: readonly Binder[], body: () => void, at = 0): void {
  const binder = binders[at];
  if (binder === undefined) {
    body();
    return;
  }
  const { f, frame } = scope;
  const value = f.let(binder.min);
  f.while(leS(value, binder.max), () => {
    f.store32(frame, value, 4 * binder.cell);
    forBinders(scope, binders, body, at + 1);
    f.set(value, add(value, 1));
  });
}
