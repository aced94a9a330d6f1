// The discrete states that estimates saw no way from, kept until they are looked at again: a verdict that rests on them
// is said only when they have been checked by other means. Searches that forget meet the same ones many times, so the
// list is emptied whenever it is full.

import type { DiscreteView } from "../engine/engine.ts";

/** Numbers that the list holds: 128 MB. */
const MOST_NUMBERS = 1 << 25;

export class HopelessStates {
  /** Called when the list is full, to look at what is there; without it, what does not fit is only counted. */
  onFull: ((states: Iterable<DiscreteView>) => void) | undefined;
  /** States that cannot be looked at any more. */
  lost = 0;
  private readonly most: number;
  private list: Int32Array[] = [];
  private numbers = 0;

  constructor(most: number = MOST_NUMBERS) {
    this.most = most;
  }

  get size(): number {
    return this.list.length;
  }

  add({ locations, cells }: DiscreteView): void {
    if (this.numbers >= this.most) {
      if (this.onFull === undefined) {
        this.lost++;
        return;
      }
      this.onFull(this.drain(locations.length));
    }
    const state = new Int32Array(locations.length + cells.length);
    state.set(locations);
    state.set(cells, locations.length);
    this.list.push(state);
    this.numbers += state.length + OVERHEAD;
  }

  /** Takes all of them out. */
  *drain(processes: number): Generator<DiscreteView> {
    const { list } = this;
    this.list = [];
    this.numbers = 0;
    for (const state of list) yield { locations: state.subarray(0, processes), cells: state.subarray(processes) };
  }
}

/** What an array takes besides its numbers, in numbers. */
const OVERHEAD = 32;
