// The most probable paths from state 0 to the targets, by recursive enumeration (Jiménez and Marzal 1999): the next
// path to a state is the best among the next ones to its predecessors, each asked for only when it is needed. Targets
// are not left.

import { HeapQueue } from "../../basics/priority-queue.ts";
import type { EvidencePath } from "./evidence.ts";

interface Step {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
}

interface Path {
  readonly probability: number;
  /** The last transition, −1 at the start, and which path to its source it continues. */
  readonly last: number;
  readonly rank: number;
}

const MOST_DEPTH = 5_000;

export function mostProbablePaths(
  isTarget: readonly boolean[],
  transitions: readonly Step[],
  count: number,
): EvidencePath[] {
  // All targets lead to one goal, by steps that cost nothing.
  const goal = isTarget.length;
  const steps: Step[] = [
    ...transitions,
    ...isTarget.flatMap((target, from) => (target ? [{ from, to: goal, probability: 1 }] : [])),
  ];
  const entering: number[][] = Array.from({ length: goal + 1 }, () => []);
  for (const [index, { to }] of steps.entries()) entering[to]!.push(index);
  const found: Path[][] = firstPaths(goal + 1, steps);
  const candidates: (Path[] | undefined)[] = [];
  const next = (state: number, depth: number): boolean => {
    const known = found[state]!;
    if (known.length === 0 || depth > MOST_DEPTH) return false;
    candidates[state] ??= entering[state]!.flatMap((last) => {
      const best = found[steps[last]!.from]![0];
      if (best === undefined || known[0]!.last === last) return [];
      return [{ probability: best.probability * steps[last]!.probability, last, rank: 0 }];
    });
    const waiting = candidates[state]!;
    const { last, rank } = known.at(-1)!;
    if (last >= 0) {
      const { from, probability } = steps[last]!;
      if (found[from]!.length <= rank + 1) next(from, depth + 1);
      const following = found[from]![rank + 1];
      if (following !== undefined)
        waiting.push({ probability: following.probability * probability, last, rank: rank + 1 });
    }
    if (waiting.length === 0) return false;
    let best = 0;
    for (let at = 1; at < waiting.length; at++) if (waiting[at]!.probability > waiting[best]!.probability) best = at;
    known.push(waiting[best]!);
    waiting.splice(best, 1);
    return true;
  };
  if (found[goal]!.length === 0) return [];
  while (found[goal]!.length < count && next(goal, 0));
  return found[goal]!.map((path) => ({
    probability: path.probability,
    steps: spelledOut(path, steps, found).slice(0, -1),
  }));
}

/** The best path to each state: Dijkstra's algorithm with products. */
function firstPaths(size: number, steps: readonly Step[]): Path[][] {
  const leaving: number[][] = Array.from({ length: size }, () => []);
  for (const [index, { from }] of steps.entries()) leaving[from]!.push(index);
  const best: (Path | undefined)[] = new Array(size);
  const done = new Uint8Array(size);
  best[0] = { probability: 1, last: -1, rank: -1 };
  const open = new HeapQueue();
  open.push([-1], 0, 0);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (done[state]) continue;
    done[state] = 1;
    for (const last of leaving[state]!) {
      const { to, probability } = steps[last]!;
      const reached = best[state]!.probability * probability;
      if (done[to] || reached <= (best[to]?.probability ?? 0)) continue;
      best[to] = { probability: reached, last, rank: 0 };
      open.push([-reached], 0, to);
    }
  }
  return Array.from({ length: size }, (_, at) => (best[at] === undefined ? [] : [best[at]!]));
}

function spelledOut(path: Path, steps: readonly Step[], found: readonly (readonly Path[])[]): number[] {
  const list: number[] = [];
  for (let at: Path | undefined = path; at !== undefined && at.last >= 0; at = found[steps[at.last]!.from]![at.rank])
    list.push(at.last);
  return list.reverse();
}
