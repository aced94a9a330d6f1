// What `simulate` says in the terminal: of each curve, between what it runs and where it ends. All of it is in
// `--json`, and drawn in `--html`.

import { numberText, type Simulation } from "@tracehound/core";

export function curveLines({ expressions, runs }: Simulation): string[] {
  if (runs.length === 0) return [];
  return expressions.map((text, at) => {
    let [least, most, ends] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (const { values } of runs) {
      for (const value of values[at]!) [least, most] = [Math.min(least, value), Math.max(most, value)];
      ends += values[at]!.at(-1) ?? 0;
    }
    const range = least === most ? numberText(least) : `${numberText(least)} to ${numberText(most)}`;
    const mean = runs.length === 1 ? "" : " on average";
    return `${text}: ${range}, at the end ${numberText(ends / runs.length)}${mean}`;
  });
}
