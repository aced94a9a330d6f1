// Types as written, turned into types: bounds and sizes are evaluated, named types looked up, prefixes checked.

import type { Span } from "../../../../diagnostics/index.ts";
import { INT32_MAX, INT32_MIN } from "../../../../network/integers.ts";
import type { ArrayDimension, Expr, TypeExpr, TypePrefix } from "../../ast.ts";
import type { Context } from "../context.ts";
import { describe } from "../values/compatible.ts";
import { asInteger } from "../values/convert.ts";
import {
  ANY_INT,
  arrayOf,
  BOOL,
  CLOCK,
  channel,
  DOUBLE,
  ERROR,
  elementOf,
  HYBRID_CLOCK,
  INT,
  integer,
  record,
  type ScalarSet,
  STORED_DOUBLE,
  STORED_HYBRID_CLOCK,
  STRING,
  scalarSet,
  type Type,
  UNKNOWN_RANGE,
  unknownArray,
  VOID,
} from "../values/types.ts";

const TYPE_NAMES = ["int", "bool", "clock", "chan", "scalar", "struct", "void", "double", "string"];
/** What begins like a declaration, too. */
const SECTIONS = ["state", "init", "trans", "commit", "process", "system"];

export interface TypeUse {
  readonly type: Type;
  readonly constant: boolean;
  readonly meta: boolean;
}

/** `name`: what the scalar sets made here are called (a typedef gives a set its identity). */
export function lowerType(ctx: Context, node: TypeExpr, name?: string): TypeUse {
  let constant = node.prefixes.includes("const");
  let meta = node.prefixes.includes("meta");
  let type = lowerBase(ctx, node, name);
  if (node.base.kind === "named") {
    const symbol = ctx.find(node.base.name);
    if (symbol?.kind === "type") {
      constant ||= symbol.constant;
      meta ||= symbol.meta;
    }
  }
  type = applyPrefixes(ctx, node, type);
  const leaf = elementOf(type);
  if (constant && type === INT) type = ANY_INT;
  if ((constant || meta) && (leaf.kind === "clock" || leaf.kind === "chan")) {
    const prefix = constant ? "const" : "meta";
    ctx.error("TH2013", `\`${prefix}\` does not go with \`${describe(leaf)}\``, node.span, `leave out \`${prefix}\``);
    type = ERROR;
  }
  return { type, constant, meta };
}

function lowerBase(ctx: Context, node: TypeExpr, name: string | undefined): Type {
  const base = node.base;
  switch (base.kind) {
    case "int":
      return base.range === undefined ? INT : lowerRange(ctx, base.range, node.span);
    case "bool":
      return BOOL;
    case "clock":
      return CLOCK;
    case "chan":
      return channel(false, false);
    case "void":
      return VOID;
    case "double":
      return ctx.unit.reals ? STORED_DOUBLE : DOUBLE;
    case "string":
      return STRING;
    case "scalar": {
      const size = lowerBound(ctx, base.size, "the size of a scalar set");
      if (size !== null && size < 1) {
        ctx.error("TH2011", `a scalar set needs at least one value, not ${size}`, base.size.span);
        return ERROR;
      }
      return scalarSet(ctx.owner.prefix + (name ?? `scalar@${node.span.start}`), size ?? 1);
    }
    case "struct":
      return lowerRecord(ctx, base.fields);
    case "named": {
      // Behind the prefixes, at the end.
      const named = { ...node.span, start: node.span.end - base.name.length };
      const symbol = ctx.resolve(base.name, named, [...TYPE_NAMES, ...SECTIONS]);
      if (symbol === null) return ERROR;
      if (symbol.kind === "type") return symbol.type;
      if (symbol.kind !== "extension") ctx.error("TH2003", `\`${base.name}\` is not a type`, node.span);
      return ERROR;
    }
  }
}

function lowerRange(ctx: Context, range: { min: Expr | null; max: Expr | null }, span: Span): Type {
  const min = range.min === null ? INT32_MIN : lowerBound(ctx, range.min, "the lower bound of a type");
  const max = range.max === null ? INT32_MAX : lowerBound(ctx, range.max, "the upper bound of a type");
  if (min === null || max === null) return UNKNOWN_RANGE;
  if (min > max) {
    ctx.unit.warn("TH2011", `the range [${min},${max}] is empty`, span, "nothing can take a value from it");
  }
  return integer(min, max);
}

/** A compile-time integer; null when it is not known (reported, or a parameter). */
function lowerBound(ctx: Context, node: Expr, what: string): number | null {
  return ctx.constantOf(asInteger(ctx, ctx.lower(node), node.span), node.span, what);
}

function lowerRecord(ctx: Context, fields: (TypeExpr["base"] & { kind: "struct" })["fields"]): Type {
  const members: { name: string; type: Type; span: Span }[] = [];
  for (const declaration of fields) {
    const { type } = lowerType(ctx, declaration.type);
    for (const declarator of declaration.declarators) {
      const full = lowerDimensions(ctx, type, declarator.dimensions);
      if (members.some((member) => member.name === declarator.name)) {
        ctx.error("TH2002", `the struct has two fields \`${declarator.name}\``, declarator.nameSpan);
        continue;
      }
      if (declarator.initialiser !== undefined) {
        const hint = "give the values where the variable is declared: `= {…}`";
        ctx.error("TH2018", "a field has no first value of its own", declarator.initialiser.span, hint);
      }
      const leaf = elementOf(full);
      if (leaf.kind === "chan" || leaf.kind === "string" || leaf.kind === "void") {
        ctx.error("TH2013", `a struct cannot have a field of type \`${describe(leaf)}\``, declarator.nameSpan);
        continue;
      }
      members.push({ name: declarator.name, type: full, span: declarator.nameSpan });
    }
  }
  return record(members);
}

/** `T a[2][3]` is an array of two arrays of three. */
export function lowerDimensions(ctx: Context, type: Type, dimensions: readonly ArrayDimension[]): Type {
  if (dimensions.length === 0) return type;
  if (type.kind === "void") {
    const first = dimensions[0]!;
    const { span } = first.kind === "size" ? first.size : first.type;
    ctx.error("TH2013", "there are no arrays of void", span);
    return ERROR;
  }
  let result = type;
  for (let i = dimensions.length - 1; i >= 0; i--) result = lowerDimension(ctx, result, dimensions[i]!);
  return result;
}

function lowerDimension(ctx: Context, element: Type, dimension: ArrayDimension): Type {
  if (element.kind === "error") return element;
  const free = ctx.free;
  ctx.free = false;
  const result = makeDimension(ctx, element, dimension);
  if (ctx.free) {
    const { span } = dimension.kind === "size" ? dimension.size : dimension.type;
    ctx.error("TH2211", "the size of an array cannot depend on a free parameter of a process", span);
  }
  ctx.free ||= free;
  return result;
}

function makeDimension(ctx: Context, element: Type, dimension: ArrayDimension): Type {
  // A lone name may be a type or a number, however it was parsed.
  if (dimension.kind === "type") {
    const { base, span } = dimension.type;
    if (base.kind === "named" && ctx.find(base.name)?.kind === "value") {
      return bySize(ctx, element, { kind: "name", name: base.name, span });
    }
    return byType(ctx, element, lowerType(ctx, dimension.type).type, span);
  }
  const { size } = dimension;
  if (size.kind === "name") {
    const symbol = ctx.find(size.name);
    if (symbol?.kind === "type") {
      ctx.unit.sources.names?.means(size.span, symbol.span);
      if (symbol.local) ctx.touched = true;
      return byType(ctx, element, symbol.type, size.span);
    }
  }
  return bySize(ctx, element, size);
}

function bySize(ctx: Context, element: Type, size: Expr): Type {
  const length = lowerBound(ctx, size, "the size of an array");
  if (length === null) return unknownArray(element);
  if (length < 0) {
    ctx.error("TH2011", `an array cannot have ${length} elements`, size.span);
    return ERROR;
  }
  return arrayOf(element, 0, length);
}

function byType(ctx: Context, element: Type, index: Type, span: Span): Type {
  if (index.kind === "error") return ERROR;
  if (index.kind === "scalar") return arrayOf(element, 0, index.size, (index as ScalarSet).set);
  if (index.kind === "int" && index.unknown) return unknownArray(element);
  if (index.kind === "int") return arrayOf(element, index.min, Math.max(0, index.max - index.min + 1));
  if (index.kind === "bool") return arrayOf(element, 0, 2);
  ctx.error(
    "TH2014",
    `an array cannot be indexed by \`${describe(index)}\``,
    span,
    "use a bounded int or a scalar set",
  );
  return ERROR;
}

const CHANNEL_ONLY: readonly TypePrefix[] = ["urgent", "broadcast"];

function applyPrefixes(ctx: Context, node: TypeExpr, type: Type): Type {
  const special = node.prefixes.filter((prefix) => CHANNEL_ONLY.includes(prefix) || prefix === "hybrid");
  if (special.length === 0 || type.kind === "error") return type;
  return mapLeaf(type, (leaf) => {
    for (const prefix of special) {
      if (leaf.kind !== (prefix === "hybrid" ? "clock" : "chan")) {
        ctx.error("TH2013", `\`${prefix}\` does not go with \`${describe(leaf)}\``, node.span);
        return ERROR;
      }
    }
    if (leaf.kind === "chan") {
      return channel(leaf.urgent || special.includes("urgent"), leaf.broadcast || special.includes("broadcast"));
    }
    return ctx.unit.reals ? STORED_HYBRID_CLOCK : HYBRID_CLOCK;
  });
}

function mapLeaf(type: Type, change: (leaf: Type) => Type): Type {
  if (type.kind !== "array") return change(type);
  if (type.unknown) return unknownArray(mapLeaf(type.element, change));
  return arrayOf(mapLeaf(type.element, change), type.first, type.length, type.indexSet);
}
