// Initialisers: `= e`, `= {1, 2}`, `= {b: 1, a: 2}`, nested. The result is one expression per cell in the order of
// the type, and the start values of its clocks.

import type { Span } from "../../../../diagnostics/index.ts";
import type { Expression } from "../../../../network/index.ts";
import type { Expr, Initialiser, InitialiserList } from "../../ast.ts";
import type { Context } from "../context.ts";
import type { AccessPath } from "../scope.ts";
import { constantsOf, loadOf, placeOf } from "../values/access.ts";
import { describe, sameShape } from "../values/compatible.ts";
import { asInteger, mapLocated } from "../values/convert.ts";
import { evaluateCells } from "../values/evaluate.ts";
import { conditional, constant, sequence, truth, UNKNOWN, ZERO } from "../values/fold.ts";
import { isChoice, type LocatedOperand } from "../values/operand.ts";
import { asReal } from "../values/reals.ts";
import { type ArrayOf, isSimple, isStoredDouble, type RecordType, rangeOfType, type Type } from "../values/types.ts";

export interface CellValue {
  readonly value: Expression;
  /** int, bool or scalar: what the cell may hold. */
  readonly type: Type;
  readonly span: Span;
}
export interface Initial {
  readonly cells: CellValue[];
  readonly clocks: CellValue[];
  /** Why the values are not known although nothing is wrong: what they would need. */
  unknown?: string;
  /** Of a single double, also where it has no cell. */
  double?: Expression;
}

/** Null when the initialiser does not fit the type (reported). */
export function lowerInitialiser(ctx: Context, type: Type, node: Initialiser): Initial | null {
  const into: Initial = { cells: [], clocks: [] };
  return fill(ctx, type, node, into) ? into : null;
}

function fill(ctx: Context, type: Type, node: Initialiser, into: Initial): boolean {
  if (type.kind === "error") return false;
  if (node.kind === "list") {
    if (type.kind === "array") return fillArray(ctx, type, node, into);
    if (type.kind === "struct") return fillRecord(ctx, type, node, into);
    ctx.error("TH2018", `a list cannot be the value of \`${describe(type)}\``, node.span);
    return false;
  }
  return fillExpression(ctx, type, node, into);
}

function fillArray(ctx: Context, type: ArrayOf, node: InitialiserList, into: Initial): boolean {
  const given = node.items.length;
  if ((given > type.length || (given === 0 && type.length > 0)) && !type.unknown) {
    ctx.error(
      "TH2018",
      `the array has ${type.length} elements, but ${given === 0 ? "no" : given} values are given`,
      node.span,
      given > type.length ? "make the array larger, or leave values out" : "leave the initialiser out for zeros",
    );
    return false;
  }
  if (given < type.length && !type.unknown) {
    // UPPAAL's parser lets it pass; what the other elements hold no document says.
    const message = `the array has ${type.length} elements, but only ${given === 1 ? "1 value is" : `${given} values are`} given`;
    ctx.unit.warn("TH2018", message, node.span, "the model can be checked as long as nothing reads the array");
    into.unknown ??= "an array whose initialiser is too short";
  }
  // All items are looked at, so that all errors are reported.
  return node.items.map((item) => fill(ctx, type.element, item.value, into)).every(Boolean);
}

function fillRecord(ctx: Context, type: RecordType, node: InitialiserList, into: Initial): boolean {
  const given = new Map<number, Initialiser>();
  let ok = true;
  for (const [i, item] of node.items.entries()) {
    const position = item.name === undefined ? i : type.fields.findIndex((field) => field.name === item.name);
    const { span } = item.value;
    if (position < 0 || position >= type.fields.length) {
      const message =
        item.name === undefined
          ? `the struct has ${type.fields.length} fields, but ${node.items.length} values are given`
          : `the struct has no field \`${item.name}\``;
      ctx.error("TH2018", message, span);
      ok = false;
    } else if (given.has(position)) {
      ctx.error("TH2018", `the field \`${type.fields[position]!.name}\` is given twice`, span);
      ok = false;
    } else {
      if (item.nameSpan !== undefined) ctx.unit.sources.names?.means(item.nameSpan, type.fields[position]!.span);
      given.set(position, item.value);
    }
  }
  for (const [i, field] of type.fields.entries()) {
    const value = given.get(i);
    if (value !== undefined) {
      if (!fill(ctx, field.type, value, into)) ok = false;
    } else if (ok) {
      ctx.error("TH2018", `the field \`${field.name}\` has no value`, node.span);
      ok = false;
    }
  }
  return ok;
}

function fillExpression(ctx: Context, type: Type, node: Expr, into: Initial): boolean {
  const operand = ctx.lower(node);
  if (operand.kind === "error") return false;
  const { span } = node;
  if (isSimple(type)) {
    let value: Expression;
    const isScalar = operand.kind === "data" && operand.type.kind === "scalar";
    if (type.kind === "scalar" || isScalar) {
      if (operand.kind !== "data" || !sameShape(type, operand.type)) {
        ctx.error("TH2018", `\`${describe(type)}\` cannot start with this value`, span);
        return false;
      }
      value = operand.value;
    } else if (operand.kind === "double" && operand.loose) {
      into.unknown ??= operand.feature;
      value = ZERO;
    } else {
      value = asInteger(ctx, operand, span);
    }
    into.cells.push({ value: type.kind === "bool" ? truth(value) : value, type, span });
    return true;
  }
  switch (type.kind) {
    case "clock": {
      if (type.extent.clocks === 0) return true;
      const start = ctx.unit.reals ? asReal(operand, span) : null;
      if (start !== null) {
        into.clocks.push({ value: start, type, span });
        return true;
      }
      if (operand.kind === "double" && Number.isInteger(operand.value)) {
        into.clocks.push({ value: constant(operand.value!), type, span });
      } else if (operand.kind === "double") {
        ctx.unit.obstacle("clocks that do not start at a whole number", span);
        into.clocks.push({ value: ZERO, type, span });
      } else {
        into.clocks.push({ value: asInteger(ctx, operand, span), type, span });
      }
      return true;
    }
    case "double": {
      const value = asReal(operand, span);
      if (value === null) break;
      if (type.extent.cells === 1) into.cells.push({ value, type, span });
      into.double = value;
      return true;
    }
    case "string":
      return true;
    case "array":
    case "struct":
      if (operand.kind === "aggregate" && sameShape(type, operand.type)) {
        return fillCells(ctx, type, operand.located, into, span);
      }
  }
  ctx.error("TH2018", `\`${describe(type)}\` cannot start with this value`, span);
  return false;
}

/** Takes over the cells of an existing array or struct. */
function fillCells(ctx: Context, type: Type, located: LocatedOperand, into: Initial, span: Span): boolean {
  const leaves: Type[] = [];
  const collect = (at: Type): void => {
    if (at.extent.cells === 0) return;
    if (at.kind === "array") for (let i = 0; i < at.length; i++) collect(at.element);
    else if (at.kind === "struct") for (const field of at.fields) collect(field.type);
    else if (isSimple(at) || isStoredDouble(at)) leaves.push(at);
  };
  collect(type);
  const fixed = isChoice(located) ? null : cellsOf(ctx, located);
  for (const [i, leaf] of leaves.entries()) {
    const value = fixed === null ? mapLocated(located, (access) => cellAt(access, leaf, i), conditional) : fixed[i]!;
    into.cells.push({ value: leaf.kind === "bool" ? truth(value) : value, type: leaf, span });
  }
  return true;
}

function cellAt(access: AccessPath, type: Type, i: number): Expression {
  const offset = { ...access.offset, cells: access.offset.cells + i };
  return sequence(i === 0 ? access.prelude : [], loadOf({ ...access, offset, type }));
}

/** Constants behind a path, or computed by a constant function. */
function cellsOf(ctx: Context, access: AccessPath): readonly Expression[] | null {
  const known = constantsOf(access);
  if (known !== null) return known.map(constant);
  if (access.root.values === null) return null;
  if (ctx.unit.dry && access.prelude.length > 0) {
    return Array.from({ length: access.type.extent.cells }, () => UNKNOWN);
  }
  const cells = evaluateCells(ctx.unit, access.prelude, placeOf(access), access.type.extent.cells);
  return "kind" in cells ? null : cells.map(constant);
}

/** The constants an initialiser comes to, range-checked; null when it is not constant (reported) or not known. */
export function constantCells(ctx: Context, cells: readonly CellValue[], name: string): number[] | null {
  const values: number[] = [];
  let ok = true;
  for (const { value, type, span } of cells) {
    const result = ctx.constantOf(value, span, `the first value of \`${name}\``);
    if (result === null) {
      ok = false;
      continue;
    }
    if (isSimple(type) && !(type.kind === "int" && type.unknown)) {
      const { min, max } = rangeOfType(type);
      if (result < min || result > max) {
        const hint = `it holds values from ${min} to ${max}`;
        ctx.error("TH2015", `${result} is outside the range of \`${name}\`, \`${describe(type)}\``, span, hint);
        ok = false;
      }
    }
    if (type.kind === "clock" && !type.hybrid && result < 0 && !ctx.unit.reals) {
      ctx.error("TH2046", `a clock cannot start at ${result}`, span, "clocks are never negative");
      ok = false;
    }
    values.push(result);
  }
  return ok ? values : null;
}

/** Default values: 0, or the lower bound where 0 is not in the range (docs/decisions/0002). */
export function defaultValues(type: Type): number[] {
  const values: number[] = [];
  const collect = (at: Type): void => {
    if (at.kind === "array") {
      const start = values.length;
      if (at.extent.cells === 0) return;
      collect(at.element);
      const size = values.length - start;
      for (let i = 1; i < at.length; i++) for (let k = 0; k < size; k++) values.push(values[start + k]!);
    } else if (at.kind === "struct") {
      for (const field of at.fields) collect(field.type);
    } else if (isStoredDouble(at)) {
      values.push(0);
    } else if (isSimple(at)) {
      const { min, max } = rangeOfType(at);
      values.push(min <= 0 && 0 <= max ? 0 : min);
    }
  };
  collect(type);
  return values;
}
