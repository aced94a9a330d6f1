import { describe, expect, it } from "vitest";
import { withoutObstacles } from "../../src/analysis/obstacles/independent.ts";
import { checkQueries } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Edge, Expression, Network, Query } from "../../src/network/index.ts";
import { searches } from "../../src/search/index.ts";
import { randomLocalNetwork, randomQueries, randomTarget, seededChoices } from "../../src/testing/index.ts";

const HEAD = `
double r = 0.5;
int n = 0, m = 0, lost = 0;
clock x, y;
chan pair;
broadcast chan all;
urgent chan soon;
`;

/** Which processes are left out; null where the question depends on what is not supported. */
function leftOut(model: string, query: string): readonly string[] | null {
  const loaded = loadModel({ name: "m.xta", content: HEAD + model });
  expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(loaded.network!.obstacles.length).toBeGreaterThan(0);
  const compiled = loaded.compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const independent = withoutObstacles(compiled.network, compiled.value);
  if (independent === undefined) return null;
  expect(independent.network.obstacles).toEqual([]);
  return independent.processes;
}

const P = (trans: string, invariant = ""): string =>
  `process P() { state a ${invariant}, b; init a; trans ${trans}; }\n`;
const Q = (trans: string, states = "state c, d;"): string => `process Q() { ${states} init c; trans ${trans}; }\n`;
const SYSTEM = "system P, Q;";
const GUESS = "c -> d { guard r > 1.0; }";

describe("a question does not depend on what is not supported", () => {
  it.each([
    ["a process that nobody hears of", P("a -> b { }") + Q(GUESS), "E<> P.b", ["Q"]],
    ["bounds of variables that it does not write", P("a -> b { assign n = 2; }") + Q(GUESS), "sup: n", ["Q"]],
    ["a variable that nobody needs", P("a -> b { assign lost = fint(r), n = 1; }") + Q("c -> d { }"), "A<> n == 1", []],
    ["what is computed from it", P("a -> b { assign lost = fint(r), m = lost; }") + Q("c -> d { }"), "E<> P.b", []],
    [
      "a receiver of a broadcast",
      P("a -> b { sync all!; }") + Q("c -> d { guard r > 1.0; sync all?; }"),
      "E<> P.b",
      ["Q"],
    ],
    ["who stops time that nobody asks for", P("a -> b { }") + Q(GUESS, "state c { x <= 3 }, d;"), "E<> P.b", ["Q"]],
    ["who is timed beside it", P("a -> b { guard x > 3; }") + Q(GUESS), "A[] P.b imply x > 3", ["Q"]],
  ])("%s", (_, model, query, processes) => {
    expect(leftOut(model + SYSTEM, query)).toEqual(processes);
  });
});

describe("a question may depend on", () => {
  it.each([
    ["the process itself", P("a -> b { }") + Q(GUESS), "E<> Q.d"],
    ["what it writes", P("a -> b { }") + Q("c -> d { guard r > 1.0; assign n = 1; }"), "A[] n == 0"],
    [
      "a guard over what it writes",
      P("a -> b { guard n == 1; }") + Q("c -> d { guard r > 1.0; assign n = 1; }"),
      "E<> P.b",
    ],
    ["its location", P("a -> b { guard n == 1; }") + Q(GUESS), "E<> P.a && Q.d"],
    ["a partner", P("a -> b { sync pair!; }") + Q("c -> d { guard r > 1.0; sync pair?; }"), "E<> P.b"],
    ["a sender", P("a -> b { sync all?; }") + Q("c -> d { guard r > 1.0; sync all!; }"), "E<> P.b"],
    [
      "a receiver that may not enter",
      P("a -> b { sync all!; }") + Q("c -> d { guard r > 1.0; sync all?; }", "state c, d { n == 1 };"),
      "E<> P.b",
    ],
    ["a clock it sets", P("a -> b { guard x > 3; }") + Q("c -> d { guard r > 1.0; assign x = 0; }"), "E<> P.b"],
    ["time, which it stops", P("a -> b { guard y > 3; }") + Q(GUESS, "state c { x <= 3 }, d;"), "E<> P.b"],
    ["time, stopped by urgency", P("a -> b { guard y > 3; }") + Q(GUESS, "state c, d; urgent c;"), "E<> P.b"],
    ["committed locations", P("a -> b { }") + Q(GUESS, "state c, d; commit d;"), "E<> P.b"],
    ["deadlocks of all", P("a -> b { }") + Q(GUESS), "A[] not deadlock"],
    ["runs of all", P("a -> b { }") + Q(GUESS), "A<> P.b"],
    ["an invariant", P("a -> b { }") + Q("c -> d { }", "state c { r < 1.0 }, d;"), "E<> P.b"],
    ["a value that decides", P("a -> b { assign n = fint(r); }") + Q("c -> d { guard n == 1; }"), "E<> Q.d"],
    [
      "a process that is spawned",
      `dynamic W(); process W() { state s; init s; trans s -> s { sync all!; }; }
       process P() { state a, b; init a; trans a -> a { assign spawn W(); }, a -> b { sync all?; }; }
       process Q() { state c; init c; }`,
      "E<> P.b",
    ],
  ])("%s", (_, model, query) => {
    expect(leftOut(model + SYSTEM, query)).toBeNull();
  });
});

/** One guard or update made unreadable, and what it might have been: as it was, or never or always true. */
function spoiled(network: Network, at: number): { readonly spoilt: Network; readonly meant: readonly Network[] } {
  const feature = "double variables";
  const edge = network.edges[at]!;
  const withEdge = (changed: Partial<Edge>): Network => ({
    ...network,
    edges: network.edges.map((one) => (one.id === edge.id ? { ...edge, ...changed } : one)),
  });
  const guarded = (condition: Expression): Network => withEdge({ guard: [...edge.guard, { kind: "data", condition }] });
  const spoilt = guarded({ kind: "unsupported", feature });
  const constant = (value: number): Network => guarded({ kind: "constant", value });
  return { spoilt: { ...spoilt, obstacles: [{ feature }] }, meant: [network, constant(0), constant(1)] };
}

it("answers as if it had read what it leaves out, on random networks", async () => {
  let independent = 0;
  for (let seed = 0; seed < 80; seed++) {
    const network = randomLocalNetwork(seededChoices(seed));
    const random = randomQueries(network, seededChoices(seed + 1_000_000));
    const targets = [1, 2, 3, 4].map((k) => randomTarget(network, seededChoices(seed + k * 2_000_000)));
    const queries = [...random, ...targets.map((formula) => ({ ...random[0]!, formula }) as Query)];
    const { spoilt, meant } = spoiled(network, seed % network.edges.length);
    const verdicts = async (of: Network, asked: readonly Query[]): Promise<readonly string[]> => {
      const search = searches.get("bfs")!.configure({}, "");
      const context = { network: of, options: { search }, environment: stillEnvironment };
      return (await checkQueries(context, asked)).map(({ verdict }) => verdict.kind);
    };
    const asked = queries.filter((query) => withoutObstacles(spoilt, query) !== undefined);
    if (asked.length === 0) continue;
    const answered = await verdicts(spoilt, asked);
    for (const one of meant) {
      for (const [index, expected] of (await verdicts(one, asked)).entries()) {
        // A fault elsewhere keeps the whole model from being judged.
        if (expected === "unknown" || answered[index] === "unknown") continue;
        expect([seed, asked[index]!.text, answered[index]]).toEqual([seed, asked[index]!.text, expected]);
        independent++;
      }
    }
  }
  expect(independent).toBeGreaterThan(50);
});
