// Where the cheapest run is looked for: in whole units of time where bounds are closed and small, which some cheapest
// run keeps to, else among priced zones. What was in the way is told by name.

import type { Target } from "../../../engine/index.ts";
import { TimeBound, type WorkLeft } from "../../../heuristics/index.ts";
import type { Network, Query } from "../../../network/index.ts";
import { type PricedZonesFit, pricedZonesFit } from "./priced-zones-fit.ts";
import { MOST_TICKS, type SpaceChoice, stateSpaceFor, type Ticks } from "./state-space.ts";

export type PriceSpace = {
  readonly work: WorkLeft;
  /** Which of `remaining` and `heur` the model has. */
  readonly guides: readonly string[];
} & (
  | { readonly kind: "ticks"; readonly ticks: Ticks }
  | { readonly kind: "zones"; readonly fit: PricedZonesFit; readonly because: string }
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
  const guides = ["remaining", "heur"].filter((name) => network.variables.some((variable) => variable.name === name));
  const isSmall = typeof ticks !== "string" && ticks.largest <= MOST_TICKS;
  if (typeof ticks !== "string" && (isSmall || typeof fit === "string")) return { kind: "ticks", ticks, work, guides };
  if (typeof fit !== "string") {
    const because = typeof ticks === "string" ? ticks : `clocks count to ${ticks.largest}`;
    return { kind: "zones", fit, work, guides, because };
  }
  if (wish === "zones" || fit === ticks) return fit;
  return wish === "ticks" ? `${ticks}` : `${ticks} (whole units of time), ${fit} (priced zones)`;
}

/** What is told before anything runs. */
export function priceSpaceText(space: PriceSpace | string): readonly string[] {
  if (typeof space === "string") return [`no cheapest trace is looked for: ${space}`];
  const guides = space.guides.map((name) => `\`${name}\``);
  const told = guides.length === 0 ? [] : [`the model guides the search by ${guides.join(" and ")}`];
  const where =
    space.kind === "zones"
      ? `among priced zones, since whole units of time are not taken (${space.because})`
      : "in whole units of time";
  return [`the cheapest trace is looked for ${where}`, ...told];
}
