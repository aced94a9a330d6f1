// Something that may happen in one step of the network, as far as its data goes.

import type { Action } from "./actions.ts";

/** What happens to data in one way to take a joint transition. */
export interface Happening {
  /** In the order in which they are met. */
  readonly conditions: readonly Action[];
  readonly statements: readonly Action[];
  /** What others may write in between. */
  readonly disturbed?: Disturbance;
  /** Cells that may hold anything afterwards. */
  readonly lost?: ReadonlySet<number>;
  /** What other parts of the transition left in meta variables is not known. */
  readonly partial?: boolean;
}

/**
 * Processes that may act before the statement of that number: one after the other, each in one of its ways or not at
 * all.
 */
export interface Disturbance {
  readonly before: number;
  readonly cells: ReadonlySet<number>;
  readonly by: readonly (readonly Happening[])[];
  /** The same for the same processes and ways. */
  readonly key: string;
}
