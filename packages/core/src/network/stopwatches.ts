// Clocks that stand still somewhere make delays over-approximate in zones; who relies on exact zones asks here.

import type { Network } from "./network.ts";

export function hasStopwatches(network: Network): boolean {
  return network.processes.some(({ locations }) => locations.some(({ rates }) => rates.length > 0));
}
