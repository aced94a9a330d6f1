// What a condition asks of cells that are not known: comparisons with a number become tests of single cells, whether
// they are written out, computed with (`used + need[i] <= CAP`) or stand in a function that returns them. Whatever is
// asked is necessary for the condition; what is more than that is named by what it reads.

import { type CellTable, cellTable } from "../../network/cells.ts";
import { compares, MIRROR, OPPOSITE } from "../../network/comparisons.ts";
import type { ComparisonOperator, Expression } from "../../network/index.ts";
import type { KnownValue } from "./known-values.ts";
import { PartialRun } from "./partial-run.ts";

export type Test =
  | { readonly kind: "cell"; readonly cell: number; readonly op: ComparisonOperator; readonly value: number }
  | { readonly kind: "other"; readonly cells: ReadonlySet<number>; readonly processes: ReadonlySet<number> };

/** `cell + offset`, or `offset - cell`. */
interface Shifted {
  readonly cell: number;
  readonly offset: number;
  readonly isMinus: boolean;
}

export class GuardRun extends PartialRun {
  private ranges: CellTable | undefined;

  /** What a condition asks, or its negation (`wanted` false); false: it cannot hold. */
  tests(condition: Expression, into: Test[], wanted = true): boolean {
    const known = this.tried(condition);
    if (known !== undefined) return (known !== 0) === wanted;
    switch (condition.kind) {
      case "and":
      case "or": {
        if ((condition.kind === "and") === wanted)
          return this.tests(condition.left, into, wanted) && this.tests(condition.right, into, wanted);
        const without = condition.kind === "and" ? 1 : 0;
        const [left, right] = [this.maybe(condition.left), this.maybe(condition.right)];
        if (truth(left) === without) return this.tests(condition.right, into, wanted);
        if (truth(right) === without) return this.tests(condition.left, into, wanted);
        break;
      }
      case "forall":
      case "exists":
        if ((condition.kind === "forall") !== wanted) break;
        for (let value = condition.min; value <= condition.max; value++) {
          if (!this.bound(condition.cell, value, () => this.tests(condition.body, into, wanted))) return false;
        }
        return true;
      case "check":
        return this.tests(condition.value, into, wanted);
      case "unary":
        if (condition.op === "!") return this.tests(condition.operand, into, !wanted);
        break;
      case "conditional": {
        const chosen = this.tried(condition.condition);
        if (chosen !== undefined) return this.tests(chosen !== 0 ? condition.then : condition.otherwise, into, wanted);
        break;
      }
      case "call": {
        // Parameters and locals do not tell which cells they come from: what is not all tests is named as a whole.
        const inner: Test[] = [];
        const said = this.called(condition, (value) => value && this.tests(value, inner, wanted));
        if (said === undefined || (said && inner.some(({ kind }) => kind === "other"))) break;
        into.push(...inner);
        return said;
      }
      default: {
        const test = this.comparison(condition, wanted);
        if (test !== undefined) {
          into.push(test);
          return true;
        }
      }
    }
    this.reads = new Set();
    this.asked = new Set();
    this.tried(condition);
    into.push({ kind: "other", cells: this.reads, processes: this.asked });
    return true;
  }

  private comparison(condition: Expression, wanted: boolean): Test | undefined {
    const test = (to: Shifted | undefined, op: ComparisonOperator, value: KnownValue): Test | undefined => {
      if (to === undefined || value === undefined) return undefined;
      const { cell, offset, isMinus } = to;
      const asked = wanted ? op : OPPOSITE[op];
      if (isMinus) return { kind: "cell", cell, op: MIRROR[asked], value: offset - value };
      return { kind: "cell", cell, op: asked, value: value - offset };
    };
    if (condition.kind === "load") return test(this.shifted(condition), "!=", 0);
    if (condition.kind !== "binary" || !(condition.op in MIRROR)) return undefined;
    const op = condition.op as ComparisonOperator;
    const { left, right } = condition;
    return test(this.shifted(left), op, this.tried(right)) ?? test(this.shifted(right), MIRROR[op], this.tried(left));
  }

  /** A cell with a known number added to it, or taken from one, that no value of the cell takes out of 32 bits. */
  private shifted(expression: Expression): Shifted | undefined {
    if (expression.kind === "load") {
      const cell = expression.place.space === "state" ? this.stateCell(expression.place) : undefined;
      return cell === undefined || this.written.has(cell) ? undefined : { cell, offset: 0, isMinus: false };
    }
    if (expression.kind !== "binary" || (expression.op !== "+" && expression.op !== "-")) return undefined;
    const [left, right] = [this.tried(expression.left), this.tried(expression.right)];
    const by = left ?? right;
    const inner = this.shifted(left === undefined ? expression.left : expression.right);
    if (by === undefined || inner === undefined) return undefined;
    const isTaken = expression.op === "-";
    const { cell } = inner;
    const isMinus = inner.isMinus !== (isTaken && left !== undefined);
    const offset =
      left === undefined ? inner.offset + (isTaken ? -by : by) : isTaken ? by - inner.offset : by + inner.offset;
    this.ranges ??= cellTable(this.network);
    const ends = [this.ranges.min[cell]!, this.ranges.max[cell]!].map((end) => offset + (isMinus ? -end : end));
    return ends.every((end) => (end | 0) === end) ? { cell, offset, isMinus } : undefined;
  }
}

/** 1 or 0, as `and` and `or` see it. */
const truth = (value: KnownValue): KnownValue => (value === undefined ? undefined : value === 0 ? 0 : 1);

/** Would the cell pass the test with this value? */
export function holdsFor({ op, value }: Extract<Test, { kind: "cell" }>, now: number): boolean {
  return compares(op, now, value);
}
