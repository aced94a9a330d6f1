// Which clocks have rows in a zone is read off clock bounds, location by location. An exchange that keeps the network
// keeps them, too, if whoever computes them minds no order; that is looked at, and not taken for granted.

import type { BoundList, ClockBounds } from "../engine/clock-bounds.ts";
import type { Symmetry } from "./detect.ts";
import type { Interchange } from "./interchange.ts";

export function keepsBounds({ blocks }: Symmetry, bounds: ClockBounds): boolean {
  return blocks.every(({ swaps }) => swaps.every((change) => isKept(bounds, change)));
}

function isKept({ locations, everywhere, diagonals }: ClockBounds, change: Interchange): boolean {
  return (
    diagonals.length === 0 &&
    areAlike(everywhere, everywhere, change) &&
    locations.every((lists, process) =>
      lists.every((list, location) => areAlike(list, locations[change.to("process", process)]![location]!, change)),
    )
  );
}

/** Does the second say of each clock what the first says of the one that takes its place? */
function areAlike(a: BoundList, b: BoundList, change: Interchange): boolean {
  if (a.clocks.length !== b.clocks.length) return false;
  return Array.from(a.clocks).every((clock, at) => {
    const other = b.clocks.indexOf(change.to("clock", clock));
    return other >= 0 && a.lower[at] === b.lower[other] && a.upper[at] === b.upper[other];
  });
}
