// Random runs beside proven numbers: what the graph of a network with weights says exactly (`P=?`) lies in the interval
// of random runs, on ten chains as textbooks have them. Nobody has a choice in them, so both ask the same.

import { describe, expect, it } from "vitest";
import { checkQueries, quantityOf } from "../../../src/check/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";

/** One process whose edges all lead to branchpoints or are alone in their location. */
const chain = (states: string, trans: string, before = ""): string => {
  const points = [...new Set(trans.match(/\bb\d+\b/g) ?? [])];
  const branch = points.length === 0 ? "" : `branchpoint ${points.join(", ")};`;
  return `${before}process P() { state ${states}; ${branch} init S; trans ${trans}; }\nA = P();\nsystem A;\n`;
};
const edge = (from: string, to: string, body = ""): string => `${from} -> ${to} { ${body} }`;
const branch = (point: string, to: string, weight: string, assign = ""): string =>
  edge(point, to, `${assign === "" ? "" : `assign ${assign}; `}probability ${weight};`);

const COIN = chain("S, H, T", [edge("S", "b1"), branch("b1", "H", "3"), branch("b1", "T", "7")].join(", "));
const RUIN = chain(
  "S, Won, Lost",
  [
    edge("S", "b1", "guard n > 0 && n < 5;"),
    branch("b1", "S", "2", "n++"),
    branch("b1", "S", "3", "n--"),
    edge("S", "Won", "guard n == 5;"),
    edge("S", "Lost", "guard n == 0;"),
  ].join(", "),
  "int[0,5] n = 2;\n",
);
/** Knuth and Yao's die: coins until one of six sides is up. */
const DIE = chain(
  "S, C, D, E, F, G, H, End",
  [
    ["S", "C", "D", "", ""],
    ["C", "E", "F", "", ""],
    ["D", "G", "H", "", ""],
    ["E", "C", "End", "", "side = 1"],
    ["F", "End", "End", "side = 2", "side = 3"],
    ["G", "End", "End", "side = 4", "side = 5"],
    ["H", "End", "D", "side = 6", ""],
  ]
    .flatMap(([from, left, right, a, b], i) => [
      edge(from!, `b${i}`),
      branch(`b${i}`, left!, "1", a),
      branch(`b${i}`, right!, "1", b),
    ])
    .join(", "),
  "int[0,6] side;\n",
);
const RETRY = chain(
  "S, Wait, Ok, Failed",
  [
    edge("S", "b1"),
    branch("b1", "Ok", "9"),
    branch("b1", "Wait", "1"),
    edge("Wait", "S", "guard tries < 2; assign tries++;"),
    edge("Wait", "Failed", "guard tries == 2;"),
  ].join(", "),
  "int[0,2] tries;\n",
);
/** Ehrenfest's urns: the more balls, the likelier one of them leaves. */
const URNS = chain(
  "S, Empty",
  [
    edge("S", "b1", "guard n > 0 && steps < 9;"),
    branch("b1", "S", "n", "n--, steps++"),
    branch("b1", "S", "4 - n", "n++, steps++"),
    edge("S", "Empty", "guard n == 0;"),
  ].join(", "),
  "int[0,4] n = 2; int[0,9] steps;\n",
);
const SELECT = chain(
  "S, End",
  [edge("S", "b1"), branch("b1", "End", "2", "x = 1"), branch("b1", "S", "1", "y = y < 3 ? y + 1 : 3")].join(", "),
  "int x, y;\n",
);

const ROWS: readonly (readonly [name: string, model: string, exact: string, sampled: string, value: number])[] = [
  ["a coin", COIN, "P=? [ F A.H ]", "Pr[<=1000](<> A.H)", 0.3],
  ["a gambler who wins", RUIN, "P=? [ F A.Won ]", "Pr[<=10000](<> A.Won)", (1.5 ** 2 - 1) / (1.5 ** 5 - 1)],
  ["a gambler who loses", RUIN, "P=? [ F A.Lost ]", "Pr[<=10000](<> A.Lost)", 1 - (1.5 ** 2 - 1) / (1.5 ** 5 - 1)],
  ["a die shows 6", DIE, "P=? [ F A.End && side == 6 ]", "Pr[<=10000](<> A.End && side == 6)", 1 / 6],
  ["a die shows 1 or 2", DIE, "P=? [ F side == 1 || side == 2 ]", "Pr[<=10000](<> side == 1 || side == 2)", 1 / 3],
  ["a die in three steps", DIE, "P=? [ F<=3 A.End ]", "Pr[#<=3](<> A.End)", 3 / 4],
  ["three tries fail", RETRY, "P=? [ F A.Failed ]", "Pr[<=1000](<> A.Failed)", 0.001],
  ["a first try is enough", RETRY, "P=? [ tries == 0 U A.Ok ]", "Pr[<=1000](tries == 0 U A.Ok)", 0.9],
  ["an urn is empty", URNS, "P=? [ F n == 0 ]", "Pr[#<=20](<> n == 0)", Number.NaN],
  ["three turns before the end", SELECT, "P=? [ F y == 3 ]", "Pr[<=1000](<> y == 3)", 1 / 27],
];

async function quantities(content: string, texts: readonly string[]) {
  const model = loadModel({ name: "chain.xta", content });
  const quantity = async (text: string) => {
    const compiled = model.compileQuery(text);
    if (!compiled.ok) throw new Error(`${text}: ${compiled.diagnostics[0]!.message}`);
    const { value, network } = compiled;
    const options = { statistics: { alpha: 0.0005, epsilon: 0.05 } };
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [value]);
    return quantityOf(result!.verdict)!;
  };
  return Promise.all(texts.map(quantity));
}

describe("random runs beside proven numbers", () => {
  it.each(ROWS)("%s", async (_name, model, exact, sampled, value) => {
    const bounds = ["Pmin=?", "Pmax=?"].map((asked) => exact.replace("P=?", asked));
    const [least, greatest, estimated] = await quantities(model, [...bounds, sampled]);
    expect([least, greatest]).toMatchObject([{ proven: true }, { proven: true }]);
    const middle = (least!.lower! + greatest!.upper!) / 2;
    expect(greatest!.upper! - least!.lower!).toBeLessThan(1e-9);
    if (!Number.isNaN(value)) expect(middle).toBeCloseTo(value, 9);
    expect(estimated!.lower).toBeLessThanOrEqual(middle);
    expect(estimated!.upper).toBeGreaterThanOrEqual(middle);
  });
});
