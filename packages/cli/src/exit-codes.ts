// What the process says to the shell. Scripts rely on these numbers.

export const EXIT = {
  /** All satisfied; for commands without queries: done. */
  satisfied: 0,
  /** Some query is violated. */
  violated: 1,
  /** Some query could not be decided. */
  unknown: 2,
  /** The model, a query or a file is faulty. */
  badInput: 10,
  /** The command line makes no sense. */
  usage: 11,
  /** Nothing could be checked because it is not supported. */
  notSupported: 12,
  /** A fault of our own. */
  bug: 70,
  /** What was asked for could not be written. */
  unwritten: 74,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const GRAVEST_FIRST: readonly ExitCode[] = [
  EXIT.bug,
  EXIT.unwritten,
  EXIT.usage,
  EXIT.badInput,
  EXIT.notSupported,
  EXIT.violated,
  EXIT.unknown,
];

/** When several things are to be said, the gravest one wins. */
export function gravest(codes: Iterable<ExitCode>): ExitCode {
  const said = new Set(codes);
  return GRAVEST_FIRST.find((code) => said.has(code)) ?? EXIT.satisfied;
}
