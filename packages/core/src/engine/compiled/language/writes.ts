// Which cells of the state a list of statements may write, functions included. Successors are packed and undone by
// touching these cells only. What is written through a reference counts as the whole variable it may point into.

import { type Expression, type Network, type Place, type Statement, sizeOf } from "../../../network/index.ts";
import type { CellRange } from "../../../wasm/layout.ts";

interface Summary {
  readonly cells: Set<number>;
  /** Frame cells that hold references through which something is written. */
  readonly references: Set<number>;
}

export class WriteAnalysis {
  private readonly network: Network;
  private readonly summaries: (Summary | undefined)[] = [];

  constructor(network: Network) {
    this.network = network;
  }

  /** Sorted, disjoint ranges. */
  writtenBy(statements: readonly Statement[]): CellRange[] {
    const summary = emptySummary();
    for (const statement of statements) this.statement(statement, summary);
    const cells = [...summary.cells].sort((a, b) => a - b);
    const ranges: { first: number; count: number }[] = [];
    for (const cell of cells) {
      const last = ranges.at(-1);
      if (last !== undefined && last.first + last.count === cell) last.count++;
      else ranges.push({ first: cell, count: 1 });
    }
    return ranges;
  }

  private ofFunction(index: number): Summary {
    const known = this.summaries[index];
    if (known !== undefined) return known;
    const summary = emptySummary();
    // Set before the body is looked at, so that recursion (which the language forbids) would end.
    this.summaries[index] = summary;
    for (const statement of this.network.functions[index]!.body) this.statement(statement, summary);
    return summary;
  }

  private statement(statement: Statement, into: Summary): void {
    const block = (body: readonly Statement[]): void => {
      for (const inner of body) this.statement(inner, into);
    };
    switch (statement.kind) {
      case "expression":
        this.expression(statement.expression, into);
        return;
      case "initialise":
        this.write(statement.target, statement.values.length, into);
        return;
      case "block":
      case "iterate":
        block(statement.body);
        return;
      case "if":
        this.expression(statement.condition, into);
        block(statement.then);
        block(statement.otherwise);
        return;
      case "while":
      case "do":
        this.expression(statement.condition, into);
        block(statement.body);
        return;
      case "for":
        for (const part of [...statement.init, statement.condition, ...statement.step]) this.expression(part, into);
        block(statement.body);
        return;
      case "return":
        if (statement.value !== undefined) this.expression(statement.value, into);
        return;
      case "assert":
        this.expression(statement.condition, into);
        return;
    }
  }

  private expression(expression: Expression, into: Summary): void {
    switch (expression.kind) {
      case "constant":
      case "unsupported":
      case "same":
        return;
      case "load":
        this.steps(expression.place, into);
        return;
      case "at":
        for (const { index } of expression.process.steps) this.expression(index, into);
        return;
      case "unary":
        this.expression(expression.operand, into);
        return;
      case "binary":
      case "and":
      case "or":
        this.expression(expression.left, into);
        this.expression(expression.right, into);
        return;
      case "conditional":
        this.expression(expression.condition, into);
        this.expression(expression.then, into);
        this.expression(expression.otherwise, into);
        return;
      case "forall":
      case "exists":
      case "sum":
        this.expression(expression.body, into);
        return;
      case "assign":
        this.write(expression.target, 1, into);
        this.expression(expression.value, into);
        return;
      case "copy":
        this.write(expression.target, expression.size, into);
        return;
      case "clock-assign":
        this.expression(expression.value, into);
        return;
      case "check":
        this.expression(expression.value, into);
        return;
      case "sequence":
        for (const part of expression.first) this.expression(part, into);
        this.expression(expression.value, into);
        return;
      case "choose":
        this.expression(expression.index, into);
        for (const one of expression.cases) this.expression(one, into);
        return;
      case "call":
        this.call(expression, into);
        return;
    }
  }

  private call(expression: Extract<Expression, { kind: "call" }>, into: Summary): void {
    const definition = this.network.functions[expression.function]!;
    const { cells, references } = this.ofFunction(expression.function);
    for (const cell of cells) into.cells.add(cell);
    if (expression.into !== undefined) this.write(expression.into, definition.returns, into);
    for (const [at, argument] of expression.arguments.entries()) {
      if (argument.kind === "value") this.expression(argument.value, into);
      if (argument.kind !== "reference" || !references.has(definition.parameters[at]!.cell)) continue;
      const { place } = argument;
      if (place.space === "state") this.wholeVariable(place.base + place.offset, into);
      else if (place.space === "reference") into.references.add(place.base);
    }
  }

  private write(place: Place, size: number, into: Summary): void {
    this.steps(place, into);
    if (place.space === "frame") return;
    if (place.space === "reference") {
      into.references.add(place.base);
      return;
    }
    const reach = place.steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
    const first = place.base + place.offset;
    for (let cell = first; cell < first + reach + size; cell++) into.cells.add(cell);
  }

  private steps(place: Place, into: Summary): void {
    for (const { index } of place.steps) this.expression(index, into);
  }

  private wholeVariable(cell: number, into: Summary): void {
    for (const { cell: first, type } of this.network.variables) {
      const end = first + sizeOf(type);
      if (cell < first || cell >= end) continue;
      for (let at = first; at < end; at++) into.cells.add(at);
    }
  }
}

function emptySummary(): Summary {
  return { cells: new Set(), references: new Set() };
}
