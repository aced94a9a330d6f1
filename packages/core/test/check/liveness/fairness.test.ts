// Fairness between processes: small models by hand, random ones against the same question with fairness written into
// the formula (who moved last is a variable there, and being enabled a formula), and where it is refused.

import { describe, expect, it } from "vitest";
import { type CheckOptions, reasonText, traceOf } from "../../../src/check/index.ts";
import { Dice, seededChoices } from "../../../src/testing/index.ts";
import { ask, verdict } from "../ask.ts";

const weak: CheckOptions = { fairness: { kind: "weak" } };
const strong: CheckOptions = { fairness: { kind: "strong" } };
const infinite: CheckOptions = { runs: "infinite" };

/** P waits for its turn, Q turns for ever; where Q is elsewhere, P cannot move. */
const TURNS = (guard: string): string => `
int[0, 1] v;
process P() { state a, b; init a; urgent a; trans a -> b { ${guard} }; }
process Q() { state u, w; init u; urgent u, w; trans u -> w { assign v := 1; }, w -> u { assign v := 0; }; }
system P, Q;`;

describe("fairness", () => {
  it("weak: who can always move, moves", async () => {
    expect(await verdict(TURNS(""), "A<> P.b")).toBe("violated");
    expect(await verdict(TURNS(""), "A<> P.b", weak)).toBe("satisfied");
    expect(await verdict(TURNS(""), "A<> P.b", { fairness: { kind: "weak", processes: ["P"] } })).toBe("satisfied");
    expect(await verdict(TURNS(""), "A<> P.b", { fairness: { kind: "weak", processes: ["Q"] } })).toBe("violated");
  });

  it("strong: who can move again and again, moves", async () => {
    const model = TURNS("guard v == 1;");
    expect(await verdict(model, "A<> P.b", weak)).toBe("violated");
    expect(await verdict(model, "A<> P.b", strong)).toBe("satisfied");
    expect(await verdict(model, "LTL: <> P.b", strong)).toBe("satisfied");
    expect(await verdict(model, "LTL-some: [] <> Q.w && [] P.a", strong)).toBe("violated");
    expect(await verdict(model, "LTL-some: [] <> Q.w && <> P.b", strong)).toBe("satisfied");
  });

  it("shows loops that are fair, says so, and lets runs end", async () => {
    const answer = await ask(TURNS(""), "LTL: [] (P.a || Q.u)", weak);
    expect(traceOf(answer.verdict)!.end).toBe("loop");
    expect(reasonText(answer)).toContain("under weak fairness of P, Q");
    const ends = "process P() { state a, b; init a; trans a -> b { }; } system P;";
    // Time may pass for ever in a, which is no less fair than stopping in b.
    expect(traceOf((await ask(ends, "A<> P.b", weak)).verdict)!.end).toBe("unbounded-delay");
    expect(await verdict(ends, "LTL: [] P.a", { ...weak, ...infinite })).toBe("satisfied");
  });

  it("is refused by name", async () => {
    const refusal = async (model: string, options: CheckOptions): Promise<string | undefined> => {
      const { verdict: answer } = await ask(model, "A<> P.b", options);
      return answer.kind === "unknown" ? answer.diagnostic?.message : undefined;
    };
    expect(await refusal(`clock x; ${TURNS("guard x > 1;")}`, weak)).toContain("the clock `x`");
    expect(await refusal(TURNS(""), { ...weak, por: "on" })).toContain("partial-order reduction");
    expect(await refusal(TURNS(""), { fairness: { kind: "weak", processes: ["R"] } })).toContain("no process `R`");
  });
});

interface Model {
  readonly text: string;
  readonly fair: (kind: "weak" | "strong") => string;
}

/** Two or three processes that move alone; each step notes who took it. */
function randomModel(seed: number): Model {
  const dice = new Dice(seededChoices(seed ^ 0x1fa1));
  const count = dice.between(2, 3);
  const enabled: string[] = [];
  const processes = Array.from({ length: count }, (_, at) => {
    const size = dice.between(1, 3);
    const ways: string[] = [];
    const edges = dice.several(1, 4, () => {
      const [from, to] = [dice.between(0, size - 1), dice.between(0, size - 1)];
      const guard = dice.between(0, 2) === 0 ? "" : `guard v == ${dice.between(0, 1)};`;
      const update = dice.between(0, 1) === 0 ? "" : `, v = ${dice.between(0, 1)}`;
      ways.push(guard === "" ? `P${at}.l${from}` : `(P${at}.l${from} && ${guard.slice(6, -1)})`);
      return `l${from} -> l${to} { ${guard} assign last = ${at}${update}; }`;
    });
    enabled.push(`{${ways.join(" || ")}}`);
    const states = Array.from({ length: size }, (_unused, location) => `l${location}`).join(", ");
    return `process P${at}() { state ${states}; init l0; urgent ${states}; trans ${edges.join(", ")}; }`;
  });
  const names = processes.map((_, at) => `P${at}`).join(", ");
  const text = `int[0, 1] v; int[-1, 2] last = -1;\n${processes.join("\n")}\nsystem ${names};`;
  const one = (kind: "weak" | "strong", at: number): string =>
    `(${kind === "weak" ? "<> []" : "[] <>"} ${enabled[at]} -> [] <> {last == ${at}})`;
  return { text, fair: (kind) => enabled.map((_, at) => one(kind, at)).join(" && ") };
}

describe("fairness written out", () => {
  // A run that stays for ever where it is repeats who moved last, so only runs without end are compared.
  it.each(["weak", "strong"] as const)("%s: random models answer as if it stood in the formula", async (kind) => {
    const seen = { satisfied: 0, violated: 0, byFairness: 0 };
    for (let seed = 0; seed < 28; seed++) {
      const { text, fair } = randomModel(seed);
      const goal = ["<> {P1.l0 && v == 1}", "[] <> {v == 0}", "<> [] {v == 1}", "[] <> {last == 0}"][seed % 4]!;
      const options = { fairness: { kind }, ...infinite };
      const answer = await verdict(text, `LTL: ${goal}`, options);
      expect([seed, answer]).toEqual([seed, await verdict(text, `LTL: (${fair(kind)}) -> (${goal})`, infinite)]);
      expect([seed, answer]).toEqual([seed, await verdict(text, `LTL: ${goal}`, { ...options, engine: "reference" })]);
      seen[answer as "satisfied" | "violated"]++;
      if (answer === "satisfied" && (await verdict(text, `LTL: ${goal}`, infinite)) === "violated") seen.byFairness++;
    }
    expect(seen.satisfied).toBeGreaterThan(4);
    expect(seen.violated).toBeGreaterThan(4);
    expect(seen.byFairness).toBeGreaterThan(0);
  });
});
