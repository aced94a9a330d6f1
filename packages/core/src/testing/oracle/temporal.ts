// Temporal formulas by brute force: every state of a graph with every guess of which temporal subformulas hold there. A
// guess has to agree with the next state's, and an until has to come true some time; so a run that satisfies the
// formula exists where a component in which every promise is kept can be reached (Lichtenstein and Pnueli 1985). No
// automata, no zones.

import { componentsOf } from "../../ltl/index.ts";
import type { Temporal } from "../../network/index.ts";

export interface LetterGraph {
  /** Atoms that hold, as bits. */
  readonly letters: readonly number[];
  readonly successors: readonly (readonly number[])[];
  readonly initial: readonly number[];
}

type Core =
  | { readonly kind: "constant"; readonly value: boolean }
  | { readonly kind: "atom"; readonly atom: number }
  | { readonly kind: "not"; readonly part: Core }
  | { readonly kind: "or"; readonly parts: readonly Core[] }
  /** Guessed: `guess` is the number of its bit. */
  | { readonly kind: "next"; readonly guess: number; readonly part: Core }
  | { readonly kind: "until"; readonly guess: number; readonly left: Core; readonly right: Core };

/** Is there an infinite path on which the formula holds? */
export function someRunSatisfies(graph: LetterGraph, formula: Temporal): boolean {
  const { successors, starts, isGood } = productWith(graph, formula);
  return reaches(successors, starts, isGood);
}

/** Every state with every guess: a node is both, and what may follow; and where the formula is guessed to hold. */
export interface GuessedProduct {
  readonly successors: readonly (readonly number[])[];
  readonly starts: readonly number[];
  stateOf(node: number): number;
  /** Is the node in a component with a cycle that keeps every promise? */
  isGood(node: number): boolean;
  /** Does going round in these nodes keep every promise? */
  keepsPromises(nodes: readonly number[]): boolean;
}

export function productWith(graph: LetterGraph, formula: Temporal): GuessedProduct {
  const guessed: Extract<Core, { guess: number }>[] = [];
  const root = coreOf(formula, guessed);
  const guesses = 2 ** guessed.length;
  const holds = (core: Core, letter: number, guess: number): boolean => {
    switch (core.kind) {
      case "constant":
        return core.value;
      case "atom":
        return ((letter >> core.atom) & 1) === 1;
      case "not":
        return !holds(core.part, letter, guess);
      case "or":
        return core.parts.some((part) => holds(part, letter, guess));
      default:
        return ((guess >> core.guess) & 1) === 1;
    }
  };
  const agrees = (letter: number, guess: number, nextLetter: number, nextGuess: number): boolean =>
    guessed.every((core) => {
      const now = ((guess >> core.guess) & 1) === 1;
      if (core.kind === "next") return now === holds(core.part, nextLetter, nextGuess);
      const later = ((nextGuess >> core.guess) & 1) === 1;
      return now === (holds(core.right, letter, guess) || (holds(core.left, letter, guess) && later));
    });
  const { letters } = graph;
  /** By both letters: the guesses that may follow each guess. */
  const followers = new Map<string, number[][]>();
  const mayFollow = (letter: number, next: number): number[][] => {
    const key = `${letter} ${next}`;
    let table = followers.get(key);
    if (table === undefined) {
      const all = Array.from({ length: guesses }, (_, guess) => guess);
      table = all.map((guess) => all.filter((later) => agrees(letter, guess, next, later)));
      followers.set(key, table);
    }
    return table;
  };
  const successors = graph.successors.flatMap((list, from) =>
    Array.from({ length: guesses }, (_, guess) =>
      list.flatMap((to) => mayFollow(letters[from]!, letters[to]!)[guess]!.map((next) => to * guesses + next)),
    ),
  );
  const keeps = (node: number, core: Until): boolean => {
    const [letter, guess] = [letters[Math.floor(node / guesses)]!, node % guesses];
    return ((guess >> core.guess) & 1) === 0 || holds(core.right, letter, guess);
  };
  const untils = guessed.filter((core): core is Until => core.kind === "until");
  const isGood = keepingPromises(successors, keeps, untils);
  const starts = graph.initial.flatMap((state) =>
    Array.from({ length: guesses }, (_, guess) => state * guesses + guess).filter((node) =>
      holds(root, letters[state]!, node % guesses),
    ),
  );
  return {
    successors,
    starts,
    stateOf: (node) => Math.floor(node / guesses),
    isGood,
    keepsPromises: (nodes) => untils.every((until) => nodes.some((node) => keeps(node, until))),
  };
}

type Until = Extract<Core, { kind: "until" }>;

/** The nodes of components with a cycle in which every until is false somewhere, or comes true. */
function keepingPromises(
  successors: readonly (readonly number[])[],
  keeps: (node: number, until: Until) => boolean,
  untils: readonly Until[],
): (node: number) => boolean {
  const component = componentsOf(successors);
  const kept = new Map<number, Set<Until>>();
  const cyclic = new Set<number>();
  for (const [node, list] of successors.entries()) {
    const own = component[node]!;
    if (list.some((to) => component[to] === own)) cyclic.add(own);
    const set = kept.get(own) ?? new Set();
    kept.set(own, set);
    for (const until of untils) if (keeps(node, until)) set.add(until);
  }
  return (node) => cyclic.has(component[node]!) && kept.get(component[node]!)!.size === untils.length;
}

function reaches(
  successors: readonly (readonly number[])[],
  starts: readonly number[],
  isGood: (node: number) => boolean,
): boolean {
  const seen = new Set(starts);
  for (const node of seen) {
    if (isGood(node)) return true;
    for (const to of successors[node]!) seen.add(to);
  }
  return false;
}

function coreOf(formula: Temporal, guessed: Extract<Core, { guess: number }>[]): Core {
  const of = (part: Temporal): Core => coreOf(part, guessed);
  const not = (part: Core): Core => ({ kind: "not", part });
  const or = (...parts: Core[]): Core => ({ kind: "or", parts });
  const until = (left: Core, right: Core): Core => {
    const core = { kind: "until", guess: guessed.length, left, right } as const;
    guessed.push(core);
    return core;
  };
  const TRUE: Core = { kind: "constant", value: true };
  switch (formula.kind) {
    case "constant":
    case "atom":
      return formula;
    case "not":
      return not(of(formula.part));
    case "or":
      return or(...formula.parts.map(of));
    case "and":
      return not(or(...formula.parts.map((part) => not(of(part)))));
    case "next": {
      const part = of(formula.part);
      const core = { kind: "next", guess: guessed.length, part } as const;
      guessed.push(core);
      return core;
    }
    case "eventually":
      return until(TRUE, of(formula.part));
    case "always":
      return not(until(TRUE, not(of(formula.part))));
    case "until":
      return until(of(formula.left), of(formula.right));
    case "weak-until": {
      // Until, or always left.
      const [left, right] = [of(formula.left), of(formula.right)];
      return or(until(left, right), not(until(TRUE, not(left))));
    }
    case "release":
      return not(until(not(of(formula.left)), not(of(formula.right))));
    case "strong-release": {
      const [left, right] = [of(formula.left), of(formula.right)];
      return until(right, not(or(not(left), not(right))));
    }
  }
}
