// Why something can be: few single values of few cells that are enough for it. Cells go back to the value they started
// from as long as the thing still holds (in halves, as conflicts are narrowed down in QuickXplain, Junker 2004); each of
// the rest is then held at the earliest value that will do.

import type { CellHistory } from "./cell-history.ts";

/** Calls `need` for every value that is needed beside those that the cells started from. */
export function explain(
  history: CellHistory,
  cells: readonly number[],
  holds: () => boolean,
  need: (cell: number, value: number) => void,
): void {
  const grown = cells.filter((cell) => history.newestLayer(cell) > 0);
  if (grown.length === 0) return;
  for (const cell of grown) history.pin(cell, history.initial(cell));
  if (!holds()) {
    for (const cell of smallestRelease(history, grown, holds)) {
      const value = earliestValue(history, cell, holds);
      if (value !== null) {
        need(cell, value);
        continue;
      }
      // No single value will do (or there are too many to look): all of them are needed.
      history.restore(cell);
      const { values, lo, hi } = history.current(cell);
      for (const some of values ?? [lo, hi]) need(cell, some);
    }
  }
  for (const cell of grown) history.restore(cell);
}

/** All cells are pinned and the thing does not hold: the few that must be let free, which they are afterwards. */
function smallestRelease(history: CellHistory, cells: readonly number[], holds: () => boolean): number[] {
  const released: number[] = [];
  let rest = cells;
  for (;;) {
    // The shortest prefix of the rest whose release makes it hold ends in a cell that is needed.
    let low = 0;
    let high = rest.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      for (let at = 0; at < middle; at++) history.restore(rest[at]!);
      if (holds()) high = middle;
      else low = middle;
      for (let at = 0; at < middle; at++) history.pin(rest[at]!, history.initial(rest[at]!));
    }
    const needed = rest[high - 1];
    if (needed === undefined) return released;
    history.restore(needed);
    released.push(needed);
    if (holds() || high === 1) return released;
    rest = rest.slice(0, high - 1);
  }
}

/**
 * The value of a released cell that appeared first and is enough; null when it takes several values at a time, or there
 * are too many to look. Single values are tried one by one: what they lead to is soon known for all states to come.
 */
function earliestValue(history: CellHistory, cell: number, holds: () => boolean): number | null {
  const fresh = history.firstGrowth(cell, (set) => {
    history.pin(cell, set);
    return holds();
  });
  if (fresh === null) return null;
  for (const value of fresh) {
    history.pinValue(cell, value);
    if (holds()) return value;
  }
  return null;
}
