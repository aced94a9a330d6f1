// One test for each of the decisions D1 to D15 of docs/statistics.md: what UPPAAL's documents leave open, and what is
// done here. Values have closed forms; 3,000 runs with a fixed seed lie within four standard errors of them.

import { describe, expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { QueryOf } from "../../src/network/index.ts";
import { deviationOf } from "../../src/testing/closed-forms.ts";

const RUNS = 3000;

function asked(content: string, text: string) {
  const compiled = loadModel({ name: "model.xta", content }).compileQuery(text);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  return compiled;
}

/** Is the answer this value, as far as random runs can tell? Exactly where nothing varies. */
function expectValue(content: string, text: string, value: number): void {
  const query = asked(content, text).value as QueryOf<"statistical">;
  const { estimate, errors } = deviationOf(query, value, RUNS, 11);
  if (value === 0 || value === 1 || Number.isNaN(errors)) expect(estimate).toBe(value);
  else expect(Math.abs(errors), `${text} is ${estimate}, not ${value}`).toBeLessThan(4);
}

async function faultOf(content: string, text: string): Promise<string> {
  const { value, network } = asked(content, text);
  const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [value]);
  const { verdict } = result!;
  return verdict.kind === "unknown" ? `${verdict.because}: ${verdict.diagnostic?.message}` : "no fault";
}

const one = (body: string, before = ""): string => `${before}process P() { ${body} }\nA = P();\nsystem A;\n`;
const { exp } = Math;

describe("where UPPAAL's documents are silent", () => {
  it("D1: without rate and bound the rate is 1, which is warned of; a rate that is not above 0 is an error", async () => {
    const plain = one("state S, T; init S; trans S -> T { };");
    expectValue(plain, "Pr[<=1](<> A.T)", 1 - exp(-1));
    const warned = asked(plain, "Pr[<=1](<> A.T)").diagnostics.map(({ code, severity }) => [code, severity]);
    expect(warned).toEqual([["TH2821", "warning"]]);
    expect(asked(one("state S { ; 1 }, T; init S; trans S -> T { };"), "Pr[<=1](<> A.T)").diagnostics).toEqual([]);
    const zero = one("state S { ; n }, T; init S; trans S -> T { };", "int n;\n");
    expect(await faultOf(zero, "Pr[<=1](<> A.T)")).toMatch(/^model-fault: the exponential rate of A\.S is 0/);
  });

  it("D2: a delay begins at the earliest moment at which an own edge is enabled", () => {
    const uniform = one("clock x; state S { x <= 10 }, T; init S; trans S -> T { guard x >= 4; };");
    expectValue(uniform, "Pr[<=7](<> A.T)", 1 / 2);
    const shifted = one("clock x; state S { ; 2 }, T; init S; trans S -> T { guard x >= 3; };");
    expectValue(shifted, "Pr[<=3.5](<> A.T)", 1 - exp(-1));
  });

  it("D3: everybody draws again after every step, and rates are read anew", () => {
    const changed = `int n = 1;
process P() { state S { ; n }, T; init S; trans S -> T { }; }
process Q() { clock y; state U { y <= 1 }, V; init U; trans U -> V { guard y >= 1; assign n = 3; }; }
A = P(); B = Q();
system A, B;`;
    expectValue(changed, "Pr[<=2](<> A.T)", 1 - exp(-1 - 3));
  });

  it("D4: who can do nothing does not draw, and time runs to the bound", () => {
    const stuck = one("clock x; state S; init S;");
    expectValue(stuck, "Pr[<=5](<> A.x >= 5)", 1);
    expectValue(stuck, "E[<=5; 10](max: A.x)", 5);
  });

  it("D5: a draw behind the end of a guard moves nobody, and all draw again", () => {
    const missed = one("clock x; state S, T; init S; trans S -> T { guard x <= 1; };");
    expectValue(missed, "Pr[<=100](<> A.T)", 1 - exp(-1));
  });

  it("D6: every value of a select is an edge of its own", () => {
    const select = one("state S, X, Y; init S; trans S -> X { }, S -> Y { select i : int[1,3]; };");
    expectValue(select, "Pr[#<=1](<> A.X)", 1 / 4);
  });

  it("D7: states between the steps of one moment count", () => {
    const chain = one(
      "state S, C, T; commit C; init S; trans S -> C { assign f = 1; }, C -> T { assign f = 0; };",
      "int f;\n",
    );
    expectValue(chain, "Pr[<=1000](<> f == 1)", 1);
    expectValue(chain, "Pr[<=1]([] f == 0)", exp(-1));
  });

  it("D8: bounds are closed, and # counts joint steps", () => {
    const tick = one(
      "clock x; state S { x <= 1 }; init S; trans S -> S { guard x >= 1; assign x = 0, n++; };",
      "int n;\n",
    );
    expectValue(tick, "Pr[<=3](<> n == 3)", 1);
    expectValue(tick, "Pr[<=2](<> n == 3)", 0);
    expectValue(tick, "Pr[#<=3](<> n == 3)", 1);
    expectValue(tick, "Pr[#<=2](<> n == 3)", 0);
  });

  it("D8: a run that counts steps ends where nothing can happen any more", () => {
    const ends = one("state S, T; init S; trans S -> T { };");
    expectValue(ends, "Pr[#<=5](<> A.T)", 1);
    expectValue(ends, "Pr[#<=5]([] !A.T)", 0);
    expectValue(ends, "Pr[#<=5](<> false)", 0);
  });

  it("D9: of two receiving edges of one process one is taken, each as likely, and the answer says so", async () => {
    const two = `broadcast chan go;
process P() { state S { ; 1 }, T; init S; trans S -> T { sync go!; }; }
process R() { state W, X, Y; init W; trans W -> X { sync go?; }, W -> Y { sync go?; }; }
A = P(); B = R();
system A, B;`;
    expectValue(two, "Pr[<=1000](<> B.X)", 1 / 2);
    const { value, network } = asked(two, "Pr[<=1000](<> B.X)");
    const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [value]);
    expect(result!.verdict).toMatchObject({ evidence: { severalReceivers: "B.W on `go`" } });
  });

  it("D10: a binary sender needs a partner, which is chosen uniformly", () => {
    const binary = `chan hand;
process P() { state S { ; 1 }, T; init S; trans S -> T { sync hand!; }; }
process R(const int id) { clock x; state W, X; init W; trans W -> X { guard x >= id; sync hand?; }; }
A = P(); B = R(0); C = R(0); D = R(2);
system A, B, C, D;`;
    expectValue(binary, "Pr[<=2](<> B.X)", (1 - exp(-2)) / 2);
    expectValue(binary, "Pr[<=1000](<> D.X)", exp(-2) / 3);
    const alone = binary.replace("B = R(0); C = R(0); ", "").replace("B, C, ", "");
    expectValue(alone, "Pr[<=3](<> A.T)", 1 - exp(-1));
  });

  it("D11: in urgent and committed locations no time passes, and committed ones go first", () => {
    const urgent = one("state S, T; urgent S; init S; trans S -> T { };");
    expectValue(urgent, "Pr[<=0](<> A.T)", 1);
    const first = `int n;
process P() { state S, T; commit S; init S; trans S -> T { assign n = n == 0 ? 1 : n; }; }
process Q() { state S, T; urgent S; init S; trans S -> T { assign n = n == 0 ? 2 : n; }; }
A = P(); B = Q();
system A, B;`;
    expectValue(first, "Pr[<=1](<> n == 1)", 1);
  });

  it("D12: a bound that is reached where no edge is enabled is a time-lock", async () => {
    const lock = one("clock x; state S { x <= 2 }, T; init S; trans S -> T { guard x > 3; };");
    expect(await faultOf(lock, "Pr[<=10](<> A.T)")).toMatch(/^model-fault: Time-lock: .* A\.S, at 2 \(run 0\)$/);
  });

  it("D13: 100,000 steps without time are taken for Zeno behaviour", async () => {
    const zeno = one("state S; urgent S; init S; trans S -> S { };");
    expect(await faultOf(zeno, "Pr[<=10](<> false)")).toMatch(/^model-fault: Probably Zeno behavior: 100000 steps/);
  });

  it("D14: weights are read in the source state; negative ones and a sum of 0 are errors", async () => {
    const weights = (w: string): string =>
      one(
        `state S { ; 1 }, X, Y; branchpoint b; init S;
         trans S -> b { assign n = 9; }, b -> X { probability ${w}; }, b -> Y { probability 1; };`,
        "int n = 3;\n",
      );
    expectValue(weights("n"), "Pr[#<=1](<> A.X)", 3 / 4);
    expectValue(weights("0"), "Pr[#<=1](<> A.X)", 0);
    expect(await faultOf(weights("n - 4"), "Pr[#<=1](<> A.X)")).toMatch(
      /weights of an edge of A\.S are negative \(-1\)/,
    );
    const none = weights("0").replace("probability 1;", "probability n - 3;");
    expect(await faultOf(none, "Pr[#<=1](<> A.X)")).toMatch(/weights of an edge of A\.S are all 0/);
  });

  it("D15: strict ends have measure 0, and a window that is a point without it is empty", async () => {
    const strict = one("clock x; state S { x < 5 }, T; init S; trans S -> T { guard x > 4; };");
    expectValue(strict, "Pr[<=4.5](<> A.T)", 1 / 2);
    const point = one("clock x; state S { x <= 5 }, T; init S; trans S -> T { guard x >= 5 && x < 5; };");
    expect(await faultOf(point, "Pr[<=10](<> A.T)")).toMatch(/^model-fault: Time-lock/);
    for (const [stay, leave] of ["<5 >=5", "<5 >5", "<=5 >5"].map((both) => both.split(" "))) {
      const none = one(`clock x; state S { x ${stay} }, T; init S; trans S -> T { guard x ${leave}; };`);
      expect(await faultOf(none, "Pr[<=10](<> A.T)")).toMatch(/^model-fault: Time-lock/);
      expectValue(none, "Pr[<=4](<> A.T)", 0);
    }
  });
});
