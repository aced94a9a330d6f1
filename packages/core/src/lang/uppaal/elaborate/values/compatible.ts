// Which types go together: equivalence (reference arguments, comparison of records), assignment, and how a type is
// called in a message.

import type { ValueType } from "../../../../network/index.ts";
import { DEFAULT_MAX, DEFAULT_MIN, isIntegral, isSimple, rangeWithin, type Type } from "./types.ts";

/** Same shape and same ranges. */
export function equivalent(a: Type, b: Type): boolean {
  if (a === b || a.kind === "error" || b.kind === "error") return true;
  switch (a.kind) {
    case "int":
      return b.kind === "int" && ((a.min === b.min && a.max === b.max) || a.unknown === true || b.unknown === true);
    case "scalar":
      return b.kind === "scalar" && a.set === b.set;
    case "array":
      if (b.kind !== "array" || !equivalent(a.element, b.element)) return false;
      return a.unknown || b.unknown ? true : a.length === b.length && a.first === b.first && a.indexSet === b.indexSet;
    case "struct":
      return (
        b.kind === "struct" &&
        a.fields.length === b.fields.length &&
        a.fields.every((field, i) => field.name === b.fields[i]!.name && equivalent(field.type, b.fields[i]!.type))
      );
    case "chan":
      return b.kind === "chan";
    default:
      return a.kind === b.kind;
  }
}

/** Same shape; ranges of integers may differ (they are checked when cells are copied). */
export function sameShape(a: Type, b: Type): boolean {
  if (isIntegral(a) && isIntegral(b)) return true;
  if (a.kind === "array" && b.kind === "array") {
    return (a.length === b.length || a.unknown || b.unknown || false) && sameShape(a.element, b.element);
  }
  if (a.kind === "struct" && b.kind === "struct") {
    return (
      a.fields.length === b.fields.length &&
      a.fields.every((field, i) => field.name === b.fields[i]!.name && sameShape(field.type, b.fields[i]!.type))
    );
  }
  return equivalent(a, b);
}

/** Does every value of `source` fit cell by cell, so that a copy needs no checks? */
export function fitsWithout(target: Type, source: Type): boolean {
  if (isSimple(target) && isSimple(source)) return rangeWithin(source, target);
  if (target.kind === "array" && source.kind === "array") return fitsWithout(target.element, source.element);
  if (target.kind === "struct" && source.kind === "struct") {
    return target.fields.every((field, i) => fitsWithout(field.type, source.fields[i]!.type));
  }
  return true;
}

/** How people write the type. */
export function describe(type: Type): string {
  switch (type.kind) {
    case "int":
      return type.free || (type.min === DEFAULT_MIN && type.max === DEFAULT_MAX)
        ? "int"
        : `int[${type.min},${type.max}]`;
    case "scalar":
      return type.set;
    case "array": {
      let suffix = "";
      let at: Type = type;
      while (at.kind === "array") {
        suffix += `[${at.length}]`;
        at = at.element;
      }
      return `${describe(at)}${suffix}`;
    }
    case "struct":
      return `struct { ${type.fields.map((field) => `${describe(field.type)} ${field.name};`).join(" ")} }`;
    case "chan":
      return `${type.urgent ? "urgent " : ""}${type.broadcast ? "broadcast " : ""}chan`;
    case "clock":
      return type.hybrid ? "hybrid clock" : "clock";
    default:
      return type.kind;
  }
}

const valueTypes = new WeakMap<Type, ValueType>();

/** The type as the network knows it. What takes no cells (clocks and doubles inside records) becomes empty. */
export function valueTypeOf(type: Type): ValueType {
  const known = valueTypes.get(type);
  if (known !== undefined) return known;
  const made = makeValueType(type);
  valueTypes.set(type, made);
  return made;
}

function makeValueType(type: Type): ValueType {
  switch (type.kind) {
    case "int":
      return { kind: "int", min: type.min, max: type.max };
    case "bool":
      return { kind: "bool" };
    case "double":
      if (type.extent.cells === 0) return { kind: "struct", fields: [] };
      return { kind: "int", min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, real: true };
    case "scalar":
      return { kind: "scalar", set: type.set, size: type.size };
    case "array":
      return { kind: "array", element: valueTypeOf(type.element), first: type.first, length: type.length };
    case "struct":
      return {
        kind: "struct",
        fields: type.fields.map((field) => ({ name: field.name, type: valueTypeOf(field.type) })),
      };
    default:
      return { kind: "struct", fields: [] };
  }
}
