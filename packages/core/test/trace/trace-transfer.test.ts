// Traces that are sent from thread to thread arrive as they were, and weigh what changes.

import { describe, expect, it } from "vitest";
import { checkQueries, traceOf } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { packTrace, traceToJson, unpackTrace } from "../../src/trace/index.ts";
import { load } from "../check/ask.ts";

const MODELS = {
  clocks: `clock x, y; int n;
    process P() { state a { x <= 3 }, b { y <= 5 }, c; init a;
      trans a -> b { guard x > 1; assign x = 0, n++; }, b -> a { guard y >= 2; assign y = 1; }; } system P;`,
  stopwatches: `clock x, y; int n;
    process P() { state a { x <= 3 && y' == 0 }, b { y <= 5 }; init a;
      trans a -> b { guard x >= 1; assign x = 0, n++; }, b -> a { guard x >= 2; assign x = 0; }; } system P;`,
};

describe.each(Object.entries(MODELS))("a trace with %s", (_, text) => {
  it("arrives as it was", async () => {
    const { network, compileQuery } = load(text);
    const query = compileQuery("E<> n == 3");
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    const [result] = await checkQueries({ network, environment: stillEnvironment, options: {} }, [query.value]);
    const trace = traceOf(result!.verdict)!;
    const sent = structuredClone(packTrace(trace));
    expect(unpackTrace(sent)).toEqual(trace);
    expect(traceToJson(network, unpackTrace(sent), { full: true })).toEqual(
      traceToJson(network, trace, { full: true }),
    );
    // What nobody packs is plain data all the same.
    expect(structuredClone(trace)).toEqual(trace);
    // Clocks that nobody sets are in none of the steps.
    for (const { change, assigned } of sent.steps) {
      for (const clock of assigned) expect(change.clocks.clocks).toContain(clock);
      expect(change.clocks.clocks.length).toBeLessThanOrEqual(2);
    }
  });
});
