// Where the cheapest run is looked for: in whole units of time where bounds are closed and small, which some cheapest run keeps to,
// else among priced zones. What was in the way is told by name.

import type { Target } from "../../engine/index.ts";
import { TimeBound, type WorkLeft } from "../../heuristics/index.ts";
import type { Network, Query } from "../../network/index.ts";
import { MOST_TICKS, type SpaceChoice, stateSpaceFor, type Ticks } from "../plan/state-space.ts";
import { type PricedZonesFit, pricedZonesFit } from "./priced-zones-fit.ts";

export type PriceSpace = { readonly work: WorkLeft } & (
  | { readonly kind: "ticks"; readonly ticks: Ticks }
  | { readonly kind: "zones"; readonly fit: PricedZonesFit }
);

/** Or why there is none. */
export function priceSpaceFor(
  network: Network,
  query: Query,
  target: Target,
  wish: SpaceChoice | undefined,
): PriceSpace | string {
  if (wish === "tasks" || wish === "points") return `\`--space ${wish}\`, which knows of time alone`;
  const { work } = new TimeBound({ network, target: target.formula });
  const { ticks } = stateSpaceFor(network, query, target, wish === "zones" ? "zones" : "ticks", true);
  const fit = wish === "ticks" ? "they were not asked for" : pricedZonesFit(network, target.formula);
  const isSmall = typeof ticks !== "string" && ticks.largest <= MOST_TICKS;
  if (typeof ticks !== "string" && (isSmall || typeof fit === "string")) return { kind: "ticks", ticks, work };
  if (typeof fit !== "string") return { kind: "zones", fit, work };
  if (wish === "zones") return fit;
  return wish === "ticks" ? `${ticks}` : `${ticks} (whole units of time), ${fit} (priced zones)`;
}
