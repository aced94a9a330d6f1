// The list of heuristics: what specifications may name.

import type { Registry } from "../spec/index.ts";
import { blind } from "./blind.ts";
import { cegar } from "./cegar/cegar.ts";
import { max, sum } from "./combined/combined.ts";
import { deadlock } from "./deadlock.ts";
import { distance } from "./distance.ts";
import { expr } from "./expr.ts";
import { formula } from "./formula.ts";
import { goalcount } from "./goalcount.ts";
import { hadd } from "./h-add.ts";
import { hL, hmax } from "./h-l.ts";
import { hU } from "./h-u.ts";
import { hamming } from "./hamming.ts";
import { type HeuristicConfig, heuristicFamily } from "./heuristic.ts";
import { hints } from "./hints.ts";
import { merge } from "./merge/merge.ts";
import { pdb } from "./pdb/pdb.ts";
import { spdb } from "./pdb/spdb.ts";
import { perimeter } from "./perimeter/perimeter.ts";
import { predicates } from "./predicates/predicates.ts";
import { schedule } from "./schedule/schedule.ts";

export { guideCondition, guideValue, hintList, whyNotGuided } from "./guide-terms.ts";
export type {
  Building,
  BuildReport,
  Guarantees,
  Heuristic,
  HeuristicConfig,
  Preference,
  Problem,
  ZoneBounds,
} from "./heuristic.ts";
export { reportsOf, treeOf } from "./heuristic.ts";
export { TimeBound } from "./schedule/time-bound.ts";
export type { ProcessWork, WorkLeft } from "./schedule/work-left.ts";
export { standInFor } from "./stand-in.ts";

export const heuristics: Registry<HeuristicConfig> = heuristicFamily.list([
  blind,
  cegar,
  deadlock,
  distance,
  expr,
  formula,
  goalcount,
  hL,
  hU,
  hadd,
  hamming,
  hints,
  hmax,
  max,
  merge,
  pdb,
  perimeter,
  predicates,
  schedule,
  spdb,
  sum,
]);
