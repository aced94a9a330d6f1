// A member of a portfolio does not wait for an estimate that takes long to prepare: a cheaper one stands in, the row of
// the member says so, and what is answered is what the estimate guarantees that was really used.

import { describe, expect, it } from "vitest";
import { type CheckOptions, checkQueries, standInText, strategies } from "../../../src/check/index.ts";
import { standInFor } from "../../../src/heuristics/index.ts";
import { configure, heuristics } from "../../../src/index.ts";
import { type Environment, stillEnvironment } from "../../../src/limits/index.ts";
import { load } from "../ask.ts";

const edges = (count: number, text: string): string => Array.from({ length: count }, () => text).join(", ");

/** Each sender with each receiver is a joint transition of its own: 10,000 of them have to be prepared. */
const PAIRS = `
chan c; int[0,99] a, b, d; int[0,200] n;
process S() { state s; init s; trans ${edges(100, "s -> s { sync c!; }")}; }
process R() { state r, t, u, v, lost; init r; trans ${edges(100, "r -> r { guard n < 0; sync c?; }")},
  r -> t { guard a > 0; }, t -> u { guard b > 0; }, t -> r { }, u -> v { guard n == 7; }, lost -> r { }; }
process Counter() { state k; init k; trans k -> k { guard a < 99; assign a++; }, k -> k { guard b < 99; assign b++; },
  k -> k { guard d < 99; assign d++; }, k -> k { guard n < 199; assign n = n + 2; }; }
s = S(); r = R(); k = Counter();
system s, r, k;
`;

/** Processor time passes with every look at the clock on the wall. */
function working(): Environment {
  let now = 0;
  return { ...stillEnvironment, now: () => (now += 0.001), cpu: () => now };
}

async function ask(text: string, search: string, options: CheckOptions = {}, environment: Environment = working()) {
  const { network, compileQuery } = load(PAIRS);
  const query = compileQuery(text);
  const strategy = configure(strategies, search);
  if (!query.ok || !strategy.ok) throw new Error("the question is fine");
  const context = { network: query.network ?? network, options: { ...options, strategy: strategy.value }, environment };
  const [result] = await checkQueries(context, [query.value]);
  return result!;
}

const counted = (search: string): string => `portfolio([${search}], deterministic=true)`;

describe("a member whose estimate is not ready in time", () => {
  it("finds by a cheaper one, and says so", async () => {
    const { verdict, statistics } = await ask("E<> r.u", counted("greedy(hU())"));
    expect(verdict).toMatchObject({ kind: "satisfied", evidence: { kind: "trace" } });
    const [member] = statistics.members!;
    expect(member!.search).toBe("eager(best(hU()))");
    expect(member!.standIn).toMatchObject({ of: "hU()", by: "distance()", allowed: "8,192 steps", replaced: false });
    expect(member!.standIn!.explored).toBe(member!.explored);
    expect(member!.estimates).toMatchObject([
      { heuristic: "hU()", evaluations: 0 },
      { heuristic: "distance()", first: 2, least: 0 },
    ]);
    expect(statistics.standIn).toEqual(member!.standIn);
    expect(standInText(member!.standIn!)).toBe("hU() was not ready within 8,192 steps: distance() stood in for it");
  });

  it("is measured by processor time where time is measured", async () => {
    const { statistics } = await ask("E<> r.u", "portfolio([greedy(hU())])");
    expect(statistics.members![0]!.standIn).toMatchObject({ by: "distance()", allowed: "1 s" });
  });

  it("still finds a shortest trace where it promises one", async () => {
    const { verdict, statistics } = await ask("E<> r.u", counted("astar(hL())"));
    expect(statistics.members![0]!.standIn).toMatchObject({ of: "hL()", by: "distance(combine=max)" });
    expect(verdict).toMatchObject({ evidence: { trace: { steps: { length: 4 } } } });
  });

  it("prepares one estimate where it is written twice, as other threads read the members of a portfolio", async () => {
    const { statistics } = await ask("E<> r.u", counted("eager(tiebreaking([f(hL()), hL()]), reopen=true)"));
    const [member] = statistics.members!;
    expect(member!.standIn).toMatchObject({ of: "hL()", by: "distance(combine=max)" });
    expect(member!.estimates!.map(({ heuristic }) => heuristic)).toEqual(["hL()", "distance(combine=max)"]);
  });

  it("proves by the cheaper one what that can prove, in its name", async () => {
    const { verdict, statistics } = await ask("E<> r.lost", counted("greedy(hU())"));
    expect(statistics.standIn).toMatchObject({ by: "distance()", explored: 0, replaced: false });
    expect(verdict).toMatchObject({
      kind: "violated",
      evidence: { kind: "exhausted", cutOff: { withoutSearch: ["distance()"] } },
    });
  });

  it("goes over to its own estimate once that is ready", async () => {
    // n is even: only hU sees that nothing leads to v.
    const { verdict, statistics } = await ask("E<> r.v", counted("greedy(hU())"));
    expect(verdict).toMatchObject({
      kind: "violated",
      evidence: { kind: "exhausted", cutOff: { withoutSearch: ["hU()"] } },
    });
    const { standIn, explored } = statistics;
    expect(standIn).toMatchObject({ of: "hU()", by: "distance()", replaced: true });
    expect(standIn!.explored).toBeGreaterThan(100);
    expect(explored).toBe(standIn!.explored);
  });

  it("searches by nothing that does not see the target", async () => {
    const { verdict, statistics } = await ask("E<> n == 8", counted("greedy(hU())"));
    expect(verdict.kind).toBe("satisfied");
    expect(statistics.standIn).toEqual({ of: "hU()", allowed: "8,192 steps", explored: 0, replaced: true });
    expect(statistics.estimates).toMatchObject([{ heuristic: "hU()", first: 4 }]);
  });

  it("leaves the others their time, and does not end them", async () => {
    const { statistics } = await ask("E<> r.v", counted("greedy(hU()), greedy(hadd())"));
    expect(statistics.members!.map(({ standIn }) => standIn?.of)).toEqual(["hU()", "hadd()"]);
  });

  it("says how far it is when the time is up", async () => {
    const { verdict, statistics } = await ask("E<> r.v", "portfolio([greedy(hU())])", { limits: { seconds: 2 } });
    expect(verdict).toMatchObject({ kind: "unknown", because: "time" });
    expect(statistics.members![0]!.standIn).toMatchObject({ of: "hU()", by: "distance()", replaced: false });
  });
});

describe("nobody stands in", () => {
  it("for what searches alone", async () => {
    const { statistics } = await ask("E<> r.u", "greedy(hU())");
    expect(statistics).not.toHaveProperty("standIn");
    expect(statistics.estimates).toMatchObject([{ heuristic: "hU()" }]);
  });

  it("for what is ready in time", async () => {
    const { statistics } = await ask("E<> r.u", counted("greedy(distance())"));
    expect(statistics.members![0]).not.toHaveProperty("standIn");
  });
});

describe("a stand-in", () => {
  it.each(heuristics.components.flatMap(({ examples = [] }) => examples))(
    "guarantees at least what %s does",
    (spec) => {
      const config = configure(heuristics, spec);
      if (!config.ok) throw new Error(config.diagnostics[0]!.message);
      const { safe, admissible, consistent } = config.value.guarantees;
      const cheaper = standInFor(config.value).guarantees;
      expect(cheaper.safe || !safe).toBe(true);
      expect(cheaper.admissible || !admissible).toBe(true);
      expect(cheaper.consistent || !consistent).toBe(true);
    },
  );
});
