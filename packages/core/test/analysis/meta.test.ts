// Which meta variables are temporaries, and which are kept because something reads what an earlier step left in them.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../src/lang/load.ts";
import { Dice, seededChoices } from "../../src/testing/index.ts";
import { ask, load, verdict } from "../check/ask.ts";

/** Names of kept variables, each with who reads it. */
function kept(model: string): string[] {
  const { network, diagnostics } = loadModel({ name: "m.xta", content: model }, { lints: false });
  if (network === null) throw new Error(diagnostics[0]!.message);
  return diagnostics
    .filter(({ code }) => code === "TH2817")
    .map(({ message }) => /^`(.*?)`.*but (.*) may read/.exec(message)!.slice(1).join(": "));
}

const process = (update: string, more = "", declarations = ""): string => `
  meta int m; meta int k; meta int t[3]; int v; ${declarations}
  process P() { state a, b; init a; trans a -> b { ${more} assign ${update}; }; }
  system P;`;

describe("a meta variable is a temporary", () => {
  it.each([
    ["nobody reads it", process("m = 5")],
    ["it is written before it is read", process("m = 5, v = m")],
    ["on both ways", process("m = v > 0 ? 1 : 2, v = m")],
    [
      "a loop writes it once at least",
      process("f(), v = m", "", "void f() { int i = 0; do { m = i; i++; } while (i < v); }"),
    ],
    [
      "before it returns, on every way",
      process("v = f() + m", "", "int f() { if (v > 0) { m = 1; return 1; } m = 2; return 2; }"),
    ],
    ["before a clock is set to it", process("m = 2, x = m", "", "clock x;")],
    ["a function writes it first", process("f(), v = m", "", "void f() { if (v > 0) { m = 1; return; } m = 2; }")],
    ["by reference", process("f(m), v = m", "", "void f(int &x) { x = 3; }")],
    ["all elements are written by a loop", process("f(), v = t[v]", "", "void f() { for (i : int[0,2]) t[i] = i; }")],
    [
      "element by element through a function",
      process("f(), v = t[v]", "", "void s(int n) { t[n] = n; } void f() { for (i : int[0,2]) s(i); }"),
    ],
    ["it only counts itself", process("m++, k = m + k")],
    ["a price is added to it", process("m += 3")],
    [
      "the sender writes what the receiver reads",
      `meta int m; int v; chan c;
       process A() { state s; init s; trans s -> s { sync c!; assign m = 3; }; }
       process B() { state s; init s; trans s -> s { sync c?; assign m = m + 4, v = m; }; }
       system A, B;`,
    ],
    [
      "before_update writes it",
      `meta int m; int v; before_update { m = 0 }
       process P() { state s; init s; trans s -> s { assign v = m; }; } system P;`,
    ],
  ])("where %s", (_, model) => {
    expect(kept(model)).toEqual([]);
  });
});

describe("a meta variable is kept", () => {
  it.each([
    ["a guard reads it", process("m = 1", "guard m == 0;"), ["m: a guard"]],
    ["an update reads it first", process("v = m, m = 5"), ["m: an update"]],
    ["an update sets a clock and reads it then", process("x = 1, v = m, m = 5", "", "clock x;"), ["m: an update"]],
    [
      "a function hands it on by reference",
      process("f(t[2]), t[0] = 1, t[1] = 1, t[2] = 1", "", "void f(int &n) { v = n; }"),
      ["t: an update"],
    ],
    ["it is written on one way only", process("f(), v = m", "", "void f() { if (v > 0) m = 1; }"), ["m: an update"]],
    [
      "a loop may have no turn",
      process("f(), v = m", "", "void f() { int i; while (i < v) { m = 1; i++; } }"),
      ["m: an update"],
    ],
    ["one element is written, another may be read", process("t[1] = 2, v = t[v]"), ["t: an update"]],
    ["it flows through another one", process("k = m, m = 5, v = k"), ["m: an update"]],
    [
      "it decides how another one is counted",
      process("k = m > 0 ? k + 1 : k, v = k > 2, m = 1"),
      ["m: an update", "k: an update"],
    ],
    ["it is a divisor", process("k = 6 / m, m = 2"), ["m: an update"]],
    ["it is an index", process("t[m] = 1, m = 2"), ["m: an update"]],
    [
      "a parameter is changed on the way",
      process("f(1), v = t[v]", "", "void f(int n) { n = 0; t[n] = 1; }"),
      ["t: an update"],
    ],
    [
      "only one of the senders writes it",
      `meta int m; int v; chan c;
       process A() { state s; init s; trans s -> s { sync c!; assign m = 3; }, s -> s { guard v > 3; sync c!; }; }
       process B() { state s; init s; trans s -> s { sync c?; assign v = m; }; }
       system A, B;`,
      ["m: an update"],
    ],
    [
      "the receiver writes what the sender reads",
      `meta int m; int v; chan c;
       process A() { state s; init s; trans s -> s { sync c!; assign v = m; }; }
       process B() { state s; init s; trans s -> s { sync c?; assign m = 3; }; }
       system A, B;`,
      ["m: an update"],
    ],
    [
      "an earlier receiver of a broadcast writes it",
      `meta int m; int v; broadcast chan c;
       process A() { state s; init s; trans s -> s { sync c!; }; }
       process B() { state s; init s; trans s -> s { sync c?; assign m = 3; }; }
       process C() { state s; init s; trans s -> s { sync c?; assign v = m; }; }
       system A, B, C;`,
      ["m: an update"],
    ],
    [
      "the index of a channel reads it",
      `meta int[0,1] m; chan c[2];
       process A() { state s; init s; trans s -> s { sync c[m]!; assign m = 1; }; }
       process B() { state s; init s; trans s -> s { sync c[1]?; }; }
       system A, B;`,
      ["m: the index of a channel"],
    ],
    [
      "an invariant reads it",
      `meta int m = 3; clock x;
       process P() { state s { x <= m }; init s; trans s -> s { assign m = 2; }; } system P;`,
      ["m: an invariant"],
    ],
    [
      "after_update reads it",
      `meta int m; int v; after_update { v = m }
       process P() { state s; init s; trans s -> s { assign m = 1; }, s -> s { }; } system P;`,
      ["m: `after_update`"],
    ],
  ])("where %s", (_, model, names) => {
    expect(kept(model)).toEqual(names);
  });
});

describe("a question that reads a meta variable", () => {
  const model = process("m = 5, v = m");

  it("keeps it in the network that it is asked of, and says so once", () => {
    const { network, compileQuery } = load(model);
    const isMeta = ({ variables }: typeof network): boolean => variables.find(({ name }) => name === "m")!.meta;
    expect(isMeta(network)).toBe(true);
    const first = compileQuery("E<> m == 5");
    const second = compileQuery("E<> m == 6");
    if (!first.ok || !second.ok) throw new Error("cannot be read");
    expect([isMeta(first.network), isMeta(second.network), isMeta(network)]).toEqual([false, false, true]);
    expect(first.diagnostics.map(({ code }) => code)).toEqual(["TH2817"]);
    expect(second.diagnostics).toEqual([]);
  });

  it("hears what the step has left", async () => {
    expect((await ask(model, "E<> m == 5")).verdict.kind).toBe("satisfied");
    expect((await ask(model, "sup: m")).verdict).toMatchObject({ evidence: { values: [{ upper: { value: 5 } }] } });
    expect((await ask(model, "A[] v == 5 imply m == 5")).verdict.kind).toBe("satisfied");
  });
});

describe("without the word `meta`", () => {
  // Temporaries and ordinary variables must not differ in what can be reached, whatever the updates do.
  const names = ["m", "k", "u", "v"];
  const written = (dice: Dice): string => {
    const value = (): string => dice.one(["0", "1", ...names, `(${dice.one(names)} + ${dice.one(names)}) % 3`]);
    const change = (): string =>
      dice.chance(20)
        ? `${dice.one(names)} = ${dice.one(names)} > 0 ? ${value()} : ${value()}`
        : `${dice.one(names)} = ${value()}`;
    const edge = (): string => {
      const guard = dice.chance(30)
        ? `guard ${dice.one(dice.chance(90) ? ["u", "v"] : names)} == ${dice.between(0, 2)}; `
        : "";
      const first = ["m = u", "k = v"].filter(() => dice.chance(85));
      const sync = dice.one(["", "", "sync c!; ", "sync c?; ", "sync d!; ", "sync d?; "]);
      return `${dice.one(["a", "b"])} -> ${dice.one(["a", "b"])} { ${guard}${sync}assign ${[...first, ...dice.several(1, 3, change)].join(", ")}; }`;
    };
    const process = (name: string): string =>
      `process ${name}() { state a, b; init a; trans ${dice.several(2, 3, edge).join(", ")}; }`;
    return `chan c; broadcast chan d; int u; int v = 1;\n${["P", "Q", "R"].map(process).join("\n")}\nsystem P, Q, R;`;
  };

  it("the same states can be reached", async () => {
    let [temporaries, kept] = [0, 0];
    for (let seed = 0; seed < 30; seed++) {
      const text = written(new Dice(seededChoices(seed)));
      const [meta, plain] = [`meta int m; meta int k; ${text}`, `int m; int k; ${text}`];
      const { variables } = load(meta).network;
      temporaries += variables.filter((variable) => variable.meta).length;
      kept += variables.filter((variable) => variable.kept).length;
      for (const target of ["u == 2 && P.b", "u == v && R.b && P.a", "u == 2 && v == 0"]) {
        const answers = await Promise.all(
          [meta, plain].map((model) => verdict(model, `E<> ${target}`, { engine: "reference" })),
        );
        expect([seed, target, answers[0]]).toEqual([seed, target, answers[1]]);
      }
    }
    expect(Math.min(temporaries, kept)).toBeGreaterThan(10);
  });
});
