// A file with thousands of errors: the first fifty are told, the others counted, and the work stays in proportion. What
// would grow with the square (hints for all, lists searched again and again) would take minutes here.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../src/lang/load.ts";

const COUNT = 20_000;
const repeat = (line: (i: number) => string): string => Array.from({ length: COUNT }, (_, i) => line(i)).join("");
const XTA = "process P() { state A; init A; }\nsystem P;\n";
const edges = (label: (i: number) => string): string =>
  `process P() { state A; init A; trans ${repeat((i) => `A -> A { ${label(i)} },\n`)} A -> A { }; }\nsystem P;\n`;
const xml = (transitions: string, queries: string): string =>
  `<nta><template><name>P</name><location id="a"/><init ref="a"/>${transitions}</template><system>system P;</system><queries>${queries}</queries></nta>`;

describe("twenty thousand errors", () => {
  it.each([
    ["unknown names", "m.xta", repeat((i) => `int v${i} = w${i};\n`) + XTA],
    ["syntax errors", "m.xta", repeat((i) => `int 3v${i};\n`) + XTA],
    ["one name again and again", "m.xta", repeat(() => "int v;\n") + XTA],
    ["brackets that never close", "m.xta", repeat((i) => `int v${i} = (3;\n`) + XTA],
    ["guards", "m.xta", edges((i) => `guard w${i} > 1;`)],
    [
      "labels in XML",
      "m.xml",
      xml(
        repeat((i) => `<transition><source ref="a"/><target ref="b${i}"/></transition>`),
        "",
      ),
    ],
    [
      "queries",
      "m.xml",
      xml(
        "",
        repeat((i) => `<query><formula>A[] w${i}</formula></query>`),
      ),
    ],
    [
      "lines of TChecker",
      "m.tck",
      `system:s\nprocess:P\nevent:a\nlocation:P:l{initial:}\n${repeat((i) => `edge:P:l:l:a{provided:w${i}==1}\n`)}`,
    ],
  ])("%s", (_, name, content) => {
    const { diagnostics } = loadModel({ name, content });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(50);
    expect(diagnostics.at(-1)).toMatchObject({ code: "TH1914" });
    expect(Number(/\d+/.exec(diagnostics.at(-1)!.message)![0])).toBeGreaterThanOrEqual(COUNT - 51);
  });
});
