import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binary, EMPTY_FRAME, INT32, Intervals, withRange } from "../../src/analysis/intervals.ts";
import type { BinaryOperator, Expression } from "../../src/network/network.ts";
import { cell, element, local, NetworkBuilder, num, op } from "../../src/testing/index.ts";

const model = new NetworkBuilder();
const a = model.int("a", -3, 5);
const b = model.int("b", 0, 4);
const table = model.variable(
  "t",
  { kind: "array", element: { kind: "int", min: 0, max: 100 }, first: 0, length: 3 },
  [7, 9, 2],
);
model.variables[2] = { ...model.variables[2]!, constant: true };
model.functions.push({
  name: "pick",
  parameters: [{ name: "k", cell: 0, size: 1, kind: "value" }],
  frameSize: 2,
  returns: 1,
  body: [
    { kind: "initialise", target: { space: "frame", base: 1, offset: 0, steps: [] }, values: [3] },
    {
      kind: "if",
      condition: op(">", local(0), num(2)),
      then: [{ kind: "return", value: op("+", local(0), local(1)) }],
      otherwise: [],
    },
    { kind: "return", value: { kind: "check", value: op("*", local(0), num(9)), min: 0, max: 12 } },
  ],
});
const intervals = new Intervals(model.build());

const OPERATORS: BinaryOperator[] = ["+", "-", "*", "/", "%", "<?", ">?", "&", "|", "^", "<", "<=", "==", ">=", ">"];

/** What the operators mean, without wrapping: the values here are small. */
function meaning(operator: BinaryOperator, x: number, y: number): number | undefined {
  switch (operator) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return y === 0 ? undefined : Math.trunc(x / y);
    case "%":
      return y === 0 ? undefined : x % y;
    case "<?":
      return Math.min(x, y);
    case ">?":
      return Math.max(x, y);
    case "&":
      return x & y;
    case "|":
      return x | y;
    case "^":
      return x ^ y;
    case "<":
      return Number(x < y);
    case "<=":
      return Number(x <= y);
    case "==":
      return Number(x === y);
    case ">=":
      return Number(x >= y);
    default:
      return Number(x > y);
  }
}

const expressionArbitrary: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(cell(a), cell(b)),
    fc.integer({ min: -6, max: 6 }).map(num),
    fc.tuple(fc.constantFrom(...OPERATORS), tie("node"), tie("node")).map(([o, l, r]) => op(o, l, r)),
    tie("node").map((operand): Expression => ({ kind: "unary", op: "abs", operand })),
    fc
      .tuple(tie("node"), tie("node"), tie("node"))
      .map(([condition, then, otherwise]): Expression => ({ kind: "conditional", condition, then, otherwise })),
  ),
})).node;

function evaluate(expression: Expression, x: number, y: number): number | undefined {
  switch (expression.kind) {
    case "constant":
      return expression.value;
    case "load":
      return expression.place.base === a ? x : y;
    case "unary": {
      const value = evaluate(expression.operand, x, y);
      return value === undefined ? undefined : Math.abs(value);
    }
    case "binary": {
      const left = evaluate(expression.left, x, y);
      const right = evaluate(expression.right, x, y);
      return left === undefined || right === undefined ? undefined : meaning(expression.op, left, right);
    }
    case "conditional": {
      const condition = evaluate(expression.condition, x, y);
      if (condition === undefined) return undefined;
      return evaluate(condition !== 0 ? expression.then : expression.otherwise, x, y);
    }
    default:
      throw new Error(expression.kind);
  }
}

describe("intervals", () => {
  it("contain every value an expression can take", () => {
    fc.assert(
      fc.property(expressionArbitrary, (expression) => {
        const range = intervals.of(expression);
        const outside: number[] = [];
        for (let x = -3; x <= 5; x++) {
          for (let y = 0; y <= 4; y++) {
            const value = evaluate(expression, x, y);
            if (value === undefined || Math.abs(value) > 2 ** 31) continue;
            if (value < range.min || value > range.max) outside.push(value);
          }
        }
        expect(outside).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("are tight on simple ones", () => {
    expect(intervals.of(op("+", cell(a), cell(b)))).toEqual({ min: -3, max: 9 });
    expect(intervals.of(op("*", cell(a), num(-2)))).toEqual({ min: -10, max: 6 });
    expect(intervals.of(op("*", num(0x10000), num(0x10000)))).toEqual(INT32);
  });

  it("know read-only tables by value, element by element where the index is known", () => {
    expect(intervals.of(element(table, 3, cell(b)))).toEqual({ min: 2, max: 9 });
    expect(intervals.of(element(table, 3, num(1)))).toEqual({ min: 9, max: 9 });
    expect(intervals.of(element(table, 3, local(0)), withRange(EMPTY_FRAME, 0, { min: 0, max: 1 }))).toEqual({
      min: 7,
      max: 9,
    });
  });

  it("follow calls", () => {
    const call: Expression = { kind: "call", function: 0, arguments: [{ kind: "value", value: cell(b) }] };
    expect(intervals.of(call)).toEqual({ min: 0, max: 12 });
  });
});

it.each([
  [
    [0, 2],
    [5, 9],
    [0, 2],
  ],
  [
    [0, 20],
    [5, 9],
    [0, 8],
  ],
  [
    [-3, 2],
    [5, 9],
    [-3, 2],
  ],
  [
    [-30, -1],
    [-4, 2],
    [-3, 0],
  ],
  [
    [4, 6],
    [1, 1],
    [0, 0],
  ],
])("the rest of %j by %j is in %j", ([min, max], [least, most], [from, to]) => {
  expect(binary("%", { min: min!, max: max! }, { min: least!, max: most! })).toEqual({ min: from, max: to });
});

it("what an assignment yields is what it stores, before or after", () => {
  const target = { space: "state", base: 0, offset: 0, steps: [] } as const;
  const assign = (op: "" | "+", yields: "new" | "old"): Expression => ({
    kind: "assign",
    target,
    op,
    value: num(2),
    min: -3,
    max: 5,
    yields,
  });
  expect(intervals.of(assign("", "new"), EMPTY_FRAME)).toEqual({ min: 2, max: 2 });
  expect(intervals.of(assign("+", "new"), EMPTY_FRAME)).toEqual({ min: -3, max: 5 });
  expect(intervals.of(assign("", "old"), EMPTY_FRAME)).toEqual({ min: -3, max: 5 });
});
