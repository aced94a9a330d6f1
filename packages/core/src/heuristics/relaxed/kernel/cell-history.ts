// The values that variables have gathered in one abstract transition graph: for every cell what it had at which layer,
// and which chain, of which operator, added what. Refilled for every state; its arrays are kept. Where everything that
// is written comes out of the circuit, values are bits in rows (`row-history.ts`); elsewhere they are sets
// (`set-history.ts`).

import type { DiscreteView } from "../../../engine/engine.ts";

/** Layers of what never was lie above. */
export const NEVER = 1 << 30;

/** What added a value, and the easiest operator that does so. */
export interface Supporter {
  readonly chain: number;
  readonly operator: number;
}

export interface CellHistory {
  reset(state: DiscreteView): void;
  /** Can the chain write anything, as far as one look tells? */
  mayWrite(chain: number): boolean;
  /** A chain of an operator adds what it writes. That is seen from the next layer on. */
  addWrites(chain: number, operator: number): void;
  /** Takes what was added over into the sets; true when some set has grown. */
  commit(layer: number, onGrowth: (cell: number) => void): boolean;
  /** Lays what was added over the sets, as `commit` would; yields the cells, which must be restored. */
  preview(): readonly number[];
  /** Forgets what was added after the layer. */
  rewind(layer: number): void;
  /** Shows the cell as it was at a layer, or with these ascending values, until it is restored. */
  pinToLayer(cell: number, layer: number): void;
  pinValues(cell: number, values: readonly number[]): void;
  /** Back to what was gathered. */
  restore(cell: number): void;
  /** Layer at which the cell last grew. */
  newestLayer(cell: number): number;
  /** Layer where the value appeared; NEVER when it has not. */
  layerOfValue(cell: number, value: number): number;
  /** Layer where the cell first had more values than can be listed; NEVER when it has not. */
  layerOfRounding(cell: number): number;
  /** What the cell has gathered, ascending; null: more than can be listed. */
  valuesOf(cell: number): readonly number[] | null;
  /**
   * What was new when the cell first had, and showed, what is enough, ascending; null when there are too many values.
   * More is enough where less is, so the layers are halved.
   */
  firstGrowth(cell: number, isEnough: () => boolean): readonly number[] | null;
  /**
   * Who added the value (null: more than can be listed) at the layer; null if nobody did so alone. Lent until the next.
   */
  supporterOf(cell: number, value: number | null, layer: number): Supporter | null;
  /** All values that were added to the cell at the layer one by one. */
  addedAt(cell: number, layer: number): readonly number[];
  /** A number for each value of each cell; `keys`: how many there are, 0 if values have none. */
  readonly keys: number;
  keyOf(cell: number, value: number | null): number;
  /** Numbers that tell what the cells that matter have gathered. */
  readonly width: number;
  write(into: Int32Array): void;
}
