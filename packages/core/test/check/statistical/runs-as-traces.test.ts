// A random run that is handed over as a trace is one of the model: replayed by the reference semantics where the model
// is exact, read back from its file and judged again, and marked as sampled elsewhere.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkQueries, traceOf } from "../../../src/check/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { modelOf, type QueryOf } from "../../../src/network/index.ts";
import { judgeTrace, readTraceJson, type Trace, traceToJsonFile, traceToXtr } from "../../../src/trace/index.ts";

interface Shown {
  readonly trace: Trace | undefined;
  readonly verdict: string;
  /** What the judge of files says to the file. */
  readonly judged: boolean | undefined;
}

async function shown(name: string, content: string, text: string, seed = 1): Promise<Shown> {
  const query = loadModel({ name, content }).compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const about = { network: query.network, options: { seed }, environment: stillEnvironment };
  const [result] = await checkQueries(about, [query.value]);
  const trace = traceOf(result!.verdict);
  if (trace === undefined) return { trace, verdict: result!.verdict.kind, judged: undefined };
  const model = modelOf(query.value as QueryOf<"statistical">);
  const run = readTraceJson(model, traceToJsonFile(model, trace, { model: name, query: text }));
  if ("problem" in run) throw new Error(run.problem);
  const judged = trace.sampled?.inexact === undefined ? judgeTrace(model, query.value, run).ok : undefined;
  return { trace, verdict: result!.verdict.kind, judged };
}

const NETWORK = `
const int N = 3;
chan hand;
broadcast chan all;
urgent broadcast chan asap;
clock g;
int n, last;
bool full;
process Maker(const int[1,N] id) {
  clock x;
  state Rest { ; id }, Make { x <= 4 }, Offer, Now;
  commit Now;
  branchpoint b;
  init Rest;
  trans Rest -> Make { assign x = 0; }, Make -> b { guard x >= id && (n > 3 || x < 4); },
    b -> Offer { assign last = id; probability n + 1; }, b -> Rest { probability 2; }, b -> Now { probability 1; },
    Offer -> Rest { sync hand!; }, Now -> Rest { sync all!; };
}
process Taker(const int[0,1] id) {
  clock y;
  state Wait, Use { y <= 2 }, Hold, Slow { y <= 9 && y' == 0 };
  urgent Hold;
  init Wait;
  trans Wait -> Use { select k : int[1,2]; guard n < 20; sync hand?; assign n += k, y = 0; },
    Wait -> Hold { sync all?; }, Hold -> Wait { guard id >= 0; }, Use -> Slow { guard y == 1; }, Slow -> Wait { },
    Use -> Wait { assign full = n > 15; };
}
process Drain() {
  state S;
  init S;
  trans S -> S { guard full; sync asap!; assign n = 0, full = false; };
}
system Maker, Taker, Drain;
`;

describe("runs as traces", () => {
  it.each([
    "Pr[<=60](<> n > 5)",
    "Pr[#<=30](<> last == 2)",
    "Pr[g<=40](<> n == 4)",
    "Pr[<=60]([] n < 3)",
    "Pr[<=60](n < 5 U last == 3)",
    "Pr[<=60](<> Taker(0).Use && Taker(0).y > 1)",
    "Pr[<=60](<> exists (i : int[1,3]) Maker(i).Make && Maker(i).x >= 2)",
    "Pr[<=60](<> n > 2) >= 0.1",
    "Pr[<=60](<> n > 2) >= Pr[<=30](<> n > 2)",
    "E[<=30; 40](max: n)",
    "simulate [<=30; 3] {n, last}",
    "simulate [<=30; 40] {n} : 1 : n > 4",
  ])("%s", async (text) => {
    for (const seed of [1, 2, 3]) {
      const { trace, judged } = await shown("network.xta", NETWORK, text, seed);
      expect(trace?.sampled).toEqual({ run: expect.any(Number), seed });
      expect(trace?.end).toBe(text.startsWith("Pr") ? "target" : "stopped");
      expect(judged).toBe(true);
    }
  });

  it("are written for UPPAAL, too", async () => {
    const { trace } = await shown("network.xta", NETWORK, "Pr[<=60](<> n > 5)");
    const query = loadModel({ name: "network.xta", content: NETWORK }).compileQuery("Pr[<=60](<> n > 5)");
    const model = modelOf((query.ok ? query.value : undefined) as QueryOf<"statistical">);
    expect(traceToXtr(model, trace!).split("\n").length).toBeGreaterThan(trace!.steps.length);
  });

  it("are none where nothing was seen", async () => {
    const { trace, verdict } = await shown("network.xta", NETWORK, "Pr[<=1](<> n > 50)");
    expect([verdict, trace]).toEqual(["satisfied", undefined]);
  });

  const hybrid = (body: string, before = ""): string => `${before}process P() { ${body} }\nA = P();\nsystem A;\n`;
  it.each([
    ["doubles", hybrid("state S, T; init S; trans S -> T { assign d = random(1.0); };", "double d;\n")],
    ["a double that is only read", hybrid("state S, T; init S; trans S -> T { };", "double d = 0.5;\n")],
    ["rates", hybrid("clock x; state S { x <= 4 && x' == 2 }, T; init S; trans S -> T { };")],
    ["starts", hybrid("state S, T; init S; trans S -> T { };", "clock h = 0.5;\n")],
    ["equations", hybrid("clock x; state S { x <= 4 && x' == 1 + x }, T; init S; trans S -> T { };")],
  ])("of %s are marked as sampled", async (_name, content) => {
    const { trace } = await shown("hybrid.xta", content, "Pr[<=10](<> A.T)");
    expect(trace?.sampled?.inexact).toMatch(/^the model uses /);
    expect(trace?.steps).toHaveLength(1);
  });

  it("lead to a fault of the model", async () => {
    const content = hybrid("state S; init S; trans S -> S { assign n = n + 1; };", "int[0,3] n;\n");
    const { trace, verdict, judged } = await shown("fault.xta", content, "Pr[<=100](<> n > 7)");
    expect([verdict, trace?.steps.length, judged]).toEqual(["unknown", 3, true]);
  });

  const folder = new URL("../../../../../../shared/smc-cases/", import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^(?!10|14|19).*\.xml$/.test(file)) : [];
  it.each(files)("replay in %s", async (file) => {
    const content = readFileSync(new URL(file, folder), "utf8");
    for (const query of loadModel({ name: file, content }).network!.queries) {
      const { trace, judged } = await shown(file, content, query.text);
      if (trace !== undefined)
        expect([query.text, trace.sampled?.inexact, judged]).toEqual([query.text, undefined, true]);
    }
  });
});
