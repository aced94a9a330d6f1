// What decides how exact an abstraction of time is: clocks that stand still somewhere make delays over-approximate in
// zones, strict bounds make whole numbers of time inexact.

import type { Conjunct } from "./constraints.ts";
import type { Location, Network } from "./network.ts";

/** May a clock stand still while a process is in this location? */
export const stopsClocks = ({ rates }: Pick<Location, "rates">): boolean => rates.length > 0;

export function hasStopwatches({ processes }: Pick<Network, "processes">): boolean {
  return processes.some(({ locations }) => locations.some(stopsClocks));
}

export function hasStrictBounds({ processes, edges }: Pick<Network, "processes" | "edges">): boolean {
  const isStrict = (conjunct: Conjunct): boolean =>
    conjunct.kind === "clock" && (conjunct.op === "<" || conjunct.op === ">");
  return (
    edges.some(({ guard }) => guard.some(isStrict)) ||
    processes.some(({ locations }) => locations.some(({ invariant }) => invariant.some(isStrict)))
  );
}
