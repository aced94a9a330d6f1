// Queries for the values of terms: `sup`, `inf`, `bounds`.

import { type Formula, kindOf, type QueryKind, type QueryOf } from "../../network/index.ts";

export type BoundsQuery = QueryOf<"terms">;

/** Which ends of its terms a query wants. */
export type TermEnds = NonNullable<QueryKind["ends"]>;

export function endsOf(query: BoundsQuery): TermEnds {
  return kindOf(query).ends!;
}

export const ALWAYS: Formula = { kind: "data", condition: { kind: "constant", value: 1 } };
