// `--runs divergent`: only runs count in which time passes without bound. What zones cannot tell is said to be unknown.

import { describe, expect, it } from "vitest";
import { type CheckOptions, checkQueries, traceOf } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { Dice, livelyNetwork, randomTemporalQueries, restless, seededChoices } from "../../../src/testing/index.ts";
import { ask, verdict } from "../ask.ts";

const divergent: CheckOptions = { runs: "divergent" };

const model = (body: string): string => `clock x, y; process P() { ${body} } system P;`;

/** Turns in a before the fifth moment, for ever and ever less of it; or on to b. */
const ZENO = model("state a { x <= 5 }, b; init a; trans a -> a { guard y > 0; assign y := 0; }, a -> b { };");
/** The same, but x begins anew. */
const LIVING = model("state a { x <= 5 }, b; init a; trans a -> a { assign x := 0; }, a -> b { };");
/** Time stands still in the loop. */
const STANDING = model("state a, b; init a; urgent a; trans a -> a { assign x := 0; }, a -> b { };");

describe("runs in which time diverges", () => {
  it("leave out those that gather before a moment", async () => {
    expect(await verdict(ZENO, "A<> P.b")).toBe("violated");
    expect(await verdict(ZENO, "A<> P.b", divergent)).toBe("satisfied");
    expect(await verdict(ZENO, "E[] P.a", divergent)).toBe("violated");
    expect(await verdict(ZENO, "LTL: <> P.b", divergent)).toBe("satisfied");
    expect(await verdict(ZENO, "LTL-some: [] P.a", divergent)).toBe("violated");
  });

  it("are shown with loops that take time, and with time passing for ever", async () => {
    const { verdict: answer } = await ask(LIVING, "A<> P.b", divergent);
    expect(traceOf(answer)!.loop).toMatchObject({ repeats: "exactly", time: "diverges" });
    expect(traceOf((await ask(LIVING, "LTL: [] P.a", divergent)).verdict)!.end).toBe("unbounded-delay");
  });

  it("do not end in deadlocks", async () => {
    const stuck = model("state a { x <= 5 }, b { x <= 5 }; init a; trans a -> b { };");
    expect(await verdict(stuck, "LTL: [] P.a")).toBe("violated");
    expect(await verdict(stuck, "LTL: [] P.a", divergent)).toBe("satisfied");
    expect(await verdict(stuck, "P.a --> P.b", divergent)).toBe("satisfied");
  });

  it("are unknown where zones cannot tell", async () => {
    expect(await verdict(STANDING, "LTL: <> P.b", divergent)).toBe("unknown: zeno");
    // Another loop can be taken so.
    const both = STANDING.replace("a -> b { }", "a -> b { }, b -> b { assign y := 0; }");
    expect(await verdict(both, "LTL-some: [] <> P.b || [] P.a", divergent)).toBe("satisfied");
  });

  it("are refused by name where nothing is decided", async () => {
    const refused = await ask(LIVING, "A<> x > 7", divergent);
    expect(refused.verdict).toMatchObject({ kind: "unknown", because: "not-supported" });
    expect(await verdict(LIVING, "A<> P.b", { ...divergent, por: "on" })).toBe("unknown: not-supported");
    expect(await verdict(LIVING, "A<> P.b", { ...divergent, fairness: { kind: "weak" } })).toBe(
      "unknown: not-supported",
    );
  });

  it("are some of all runs: random networks", async () => {
    const seen: Record<string, number> = {};
    for (let seed = 0; seed < 14; seed++) {
      const choices = seededChoices(seed ^ 0x77aa);
      const network = restless(livelyNetwork(choices).network, choices, 60);
      const queries = randomTemporalQueries(network, choices).slice(0, 2);
      const answers = async (options: CheckOptions) =>
        (
          await checkQueries(
            { network, options: { ...options, engine: "reference" }, environment: stillEnvironment },
            queries,
          )
        ).map(({ verdict: answer }) => answer);
      const [all, some] = [await answers({}), await answers(divergent)];
      for (const [at, answer] of some.entries()) {
        const { kind } = queries[at]!;
        const key = answer.kind === "unknown" ? answer.because : `${kind} ${answer.kind}`;
        seen[key] = (seen[key] ?? 0) + 1;
        // A run that is found among these is one of all, and takes its time.
        const found = kind === "LTL" ? "violated" : "satisfied";
        if (answer.kind !== found) continue;
        expect([seed, all[at]!.kind]).toEqual([seed, found]);
        const trace = traceOf(answer)!;
        expect([seed, trace.loop?.time ?? trace.end]).toEqual([
          seed,
          trace.loop === undefined ? "unbounded-delay" : "diverges",
        ]);
      }
    }
    expect(Object.values(seen).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(18);
    expect(seen["LTL violated"]).toBeGreaterThan(0);
    expect(seen["LTL satisfied"]).toBeGreaterThan(0);
  });
});

/** One or two processes over two clocks, some of whose loops bound a clock that they never reset. */
function randomModel(seed: number): { readonly processes: string; readonly names: string } {
  const dice = new Dice(seededChoices(seed ^ 0x3d1e));
  const clock = (): string => dice.one(["x", "y"]);
  const names = ["P", "Q"].slice(0, dice.between(1, 2));
  const processes = names.map((name) => {
    const states = ["a", "b", "c"].slice(0, dice.between(1, 3));
    const bounded = states.map((state) =>
      dice.between(0, 1) === 0 ? state : `${state} { ${clock()} <= ${dice.between(1, 3)} }`,
    );
    const urgent = states.filter(() => dice.between(0, 5) === 0);
    const edges = dice.several(1, 5, () => {
      const op = dice.one(["<=", ">=", ">"]);
      const guard = dice.between(0, 2) === 0 ? "" : `guard ${clock()} ${op} ${dice.between(0, 2)};`;
      const reset = dice.between(0, 1) === 0 ? "" : `assign ${clock()} := 0;`;
      return `${dice.one(states)} -> ${dice.one(states)} { ${guard} ${reset} }`;
    });
    const hurry = urgent.length === 0 ? "" : `urgent ${urgent.join(", ")};`;
    return `process ${name}() { state ${bounded.join(", ")}; init a; ${hurry} trans ${edges.join(", ")}; }`;
  });
  return { processes: processes.join("\n"), names: names.join(", ") };
}

/** Ticks once a unit, so that runs in which it ticks for ever are those in which time diverges. */
const TICK =
  "process T() { state even { z <= 1 }, odd { z <= 1 }; init even; trans even -> odd { guard z == 1; assign z := 0; }, odd -> even { guard z == 1; assign z := 0; }; }";

describe("time that diverges, told by a clock that ticks", () => {
  it("random models answer as they do where ticking for ever is asked for", async () => {
    const seen: Record<string, number> = {};
    for (let seed = 0; seed < 30; seed++) {
      const { processes, names } = randomModel(seed);
      const goal = ["<> P.a", "[] <> {!P.a}", "<> [] P.a", "[] P.a"][seed % 4]!;
      const answer = await verdict(`clock x, y; ${processes} system ${names};`, `LTL: ${goal}`, {
        ...divergent,
        engine: seed % 4 === 0 ? "auto" : "reference",
      });
      seen[answer] = (seen[answer] ?? 0) + 1;
      if (answer === "unknown: zeno") continue;
      const ticking = `clock x, y, z; ${processes} ${TICK} system ${names}, T;`;
      const asked = `LTL: ([] <> T.even && [] <> T.odd) -> (${goal})`;
      expect([seed, answer]).toEqual([seed, await verdict(ticking, asked, { runs: "infinite", engine: "reference" })]);
    }
    expect(seen["satisfied"]).toBeGreaterThan(4);
    expect(seen["violated"]).toBeGreaterThan(4);
  });
});
