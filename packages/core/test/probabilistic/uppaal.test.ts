// UPPAAL networks whose edges branch by weight, asked for probabilities: which process moves is a choice, weights are
// shares.

import { expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { quantityOf, shownBy } from "../../src/check/verdict.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";

const MODEL = `int tries = 0;
process Sender() {
  state idle, sent, lost;
  branchpoint drawn;
  init idle;
  trans idle -> drawn { guard tries < 3; },
    drawn -> sent { probability 9; },
    drawn -> idle { assign tries = tries + 1; probability 1; },
    idle -> lost { guard tries == 3; };
}
process Watcher() {
  state calm, bored;
  init calm;
  trans calm -> bored { };
}
system Sender, Watcher;
`;

async function ask(text: string) {
  const query = loadModel({ name: "m.xta", content: MODEL }).compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const [result] = await checkQueries({ network: query.network, options: {}, environment: stillEnvironment }, [
    query.value,
  ]);
  return result!.verdict;
}

it.each([
  ["Pmax=? [ F Sender.lost ]", 0.001],
  ["Pmin=? [ F Sender.lost ]", 0.001],
  ["Pmax=? [ F<=2 Sender.sent ]", 0.99],
  ["Pmax=? [ tries < 2 U Sender.sent ]", 0.99],
  ["Pmax=? [ F Watcher.bored && Sender.sent ]", 0.999],
  ["Pmin=? [ G not Sender.lost ]", 0.999],
] as const)("%s is %d", async (text, value) => {
  const { lower, upper, proven } = quantityOf(await ask(text))!;
  expect(proven).toBe(true);
  expect(lower!).toBeLessThanOrEqual(value * (1 + 1e-12));
  expect(upper!).toBeGreaterThanOrEqual(value * (1 - 1e-12));
  expect(upper! - lower!).toBeLessThanOrEqual(1e-9);
});

it("shows evidence against a bound", async () => {
  const verdict = await ask("P<=0.0005 [ F Sender.lost ]");
  expect(verdict.kind).toBe("violated");
  expect(shownBy(verdict)!.states.length).toBeLessThanOrEqual(5);
  expect((await ask("P<=0.002 [ F Sender.lost ]")).kind).toBe("satisfied");
});

it.each([
  "P=? [ F Sender.lost ]",
  "P<=2 [ F Sender.lost ]",
  "Pmax=? [ F Sender.nowhere ]",
  "Pmax=? [ Sender.lost ]",
  "Pmax=? F x",
])("refuses %s", (text) => {
  expect(loadModel({ name: "m.xta", content: MODEL }).compileQuery(text).ok).toBe(false);
});

it("takes such questions from files and from the model itself", async () => {
  const file = {
    name: "m.q",
    content: "// of the sender\nP<=0.002 [ F Sender.lost ]\n\nA[] tries <= 3\nPmax>=1/2 [ G not Sender.lost ]\n",
  };
  const read = loadModel({ name: "m.xta", content: MODEL }).readQueries(file);
  expect(read.faultyQueries).toEqual([]);
  expect(read.queries.map(({ kind, text }) => [kind, text])).toEqual([
    ["P", "P<=0.002 [ F Sender.lost ]"],
    ["A[]", "A[] tries <= 3"],
    ["P", "Pmax>=1/2 [ G not Sender.lost ]"],
  ]);
  const results = await checkQueries(
    { network: read.network!, options: {}, environment: stillEnvironment },
    read.queries,
  );
  expect(results.map(({ verdict }) => verdict.kind)).toEqual(["satisfied", "satisfied", "satisfied"]);
});

it("keeps questions about a process that is called P", () => {
  const model = MODEL.replaceAll("Watcher", "P");
  const ask = (text: string) => loadModel({ name: "m.xta", content: model }).compileQuery(text);
  expect(ask("P.calm --> P.bored").ok).toBe(true);
  expect(ask("E<> P.bored").ok).toBe(true);
  expect(ask("Pmax=? [ F P.bored ]").ok).toBe(true);
});
