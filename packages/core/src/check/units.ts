// What is interchangeable, in words.

const MOST_NAMES = 6;

/** `P(0), P(1), P(2)`, one list for each block; long ones are cut. */
export function unitsText(blocks: readonly (readonly string[])[]): string {
  return blocks
    .map((names) => {
      if (names.length <= MOST_NAMES) return names.join(", ");
      return `${names.slice(0, MOST_NAMES - 2).join(", ")}, … ${names.at(-1)} (${names.length} of them)`;
    })
    .join("; ");
}
