// In which variables the values end that statements read: in those that the value around a read is assigned to, or
// nobody knows where, if anything else depends on it (a condition, an index, a divisor, an argument).

import { type Expression, type Place, type Statement, visitStatements } from "../../network/index.ts";
import { cellsOf } from "../accesses.ts";

/**
 * Tells of every read in which variable it ends: in those that the value around it is assigned to; in none where
 * something else depends on it.
 */
export class Flows {
  private readonly variablesOf: (cells: readonly number[]) => ReadonlySet<number>;
  private readonly tell: (from: number, to: ReadonlySet<number>) => void;

  constructor(
    variablesOf: (cells: readonly number[]) => ReadonlySet<number>,
    tell: (from: number, to: ReadonlySet<number>) => void,
  ) {
    this.variablesOf = variablesOf;
    this.tell = tell;
  }

  statements(statements: readonly Statement[]): void {
    const inValues = new Set<Expression>();
    visitStatements(statements, {
      expression: (expression) => {
        if (inValues.has(expression)) return;
        if (expression.kind === "assign") {
          const to = this.targets(expression.target, 1);
          if (expression.op !== "") this.read(expression.target, 1, isPartial(expression.op) ? NOBODY : to);
          this.value(expression.value, isPartial(expression.op) ? NOBODY : to, inValues);
        } else if (expression.kind === "copy") {
          this.read(expression.source, expression.size, this.targets(expression.target, expression.size));
        } else if (expression.kind === "load") {
          this.read(expression.place, 1, NOBODY);
        } else if (expression.kind === "same") {
          for (const place of [expression.left, expression.right]) this.read(place, expression.size, NOBODY);
        } else if (expression.kind === "call") {
          for (const argument of expression.arguments) {
            if (argument.kind === "reference") this.read(argument.place, 0, NOBODY);
            if (argument.kind === "copy") this.read(argument.source, argument.size, NOBODY);
          }
        }
      },
      statement: (statement) => {
        if (statement.kind === "return" && statement.from !== undefined) this.read(statement.from, 0, NOBODY);
      },
    });
  }

  /**
   * Reads that only pass through sums and choices end where the value does; all others are met on the way of the visit.
   */
  private value(expression: Expression, to: ReadonlySet<number>, met: Set<Expression>): void {
    switch (expression.kind) {
      case "load":
        met.add(expression);
        this.read(expression.place, 1, to);
        return;
      case "unary":
        this.value(expression.operand, to, met);
        return;
      case "check":
        this.value(expression.value, to, met);
        return;
      case "binary":
        if (isPartial(expression.op)) return;
        this.value(expression.left, to, met);
        this.value(expression.right, to, met);
        return;
      case "and":
      case "or":
        this.value(expression.left, to, met);
        this.value(expression.right, to, met);
        return;
      case "conditional":
        this.value(expression.condition, to, met);
        this.value(expression.then, to, met);
        this.value(expression.otherwise, to, met);
    }
  }

  private targets(place: Place, size: number): ReadonlySet<number> {
    return place.space === "state" ? this.variablesOf(cellsOf(place, size)) : NOBODY;
  }

  private read(place: Place, size: number, to: ReadonlySet<number>): void {
    if (place.space !== "state") return;
    for (const variable of this.variablesOf(cellsOf(place, Math.max(1, size)))) this.tell(variable, to);
  }
}

const NOBODY: ReadonlySet<number> = new Set();

/** May it fail, depending on its operands? */
function isPartial(op: string): boolean {
  return op === "/" || op === "%" || op === "<<" || op === ">>" || op === "**";
}
