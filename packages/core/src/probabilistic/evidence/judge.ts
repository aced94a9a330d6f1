// Computes the mass of evidence again, from its transitions alone: values grow from 0, every sweep rounded down, so that whatever it ends with
// is a lower bound. It shares nothing with the search and the solver that made the evidence.

const MOST_SWEEPS = 100_000;

/** Proven lower bounds of the probability to reach the targets, by state; never more than there is. */
export function judgedChances(
  isTarget: readonly boolean[],
  transitions: readonly { readonly from: number; readonly to: number; readonly probability: number }[],
): Float64Array {
  const size = isTarget.length;
  const leaving: { readonly to: number; readonly probability: number }[][] = Array.from({ length: size }, () => []);
  for (const { from, to, probability } of transitions) leaving[from]!.push({ to, probability });
  const value = Float64Array.from(isTarget, (target) => (target ? 1 : 0));
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let change = 0;
    for (let state = size - 1; state >= 0; state--) {
      if (isTarget[state]) continue;
      let sum = 0;
      for (const { to, probability } of leaving[state]!) sum += probability * value[to]!;
      // As many roundings as there are terms, and those of the probabilities.
      const down = sum * (1 - (leaving[state]!.length + 8) * 2 ** -52);
      if (down > value[state]!) {
        change = Math.max(change, (down - value[state]!) / down);
        value[state] = down;
      }
    }
    if (change < 1e-13) break;
  }
  return value;
}
