// Values by state as fractions. A fraction in lowest terms is dear to make, so each is made when it is asked for.

import { minus, ONE, type Rational } from "../../basics/rational.ts";

export interface ExactValues {
  /** Undefined: infinite. */
  at(state: number): Rational | undefined;
}

export function complementOf(values: ExactValues): ExactValues {
  return { at: (state) => minus(ONE, values.at(state)!) };
}
