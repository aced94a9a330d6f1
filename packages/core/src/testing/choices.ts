// Where the random generator takes its decisions from: a seeded source, or a list of numbers that a property-testing
// library shrinks. The least choice, 0, is always the simplest one, so shorter and smaller lists make simpler things.

import { Prng } from "../basics/prng.ts";

export interface Choices {
  /** A number from 0 to n − 1. */
  below(n: number): number;
}

/** The same seed makes the same choices. */
export function seededChoices(seed: number): Choices {
  const prng = Prng.from(seed);
  return { below: (n) => (prng.next() % 0x1000000) % n };
}

/** Takes the numbers in order, and 0 when they are used up. */
export function listedChoices(numbers: readonly number[]): Choices {
  let at = 0;
  return {
    below(n) {
      const number = numbers[at++] ?? 0;
      return Math.abs(number) % n;
    },
  };
}

export class Dice {
  private readonly choices: Choices;

  constructor(choices: Choices) {
    this.choices = choices;
  }

  /** True in about `percent` of the cases. */
  chance(percent: number): boolean {
    return this.choices.below(100) >= 100 - percent;
  }

  between(min: number, max: number): number {
    return min + this.choices.below(max - min + 1);
  }

  one<T>(items: readonly T[]): T {
    return items[this.choices.below(items.length)]!;
  }

  /** `most` at most, `least` at least. */
  several<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.between(least, most) }, (_, index) => make(index));
  }
}
