// Evidence against bounds on public models, where they lie beside the project, and on models of our own: nine tenths of
// the value is violated, eleven tenths satisfied; the mass that is shown is recomputed here from the transitions alone.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { shownBy } from "../../src/check/verdict.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { ProbabilisticEvidence } from "../../src/probabilistic/index.ts";

const folder = fileURLToPath(new URL("../../../../../shared/data/prism/", import.meta.url));
const isThere = existsSync(`${folder}values.md`);

async function ask(content: string | Uint8Array, property: string, constants: Readonly<Record<string, string>> = {}) {
  const loaded = loadModel(
    { name: "model.prism", content },
    { constants: new Map(Object.entries(constants)), lints: false },
  );
  const query = loaded.compileQuery(property);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const [result] = await checkQueries({ network: query.network, options: {}, environment: stillEnvironment }, [
    query.value,
  ]);
  return result!;
}

type Row = readonly [
  model: string,
  constants: Readonly<Record<string, string>>,
  path: string,
  value: number,
  states: number,
];

// biome-ignore format: one model, one line
const ROWS: readonly Row[] = [
  ["crowds.prism", { TotalRuns: "3", CrowdSize: "5" }, "F observe0>1", 0.05296253509523565, 1198],
  ["brp.prism", { N: "16", MAX: "2" }, "F s=5", 0.0004233334437734179, 677],
  ["brp.prism", { N: "16", MAX: "2" }, "F s=5&srep=2", 2.6453089120221642e-5, 677],
  ["brp.prism", { N: "16", MAX: "2" }, "F !(srep=0)&!recv", 8e-6, 677],
  ["embedded.prism", { MAX_COUNT: "2", T: "12" }, '!"down" U "fail_io"', 0.24252058277362362, 3478],
  ["polling.3.prism", { T: "16" }, "!(s=2&a=1) U (s=1&a=1)", 0.5214543254248217, 36],
  ["consensus.2.prism", { K: "2" }, 'F "finished"&!"agree"', 0.10833333333333334, 272],
  ["zeroconf.prism", { N: "20", K: "2", reset: "true" }, "F (l=4&ip=1)", 2.0103281776956928e-5, 670],
  ["csma.2-2.prism", {}, '!"collision_max_backoff" U "all_delivered"', 0.875, 1038],
  ["nand.prism", { N: "20", K: "1" }, "F s=4&z/N<0.1", 0.28641904638485044, 78332],
];

const MOST: Readonly<Record<string, number>> = { "nand.prism": 0.06, "crowds.prism": 0.45 };

describe.runIf(isThere)("bounds on public models", () => {
  it.each(ROWS)("%s %o %s", async (model, constants, path, value, states) => {
    const content = readFileSync(`${folder}${model}`);
    const below = await ask(content, `P<=${0.9 * value} [ ${path} ]`, constants);
    expect(below.verdict.kind).toBe("violated");
    const shown = shownBy(below.verdict)!;
    expect(shown.mass).toBeGreaterThan(0.9 * value);
    expect(shown.mass).toBeLessThanOrEqual(value * (1 + 1e-9));
    if (shown.states.length <= 300) expect(massOf(shown)).toBeGreaterThanOrEqual(shown.mass * (1 - 1e-12));
    expect(below.statistics.explored / states).toBeLessThanOrEqual(MOST[model] ?? 1);
    if (path.includes("recv")) expect(shown.states.length).toBeLessThanOrEqual(12);
    if (model === "nand.prism" || 1.1 * value >= 1) return;
    const above = await ask(content, `P<=${1.1 * value} [ ${path} ]`, constants);
    expect(above.verdict.kind).toBe("satisfied");
  });

  it.each([
    ["consensus.2.prism", { K: "2" }, 'F "finished"&"all_coins_equal_1"', 0.3828125],
    ["csma.2-2.prism", {}, "F min_backoff_after_success<K", 0.5],
    ["zeroconf.prism", { N: "20", K: "2", reset: "true" }, "F (l=4&ip=1)", 2.110327218406747e-6],
  ] as const)("%s: the least probability of %s %s", async (model, constants, path, value) => {
    const content = readFileSync(`${folder}${model}`);
    expect((await ask(content, `P>=${1.1 * value} [ ${path} ]`, constants)).verdict.kind).toBe("violated");
    expect((await ask(content, `P>=${0.9 * value} [ ${path} ]`, constants)).verdict.kind).toBe("satisfied");
  });
});

describe("evidence of a small model", () => {
  const walk = `dtmc
module walk
  x : [0..4] init 1;
  [] x>0 & x<4 -> 0.5 : (x'=x-1) + 0.5 : (x'=x+1);
  [] x=0 | x=4 -> true;
endmodule`;

  it("carries the mass that it claims, along its most probable path first", async () => {
    const { verdict } = await ask(walk, "P<=0.2 [ F x=4 ]");
    const shown = shownBy(verdict)!;
    expect(verdict.kind).toBe("violated");
    expect(massOf(shown)).toBeCloseTo(0.25, 12);
    expect(shown.paths[0]!.probability).toBe(0.125);
    expect(shown.paths.map(({ probability }) => probability)).toEqual(
      [...shown.paths.map(({ probability }) => probability)].sort((a, b) => b - a),
    );
    expect(new Set(shown.paths.map(({ steps }) => steps.join())).size).toBe(shown.paths.length);
  });

  it("is not needed where the bound is the value itself, which is a fraction", async () => {
    expect((await ask(walk, "P<=1/4 [ F x=4 ]")).verdict.kind).toBe("satisfied");
    expect((await ask(walk, "P<1/4 [ F x=4 ]")).verdict.kind).toBe("violated");
  });
});

/** The probability from state 0 to the targets: plain elimination in doubles, which shares nothing with the solver. */
function massOf({ states, transitions }: ProbabilisticEvidence): number {
  const size = states.length;
  const rows = states.map(({ isTarget }, at) => {
    const row = new Float64Array(size + 1);
    row[at] = 1;
    if (isTarget) row[size] = 1;
    return row;
  });
  for (const { from, to, probability } of transitions) if (!states[from]!.isTarget) rows[from]![to]! -= probability;
  for (let pivot = size - 1; pivot >= 0; pivot--) {
    const lead = rows[pivot]![pivot]!;
    for (let at = 0; at < size; at++) {
      const factor = at === pivot ? 0 : rows[at]![pivot]! / lead;
      if (factor !== 0)
        for (let column = 0; column <= size; column++) rows[at]![column]! -= factor * rows[pivot]![column]!;
    }
  }
  return rows[0]![size]! / rows[0]![0]!;
}
