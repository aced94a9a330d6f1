// What a path costs need not be its length (survey, section 3; Edelkamp, Jabbar and Lluch Lafuente 2005). A cost
// algebra says how the costs of steps add up and which of two costs is better. It must be isotone: what is better stays
// no worse when both are continued in the same way; this is what makes Dijkstra's algorithm and dropping of dearer
// duplicates right.

export interface CostAlgebra<A> {
  readonly name: string;
  /** The cost of not moving: no cost is better, and it changes nothing. */
  readonly one: A;
  /** No cost is worse. */
  readonly zero: A;
  times(a: A, b: A): A;
  /** Negative when a is better. */
  compare(a: A, b: A): number;
  /** What is better stays better, not only no worse: such an algebra may come first in a tuple. */
  readonly strict: boolean;
}

const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
const descending = (a: number, b: number): number => ascending(b, a);
const { POSITIVE_INFINITY } = Number;

/** The least sum: steps, prices. */
export const sums: CostAlgebra<number> = {
  name: "sum",
  one: 0,
  zero: POSITIVE_INFINITY,
  times: (a, b) => a + b,
  compare: ascending,
  strict: true,
};

/** The path whose dearest step is cheapest. */
export const dearestStep: CostAlgebra<number> = {
  name: "max",
  one: 0,
  zero: POSITIVE_INFINITY,
  times: Math.max,
  compare: ascending,
  strict: false,
};

/** The path whose narrowest step is widest. */
export const narrowestStep: CostAlgebra<number> = {
  name: "max/min",
  one: POSITIVE_INFINITY,
  zero: 0,
  times: Math.min,
  compare: descending,
  strict: false,
};

/** The most probable path. */
export const probabilities: CostAlgebra<number> = {
  name: "probability",
  one: 1,
  zero: 0,
  times: (a, b) => a * b,
  compare: descending,
  strict: true,
};

/** The path whose least plausible step is most plausible. */
export const fuzzy: CostAlgebra<number> = { ...narrowestStep, name: "fuzzy", one: 1 };

/**
 * The first cost decides, the second among equals. The first must be strict: the survey's counterexample puts min
 * before plus. What is worst in one part is worst in both, or adding to infinity would leave the decision to the second
 * part.
 */
export function tuple<A, B>(first: CostAlgebra<A>, second: CostAlgebra<B>): CostAlgebra<readonly [A, B]> {
  if (!first.strict) throw new Error(`${first.name} cannot come first in a tuple: it would not be isotone`);
  const isWorst = ([a, b]: readonly [A, B]): boolean =>
    first.compare(a, first.zero) === 0 || second.compare(b, second.zero) === 0;
  const zero = [first.zero, second.zero] as const;
  return {
    name: `(${first.name}, ${second.name})`,
    one: [first.one, second.one],
    zero,
    times(a, b) {
      const product = [first.times(a[0], b[0]), second.times(a[1], b[1])] as const;
      return isWorst(a) || isWorst(b) || isWorst(product) ? zero : product;
    },
    compare: (a, b) => first.compare(a[0], b[0]) || second.compare(a[1], b[1]),
    strict: second.strict,
  };
}
