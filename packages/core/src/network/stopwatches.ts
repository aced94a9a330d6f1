// Clocks that stand still somewhere make delays over-approximate in zones; who relies on exact zones asks here.

import type { Location, Network } from "./network.ts";

/** May a clock stand still while a process is in this location? */
export const stopsClocks = ({ rates }: Pick<Location, "rates">): boolean => rates.length > 0;

export function hasStopwatches({ processes }: Pick<Network, "processes">): boolean {
  return processes.some(({ locations }) => locations.some(stopsClocks));
}
