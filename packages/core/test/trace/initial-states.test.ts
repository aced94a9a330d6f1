// Several initial states, some of which are none: a trace file names its own by its locations, not by a number.

import { describe, expect, it } from "vitest";
import { checkQueries, traceOf } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { judgeTrace, judgeXtr, readTraceJson, readXtr, traceToJsonFile, traceToXtr } from "../../src/trace/index.ts";

const MODEL = `system:several
int:1:0:1:0:n
clock:1:x
event:e
process:P
location:P:none{initial: : invariant:n==1}
location:P:first{initial:}
location:P:second{initial: : labels:here}
location:P:third{labels:goal}
edge:P:second:third:e{provided:x>1}
`;

describe("a trace from one of several initial states", () => {
  it.each(["here", "goal"])("to %s is read back", async (label) => {
    const { network, compileLabels } = loadModel({ name: "m.tck", content: MODEL }, { lints: false });
    const query = compileLabels([label]);
    if (!query.ok || network === null) throw new Error("the model is fine");
    const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [query.value]);
    const trace = traceOf(result!.verdict)!;
    const run = readTraceJson(network, traceToJsonFile(network, trace, { model: "m.tck", query: query.value.text }));
    if ("problem" in run) throw new Error(run.problem);
    expect(judgeTrace(network, query.value, run)).toMatchObject({ ok: true });
    const read = readXtr(network, traceToXtr(network, trace));
    if ("problem" in read) throw new Error(read.problem);
    expect(judgeXtr(network, query.value, read)).toMatchObject({ ok: true });
  });
});
