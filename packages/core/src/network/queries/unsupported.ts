// Statistical, game, learning and scenario queries, and whatever asks for more than symbolic analysis has: read and
// kept, so that a file that holds some can be used, and refused by name when they are asked.

import { defineQueryKind } from "./query-kind.ts";

export const unsupported = defineQueryKind({
  name: "unsupported",
  form: "feature",
  asks: "something that nothing here answers",
  sought: () => undefined,
  needs: "reachability",
  answeredBy: "nobody",
  deadlock: false,
  certificates: false,
});
