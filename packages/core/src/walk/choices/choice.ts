// How a walk chooses its next step (Kiviriga, Larsen & Nyman 2021). Every file beside this one is one rule, `index.ts`
// is their list. A rule picks a candidate; the chooser then draws a moment in its window, and a rule may let that
// moment decide anew.

/** Candidate steps and their windows, however they were found. */
export interface ChoiceTable {
  readonly count: number;
  readonly low: ArrayLike<number>;
  readonly lowOpen: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly highOpen: ArrayLike<number>;
}

/** What a rule may ask: chance, and how often the edges of each candidate were covered. */
export interface Choosing {
  below(count: number): number;
  /** One of those whose edges were covered least. */
  leastCovered(count: number): number;
}

export interface ChoiceRule {
  readonly name: string;
  /** For help texts. */
  readonly about: string;
  /** By which walks edges were covered, where that matters to it. */
  readonly coverage?: "this walk" | "all walks";
  pick(count: number, choosing: Choosing): number;
  /** What is taken at the moment that was drawn for a candidate; absent: that candidate. */
  at?(table: ChoiceTable, moment: number, candidate: number, choosing: Choosing): number;
}
