// Hints for misspelt names: the closest known name by edit distance, when it is close enough to be plausible.

import { editDistance } from "../../diagnostics/suggest.ts";

/** "did you mean `x1`?", or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > 60) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  let looks = 0;
  for (const candidate of candidates) {
    // A file may have thousands of names and hundreds of misses; hints are not worth quadratic time.
    if (++looks > 2000) break;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    // A name that shares nothing is no suggestion, however short both are.
    if (distance < bestDistance && distance < Math.max(name.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
