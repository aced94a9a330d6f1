// Prints functions, and updates that are more than a list of expressions, as UPPAAL functions. The cells of a frame
// that are no parameters live in one local array: their types are gone, and every stored value is checked where the
// network says so.

import {
  type Expression,
  type FunctionDefinition,
  type Network,
  type Statement,
  visitStatements,
} from "../../../network/index.ts";
import { bind, type ExpressionPrinter, type FrameNames } from "./expressions.ts";
import { argumentName, LOCALS, localName, WORD } from "./names.ts";
import { Unsayable } from "./unsayable.ts";

export class StatementPrinter {
  private readonly expressions: ExpressionPrinter;

  constructor(expressions: ExpressionPrinter) {
    this.expressions = expressions;
  }

  definition(name: string, definition: FunctionDefinition): string {
    if (definition.returns > 1) throw new Unsayable("functions that return arrays or structs", definition.span);
    const parameters = definition.parameters.map(({ cell, kind, size }) => {
      if (kind !== "value" || size !== 1)
        throw new Unsayable("functions with array or reference parameters", definition.span);
      return cell;
    });
    const result = definition.returns === 0 ? "void" : WORD;
    return this.functionText(result, name, parameters, definition.frameSize, definition.body);
  }

  /** A function whose parameters are the frame's first cells as `arg_0`, `arg_1`, …; the others are local. */
  functionText(
    result: string,
    name: string,
    parameters: readonly number[],
    frameSize: number,
    body: readonly Statement[],
  ): string {
    const locals = typedLocals(body, parameters);
    const names = new Map(parameters.map((cell) => [cell, argumentName(cell)]));
    for (const cell of locals.keys()) names.set(cell, localName(cell));
    const frame: FrameNames = { names, typed: new Set(locals.keys()), array: LOCALS };
    const declarations = [...locals].map(([cell, { min, max }]) => {
      return `    int[${min},${max}] ${localName(cell)} = ${Math.max(min, Math.min(0, max))};\n`;
    });
    const head = parameters.map((cell) => `${WORD} ${argumentName(cell)}`).join(", ");
    const needsArray = frameSize > parameters.length + locals.size;
    const local = needsArray ? `    ${WORD} ${LOCALS}[${frameSize}];\n` : "";
    return `${result} ${name}(${head}) {\n${declarations.join("")}${local}${this.statements(body, frame, "    ")}}\n`;
  }

  /** Updates of an edge as UPPAAL writes them, or null when they need a function. */
  list(statements: readonly Statement[], frame: FrameNames): string[] | null {
    const texts: string[] = [];
    for (const statement of statements) {
      if (statement.kind !== "expression") return null;
      for (const effect of effects(statement.expression)) texts.push(this.effect(effect, frame));
    }
    return texts;
  }

  private statements(statements: readonly Statement[], frame: FrameNames, indent: string): string {
    return statements.map((statement) => this.statement(statement, frame, indent)).join("");
  }

  private block(statements: readonly Statement[], frame: FrameNames, indent: string): string {
    return `{\n${this.statements(statements, frame, `${indent}    `)}${indent}}`;
  }

  private statement(statement: Statement, frame: FrameNames, indent: string): string {
    const print = (expression: Expression): string => this.expressions.print(expression, frame);
    switch (statement.kind) {
      case "expression":
        return effects(statement.expression)
          .map((effect) => `${indent}${this.effect(effect, frame)};\n`)
          .join("");
      case "initialise":
        return statement.values
          .map((value, i) => {
            const target = { ...statement.target, offset: statement.target.offset + i };
            return `${indent}${this.expressions.place(target, frame, 1)} = ${value};\n`;
          })
          .join("");
      case "block":
        return `${indent}${this.block(statement.body, frame, indent)}\n`;
      case "if": {
        const otherwise =
          statement.otherwise.length === 0 ? "" : ` else ${this.block(statement.otherwise, frame, indent)}`;
        return `${indent}if (${print(statement.condition)}) ${this.block(statement.then, frame, indent)}${otherwise}\n`;
      }
      case "while":
        return `${indent}while (${print(statement.condition)}) ${this.block(statement.body, frame, indent)}\n`;
      case "do":
        return `${indent}do ${this.block(statement.body, frame, indent)} while (${print(statement.condition)});\n`;
      case "for": {
        // Nothing jumps out of or past a body, so a `for` is a `while`.
        const run = (parts: readonly Expression[]): Statement[] =>
          parts.map((expression) => ({ kind: "expression", expression }));
        const body = [...statement.body, ...run(statement.step)];
        const loop: Statement = { kind: "while", condition: statement.condition, body };
        return this.statements([...run(statement.init), loop], frame, indent);
      }
      case "iterate": {
        const inner = bind(frame, statement);
        return `${indent}for (${inner.head}) ${this.block(statement.body, inner.frame, indent)}\n`;
      }
      case "return":
        if (statement.from !== undefined) throw new Unsayable("functions that return arrays or structs");
        return `${indent}return${statement.value === undefined ? "" : ` ${print(statement.value)}`};\n`;
      case "assert":
        return `${indent}assert ${print(statement.condition)};\n`;
    }
  }

  /** Nobody looks at the value of a statement, so `i++` may be `++i`. */
  private effect(expression: Expression, frame: FrameNames): string {
    return this.expressions.print(expression.kind === "assign" ? { ...expression, yields: "new" } : expression, frame);
  }
}

/** The expressions that have effects, in order. */
function effects(expression: Expression): Expression[] {
  if (expression.kind === "sequence") return [...expression.first, expression.value].flatMap(effects);
  if (expression.kind === "constant" || expression.kind === "load") return [];
  return [expression];
}

/** Local cells that are used one by one, never through a subscript, and always assigned within the same range. */
function typedLocals(body: readonly Statement[], parameters: readonly number[]): Map<number, Range> {
  const ranges = new Map<number, Range>();
  const refused = new Set(parameters);
  visitStatements(body, {
    place({ space, base, offset, steps }, _access, size) {
      if (space !== "frame" || (steps.length === 0 && offset === 0 && size === 1)) return;
      const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, offset + Math.max(1, size));
      for (let cell = base; cell < base + reach; cell++) refused.add(cell);
    },
    expression(expression) {
      if (expression.kind !== "assign" || expression.target.space !== "frame") return;
      const { target, min, max } = expression;
      const known = ranges.get(target.base) ?? { min, max };
      if (known.min !== min || known.max !== max) refused.add(target.base);
      ranges.set(target.base, known);
    },
  });
  for (const cell of refused) ranges.delete(cell);
  return ranges;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Functions in an order in which each stands behind those it calls. */
export function callOrder(network: Network, calls: (index: number) => Iterable<number>): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (index: number): void => {
    if (seen.has(index)) return;
    seen.add(index);
    for (const called of calls(index)) visit(called);
    order.push(index);
  };
  for (const index of network.functions.keys()) visit(index);
  return order;
}
