// Expressions with values for their selects, computed beforehand: what is left has the value, or the fault, that the
// reference evaluator finds.

import { describe, expect, it } from "vitest";
import { specialise } from "../../src/analysis/specialise.ts";
import { Prng } from "../../src/basics/prng.ts";
import type { Expression } from "../../src/network/index.ts";
import { compileExpression, FunctionTable, Machine } from "../../src/semantics/evaluate/index.ts";
import { networkOf } from "./models.ts";

const EXPRESSIONS = 400;
const OPERATORS = ["+", "-", "*", "/", "%", "<", "<=", "==", "!=", ">=", ">", "<?", ">?", "&&", "||", "&", "|", "^"];
const DECLARATIONS = "int v = 5; int table[4] = {2, 3, 5, 7}; int f(int a, int b) { return a * 10 + b; }";

function randomExpression(random: Prng, depth: number): string {
  const inner = (): string => randomExpression(random, depth - 1);
  const leaves = ["i", "j", "v", `${random.below(5)}`, "table[1]"];
  if (depth === 0) return leaves[random.below(leaves.length)]!;
  switch (random.below(10)) {
    case 0:
      return `(${inner()} ? ${inner()} : ${inner()})`;
    case 1:
      return `(!${inner()})`;
    case 2:
      return `(-${inner()})`;
    case 3:
      return `table[i + ${random.below(4)}]`;
    case 4:
      return `f(${inner()}, ${inner()})`;
    case 5:
      return `(sum (k : int[0,2]) (k * ${inner()}))`;
    case 6:
      return `abs(${inner()})`;
    default:
      return `(${inner()} ${OPERATORS[random.below(OPERATORS.length)]} ${inner()})`;
  }
}

describe("specialised expressions", () => {
  const random = new Prng(29);
  const texts = Array.from({ length: EXPRESSIONS }, () => randomExpression(random, 3));
  const edges = texts.map((text) => `here -> here { select i : int[-2,3], j : int[-2,3]; guard ${text} == 7; }`);
  const network = networkOf(
    `${DECLARATIONS}\nprocess P() { state here; init here; trans ${edges.join(",\n")}; }\nsystem P;`,
  );
  const functions = new FunctionTable(network.functions);
  const machine = new Machine(network.cells);
  const evaluated = (expression: Expression, frameSize: number, selects: readonly number[]): number | string => {
    machine.load(new Int32Array(1), network.initialValues, frameSize);
    machine.setFrame(selects);
    try {
      return compileExpression(expression, functions)(machine);
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("mean what they meant", () => {
    let constants = 0;
    for (const [at, { guard, frameSize }] of network.edges.entries()) {
      const [conjunct] = guard;
      if (conjunct?.kind !== "data") continue;
      for (const selects of [
        [0, 0],
        [-2, 3],
        [3, -1],
        [1, 2],
      ]) {
        const special = specialise(conjunct.condition, new Map(selects.entries()));
        if (special.kind === "constant") constants++;
        const [before, after] = [conjunct.condition, special].map((one) => evaluated(one, frameSize, selects));
        expect(after, `${texts[at]} with i, j = ${selects}`).toBe(before);
      }
    }
    expect(constants).toBeGreaterThan(EXPRESSIONS / 20);
  });

  it("are numbers where nothing else is asked for", () => {
    const folded = (text: string): Expression => {
      const one = networkOf(
        `process P() { state here; init here; trans here -> here { select i : int[0,9], j : int[0,9]; guard ${text}; }; }\nsystem P;`,
      );
      const [conjunct] = one.edges[0]!.guard;
      if (conjunct?.kind !== "data") throw new Error("a condition on data was expected");
      return specialise(
        conjunct.condition,
        new Map([
          [0, 7],
          [1, 2],
        ]),
      );
    };
    const value = (number: number): Expression => ({ kind: "constant", value: number });
    for (const [text, number] of [
      ["i + j == 9", 1],
      ["i - j == 5", 1],
      ["i * j == 14", 1],
      ["i / j == 3", 1],
      ["i % j == 1", 1],
      ["i < j || i <= j", 0],
      ["i > j && i >= j", 1],
      ["i != j", 1],
      ["i == j", 0],
      ["(i <? j) == 2", 1],
      ["(i >? j) == 7", 1],
      ["!(i == j)", 1],
      ["-i == -7", 1],
      ["i && j", 1],
      ["i == j || j", 1],
      ["(i == j ? i : j) == 2", 1],
    ] as const) {
      expect(folded(text), text).toEqual(value(number));
    }
    expect(folded("i / (j - 2) == 1").kind).toBe("binary");
  });
});
