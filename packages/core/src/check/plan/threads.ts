// Which members of a portfolio share a thread.

import type { SearchStrategy, WalkStrategy } from "../strategies/strategy.ts";

type Member = SearchStrategy | WalkStrategy;

/**
 * Every search gets a thread of its own, also where there are more of them than cores: a slow step of one must not keep
 * another waiting, and the system shares more finely than turns do. Walks share what is left, at least one thread.
 */
export function assignThreads(
  members: readonly Member[],
  threads: number,
): [readonly Member[], readonly (readonly Member[])[]] {
  const [first, ...rest] = members;
  if (first === undefined || threads === 0) return [members, []];
  const walks = rest.filter(({ kind }) => kind === "walk");
  const searches = rest.filter(({ kind }) => kind !== "walk").map((member) => [member]);
  return [[first], [...searches, ...deal(walks, Math.max(1, threads - searches.length))]];
}

function deal(members: readonly Member[], threads: number): readonly (readonly Member[])[] {
  const groups: Member[][] = Array.from({ length: Math.min(threads, members.length) }, () => []);
  for (const [i, member] of members.entries()) groups[i % groups.length]!.push(member);
  return groups;
}
