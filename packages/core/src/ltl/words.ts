// Does an infinite word satisfy a formula? For words that repeat themselves (u, then v for ever) that is decided by
// labelling their positions, with nothing but the meaning of the operators: what automata, searches and traces say is
// held against this.

import type { Temporal } from "../network/index.ts";

/** `letters` are sets of atoms as bits; from the last one it goes on with `loopStart`. */
export function holdsOnLasso(formula: Temporal, letters: readonly number[], loopStart: number): boolean {
  return labels(formula, letters, loopStart)[0]!;
}

/** At which positions does it hold? */
function labels(formula: Temporal, letters: readonly number[], loopStart: number): boolean[] {
  const after = (at: number): number => (at + 1 < letters.length ? at + 1 : loopStart);
  const of = (part: Temporal): boolean[] => labels(part, letters, loopStart);
  const positions = [...letters.keys()];
  /** The least (or greatest) solution of x = now or (held and x later): twice round is enough. */
  const solve = (now: readonly boolean[], held: readonly boolean[], start: boolean): boolean[] => {
    const solution = positions.map(() => start);
    for (let round = 0; round < 2; round++) {
      for (const at of [...positions].reverse()) solution[at] = now[at]! || (held[at]! && solution[after(at)]!);
    }
    return solution;
  };
  switch (formula.kind) {
    case "constant":
      return positions.map(() => formula.value);
    case "atom":
      return letters.map((letter) => ((letter >> formula.atom) & 1) === 1);
    case "not":
      return of(formula.part).map((value) => !value);
    case "next": {
      const part = of(formula.part);
      return positions.map((at) => part[after(at)]!);
    }
    case "always": {
      const part = of(formula.part);
      return solve(
        positions.map(() => false),
        part,
        true,
      );
    }
    case "eventually":
      return solve(
        of(formula.part),
        positions.map(() => true),
        false,
      );
    case "and":
    case "or": {
      const parts = formula.parts.map(of);
      return positions.map((at) =>
        formula.kind === "and" ? parts.every((part) => part[at]) : parts.some((part) => part[at]),
      );
    }
    case "until":
    case "weak-until":
      return solve(of(formula.right), of(formula.left), formula.kind === "weak-until");
    case "release":
    case "strong-release": {
      const [left, right] = [of(formula.left), of(formula.right)];
      return solve(
        positions.map((at) => left[at]! && right[at]!),
        right,
        formula.kind === "release",
      );
    }
  }
}
