// Queries for bounds of terms: `sup`, `inf`, `bounds`.

import type { Formula, Query } from "../../network/index.ts";

export type BoundsQuery = Extract<Query, { kind: "sup" | "inf" | "bounds" }>;

export const ALWAYS: Formula = { kind: "data", condition: { kind: "constant", value: 1 } };
