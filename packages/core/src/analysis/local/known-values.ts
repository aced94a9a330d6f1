// Values of which some are not known, the two ways in which working them out ends, and the operators on known ones.

import type { BinaryOperator } from "../../network/index.ts";
import { applyBinary } from "../../network/integers.ts";

/** Undefined: not known. */
export type KnownValue = number | undefined;

/** Something could not be followed. */
export class Lost extends Error {}
/** The step fails whenever it is taken: it leads nowhere. */
export class Faulty extends Error {}

/** What an operator makes of two known values. */
export function combined(op: BinaryOperator, a: number, b: number): number {
  const result = applyBinary(op, a, b);
  if (result === null) throw new Faulty();
  return result;
}
