// What a model may have that random runs do not know.

import type { Network, Obstacle } from "../../network/index.ts";

/** The first such thing; undefined: none. */
export function unsampled(model: Network): Obstacle | undefined {
  if (model.obstacles.length > 0) return model.obstacles[0];
  if (model.hasPriorities) return { feature: "priorities" };
  return undefined;
}
