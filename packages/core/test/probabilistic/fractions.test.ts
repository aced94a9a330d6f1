// Values as fractions: bounds at the value itself are decided, with steps, rewards, choices, inside of other questions,
// and for long runs; and elimination in doubles beside that in fractions.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { ONE, over, plus, type Rational, rational, times, toNumber, ZERO } from "../../src/basics/rational.ts";
import { checkQueries } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment as environment } from "../../src/limits/index.ts";
import { eliminateStates, type StateEquation } from "../../src/probabilistic/state-elimination.ts";

const COIN = `dtmc
module m
  x : [0..3];
  [] x=0 -> 1/3 : (x'=1) + 2/3 : (x'=0);
  [] x=1 -> 1/3 : (x'=3) + 2/3 : (x'=2);
  [] x=2 -> (x'=0);
endmodule
rewards x=0 : 1/2; endrewards`;

const ruin = (kind: string, steps: string): string => `${kind}
const int N = 120;
module m
  x : [0..N] init 40;
${steps}
endmodule
rewards [] true : 1; endrewards`;
const FAIR = ruin("dtmc", "  [] x>0 & x<N -> 1/2 : (x'=x+1) + 1/2 : (x'=x-1);");
const CHOICES = ruin(
  "mdp",
  `  [] x>0 & x<N -> 1/2 : (x'=x+1) + 1/2 : (x'=x-1);
  [bold] x>1 & x<N-1 -> 9/20 : (x'=x+2) + 11/20 : (x'=x-2);
  [wait] x>0 & x<N -> true;`,
);

/** Who may turn round in x=1, x=2 for ever has to leave by x=0: from x=1, not by way of x=2, which only leads back. */
const ROUNDABOUT = `mdp
module m
  x : [0..4];
  [] x=0 -> 2/3 : (x'=3) + 1/3 : (x'=4);
  [] x=0 -> (x'=1);
  [] x=1 -> (x'=2);
  [] x=1 -> (x'=0);
  [] x=2 -> (x'=1);
endmodule`;

async function answer(text: string, question: string, name = "model.prism"): Promise<string> {
  const loaded = loadModel({ name, content: text });
  const query = loaded.compileQuery(question);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const [result] = await checkQueries({ network: query.network, options: { engine: "reference" }, environment }, [
    query.value,
  ]);
  const { verdict } = result!;
  const quantity = verdict.kind === "unknown" ? verdict.quantity : undefined;
  if (verdict.kind === "unknown") return `unknown ${quantity?.lower}`;
  const { evidence } = verdict;
  return `${verdict.kind} ${evidence.kind === "quantity" ? (evidence.quantity.exact ?? "") : ""}`.trim();
}

describe("values as fractions", () => {
  it.each([
    [COIN, "P=? [ F<=5 x=3 ]", "satisfied 71/243"],
    [COIN, "P<=71/243 [ F<=5 x=3 ]", "satisfied 71/243"],
    [COIN, "P<71/243 [ F<=5 x=3 ]", "violated 71/243"],
    [COIN, "P=? [ G[2,5] x<3 ]", "satisfied 172/243"],
    [COIN, "P=? [ F>=2 x=2 ]", "satisfied 2/3"],
    [COIN, "P>=1/3 [ X x=1 ]", "satisfied 1/3"],
    [COIN, "P>1/3 [ X x=1 ]", "violated 1/3"],
    [ROUNDABOUT, "Pmax<=2/3 [ F x=3 ]", "satisfied 2/3"],
    [ROUNDABOUT, "Pmax<2/3 [ F x=3 ]", "violated 2/3"],
    [ROUNDABOUT, "Pmax=? [ F x!=4 & Pmax>=2/3 [ F x=3 ] ]", "satisfied 1"],
    [COIN, "P=? [ F P>=1/3 [ X x=3 ] ]", "satisfied 1"],
    [COIN, "P>=1 [ G P<=1/3 [ X x=3 ] ]", "violated 0"],
    [COIN, "R=? [ F x=3 ]", "satisfied 9/2"],
    [COIN, "R<=9/2 [ F x=3 ]", "satisfied 9/2"],
    [COIN, "R=? [ C<=3 ]", "satisfied 19/18"],
    [COIN, "R<19/18 [ C<=3 ]", "violated 19/18"],
    [COIN, "R=? [ I=2 ]", "satisfied 2/9"],
    [FAIR, "P=? [ F x=N ]", "satisfied 1/3"],
    [FAIR, "P<1/3 [ F x=N ]", "violated 1/3"],
    [FAIR, "R=? [ F x=0|x=N ]", "satisfied 3200"],
    [CHOICES, "Pmax=? [ F x=N ]", "satisfied 1/3"],
    [CHOICES, "Pmin=? [ F x=0|x=N ]", "satisfied 0"],
    [CHOICES, "Pmax<=1/8 [ F<=3 x=37 ]", "violated"],
  ])("of %#: %s", async (model, question, said) => {
    expect(await answer(model, question)).toBe(said);
  });

  it("of UPPAAL networks with weights, whole and decimal", async () => {
    const network = (yes: string, no: string): string =>
      `process P() { state S, Y, N; branchpoint b; init S; trans S -> b { }, b -> Y { probability ${yes}; }, b -> N { probability ${no}; }; }\nA = P();\nsystem A;`;
    expect(await answer(network("1", "2"), "P<=1/3 [ F A.Y ]", "model.xta")).toBe("satisfied 1/3");
    expect(await answer(network("1", "2"), "P<1/3 [ F A.Y ]", "model.xta")).toBe("violated 1/3");
    expect(await answer(network("0.3", "0.6"), "P>=1/3 [ F A.Y ]", "model.xta")).toBe("satisfied 1/3");
  });
});

describe("elimination of states", () => {
  it("gives in doubles what it gives in fractions, for runs of any length", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const exact = randomEquations(new Prng(seed), 3 + (seed % 12));
      const fractions = eliminateStates(
        exact,
        { zero: ZERO, plus, times, over, isZero: ({ n }) => n === 0n },
        Number.POSITIVE_INFINITY,
      )!;
      const doubles = eliminateStates(
        exact.map(({ to, exit, constant }) => ({
          to: new Map([...to].map(([next, p]) => [next, toNumber(p)])),
          exit: toNumber(exit),
          constant: toNumber(constant),
        })),
        { zero: 0, plus: (a, b) => a + b, times: (a, b) => a * b, over: (a, b) => a / b, isZero: (a) => a === 0 },
        Number.POSITIVE_INFINITY,
      )!;
      for (const [state, { to, exit, constant }] of exact.entries()) {
        let [sum, moves] = [constant, exit];
        for (const [next, p] of to) {
          sum = plus(sum, times(p, fractions[next]!));
          moves = plus(moves, p);
        }
        expect(over(sum, moves)).toEqual(fractions[state]);
        expect(Math.abs(doubles[state]! / toNumber(fractions[state]!) - 1)).toBeLessThan(1e-12);
      }
    }
  });

  it("gives up where it would take too long, and where nothing leaves", () => {
    const exact = randomEquations(new Prng(7), 12);
    const arithmetic = { zero: ZERO, plus, times, over, isZero: ({ n }: Rational) => n === 0n };
    expect(eliminateStates(exact, arithmetic, 20)).toBeUndefined();
    const closed = [
      { to: new Map([[1, ONE]]), exit: ZERO, constant: ZERO },
      { to: new Map([[0, ONE]]), exit: ZERO, constant: ZERO },
    ];
    expect(eliminateStates(closed, arithmetic, 100)).toBeUndefined();
  });
});

/** Ways out are rare: down to one in 10¹². */
function randomEquations(random: Prng, size: number): StateEquation<Rational>[] {
  return Array.from({ length: size }, (_, state) => {
    const parts = Array.from({ length: 1 + random.below(4) }, () => ({
      to: random.below(size),
      part: 1 + random.below(9),
    }));
    const rare = state === 0 || random.below(3) === 0 ? 10 ** random.below(13) : 0;
    const exit = rare === 0 ? ZERO : rational(1, 9 * rare);
    const total = parts.reduce((sum, { part }) => sum + part, 0);
    const left = plus(ONE, { n: -exit.n, d: exit.d });
    const to = new Map<number, Rational>();
    for (const { to: next, part } of [...parts, { to: (state + 1) % size, part: 1 }]) {
      if (next !== state) to.set(next, plus(to.get(next) ?? ZERO, times(left, rational(part, total + 1))));
    }
    return { to, exit, constant: rational(1 + random.below(5), 7) };
  });
}

it("the number of a fraction is the nearest one, however long its parts are", () => {
  const [small, long] = [rational(1n, 10n ** 305n), rational(2n ** 1200n + 1n, 3n * 2n ** 1199n)];
  expect(toNumber(small)).toBe(1e-305);
  expect(toNumber(rational(-(10n ** 400n), 10n ** 390n))).toBe(-1e10);
  expect(toNumber(long)).toBe(2 / 3);
  expect(toNumber(rational(1n, 10n ** 400n))).toBe(0);
});
