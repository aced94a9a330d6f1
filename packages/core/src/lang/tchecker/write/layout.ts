// Where the cells and clocks of a network live in a TChecker file. An array becomes one `int` array when its elements
// start alike (the format has one initial value per array), otherwise one variable per cell; structs too.

import { Intervals } from "../../../analysis/intervals.ts";
import type { CellTable, ClockRef, Expression, Network, Place, Subscript } from "../../../network/index.ts";
import { cellTable, forEachCell, sizeOf } from "../../../network/index.ts";
import { conditional, fold, ONE, ZERO } from "../fold.ts";
import type { NameSpace } from "./names.ts";
import type { Refusals } from "./refusals.ts";

interface Group {
  readonly name: string;
  readonly first: number;
  readonly size: number;
}

/** An element by name, with the index still to be computed, if any. */
export interface Element {
  readonly name: string;
  readonly index?: Expression;
}

const MAX_TABLE = 256;

export class Layout {
  /** The `clock` and `int` lines. */
  readonly lines: string[] = [];
  private readonly network: Network;
  private readonly refusals: Refusals;
  private readonly cells: CellTable;
  private readonly intervals: Intervals;
  private readonly clockGroup: Group[] = [];
  private readonly cellGroup: (Group | undefined)[] = [];

  constructor(network: Network, names: NameSpace, refusals: Refusals) {
    this.network = network;
    this.refusals = refusals;
    this.cells = cellTable(network);
    this.intervals = new Intervals(network);
    this.layClocks(names);
    this.layVariables(names);
  }

  private layClocks(names: NameSpace): void {
    const { clocks } = this.network;
    for (let first = 0; first < clocks.length; ) {
      const base = withoutIndices(clocks[first]!.name);
      const isArray = base !== clocks[first]!.name;
      let end = first + 1;
      while (isArray && end < clocks.length && clocks[end]!.name !== base && withoutIndices(clocks[end]!.name) === base)
        end++;
      const group = { name: names.fresh(base), first, size: end - first };
      this.lines.push(`clock:${group.size}:${group.name}`);
      for (; first < end; first++) {
        this.clockGroup.push(group);
        if (clocks[first]!.initial !== 0) this.refusals.refuse("a clock that does not start at 0", clocks[first]!.span);
      }
    }
  }

  private layVariables(names: NameSpace): void {
    const { variables, initialValues } = this.network;
    for (const variable of variables) {
      const { name, type, cell, meta, span } = variable;
      // Read-only tables are written where they are read.
      if (variable.constant === true) continue;
      if (meta) this.refusals.refuse("a meta variable", span);
      const size = sizeOf(type);
      const uniform =
        isPlainArray(type) && initialValues.slice(cell, cell + size).every((v) => v === initialValues[cell]);
      if (uniform) {
        this.declare({ name: names.fresh(name), first: cell, size });
        continue;
      }
      let at = cell;
      forEachCell(type, (_, suffix) => this.declare({ name: names.fresh(name + suffix), first: at++, size: 1 }));
    }
  }

  private declare(group: Group): void {
    const { first, size, name } = group;
    const [min, max] = [this.cells.min[first], this.cells.max[first]];
    this.lines.push(`int:${size}:${min}:${max}:${this.network.initialValues[first]}:${name}`);
    for (let i = 0; i < size; i++) this.cellGroup[first + i] = group;
  }

  clock(ref: ClockRef): Element {
    return this.element(this.clockGroup[ref.base]!, ref.base, ref.steps);
  }

  /** The variable a place of the state names; its steps are reduced. */
  variable(place: Place): Element {
    const group = this.cellGroup[place.base];
    if (group === undefined) {
      this.refusals.refuse("a read-only table in this place");
      return { name: "_" };
    }
    return this.element(group, place.base, place.steps);
  }

  /** A read-only table becomes its value, or a choice by index; a bad index divides by zero. */
  table(place: Place): Expression | null {
    if (this.cellGroup[place.base] !== undefined) return null;
    const { initialValues } = this.network;
    const [step, ...more] = place.steps;
    if (step === undefined) return { kind: "constant", value: initialValues[place.base]! };
    if (step.count > MAX_TABLE) {
      this.refusals.refuse(`a read-only table of more than ${MAX_TABLE} entries`, step.span);
      return ZERO;
    }
    const { min, max } = this.intervals.of(step.index);
    // Where the declared ranges rule a bad index out, the last entry needs no question.
    let result: Expression | undefined =
      min >= step.first && max < step.first + step.count ? undefined : fold("/", ONE, ZERO);
    for (let i = step.count - 1; i >= 0; i--) {
      const entry = this.table({ ...place, base: place.base + i * step.stride, steps: more })!;
      if (result === undefined) {
        result = entry;
        continue;
      }
      result = conditional(fold("==", step.index, { kind: "constant", value: step.first + i }), entry, result);
    }
    return result!;
  }

  private element({ name, first, size }: Group, base: number, steps: readonly Subscript[]): Element {
    if (steps.length === 0) return size === 1 ? { name } : { name, index: { kind: "constant", value: base - first } };
    const span = steps[0]!.span;
    const reach = steps.reduce((sum, step) => sum + (step.count - 1) * step.stride, 0);
    if (base + reach >= first + size) {
      this.refusals.refuse(
        "a computed index into an array whose elements start with different values, or of structs",
        span,
      );
    } else if (steps.length > 1 || steps[0]!.count !== size) {
      this.refusals.leaveOut("the check of each index of an array of several dimensions on its own", span);
    }
    let index: Expression = { kind: "constant", value: base - first };
    for (const step of steps) {
      const relative = step.first === 0 ? step.index : fold("-", step.index, { kind: "constant", value: step.first });
      const moved = step.stride === 1 ? relative : fold("*", relative, { kind: "constant", value: step.stride });
      index = index.kind === "constant" && index.value === 0 ? moved : fold("+", index, moved);
    }
    return { name, index };
  }
}

function withoutIndices(name: string): string {
  return name.replace(/(\[-?[0-9]+\])+$/, "");
}

function isPlainArray(type: Network["variables"][number]["type"]): boolean {
  return type.kind === "array" ? isPlainArray(type.element) : type.kind !== "struct";
}
