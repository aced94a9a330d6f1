// How typed variables lie in cells: sizes, ranges and names, cell by cell.

import type { Network, ScalarValueType, ValueType } from "./network.ts";

export function sizeOf(type: ValueType): number {
  switch (type.kind) {
    case "array":
      return type.length * sizeOf(type.element);
    case "struct":
      return type.fields.reduce((sum, field) => sum + sizeOf(field.type), 0);
    default:
      return 1;
  }
}

export function rangeOf(type: ScalarValueType): { min: number; max: number } {
  switch (type.kind) {
    case "int":
      return { min: type.min, max: type.max };
    case "bool":
      return { min: 0, max: 1 };
    case "scalar":
      return { min: 0, max: type.size - 1 };
  }
}

/** Calls `visit` for every cell of a type, in order, with the suffix that names it (`[2].x`). */
export function forEachCell(
  type: ValueType,
  visit: (type: ScalarValueType, suffix: string) => void,
  suffix = "",
): void {
  if (type.kind === "array") {
    for (let i = 0; i < type.length; i++) forEachCell(type.element, visit, `${suffix}[${type.first + i}]`);
  } else if (type.kind === "struct") {
    for (const field of type.fields) forEachCell(field.type, visit, `${suffix}.${field.name}`);
  } else {
    visit(type, suffix);
  }
}

/** Range, kind and name of every cell of the discrete state. */
export interface CellTable {
  readonly min: Int32Array;
  readonly max: Int32Array;
  readonly meta: Uint8Array;
  /** Index into `Network.variables`. */
  readonly variable: Int32Array;
  name(cell: number): string;
}

export function cellTable(network: Network): CellTable {
  const min = new Int32Array(network.cells);
  const max = new Int32Array(network.cells);
  const meta = new Uint8Array(network.cells);
  const variable = new Int32Array(network.cells);
  for (const [index, { type, cell, meta: isMeta }] of network.variables.entries()) {
    let at = cell;
    forEachCell(type, (scalar) => {
      const range = rangeOf(scalar);
      min[at] = range.min;
      max[at] = range.max;
      meta[at] = isMeta ? 1 : 0;
      variable[at] = index;
      at++;
    });
  }
  return { min, max, meta, variable, name: (cell) => cellName(network, variable[cell]!, cell) };
}

function cellName(network: Network, variable: number, cell: number): string {
  const { name, type, cell: first } = network.variables[variable]!;
  let offset = cell - first;
  let at: ValueType = type;
  let suffix = "";
  for (;;) {
    if (at.kind === "array") {
      const stride = sizeOf(at.element);
      suffix += `[${at.first + Math.floor(offset / stride)}]`;
      offset %= stride;
      at = at.element;
    } else if (at.kind === "struct") {
      let field = at.fields[0]!;
      for (const candidate of at.fields) {
        field = candidate;
        const size = sizeOf(candidate.type);
        if (offset < size) break;
        offset -= size;
      }
      suffix += `.${field.name}`;
      at = field.type;
    } else {
      return name + suffix;
    }
  }
}
