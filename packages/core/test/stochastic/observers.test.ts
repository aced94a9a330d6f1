// What is seen while time passes between steps: extremes inside a delay, `U` over clocks at every moment, curves that
// bend.

import { describe, expect, it } from "vitest";
import { checkQueries, quantityOf, simulationOf } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";

const WAITING = "process P() { clock x; state S; init S; }\nA = P();\nsystem A;\n";

async function verdictOf(text: string, content = WAITING) {
  const compiled = loadModel({ name: "model.xta", content }).compileQuery(text);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const { value, network } = compiled;
  return (await checkQueries({ network, options: {}, environment: stillEnvironment }, [value]))[0]!.verdict;
}

describe("while time passes", () => {
  it.each([
    ["max: A.x * (4 - A.x)", 4],
    ["min: (A.x - 3) * (A.x - 3)", 0],
    ["max: sqrt(A.x)", Math.sqrt(10)],
    ["max: 7 - fabs(A.x - 7.25)", 7],
    ["max: A.x > 3 && A.x < 4 ? 1 : 0", 1],
    ["max: 2 * A.x + 1", 21],
    ["min: 5 - A.x / 2", 0],
  ])("the extreme of %s lies where it lies", async (extreme, value) => {
    expect(quantityOf(await verdictOf(`E[<=10; 2](${extreme})`))?.estimate).toBeCloseTo(value, 8);
  });

  it.each([
    ["A.x < 3 U A.x >= 3", 1],
    ["A.x <= 3 U A.x > 3", 1],
    ["A.x < 3 U A.x > 3", 0],
    ["A.x < 2 U A.x >= 3", 0],
    ["A.x < 4 U A.x >= 3", 1],
    ["A.x != 5 U A.x >= 7", 0],
    ["A.x != 5 U A.x >= 5", 1],
    ["!(A.x > 3 && A.x <= 3.001) U A.x >= 9", 0],
    ["A.x < 11 U A.x >= 11", 0],
  ])("%s is looked at in every moment", async (path, value) => {
    expect(quantityOf(await verdictOf(`Pr[<=10](${path})`))?.estimate).toBe(value);
  });

  it("curves bend", async () => {
    const { runs } = simulationOf(await verdictOf("simulate [<=8; 1] {A.x * A.x, A.x}"))!;
    const { time, values } = runs[0]!;
    expect(time.length).toBeGreaterThan(16);
    for (const [at, moment] of time.entries()) expect(values[0]![at]).toBeCloseTo(moment ** 2, 9);
  });
});
