// Why something can be: few single values of few cells that are enough for it. Cells go back to the value they started
// from as long as the thing still holds (in halves, QuickXplain of Junker 2004); each of the rest is then held at the
// earliest value that will do.

import type { CellHistory } from "./cell-history.ts";

/**
 * `hint`: a value that is likely to be the one; it is tried first. Calls `need` for what the cells did not start from;
 * with null where it takes that a cell has more values than can be listed.
 */
export function explain(
  history: CellHistory,
  cells: readonly number[],
  holds: () => boolean,
  hint: number | null,
  need: (cell: number, value: number | null) => void,
): void {
  const grown: number[] = [];
  for (let at = 0; at < cells.length; at++) if (history.newestLayer(cells[at]!) > 0) grown.push(cells[at]!);
  if (grown.length === 0) return;
  const released = required(grown, holds, {
    pin: (cell) => history.pinToLayer(cell, 0),
    free: (cell) => history.restore(cell),
  });
  for (let at = 0; at < released.length; at++) {
    const cell = released[at]!;
    const value = earliestValue(history, cell, holds, hint);
    if (value !== null) {
      need(cell, value);
      continue;
    }
    // No single value will do (or there are too many to look): all of them are needed.
    history.restore(cell);
    const values = history.valuesOf(cell);
    if (values === null) need(cell, null);
    else for (const some of values) need(cell, some);
  }
  for (let at = 0; at < grown.length; at++) history.restore(grown[at]!);
}

/** How something that adds to what can be is taken away for a while, and given back. */
interface Pins {
  pin(item: number): void;
  free(item: number): void;
}

/** The few of the items without which the thing does not hold; they are free then, and the others pinned. */
export function required(items: readonly number[], holds: () => boolean, pins: Pins): readonly number[] {
  for (let at = 0; at < items.length; at++) pins.pin(items[at]!);
  const released: number[] = [];
  if (!holds()) release(items, 0, items.length, false, holds, pins, released);
  return released;
}

/**
 * The items from … to are pinned and the thing does not hold: lets those free that must be, the first ones if there is
 * a choice, and notes them. `changed`: others were let free since it was last tested.
 */
function release(
  items: readonly number[],
  from: number,
  to: number,
  changed: boolean,
  holds: () => boolean,
  pins: Pins,
  released: number[],
): void {
  if (changed && holds()) return;
  if (to - from === 1) {
    pins.free(items[from]!);
    released.push(items[from]!);
    return;
  }
  const middle = (from + to) >> 1;
  for (let at = from; at < middle; at++) pins.free(items[at]!);
  const before = released.length;
  release(items, middle, to, true, holds, pins, released);
  for (let at = from; at < middle; at++) pins.pin(items[at]!);
  release(items, from, middle, released.length > before, holds, pins, released);
}

/** More values than this are not tried one by one. */
export const FEW = 8;

/**
 * The value of a released cell that appeared first and is enough: first the layer is found, then the values that are
 * new there are halved. Null when it takes several values at a time, or there are too many to look.
 */
function earliestValue(history: CellHistory, cell: number, holds: () => boolean, hint: number | null): number | null {
  const fresh = history.firstGrowth(cell, holds);
  if (fresh === null) return null;
  const isEnough = (value: number): boolean => {
    history.pinValues(cell, [value]);
    return holds();
  };
  if (hint !== null && fresh.includes(hint) && isEnough(hint)) return hint;
  let low = 0;
  let high = fresh.length;
  while (high - low > FEW) {
    const middle = (low + high) >> 1;
    history.pinValues(cell, fresh.slice(low, middle));
    if (holds()) high = middle;
    else low = middle;
  }
  for (; low < high; low++) if (isEnough(fresh[low]!)) return fresh[low]!;
  return null;
}
