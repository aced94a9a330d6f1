// What is said about an answer, in the words of the query.

import { expect, it } from "vitest";
import { stillEnvironment } from "../../src/limits/index.ts";
import { whyOf, whyText } from "../../src/why/index.ts";
import { ask } from "../check/ask.ts";

const MODEL = `int[0,9] n; clock g;
  process P() { clock x; state A { x <= 5 }, B, C; init A;
    trans A -> B { guard x >= 2; assign n = 1; }, B -> C { guard n == 5; }; }
  system P;`;

async function why(query: string): Promise<readonly string[]> {
  const result = await ask(MODEL, query);
  const reasons = await whyOf({ network: result.network, options: {}, environment: stillEnvironment }, result);
  return reasons === undefined ? [] : whyText(reasons);
}

const vacuous = (premise: string): string => `vacuous: \`${premise}\` never holds, so nothing is asked of what follows`;
const inPart = (premise: string): string =>
  `vacuous in part: \`${premise}\` never holds, so nothing is asked of what follows it`;

it.each<[string, readonly string[]]>([
  ["A[] n == 5 imply P.C", [vacuous("n == 5")]],
  ["A[] not P.C or n == 5", [vacuous("P.C")]],
  ["A[] P.B imply n == 1", []],
  ["A[] (P.C imply n == 5) and (P.B imply n == 1)", [inPart("P.C")]],
  ["A[] (P.C imply n == 5) and (n == 7 imply P.B)", [vacuous("P.C"), vacuous("n == 7")]],
  ["A[] P.B imply (n == 4 imply P.C)", [vacuous("P.B && n == 4")]],
  ["A[] P.C imply (n == 4 imply P.B)", [vacuous("P.C")]],
  ["A[] g > 3 imply (P.C imply n == 5)", [vacuous("g > 3 && P.C")]],
  ["A[] forall (i : int[2,3]) (n == i imply P.C)", [vacuous("n == 2"), vacuous("n == 3")]],
  ["P.C --> P.A", [vacuous("P.C")]],
  ["P.B --> P.B", []],
  ["LTL: [] (n == 5 -> <> P.A)", [vacuous("n == 5")]],
  ["LTL: [] ((P.B && n == 3) -> X P.A)", [vacuous("P.B && n == 3")]],
  ["LTL: ([] (P.C -> <> P.A)) && ([] (P.B -> <> P.B))", [inPart("P.C")]],
  ["LTL: <> P.B || [] P.A", []],
])("says of %s what is never asked", async (query, reasons) => {
  expect(await why(query)).toEqual(reasons);
});

it.each<[string, string]>([
  [
    "E[] P.A and n == 0",
    "every run comes to a state where it fails, the nearest after 1 step; what fails: P.A, n == 0   (n is 1)",
  ],
  ["E[] P.B", "it fails in the initial state already; what fails: P.B"],
  ["E<> false", "nearest is the initial state; missing: false"],
  ["E<> P.C", "nearest state after 1 step; missing: P.C"],
  ["A[] n < 2 and (P.B imply n == 0)", "what fails: P.B imply n == 0   (n is 1)"],
  ["A[] n < 2 && !(P.B && n == 1)", "what fails: !(P.B && n == 1)   (n is 1)"],
])("says why %s is violated", async (query, first) => {
  expect((await why(query))[0]).toBe(first);
});
