// Where stubborn sets are refused: what makes steps depend on each other in ways that footprints do not show.

import { staticTransitions } from "../analysis/joint-transitions.ts";
import { hasStopwatches, type Network } from "../network/index.ts";

/** Steps times variables, as a bound on what has to be known about their dependence. */
const MOST_ENTRIES = 20_000_000;

/** The first thing in the model that rules reduction out, in a user's words. */
export function reductionObstacle(network: Network): string | undefined {
  if (network.hasPriorities) return "priorities";
  if (network.beforeUpdate.length + network.afterUpdate.length > 0) return "updates that run with every transition";
  if (network.vectors.some(({ participants }) => participants.some(({ weak }) => weak))) {
    return "a vector with weak participants";
  }
  if (hasStopwatches(network)) return "stopwatches";
  if (staticTransitions(network).length * (network.cells + 100) > MOST_ENTRIES) return "too many steps and variables";
  if (network.clocks.length > 0 && !stopsTime(network)) {
    return "clocks without urgent or committed locations: while time passes, every step depends on every other";
  }
  return undefined;
}

/** Is there a location in which time stands still? */
function stopsTime({ processes }: Network): boolean {
  return processes.some(({ locations }) => locations.some(({ urgent, committed }) => urgent || committed));
}
