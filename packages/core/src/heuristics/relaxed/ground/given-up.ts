// Some models have more joint transitions than can be kept, some states take the interpreter too long. Work is counted,
// so that what is given up does not depend on the machine.

/** Preparing a problem, or estimating a state, would take too much. */
export class GivenUp extends Error {}

/** A state that takes more than this much work of the interpreter (seconds, then) is given up. */
export const MOST_WORK = 3_000_000;

/** Operators of a problem; each takes some hundred bytes. */
export const MOST_OPERATORS = 1_000_000;
