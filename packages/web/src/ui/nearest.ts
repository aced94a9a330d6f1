// How near a search came to its target, as points of a line: by what it had explored, the best estimate so far; whoever
// found the target is there in the end.

import type { HuntSample } from "@tracehound/core";

export function nearestOf({ best, explored }: HuntSample, isFound: boolean): (readonly [x: number, y: number])[] {
  const last = best[best.length - 1];
  if (last === undefined) return [];
  const points = best.map((point) => [point.explored, point.value] as const);
  return [...points, [explored, isFound ? 0 : last.value]];
}
