// Sets of delays as people read them: `[0, 2] or (3, ∞)`.

import type { Interval } from "../../zone/index.ts";
import { exactText } from "../names.ts";

export function intervalsText(intervals: readonly Interval[]): string {
  if (intervals.length === 0) return "never";
  return intervals.map(intervalText).join(" or ");
}

function intervalText({ lower, lowerStrict, upper, upperStrict }: Interval): string {
  if (upper !== undefined && exactText(lower) === exactText(upper)) return exactText(lower);
  const end = upper === undefined ? "∞)" : `${exactText(upper)}${upperStrict ? ")" : "]"}`;
  return `${lowerStrict ? "(" : "["}${exactText(lower)}, ${end}`;
}
