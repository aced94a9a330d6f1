// Every caveat of the long output is told by `--quiet` and `--json`, too.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const FAILING = "int v = 32767; process P() { state a, b; init a; trans a -> b { assign v = v + 1; }; } system P;";
// Behind a dead end something fails; elsewhere a loop goes on.
const DEAD_END = `int a[2]; int i = 5; int[0,10] n = 0;
  process P() { state s, dead, dead2, t; init s;
  trans s -> dead { }, dead -> dead2 { guard a[i] == 1; }, s -> s { guard n < 3; assign n = n + 1; }, s -> t { guard n == 9; }; }
  system P;`;
// Nothing fails, but only who looks at locations and values together knows that.
const FAR_AWAY = `int v; int[0,3] k;
  process P() { state a, b; init a; trans a -> b { assign v = 1; }; }
  process Q() { state a, b; init a; trans a -> b { assign k = k + 1; }; }
  system P, Q;`;
const ZENO = "clock x; process P() { state a { x <= 1 }; init a; trans a -> a { }; } system P;";
const IMPOSSIBLE = "clock x; process P() { state a { x < 0 }; init a; } system P;";

const CEGAR = ["--search", "astar(cegar())"] as const;

describe.each([
  ["a proof without a search", FAILING, ["A[] !P.b", ...CEGAR], "faults-not-looked-for"],
  ["dead ends", DEAD_END, ["E<> P.t", "--search", "greedy(hL())"], "faults-behind-dead-ends"],
  ["partial-order reduction", FAR_AWAY, ["A[] v <= 1", "--search", "bfs", "--por", "on"], "faults-elsewhere"],
  ["a Zeno run", ZENO, ["E[] P.a"], "zeno-run"],
  ["runs that count", ZENO, ["A<> not P.a", "--runs", "infinite"], "runs"],
  [
    "fairness",
    "process P() { state a; init a; trans a -> a { }; } system P;",
    ["E[] P.a", "--fairness", "weak"],
    "fairness",
  ],
  ["no initial state", IMPOSSIBLE, ["A[] false"], "no-initial-state"],
] as const)("%s", (_, model, [query, ...options], kind) => {
  it("is told in every form", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.xta"), model);
    const told = async (...form: string[]) =>
      (await tracehound(["check", "m.xta", "-q", query, ...options, "--no-why", ...form], { cwd })).stdout;
    const [result] = JSON.parse(await told("--json")).results;
    const { text } = (result.caveats ?? []).find((caveat: { kind: string }) => caveat.kind === kind) ?? {};
    expect(text, JSON.stringify(result)).toBeTypeOf("string");
    expect(await told("--quiet")).toContain(text);
    expect(await told()).toContain(text);
  });
});
