// Something that may happen in one step of the network, as far as its data goes.

import type { Action } from "./actions.ts";

/** What happens to data in one way to take a joint transition. */
export interface Happening {
  /** In the order in which they are met. */
  readonly conditions: readonly Action[];
  readonly statements: readonly Action[];
  /** Cells that others may write in between: before the statement of that number. */
  readonly disturbed?: { readonly before: number; readonly cells: ReadonlySet<number> };
  /** What other parts of the transition left in meta variables is not known. */
  readonly partial?: boolean;
}
