// What expressions, statements and functions mean: int32 arithmetic, order of evaluation, frames, references, and
// every fault a model can run into.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BinaryOperator, Expression, FunctionDefinition, Place, Statement } from "../../src/network/index.ts";
import { compileBlock, compileExpression, FunctionTable, Machine } from "../../src/semantics/evaluate/index.ts";
import { ModelFault } from "../../src/semantics/index.ts";
import { constant, framePlace, load, statePlace } from "../engine/build-network.ts";

const CELLS = 8;

function machineWith(cells: readonly number[] = []): Machine {
  const machine = new Machine(CELLS);
  const padded = Array.from({ length: CELLS }, (_, i) => cells[i] ?? 0);
  machine.load(Int32Array.of(0, 1), padded, 4);
  return machine;
}

function evaluate(expression: Expression, cells: readonly number[] = [], functions: FunctionDefinition[] = []): number {
  return compileExpression(expression, new FunctionTable(functions))(machineWith(cells));
}

function run(
  body: readonly Statement[],
  cells: readonly number[] = [],
  functions: FunctionDefinition[] = [],
): number[] {
  const machine = machineWith(cells);
  compileBlock(body, new FunctionTable(functions))(machine);
  return [...machine.memory.slice(0, CELLS)];
}

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof ModelFault) return error.kind;
    throw error;
  }
  return undefined;
}

const binary = (op: BinaryOperator, left: number | Expression, right: number | Expression): Expression => ({
  kind: "binary",
  op,
  left: typeof left === "number" ? constant(left) : left,
  right: typeof right === "number" ? constant(right) : right,
});
const assign = (target: Place, value: Expression, min = -1000, max = 1000): Expression => ({
  kind: "assign",
  target,
  op: "",
  value,
  min,
  max,
  yields: "new",
});
const perform = (expression: Expression): Statement => ({ kind: "expression", expression });
const element = (index: Expression, base = 0, count = 4): Place => ({
  space: "state",
  base,
  offset: 0,
  steps: [{ index, first: 0, count, stride: 1 }],
});

describe("arithmetic", () => {
  test("is that of int32", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(evaluate(binary("+", a, b))).toBe((a + b) | 0);
        expect(evaluate(binary("*", a, b))).toBe(Number(BigInt.asIntN(32, BigInt(a) * BigInt(b))));
        if (b !== 0) {
          expect(evaluate(binary("/", a, b))).toBe(Number(BigInt.asIntN(32, BigInt(a) / BigInt(b))));
          expect(evaluate(binary("%", a, b))).toBe(Number(BigInt(a) % BigInt(b)));
        }
        expect(evaluate(binary("<?", a, b))).toBe(Math.min(a, b));
      }),
    );
  });

  test("truncates towards zero, wraps, and knows powers", () => {
    expect(evaluate(binary("/", -7, 2))).toBe(-3);
    expect(evaluate(binary("%", -7, 2))).toBe(-1);
    expect(evaluate(binary("/", -2147483648, -1))).toBe(-2147483648);
    expect(evaluate(binary("**", 3, 4))).toBe(81);
    expect(evaluate(binary("**", 2, -1))).toBe(0);
    expect(evaluate(binary("<<", 1, 33))).toBe(2);
    expect(evaluate({ kind: "unary", op: "abs", operand: constant(-2147483648) })).toBe(-2147483648);
  });

  test("faults", () => {
    expect(faultOf(() => evaluate(binary("/", 1, 0)))).toBe("division");
    expect(faultOf(() => evaluate(binary("%", 1, 0)))).toBe("division");
    expect(faultOf(() => evaluate(binary("<<", 1, -1)))).toBe("shift");
    expect(faultOf(() => evaluate(load(element(constant(4)))))).toBe("index");
    expect(faultOf(() => evaluate(load(element(constant(-1)))))).toBe("index");
    expect(faultOf(() => evaluate(assign(statePlace(0), constant(11), 0, 10)))).toBe("range");
    expect(faultOf(() => evaluate({ kind: "check", value: constant(11), min: 0, max: 10 }))).toBe("range");
    expect(faultOf(() => run([{ kind: "assert", condition: constant(0) }]))).toBe("assert");
    expect(faultOf(() => evaluate({ kind: "unsupported", feature: "doubles" }))).toBe("unsupported");
  });

  test("short circuits, so the right side may protect itself", () => {
    const divides = binary("/", 1, load(statePlace(0)));
    expect(evaluate({ kind: "and", left: load(statePlace(0)), right: divides })).toBe(0);
    expect(evaluate({ kind: "or", left: constant(7), right: divides })).toBe(1);
    const guarded: Expression = {
      kind: "conditional",
      condition: load(statePlace(0)),
      then: divides,
      otherwise: constant(9),
    };
    expect(evaluate(guarded)).toBe(9);
  });
});

describe("quantifiers and places", () => {
  test("forall, exists and sum bind a frame cell; an empty range is neutral", () => {
    const isEven = binary("==", binary("%", load(framePlace(2)), 2), 0);
    const over = (kind: "forall" | "exists" | "sum", min: number, max: number, body: Expression): Expression => ({
      kind,
      cell: 2,
      min,
      max,
      body,
    });
    expect(evaluate(over("forall", 0, 3, isEven))).toBe(0);
    expect(evaluate(over("exists", 0, 3, isEven))).toBe(1);
    expect(evaluate(over("sum", 1, 4, load(framePlace(2))))).toBe(10);
    expect(evaluate(over("forall", 1, 0, constant(0)))).toBe(1);
    expect(evaluate(over("exists", 1, 0, constant(1)))).toBe(0);
  });

  test("an assignment finds its target before it computes its value", () => {
    // a[i] = (i = 2): the old i = 1 names the element.
    const i = statePlace(7);
    const body = [perform(assign(element(load(i)), assign(i, constant(2))))];
    expect(run(body, [0, 0, 0, 0, 0, 0, 0, 1])).toEqual([0, 2, 0, 0, 0, 0, 0, 2]);
  });

  test("i++ yields the old value", () => {
    const increment: Expression = {
      kind: "assign",
      target: statePlace(0),
      op: "+",
      value: constant(1),
      min: 0,
      max: 9,
      yields: "old",
    };
    expect(run([perform(assign(statePlace(1), increment))], [5])).toEqual([6, 5, 0, 0, 0, 0, 0, 0]);
  });

  test("whole arrays are copied, also onto themselves, and compared", () => {
    const copy: Expression = { kind: "copy", target: statePlace(1), source: statePlace(0), size: 3 };
    expect(run([perform(copy)], [1, 2, 3, 4])).toEqual([1, 1, 2, 3, 0, 0, 0, 0]);
    const narrow: Expression = {
      ...copy,
      type: { kind: "array", first: 0, length: 3, element: { kind: "int", min: 0, max: 2 } },
    };
    expect(faultOf(() => run([perform(narrow)], [1, 2, 3, 4]))).toBe("range");
    const same: Expression = { kind: "same", left: statePlace(0), right: statePlace(2), size: 2 };
    expect(evaluate(same, [1, 2, 1, 2])).toBe(1);
    expect(evaluate(same, [1, 2, 1, 3])).toBe(0);
  });
});

describe("functions", () => {
  const add: FunctionDefinition = {
    name: "add",
    parameters: [
      { name: "a", cell: 0, size: 1, kind: "value" },
      { name: "b", cell: 1, size: 1, kind: "value" },
    ],
    frameSize: 2,
    returns: 1,
    body: [{ kind: "return", value: binary("+", load(framePlace(0)), load(framePlace(1))) }],
  };
  const call = (index: number, ...values: Expression[]): Expression => ({
    kind: "call",
    function: index,
    arguments: values.map((value) => ({ kind: "value", value })),
  });

  test("arguments may be calls themselves", () => {
    const nested = call(0, call(0, constant(1), constant(2)), call(0, constant(3), call(0, constant(4), constant(5))));
    expect(evaluate(nested, [], [add])).toBe(15);
  });

  test("references write to the caller's cells, also through two calls and a growing stack", () => {
    const target: Place = { space: "reference", base: 0, offset: 1, steps: [] };
    const inner: FunctionDefinition = {
      name: "inner",
      parameters: [{ name: "r", cell: 0, size: 1, kind: "reference" }],
      frameSize: 500,
      returns: 0,
      body: [perform(assign(target, binary("+", load(target), 1)))],
    };
    const outer: FunctionDefinition = {
      ...inner,
      name: "outer",
      body: [
        perform({
          kind: "call",
          function: 0,
          arguments: [{ kind: "reference", place: { space: "reference", base: 0, offset: 0, steps: [] } }],
        }),
      ],
    };
    const body = [perform({ kind: "call", function: 1, arguments: [{ kind: "reference", place: statePlace(2) }] })];
    expect(run(body, [0, 0, 7, 8], [inner, outer])).toEqual([0, 0, 7, 9, 0, 0, 0, 0]);
  });

  test("arrays are passed and returned by value", () => {
    const reverse: FunctionDefinition = {
      name: "reverse",
      parameters: [{ name: "a", cell: 0, size: 2, kind: "copy" }],
      frameSize: 3,
      returns: 2,
      body: [
        perform(assign(framePlace(2), load(framePlace(0)))),
        perform(assign(framePlace(0), load(framePlace(1)))),
        perform(assign(framePlace(1), load(framePlace(2)))),
        { kind: "return", from: framePlace(0) },
      ],
    };
    const body = [
      perform({
        kind: "call",
        function: 0,
        arguments: [{ kind: "copy", source: statePlace(0), size: 2 }],
        into: statePlace(4),
      }),
    ];
    expect(run(body, [1, 2], [reverse])).toEqual([1, 2, 0, 0, 2, 1, 0, 0]);
  });

  test("loops: while, do, for, iterate, and return from within", () => {
    const i = framePlace(0);
    const total = statePlace(0);
    const increment = (place: Place, by: Expression) => assign(place, binary("+", load(place), by));
    const body: Statement[] = [
      { kind: "initialise", target: i, values: [0] },
      { kind: "while", condition: binary("<", load(i), 3), body: [perform(increment(i, constant(1)))] },
      { kind: "do", body: [perform(increment(total, constant(10)))], condition: constant(0) },
      {
        kind: "for",
        init: [assign(i, constant(0))],
        condition: binary("<", load(i), 4),
        step: [increment(i, constant(1))],
        body: [perform(increment(total, load(i)))],
      },
      {
        kind: "iterate",
        cell: 0,
        min: 1,
        max: 9,
        body: [
          { kind: "if", condition: binary("==", load(i), 3), then: [{ kind: "return" }], otherwise: [] },
          perform(increment(total, constant(100))),
        ],
      },
      perform(assign(total, constant(-1))),
    ];
    expect(run(body)[0]).toBe(10 + 6 + 200);
  });

  test("an endless loop is a fault, not a hang", () => {
    expect(faultOf(() => run([{ kind: "while", condition: constant(1), body: [] }]))).toBe("endless");
  });

  test("a clock assignment is written down, also through a reference", () => {
    const reset: FunctionDefinition = {
      name: "reset",
      parameters: [{ name: "c", cell: 0, size: 1, kind: "clock" }],
      frameSize: 1,
      returns: 0,
      body: [perform({ kind: "clock-assign", clock: { space: "reference", base: 0, steps: [] }, value: constant(3) })],
    };
    const machine = machineWith();
    const clock = { space: "clock", base: 1, steps: [] } as const;
    const call: Expression = { kind: "call", function: 0, arguments: [{ kind: "clock", clock }] };
    compileExpression(call, new FunctionTable([reset]))(machine);
    expect(machine.assignments).toEqual([2, 0, 3]);
  });

  test("locations are seen by `at`", () => {
    const at = (process: number, location: number): Expression => ({
      kind: "at",
      process: { base: process, steps: [] },
      location,
    });
    expect([evaluate(at(0, 0)), evaluate(at(1, 0)), evaluate(at(1, 1))]).toEqual([1, 0, 1]);
  });
});
