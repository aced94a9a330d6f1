// One question cannot starve the next: the time of a command is shared among its queries. Time passes by being looked
// at, so what is counted is work.

import { describe, expect, it } from "vitest";
import { type CheckOptions, checkQueries } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { load } from "./ask.ts";

// Two counters that would take some thousand states each, and a step that everybody finds.
const SLOW = `
int[0,99] a = 0; int[0,99] b = 0;
process A() { state s; init s; trans s -> s { guard a < 99; assign a = a + 1; }, s -> s { guard b < 99; assign b = b + 1; }; }
process B() { state s, t; init s; trans s -> t { }; }
P = A(); Q = B();
system P, Q;
`;
const [NEVER, AT_ONCE] = ["E<> a + b > 198", "E<> Q.t"];

async function answers(texts: readonly string[], options: CheckOptions): Promise<string[]> {
  const { network, compileQuery } = load(SLOW);
  const queries = texts.map((text) => {
    const query = compileQuery(text);
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    return query.value;
  });
  let looks = 0;
  const environment = { ...stillEnvironment, now: () => looks++ / 100 };
  const results = await checkQueries({ network, options, environment }, queries);
  return results.map(({ verdict }) => (verdict.kind === "unknown" ? verdict.because : verdict.kind));
}

describe("the time of a command", () => {
  it("is shared among its queries", async () => {
    expect(await answers([NEVER, AT_ONCE], { limits: { seconds: 4 } })).toEqual(["time", "satisfied"]);
    expect(await answers([NEVER, AT_ONCE, NEVER, AT_ONCE], { limits: { seconds: 4 } })).toEqual([
      "time",
      "satisfied",
      "time",
      "satisfied",
    ]);
  });

  it("goes to the others where it is left", async () => {
    // Alone it needs more than half of what both have.
    let enough = 1;
    while ((await answers([NEVER], { limits: { seconds: enough } }))[0] === "time") enough *= 2;
    const limits = { seconds: 1.3 * enough };
    expect(await answers([AT_ONCE, NEVER], { limits })).toEqual(["satisfied", "violated"]);
    expect(await answers([NEVER, AT_ONCE], { limits: { seconds: enough / 2 } })).toEqual(["time", "satisfied"]);
  });

  it("may be limited for each", async () => {
    expect(await answers([NEVER, AT_ONCE], { querySeconds: 1 })).toEqual(["time", "satisfied"]);
    expect(await answers([NEVER], { limits: { seconds: 1000 }, querySeconds: 1 })).toEqual(["time"]);
  });
});
