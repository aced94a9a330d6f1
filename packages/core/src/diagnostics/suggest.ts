// "Did you mean …?": the known name nearest to a mistyped one, if it is near enough to be worth saying.

/** A file may have thousands of names and hundreds of misses; hints are not worth quadratic time. */
const MAX_LOOKS = 2000;
const MAX_LENGTH = 60;

/** "did you mean `x1`?", or nothing when no known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const near = closest(name, known);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

export function closest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  let looks = 0;
  for (const candidate of known) {
    if (++looks > MAX_LOOKS) break;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), least);
    // A name that shares nothing is no suggestion, however short both are.
    if (distance >= least || distance >= Math.max(name.length, candidate.length)) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** Levenshtein's distance, where two neighbours that changed places count once; any number ≥ `limit` for far ones. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  let beforeThat: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? beforeThat[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replace, swap, previous[j]! + 1, current[j - 1]! + 1));
    }
    beforeThat = previous;
    previous = current;
  }
  return previous[b.length]!;
}
