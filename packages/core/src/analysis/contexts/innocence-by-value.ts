// Innocence by value (section 3 of the CE paper): `x := 1` is innocent for `x == 2`, although it writes what the target
// reads. A condition over one variable is tried with each of its values before the edge; one over several is asked
// once, with what the edge leaves in those it writes. What cannot be followed (loops, functions, computed indices)
// counts as turning the condition true.

import { type CellTable, cellTable } from "../../network/cells.ts";
import type { Edge, Expression, Network, Statement } from "../../network/index.ts";
import type { AccessAnalysis } from "../accesses.ts";
import { EMPTY_FRAME, type Frame, Intervals } from "../intervals.ts";
import type { Range } from "../range.ts";

type Assignment = Extract<Expression, { kind: "assign" }>;

/** Larger domains are asked about as a whole. */
const MOST_VALUES = 4096;

export class InnocenceByValue {
  private readonly accesses: AccessAnalysis;
  private readonly intervals: Intervals;
  private readonly cells: CellTable;
  /** Update hooks run with every transition, before or after its edges. */
  private readonly hooked: ReadonlySet<number>;

  constructor(network: Network, accesses: AccessAnalysis) {
    this.accesses = accesses;
    this.intervals = new Intervals(network);
    this.cells = cellTable(network);
    this.hooked = accesses.ofStatements([...network.beforeUpdate, ...network.afterUpdate]).writtenCells;
  }

  /** Whether the edge, from whatever values, leaves no false condition true; `cells` are those that it reads. */
  keepsFalse(edge: Edge, condition: Expression, cells: ReadonlySet<number>): boolean {
    const written = this.accesses.ofEdge(edge.id).writtenCells;
    const changed = [...cells].filter((cell) => written.has(cell));
    const assignments = changed.map((cell) => this.onlyAssignment(edge, cell));
    if (assignments.includes(undefined)) return false;
    const [cell] = cells;
    const selected = new Map(edge.selects.map(({ min, max }, at) => [at, { min, max }]));
    const frame = { ...EMPTY_FRAME, ranges: selected };
    if (cells.size > 1) return !this.canHold(condition, this.after(changed, assignments, frame));
    for (const value of this.valuesOf(cell!)) {
      const before = { ...frame, cells: new Map([[cell!, value]]) };
      if (this.isImpossible(edge, before) || !this.canFail(condition, before)) continue;
      if (this.canHold(condition, this.after(changed, assignments, before))) return false;
    }
    return true;
  }

  /** The one statement of the edge that writes the cell, if nothing else does. */
  private onlyAssignment(edge: Edge, cell: number): Assignment | undefined {
    if (this.hooked.has(cell)) return undefined;
    const statements = edge.update.flatMap(flattened);
    const writers = statements.filter((one) => this.accesses.ofStatements([one]).writtenCells.has(cell));
    const [writer] = writers;
    if (writers.length !== 1 || writer!.kind !== "expression" || writer!.expression.kind !== "assign") return undefined;
    const { target, value } = writer!.expression;
    const isCell = target.space === "state" && target.steps.length === 0 && target.base + target.offset === cell;
    return isCell && !this.accesses.ofExpression(value).writtenCells.has(cell) ? writer!.expression : undefined;
  }

  /** Only what happens within one edge: guards of partners are asked before anybody's update. */
  private isImpossible(edge: Edge, before: Frame): boolean {
    if (edge.sync.kind !== "internal" || this.hooked.size > 0) return false;
    return edge.guard.some((one) => one.kind === "data" && !this.canHold(one.condition, before));
  }

  private after(cells: readonly number[], assignments: readonly (Assignment | undefined)[], before: Frame): Frame {
    const ranges = cells.map((cell, at): [number, Range] => {
      const { op, value, min, max } = assignments[at]!;
      const given = this.intervals.of(value, before);
      const old = before.cells?.get(cell) ?? this.rangeOf(cell);
      // A value that does not fit is a fault of the model: the edge is not taken.
      if (op === "") return [cell, clipped(given, min, max)];
      if (op === "+") return [cell, clipped({ min: old.min + given.min, max: old.max + given.max }, min, max)];
      if (op === "-") return [cell, clipped({ min: old.min - given.max, max: old.max - given.min }, min, max)];
      return [cell, { min, max }];
    });
    return { ...EMPTY_FRAME, cells: new Map(ranges) };
  }

  private canHold(condition: Expression, frame: Frame): boolean {
    const { min, max } = this.intervals.of(condition, frame);
    return min !== 0 || max !== 0;
  }

  private canFail(condition: Expression, frame: Frame): boolean {
    const { min, max } = this.intervals.of(condition, frame);
    return min <= 0 && max >= 0;
  }

  private rangeOf(cell: number): Range {
    return { min: this.cells.min[cell]!, max: this.cells.max[cell]! };
  }

  private valuesOf(cell: number): Range[] {
    const { min, max } = this.rangeOf(cell);
    if (max - min >= MOST_VALUES) return [{ min, max }];
    return Array.from({ length: max - min + 1 }, (_, at) => ({ min: min + at, max: min + at }));
  }
}

const clipped = (range: Range, min: number, max: number): Range => ({
  min: Math.min(max, Math.max(range.min, min)),
  max: Math.max(min, Math.min(range.max, max)),
});

const flattened = (statement: Statement): readonly Statement[] =>
  statement.kind === "block" ? statement.body.flatMap(flattened) : [statement];
