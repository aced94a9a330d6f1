// The types of the UPPAAL language once names and bounds are known, and how they lie in memory: a type takes data
// cells, clocks and channels, each counted on its own, so that records with clock members need no special case.

import { defined } from "../../../../basics/defined.ts";
import type { Span } from "../../../../diagnostics/index.ts";
import { INT32_MAX, INT32_MIN } from "../../../../network/integers.ts";

/** How many data cells, clocks and channels a value of the type takes. */
export interface Extent {
  readonly cells: number;
  readonly clocks: number;
  readonly channels: number;
}

export type Type =
  | IntegerType
  | BooleanType
  | ScalarSet
  | ArrayOf
  | RecordType
  | ClockType
  | ChannelType
  | DoubleType
  | PlainType;

/** `free` is true for `int` without bounds: constants of that type hold any int32, and it cannot be enumerated. */
export interface IntegerType {
  readonly kind: "int";
  readonly min: number;
  readonly max: number;
  readonly free: boolean;
  /** The bounds depend on a parameter that has no value yet. */
  readonly unknown?: true;
  readonly extent: Extent;
}
export interface BooleanType {
  readonly kind: "bool";
  readonly extent: Extent;
}
export interface ScalarSet {
  readonly kind: "scalar";
  /** Identity: the typedef (or the place) that made the set. */
  readonly set: string;
  readonly size: number;
  readonly extent: Extent;
}
export interface ArrayOf {
  readonly kind: "array";
  readonly element: Type;
  readonly first: number;
  readonly length: number;
  /** The scalar set that indexes the array, if one does. */
  readonly indexSet?: string;
  /** The length depends on a parameter that has no value yet; one element stands for all. */
  readonly unknown?: true;
  readonly extent: Extent;
}
export interface RecordField {
  readonly name: string;
  readonly type: Type;
  /** Where the field starts inside the record. */
  readonly at: Extent;
  /** Where it is declared. */
  readonly span: Span;
}
export interface RecordType {
  readonly kind: "struct";
  readonly fields: readonly RecordField[];
  readonly extent: Extent;
}
export interface ClockType {
  readonly kind: "clock";
  readonly hybrid: boolean;
  /** The `cost` of UPPAAL CORA, which every model finds declared. */
  readonly price?: true;
  readonly extent: Extent;
}
export interface ChannelType {
  readonly kind: "chan";
  readonly urgent: boolean;
  readonly broadcast: boolean;
  readonly extent: Extent;
}
/** Read and kept, never stored: symbolic analysis has no doubles. */
export interface DoubleType {
  readonly kind: "double";
  readonly extent: Extent;
}
/** `error` stands for a type that was reported already and agrees with everything. */
export interface PlainType {
  readonly kind: "void" | "string" | "error";
  readonly extent: Extent;
}

const NOTHING: Extent = { cells: 0, clocks: 0, channels: 0 };
const ONE_CELL: Extent = { cells: 1, clocks: 0, channels: 0 };

export const DEFAULT_MIN = -32768;
export const DEFAULT_MAX = 32767;

export function integer(min: number, max: number): IntegerType {
  return { kind: "int", min, max, free: false, extent: ONE_CELL };
}
/** While a template is checked on its own: bounds and lengths that its arguments decide. */
export const UNKNOWN_RANGE: IntegerType = { ...integer(DEFAULT_MIN, DEFAULT_MAX), unknown: true };
export function unknownArray(element: Type): ArrayOf {
  return { ...arrayOf(element, 0, 1), unknown: true };
}
/** `int` */
export const INT: IntegerType = { kind: "int", min: DEFAULT_MIN, max: DEFAULT_MAX, free: true, extent: ONE_CELL };
/** `const int`, and the type of arithmetic. */
export const ANY_INT: IntegerType = { kind: "int", min: INT32_MIN, max: INT32_MAX, free: true, extent: ONE_CELL };
export const BOOL: BooleanType = { kind: "bool", extent: ONE_CELL };
export const CLOCK: ClockType = { kind: "clock", hybrid: false, extent: { cells: 0, clocks: 1, channels: 0 } };
export const HYBRID_CLOCK: ClockType = { kind: "clock", hybrid: true, extent: NOTHING };
export const DOUBLE: DoubleType = { kind: "double", extent: NOTHING };
/** In networks for statistics doubles are stored, and hybrid clocks are clocks. */
export const STORED_DOUBLE: DoubleType = { kind: "double", extent: ONE_CELL };
/** What has been paid so far; it is no part of the state. */
export const COST: ClockType = { ...HYBRID_CLOCK, price: true };
export const STORED_HYBRID_CLOCK: ClockType = { ...CLOCK, hybrid: true };
export const VOID: PlainType = { kind: "void", extent: NOTHING };
export const STRING: PlainType = { kind: "string", extent: NOTHING };
export const ERROR: PlainType = { kind: "error", extent: NOTHING };

export function channel(urgent: boolean, broadcast: boolean): ChannelType {
  return { kind: "chan", urgent, broadcast, extent: { cells: 0, clocks: 0, channels: 1 } };
}

export function scalarSet(set: string, size: number): ScalarSet {
  return { kind: "scalar", set, size, extent: ONE_CELL };
}

export function arrayOf(element: Type, first: number, length: number, indexSet?: string): ArrayOf {
  const { cells, clocks, channels } = element.extent;
  const extent = { cells: cells * length, clocks: clocks * length, channels: channels * length };
  return { kind: "array", element, first, length, extent, ...defined({ indexSet }) };
}

export function record(fields: readonly Omit<RecordField, "at">[]): RecordType {
  let at = NOTHING;
  const placed = fields.map((given): RecordField => {
    const field = { ...given, at };
    at = plus(at, field.type.extent);
    return field;
  });
  return { kind: "struct", fields: placed, extent: at };
}

export function plus(a: Extent, b: Extent, times = 1): Extent {
  return {
    cells: a.cells + b.cells * times,
    clocks: a.clocks + b.clocks * times,
    channels: a.channels + b.channels * times,
  };
}

/** int or bool: what arithmetic and logic take. */
export function isIntegral(type: Type): type is IntegerType | BooleanType {
  return type.kind === "int" || type.kind === "bool";
}

/** One cell of data. */
export function isSimple(type: Type): type is IntegerType | BooleanType | ScalarSet {
  return type.kind === "int" || type.kind === "bool" || type.kind === "scalar";
}

/** A double that has a cell. */
export function isStoredDouble(type: Type): boolean {
  return type.kind === "double" && type.extent.cells === 1;
}

/** Least and greatest value of a one-cell type. */
export function rangeOfType(type: IntegerType | BooleanType | ScalarSet): { min: number; max: number } {
  if (type.kind === "int") return type;
  return { min: 0, max: type.kind === "bool" ? 1 : type.size - 1 };
}

/** Does every value of `inner` fit `outer`? */
export function rangeWithin(
  inner: IntegerType | BooleanType | ScalarSet,
  outer: IntegerType | BooleanType | ScalarSet,
): boolean {
  const a = rangeOfType(inner);
  const b = rangeOfType(outer);
  return b.min <= a.min && a.max <= b.max;
}

/** Is there an int in it that can have no value? */
export function hasEmptyRange(type: Type): boolean {
  return type.extent.cells > 0 && someLeaf(type, (leaf) => leaf.kind === "int" && leaf.min > leaf.max);
}

/** The innermost element type of an array, or the type itself. */
export function elementOf(type: Type): Type {
  let at = type;
  while (at.kind === "array") at = at.element;
  return at;
}

/** Calls `visit` on every leaf type that is not an array or record. */
export function someLeaf(type: Type, test: (leaf: Type) => boolean): boolean {
  if (type.kind === "array") return someLeaf(type.element, test);
  if (type.kind === "struct") return type.fields.some((field) => someLeaf(field.type, test));
  return test(type);
}
