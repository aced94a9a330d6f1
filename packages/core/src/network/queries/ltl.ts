// `LTL: φ`: does every run satisfy the temporal formula? `LTL-some: φ`: does one? The run that decides it is a lasso:
// it comes back to where it was, or its last state lasts for ever.

import type { Forms } from "./query.ts";
import { defineQueryKind, type Sought } from "./query-kind.ts";

const common = {
  form: "temporal",
  needs: "liveness",
  answeredBy: "liveness",
  deadlock: false,
  certificates: false,
} as const;

export const ltl = defineQueryKind({
  ...common,
  name: "LTL",
  asks: "does every maximal run satisfy the temporal formula?",
  about: "all runs",
  sought: ({ temporal, atoms }: Forms["temporal"]): Sought => {
    return { kind: "lasso", temporal: { kind: "not", part: temporal }, atoms, whenFound: "violated" };
  },
  whenAbsent: "all runs that might do otherwise were followed, and none does",
});

export const ltlSome = defineQueryKind({
  ...common,
  name: "LTL-some",
  asks: "is there a maximal run that satisfies the temporal formula?",
  about: "some run",
  sought: ({ temporal, atoms }: Forms["temporal"]): Sought => ({
    kind: "lasso",
    temporal,
    atoms,
    whenFound: "satisfied",
  }),
  whenAbsent: "all runs that might do so were followed, and none does",
});
