// Names that run over a type, in frame cells of their own: `forall`, `exists`, `sum`, select labels, `for (i : T)`.

import type { Span } from "../../../../diagnostics/index.ts";
import type { BoundName, QuantifierExpr, TypeExpr } from "../../ast.ts";
import type { Context } from "../context.ts";
import type { ValueSymbol } from "../scope.ts";
import { describe } from "../values/compatible.ts";
import { asInteger } from "../values/convert.ts";
import { ONE, ZERO } from "../values/fold.ts";
import { ERROR_OPERAND, type Operand } from "../values/operand.ts";
import { asReal, doubleOperand, real } from "../values/reals.ts";
import { ANY_INT, BOOL, INT, rangeOfType, type Type } from "../values/types.ts";
import { lowerType } from "./type-expressions.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

/** What a name runs over; null when it is no type to run over (reported). */
function rangeOver(ctx: Context, name: string, typeNode: TypeExpr): (Range & { readonly type: Type }) | null {
  const { type } = lowerType(ctx, typeNode);
  if (type.kind === "int" || type.kind === "bool" || type.kind === "scalar") {
    return { type, ...rangeOfType(type === ANY_INT ? INT : type) };
  }
  if (type.kind !== "error") {
    const hint = "use a bounded int such as `int[0,3]`, or a scalar set";
    ctx.error("TH2029", `\`${name}\` cannot run over \`${describe(type)}\``, typeNode.span, hint);
  }
  return null;
}

/** Binds a name to a frame cell that runs over a type; null when it is no type to run over (reported). */
export function bind(
  ctx: Context,
  name: string,
  nameSpan: Span,
  typeNode: TypeExpr,
): (Range & { readonly cell: number }) | null {
  const range = rangeOver(ctx, name, typeNode);
  const cell = ctx.cells(1);
  if (range === null) {
    ctx.declare({ kind: "broken", name, span: nameSpan, local: false });
    return null;
  }
  const { type, min, max } = range;
  ctx.declare(frameSymbol(name, nameSpan, type, cell, false));
  return { cell, min, max };
}

/**
 * What each value of the name makes of something, as long as nothing is wrong with it; null: it cannot run (reported).
 */
export function forEachValue<T>(
  ctx: Context,
  { name, nameSpan, type: typeNode }: BoundName,
  most: number,
  make: (value: number, of: number) => T,
): readonly T[] | null {
  const range = rangeOver(ctx, name, typeNode);
  if (range === null) return null;
  const { type, min, max } = range;
  const count = max - min + 1;
  if (count > most) {
    const message = `a temporal formula is written out for every value, and ${count} are too many here`;
    ctx.error("TH4015", message, typeNode.span, "ask for fewer at a time");
    return null;
  }
  const made: T[] = [];
  const { errors } = ctx.unit.sink;
  for (let value = min; value <= max && ctx.unit.sink.errors === errors; value++) {
    ctx.inner(() => {
      const { root, ...symbol } = frameSymbol(name, nameSpan, type, 0, false);
      ctx.declare({ ...symbol, root: { ...root, space: "state", values: [value] } });
      made.push(make(value, count));
    });
  }
  return made;
}

/** Over an empty range: `forall` holds, `exists` does not, loops and edges have nothing to do. */
export function runsOverNothing({ min, max }: Range): boolean {
  return min > max;
}

/** A name for frame cells: quantified and selected names, parameters and locals of functions. */
export function frameSymbol(name: string, span: Span, type: Type, cell: number, writable: boolean): ValueSymbol {
  const at = { cells: cell, clocks: 0, channels: 0 };
  return {
    kind: "value",
    name,
    span,
    type,
    root: { space: "frame", at, writable },
    local: false,
    free: false,
    written: false,
  };
}

export function lowerQuantifier(ctx: Context, node: QuantifierExpr): Operand {
  const over = node.type.base.kind === "named" ? ctx.find(node.type.base.name) : undefined;
  if (over?.kind === "extension") {
    ctx.unit.obstacle(over.feature, node.span);
    return { kind: "data", type: ANY_INT, value: { kind: "unsupported", feature: over.feature, span: node.span } };
  }
  return ctx.inner(() => {
    const binder = bind(ctx, node.name, node.nameSpan, node.type);
    const effect = ctx.effect;
    ctx.effect = null;
    const body = ctx.lower(node.body);
    if (ctx.effect !== null) {
      ctx.error("TH2030", `the body of \`${node.op}\` must not change anything`, ctx.effect);
    }
    ctx.effect = effect;
    if (binder === null || body.kind === "error") return ERROR_OPERAND;
    if (runsOverNothing(binder)) {
      return { kind: "data", type: node.op === "sum" ? ANY_INT : BOOL, value: node.op === "forall" ? ONE : ZERO };
    }
    if (body.kind === "constraint") {
      if (node.op === "sum") {
        ctx.error("TH2021", "clocks cannot be asked inside `sum`", node.body.span);
        return ERROR_OPERAND;
      }
      return {
        kind: "constraint",
        constraint: { kind: node.op, binder, body: body.constraint, span: node.span },
      };
    }
    if (body.kind === "double" || (body.kind === "clock" && ctx.unit.reals && node.op === "sum")) {
      const value = asReal(body, node.body.span);
      const feature = body.kind === "double" ? body.feature : "values of clocks";
      if (value === null || node.op !== "sum") return { kind: "double", feature, span: node.span };
      return doubleOperand(real({ kind: "sum", ...binder, body: value }, node.span), node.span, { feature });
    }
    const value = asInteger(ctx, body, node.body.span);
    const type = node.op === "sum" ? ANY_INT : BOOL;
    return { kind: "data", type, value: { kind: node.op, ...binder, body: value } };
  });
}
