// Swarm verification (Holzmann, Joshi and Groce 2008): many small and different hunts instead of one large one. A hunt
// is a configuration, a few words that fix all it does: a search with its seeds, and what it may cost. The list depends
// on the question and a seed alone, so that everybody who makes it makes the same one; which hunts fit a question at
// all is decided where searches are planned (`plan/`), and the others are left out there.

import { Prng } from "../../basics/prng.ts";

/** One hunt. Its search says all seeds, so that it runs again alone: `check MODEL --search SEARCH`. */
export interface Configuration {
  readonly search: string;
  /** When it is given up; absent: never. */
  readonly seconds?: number;
}

export interface SwarmWish {
  /** How many hunts at most. */
  readonly count: number;
  /** Instead of the list that is made for the question. */
  readonly configurations?: readonly Configuration[];
}

/** What decides which hunts are promising. */
export interface SwarmFeatures {
  readonly processes: number;
  readonly asksForDeadlock: boolean;
}

/** Hunts where nobody says how many. */
export const USUAL_HUNTS = 64;

/** Seconds of a hunt in the first round; every round has three times as many. */
const SECONDS = 5;
const GROWTH = 3;

/** Complete, and the first: small questions are answered by it, and large ones perhaps proved. It is not given up. */
const PROOF: Configuration = { search: "bfs" };

/**
 * An endless list, the same for the same features and seed. In every round each kind of hunt comes once, with other
 * seeds, and in another order.
 */
export function* swarmHunts(features: SwarmFeatures, seed: number): Generator<Configuration> {
  yield PROOF;
  const told = new Set([PROOF.search]);
  for (let round = 0; ; round++) {
    const prng = new Prng(seed + 0x1000 * round);
    const kinds = kindsOf(features, round, () => 1 + prng.below(0xffff));
    const order = kinds.map((_, index) => index);
    // The first round goes from what is most promising to what is least.
    if (round > 0) prng.shuffle(order);
    for (const search of order.map((index) => kinds[index]!)) {
      if (told.has(search)) continue;
      told.add(search);
      yield { search, seconds: SECONDS * GROWTH ** Math.min(round, 6) };
    }
  }
}

/** Estimates, cheap and dear, that go wrong in different places. */
const ESTIMATES = [
  "hU(broadcast=each)",
  "distance(combine=sum)",
  "hadd()",
  "goalcount()",
  "hL()",
  "hamming()",
  "distance(combine=max)",
];

/** One of each kind, walks and searches in turn. */
function kindsOf({ processes, asksForDeadlock }: SwarmFeatures, round: number, seed: () => number): string[] {
  const estimates = asksForDeadlock ? ["deadlock()", ...ESTIMATES] : ESTIMATES;
  const shapes = [plain, byChance, withTypes, ...(processes > 1 ? [inContext] : []), hasty];
  const directed = estimates.map((estimate, at) =>
    shapes[(round + (round > 0 ? at : 0)) % shapes.length]!(estimate, seed),
  );
  const blind = [`rdfs(seed=${seed()})`, `eager(random(seed=${seed()}))`, `bitstate(${22 + (round % 6)})`, "dfs"];
  // Short walks see much of what lies near, long ones reach what lies deep.
  const depth = 64 * 4 ** (round % 4);
  const walks = ["rlc", "ret", "sem", "rlca"].map((rule) => `walk(choice=${rule}, seed=${seed()}, depth=${depth})`);
  const searches = [directed[0]!, directed[1]!, ...interleaved(directed.slice(2), blind)];
  return interleaved(searches, walks);
}

const plain = (h: string): string => `greedy(${h})`;
const byChance = (h: string, seed: () => number): string => `eager(best(${h}, ties=random, seed=${seed()}))`;
const withTypes = (h: string, seed: () => number): string =>
  `eager(alternation([best(${h}), type-based([${h}, g], seed=${seed()})]))`;
const inContext = (h: string): string => `eager(context(best(${h})))`;
const hasty = (h: string, seed: () => number): string => `wastar(${h}, w=${2 + (seed() % 9)})`;

function interleaved(first: readonly string[], second: readonly string[]): string[] {
  const all: string[] = [];
  for (let i = 0; i < Math.max(first.length, second.length); i++)
    all.push(...first.slice(i, i + 1), ...second.slice(i, i + 1));
  return all;
}
