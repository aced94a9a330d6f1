// `p --> q`: is p always followed by q? The run that shows otherwise stays away from q from a moment on at which p
// holds.

import { defineQueryKind, negation } from "./query-kind.ts";

export const leadsTo = defineQueryKind({
  name: "-->",
  form: "leads-to",
  asks: "whenever p holds, does q hold then or later, on every maximal run?",
  about: "all runs",
  sought: ({ premise, conclusion }) => ({
    kind: "run",
    avoid: conclusion,
    start: { kind: "and", parts: [premise, negation(conclusion)] },
    whenFound: "violated",
  }),
  needs: "liveness",
  answeredBy: "liveness",
  deadlock: false,
  certificates: true,
  whenAbsent: "all runs that might do otherwise were followed, and none does",
});
