// Automata of temporal formulas against the meaning of the formulas, on words that repeat themselves.

import { describe, expect, it } from "vitest";
import {
  type Automaton,
  acceptingFrom,
  automatonToHoa,
  degeneralise,
  holdsOnLasso,
  LtlFormulas,
  normalForm,
  reads,
  TooLarge,
  translate,
} from "../../src/ltl/index.ts";
import type { Temporal } from "../../src/network/index.ts";
import { Dice, randomTemporal, seededChoices } from "../../src/testing/index.ts";

function automatonOf(formula: Temporal, atoms: number, positive = true): Automaton {
  const formulas = new LtlFormulas();
  const normal = normalForm(formulas, formula);
  return translate(formulas, positive ? normal : formulas.not(normal), atoms);
}

/** The product with the word, in which every edge may be taken. */
function accepts(automaton: Automaton, letters: readonly number[], loopStart: number): boolean {
  const width = automaton.edges.length;
  const edges = letters.flatMap((letter, at) => {
    const next = at + 1 < letters.length ? at + 1 : loopStart;
    return automaton.edges.map((list) =>
      list.filter((edge) => reads(edge, letter)).map((edge) => ({ ...edge, target: next * width + edge.target })),
    );
  });
  return acceptingFrom({ ...automaton, edges }, () => true)[automaton.initial] === 1;
}

const p: Temporal = { kind: "atom", atom: 0 };
const q: Temporal = { kind: "atom", atom: 1 };
const r: Temporal = { kind: "atom", atom: 2 };
const s: Temporal = { kind: "atom", atom: 3 };
const t: Temporal = { kind: "atom", atom: 4 };
const all = (...parts: Temporal[]): Temporal => ({ kind: "and", parts });
const always = (part: Temporal): Temporal => ({ kind: "always", part });
const eventually = (part: Temporal): Temporal => ({ kind: "eventually", part });
const again = (part: Temporal): Temporal => always(eventually(part));
const not = (part: Temporal): Temporal => ({ kind: "not", part });
const imply = (left: Temporal, right: Temporal): Temporal => ({ kind: "or", parts: [not(left), right] });
const until = (left: Temporal, right: Temporal): Temporal => ({ kind: "until", left, right });

describe("automata of temporal formulas", () => {
  it.each([
    ["not F p", not(eventually(p)), 1, 0],
    ["not G (p -> F q)", not(always(imply(p, eventually(q)))), 2, 1],
    ["not G (p -> (q U r))", not(always(imply(p, until(q, r)))), 3, 1],
    ["GF p and GF q and GF r", { kind: "and", parts: [p, q, r].map((x) => always(eventually(x))) }, 1, 3],
    ["p and not p", { kind: "and", parts: [p, not(p)] }, 1, 0],
  ] as const)("%s: states and sets", (_name, formula, states, sets) => {
    const automaton = automatonOf(formula as Temporal, 3);
    expect([automaton.edges.length, automaton.sets]).toEqual([states, sets]);
  });

  // What LTL2BA 1.1 makes of them, at most.
  it.each([
    ["GF p and GF q and GF r", all(again(p), again(q), again(r)), 4],
    ["not both GF p and GF q", not(all(again(p), again(q))), 3],
    ["GF p and GF q lead to GF r", imply(all(again(p), again(q)), again(r)), 5],
    ["fair, but q is not followed by r", all(again(p), again(q), again(r), not(always(imply(s, eventually(t))))), 5],
  ])("%s: states with one set", (_name, formula, most) => {
    expect(degeneralise(automatonOf(formula, 5)).edges.length).toBeLessThanOrEqual(most);
  });

  it("accept exactly the words that satisfy the formula, and those of its negation the others", () => {
    for (let seed = 0; seed < 250; seed++) {
      const choices = seededChoices(seed);
      const dice = new Dice(choices);
      const formula = randomTemporal(choices, dice.between(1, 9), 3);
      const [positive, negative] = [automatonOf(formula, 3), automatonOf(formula, 3, false)];
      const plain = degeneralise(positive);
      expect(plain.sets).toBe(1);
      for (let word = 0; word < 40; word++) {
        const letters = Array.from({ length: dice.between(1, word < 25 ? 3 : 7) }, () => dice.between(0, 7));
        const loopStart = dice.between(0, letters.length - 1);
        const holds = holdsOnLasso(formula, letters, loopStart);
        const answers = [positive, negative, plain].map((automaton) => accepts(automaton, letters, loopStart));
        expect([seed, ...answers]).toEqual([seed, holds, !holds, holds]);
      }
    }
  });

  it("that would be too large are refused", () => {
    const parts = Array.from({ length: 20 }, (_, atom) => eventually({ kind: "atom", atom }));
    expect(() => automatonOf({ kind: "and", parts }, 20)).toThrow(TooLarge);
  });

  it("are written for other tools", () => {
    const text = automatonToHoa(automatonOf(not(always(imply(p, eventually(q)))), 2), ["a", 'say "b"'], "why");
    expect(text.split("\n")).toEqual([
      "HOA: v1",
      'name: "why"',
      "States: 2",
      "Start: 0",
      'AP: 2 "a" "say \\"b\\""',
      "acc-name: Buchi",
      "Acceptance: 1 Inf(0)",
      "properties: trans-labels explicit-labels trans-acc",
      "--BODY--",
      "State: 0",
      "[0&!1] 1",
      "[t] 0",
      "State: 1",
      "[!1] 1 {0}",
      "--END--",
      "",
    ]);
  });
});

describe("words", () => {
  it("satisfy what their letters say", () => {
    expect(holdsOnLasso(eventually(p), [0, 0, 1], 2)).toBe(true);
    expect(holdsOnLasso(always(eventually(p)), [1, 0], 1)).toBe(false);
    expect(holdsOnLasso({ kind: "next", part: p }, [0], 0)).toBe(false);
    expect(holdsOnLasso({ kind: "weak-until", left: p, right: q }, [1], 0)).toBe(true);
    expect(holdsOnLasso({ kind: "strong-release", left: p, right: q }, [2], 0)).toBe(false);
    expect(holdsOnLasso({ kind: "release", left: p, right: q }, [2, 3, 0], 2)).toBe(true);
  });
});
