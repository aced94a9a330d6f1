// LTL over small models: how it is written, what is refused, and the laws that tie it to the classic queries.

import { describe, expect, it } from "vitest";
import { automatonText, checkQueries, traceOf } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Query } from "../../../src/network/index.ts";
import { lassoSearches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import {
  livelyNetwork,
  randomQueries,
  randomTimelessQueries,
  restless,
  seededChoices,
} from "../../../src/testing/index.ts";
import { ask, load, verdict } from "../ask.ts";

const TOGGLE = `
clock x;
int[0, 3] n;
process P() { state a { x <= 2 }, b { x <= 2 }, c; init a;
  trans a -> b { guard x >= 1; assign x := 0; }, b -> a { guard x >= 1; assign x := 0; }, b -> c { }; }
system P;`;

function faults(text: string, model = TOGGLE): string[] {
  const query = load(model).compileQuery(text);
  return query.ok ? [] : query.diagnostics.map(({ code, hint }) => `${code}: ${hint}`);
}

describe("temporal formulas", () => {
  it.each([
    ["LTL: [] <> P.a", "violated"],
    ["LTL: G (P.a -> F P.b)", "satisfied"],
    ["LTL: [] (P.a -> X P.b)", "satisfied"],
    ["LTL: (P.a || P.b) W P.c", "satisfied"],
    ["LTL: (P.a || P.b) until P.c", "violated"],
    ["LTL-some: [] <> P.a && [] <> P.b", "satisfied"],
    ["LTL-some: <> (P.c && X !P.c)", "violated"],
    ["LTL: !(<> P.c) || n == 0 && [] n < 3", "satisfied"],
    ["LTL: [] (P.a <-> !(P.b or P.c))", "satisfied"],
    ["LTL: {P.b && n == 1} R (not P.c)", "violated"],
    ["LTL: (P.b V !P.c) && <> (P.a M {true})", "satisfied"],
  ])("%s: %s", async (text, expected) => {
    expect(await verdict(TOGGLE, text)).toBe(expected);
    expect(await verdict(TOGGLE, text, { engine: "reference" })).toBe(expected);
  });

  it("end in lassos that repeat, or in runs that end for good", async () => {
    const loop = traceOf((await ask(TOGGLE, "LTL: <> P.c")).verdict)!;
    expect([loop.end, loop.loop?.repeats]).toEqual(["loop", "exactly"]);
    expect(traceOf((await ask(TOGGLE, "LTL: [] !P.c")).verdict)!.end).toBe("unbounded-delay");
    // Runs with infinitely many steps never come to c.
    expect(await verdict(TOGGLE, "LTL: [] !P.c", { runs: "infinite" })).toBe("satisfied");
  });

  it("have no stem that is a part of the loop", async () => {
    const round = `int[0, 3] n; process P() { state a, b; urgent a, b; init a;
      trans a -> b { assign n := (n + 1) % 4; }, b -> a { }; } system P;`;
    // The automaton waits for n == 3, behind which it needs a whole turn.
    for (const spec of ["couvreur()", "ndfs()", "recorded(dfs)"]) {
      const lasso = configure(lassoSearches, spec);
      if (!lasso.ok) throw new Error(spec);
      const { loop, steps } = traceOf((await ask(round, "LTL-some: <> n == 3", { lasso: lasso.value })).verdict)!;
      expect([loop?.start, steps.length]).toEqual([0, 8]);
    }
  });

  it("may have a loop that comes back only from its second turn on", async () => {
    // The first turn waits until x is 2, the others need not. Its path has one step, its run has two.
    const late = "clock x; process P() { state a, b; init a; trans a -> a { guard x >= 2; }, a -> b { }; } system P;";
    const { loop, steps } = traceOf((await ask(late, "LTL: <> P.b", { runs: "infinite" })).verdict)!;
    expect([loop?.repeats, loop?.start, steps.length]).toEqual(["exactly", 1, 2]);
  });

  it("have to be read in one way", () => {
    expect(faults("LTL: P.a U P.b U P.c")).toEqual(["TH1027: write `(P.a U P.b) U P.c` or `P.a U (P.b U P.c)`"]);
    expect(faults("LTL: [] P.a U P.b")).toEqual(["TH1027: write `([] P.a) U P.b` or `[] (P.a U P.b)`"]);
    expect(faults("LTL: ([] P.a) U P.b")).toEqual([]);
    expect(faults("LTL: F n", TOGGLE.replace("int[0, 3] n", "int[0, 3] n, F"))[0]).toContain("TH4013");
    expect(faults("LTL: <> {F > n}", TOGGLE.replace("int[0, 3] n", "int[0, 3] n, F"))).toEqual([]);
  });

  it("may begin with what only looks like a parenthesis around them", async () => {
    for (const text of ["(n + 1) > 0 U P.a", "!(n) == 1 W P.b", "((n)) + 1 < 9 && <> true", "(n) == 0 -> <> true"]) {
      expect(await verdict(TOGGLE, `LTL: ${text}`)).toBe("satisfied");
    }
    expect(faults("LTL: <> F > 3", TOGGLE)[0]).toContain("`F` is an operator here");
  });

  it("are written out for every value of what is quantified over them", async () => {
    const same = async (one: string, other: string, expected: string): Promise<void> => {
      expect(await verdict(TOGGLE, `LTL: ${one}`)).toBe(expected);
      expect(await verdict(TOGGLE, `LTL: ${other}`)).toBe(expected);
    };
    await same("forall (i : int[0, 1]) <> n == i", "(<> n == 0) && (<> n == 1)", "violated");
    await same("exists (i : int[0, 1]) <> n == i", "(<> n == 0) || (<> n == 1)", "satisfied");
    await same("[] (P.b -> !(exists (i : int[0, 1]) <> n == i))", "[] (P.b -> !(<> n == 0 || <> n == 1))", "violated");
    await same("forall (i : int[3, 2]) <> n == i", "true", "satisfied");
    await same("exists (i : int[3, 2]) <> n == i", "false", "violated");
    // Without a temporal operator it is a formula of the model's language.
    await same("[] (forall (i : int[4, 5]) n != i)", "[] n < 4", "satisfied");
    const nested = load(TOGGLE).compileQuery("LTL: forall (i : int[0, 1]) forall (j : bool) [] (n == i -> <> n == j)");
    expect(nested.ok && "names" in nested.value && nested.value.names).toEqual(["n == j (j = 0)", "n == j (j = 1)"]);
  });

  it("are written out so often and no more", () => {
    const [within, beyond] = ["int[0, 7]", "int[0, 8]"];
    const twice = (type: string): string => `LTL: forall (i : int[0, 7]) forall (j : ${type}) [] (n <= i || <> n < j)`;
    expect(faults(twice(within))).toEqual([]);
    expect(faults(twice(beyond))[0]).toContain("TH4015");
    expect(faults("LTL: forall (i : int) <> n == i")[0]).toContain("TH4015");
    expect(faults("LTL: forall (i : clock) <> n == i")[0]).toContain("TH2029");
    expect(faults("LTL: forall (i : int[0, 3]) <> m == i")).toHaveLength(1);
  });

  it("show their automata", () => {
    const query = load(TOGGLE).compileQuery("LTL: [] (P.a -> <> P.b)");
    if (!query.ok) throw new Error("unreadable");
    const text = automatonText(query.value)!;
    expect(text).toContain('AP: 2 "P.b" "P.a"');
    expect(text).toContain("States: 2");
  });
});

describe("laws", () => {
  it.each([
    ["locations and data", 6, randomTimelessQueries],
    ["clocks, too", 24, (...of: Parameters<typeof randomQueries>) => randomQueries(...of).slice(-3)],
  ] as const)("LTL says what the classic queries say of %s", async (_what, seeds, queriesOf) => {
    for (let seed = 0; seed < seeds; seed++) {
      const choices = seededChoices(seed + 77);
      const network = restless(livelyNetwork(choices).network, choices, 70);
      const [stays, must, leads] = queriesOf(network, choices) as [Query, Query, Query];
      if (!("formula" in stays) || !("formula" in must) || !("premise" in leads)) throw new Error("other queries");
      const temporal = (kind: "LTL" | "LTL-some", body: object, atoms: readonly object[]): Query =>
        ({ kind, ...body, atoms, names: [], frameSize: 1, text: kind }) as unknown as Query;
      const [p, q] = [
        { kind: "atom", atom: 0 },
        { kind: "atom", atom: 1 },
      ];
      const response = {
        kind: "or",
        parts: [
          { kind: "not", part: p },
          { kind: "eventually", part: q },
        ],
      };
      const pairs: [Query, Query][] = [
        [stays, temporal("LTL-some", { temporal: { kind: "always", part: p } }, [stays.formula])],
        [must, temporal("LTL", { temporal: { kind: "eventually", part: p } }, [must.formula])],
        [leads, temporal("LTL", { temporal: { kind: "always", part: response } }, [leads.premise, leads.conclusion])],
      ];
      for (const [classic, linear] of pairs) {
        const context = { network, options: {}, environment: stillEnvironment };
        const [one, other] = await checkQueries(context, [classic, linear]);
        if (other!.verdict.kind === "unknown" || one!.verdict.kind === "unknown") continue;
        expect([seed, classic.kind, other!.verdict.kind]).toEqual([seed, classic.kind, one!.verdict.kind]);
      }
    }
  });
});
