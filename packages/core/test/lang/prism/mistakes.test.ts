// Mistakes as people make them, and what they are told: the message, where it points, and a hint.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";

const MODULE = "module m x : [0..3]; b : bool; [] x<3 -> (x'=x+1); endmodule";

// biome-ignore format: one mistake, one line
const MISTAKES: readonly (readonly [text: string, place: string, message: string])[] = [
  [`dtmc const int N; ${MODULE}`, "N", "the constant `N` has no value"],
  [`dtmc const int N = 2.5; ${MODULE}`, "2.5", "the constant `N` is of type int, its value of type double"],
  [`dtmc const int N = M; const int M = N; ${MODULE}`, "N", "`N` is defined by itself"],
  [`dtmc const double p = x; ${MODULE}`, "x", "the value of the constant `p` depends on a variable"],
  [`dtmc ${MODULE} ${MODULE}`, "m", "the module `m` is declared twice"],
  ["dtmc", "", "the model has no modules"],
  ["dtmc module m x : [0..3] [] x=1 -> true; endmodule", "[", "`;` is missing behind the variable"],
  ["dtmc module m x : int; endmodule", "int", "a variable without bounds is not supported"],
  ["dtmc module m x : double; endmodule", "double", "a variable holds no real number"],
  ["dtmc module m x : [3..0]; endmodule", "3", "the range 3..0 of `x` is empty"],
  ["dtmc module m x : [0..3] init 4; endmodule", "4", "`x` begins with 4, outside of 0..3"],
  ["dtmc module m x : [0..3]; x : bool; endmodule", "x", "`x` is declared twice"],
  ["dtmc module A x : bool; endmodule", "A", "`A` is a word of the language, not the name of a module"],
  ["dtmc module m x : [0..3]; [] y=1 -> true; endmodule", "y", "`y` is not declared"],
  ["dtmc module m x : [0..3]; [] x -> true; endmodule", "x", "a guard is a truth, not a value of type int"],
  ["dtmc module m x : [0..3]; [] x==1 -> true; endmodule", "=", "an expression is missing"],
  ["dtmc module m x : [0..3]; [] x=1 -> (x=2); endmodule", "=", "`'` is missing behind the variable that is set"],
  ["dtmc module m x : [0..3]; [] x=1 -> x'=2; endmodule", "x", "an update stands in brackets"],
  ["dtmc module m x : [0..3]; [] x=1 -> 0.5:(x'=2); endmodule", "[] x=1 -> 0.5:(x'=2);", "the probabilities of the command sum to 0.5, not to 1"],
  ["dtmc module m x : [0..3]; [] x=1 -> -1:(x'=2)+2:true; endmodule", "-1", "a probability of -1"],
  ["ctmc module m x : [0..3]; [] x=1 -> -1:(x'=2); endmodule", "-1", "a rate of -1"],
  ["ctmc module m x : [0..3]; [] x=1 -> 0:(x'=2); endmodule", "[] x=1 -> 0:(x'=2);", "all rates of the command are 0"],
  ["dtmc module m x : [0..3]; [] x=1 -> (x'=1)&(x'=2); endmodule", "x", "`x` is set twice in one update"],
  ["dtmc module m x : [0..3]; endmodule module n y : bool; [] y -> (x'=1); endmodule", "x", "`x` belongs to the module `m`"],
  ["dtmc global g : bool; module m x : bool; [a] x -> (g'=true); endmodule", "g", "the global variable `g` is written by a command with an action"],
  ["dtmc module m x : [0..3]; [] x=1 -> (x'=x/2); endmodule", "x/2", "the variable `x` is of type int, its value of type double"],
  ["dtmc module m x : [0..3]; [] x=1 -> (x'=true); endmodule", "true", "the variable `x` is of type int, its value of type bool"],
  ["dtmc module m x : [0..3]; [] x&true -> true; endmodule", "x", "`&` joins truths, not a value of type int"],
  ["dtmc module m x : bool; [] x+1=2 -> true; endmodule", "x+1", "`+` computes with numbers, not with truths"],
  ["dtmc module m x : bool; [] x=1 -> true; endmodule", "x=1", "`=` cannot compare bool and int"],
  ["dtmc module m x : [0..3]; [] sqrt(x)=1 -> true; endmodule", "sqrt", "there is no function `sqrt`"],
  ["dtmc module m x : [0..3]; [] mod(x,0)=1 -> true; endmodule", "mod(x,0)", "`mod` by 0"],
  ["dtmc module m x : [0..3]; [] pow(x,-1)=1 -> true; endmodule", "pow(x,-1)", "a power of integers with a negative exponent is no integer"],
  [`dtmc ${MODULE} module n = m [x=y] endmodule`, "n", "the copy gives no new name to `b`"],
  [`dtmc ${MODULE} module n = k [x=y] endmodule`, "k", "there is no module `k`"],
  [`dtmc ${MODULE} system m endsystem`, "system", "`system` .. `endsystem` is not supported"],
  [`dtmc ${MODULE} init x=7 endinit`, "x=7", "no state satisfies the condition of the initial states"],
  [`dtmc ${MODULE} label "l" = x;`, "x", "the condition of a label is a truth, not a value of type int"],
  [`dtmc ${MODULE} formula f = f+1;`, "f", "the formula `f` is defined by itself"],
  ["pta module m x : bool; endmodule", "pta", "a probabilistic timed automaton (`pta`) is not supported"],
  ["dtmc module m x : [0..3]; [] x=1 -> [0.1,0.9]:(x'=2)+0.5:true; endmodule", "[", "an interval of probabilities is not supported"],
  ["dtmc module m x : bool; [] x -> true;", "m", "`endmodule` is missing: the module `m` has no end"],
  [`dtmc mdp ${MODULE}`, "mdp", "the type of the model is said twice"],
  [`dtmc ${MODULE} modul n endmodule`, "modul", "a declaration cannot begin with `modul`"],
];

describe("mistakes", () => {
  it("of one module are not said twice", () => {
    const { diagnostics } = loadModel({ name: "m.prism", content: "dtmc module m x : bool; [] x -> true;" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["TH1501"]);
  });

  it.each(MISTAKES)("%s", (text, place, message) => {
    const loaded = loadModel({ name: "m.prism", content: text }, { lints: false });
    expect(loaded.network).toBeNull();
    const [first] = loaded.diagnostics.filter(({ severity }) => severity === "error");
    expect(first!.message).toBe(message);
    expect(first!.span === undefined ? "" : loaded.sources.textOf(first!.span)).toBe(place);
  });

  it("are at least forty", () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(40);
  });
});

describe("hints", () => {
  const HINTS: readonly (readonly [command: string, told: string])[] = [
    ["[] x<>0 -> true;", "an expression is missing: write `!=`"],
    ["[] not x=0 -> true;", "`->` is missing behind the guard: write `!` for `not`"],
    ["[] x=0 and x<2 -> true;", "`->` is missing behind the guard: write `&` for `and`"],
    ["[] 0<x<2 -> true;", "`<` cannot compare bool and int: compare twice: `a<x & x<b`"],
    ["[] x=0 -> x'=1;", "an update stands in brackets: write `(x'=..)`"],
    ["[] x=0 -> 0.3:true+0.3:(x'=1)+0.3:(x'=2);", "the probabilities of the command sum to 0.9, not to 1: undefined"],
    ["[] x=0 -> p:true+1-p:(x'=2);", "`p` is not declared: undefined; `p` is not declared: undefined"],
    ["[] x=0 -> (x'=99999999999999);", "99999999999999 is no value of 32 bits: undefined"],
  ];

  it.each(HINTS)("%s", (command, told) => {
    const content = `dtmc module m x : [0..3]; ${command} endmodule`;
    const { diagnostics } = loadModel({ name: "m.prism", content }, { lints: false });
    expect(diagnostics.map(({ message, hint }) => `${message}: ${hint}`).join("; ")).toBe(told);
  });
});

describe("while it runs", () => {
  const ask = async (text: string): Promise<string | undefined> => {
    const { checkQueries } = await import("../../../src/check/index.ts");
    const { stillEnvironment } = await import("../../../src/limits/index.ts");
    const query = loadModel({ name: "m.prism", content: text }, { lints: false }).compileQuery("P=? [ F x=3 ]");
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    const [result] = await checkQueries({ network: query.network, options: {}, environment: stillEnvironment }, [
      query.value,
    ]);
    return result!.verdict.kind === "unknown"
      ? `${result!.verdict.because}: ${result!.verdict.diagnostic?.message}`
      : result!.verdict.kind;
  };

  it.each([
    [
      "dtmc module m x : [0..3]; [] true -> x/3:(x'=min(3,x+1)) + 0.5:true; endmodule",
      /^model-fault: the command has probabilities that sum to 0\.5, in the state x=0$/,
    ],
    ["dtmc module m x : [0..3]; [] true -> (x'=x+1); endmodule", /^model-fault: .*x=3/],
    [
      "ctmc module m x : [0..3]; [] x<3 -> x-1:(x'=x+1); endmodule",
      /^model-fault: the command has the rate -1, in the state x=0$/,
    ],
    ["dtmc module m x : [0..3]; [] x=0 -> 0:(x'=9) + 1:(x'=3); endmodule", /^satisfied$/],
    ["dtmc module m x : [0..3]; [] x=0 -> x:(x'=x+9) + 1-x:(x'=3); endmodule", /^satisfied$/],
  ])("%s", async (text, words) => {
    expect(await ask(text)).toMatch(words);
  });
});
