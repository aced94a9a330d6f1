// Reads `--search`: for now breadth-first, depth-first and random depth-first search. Everything else of the language
// of searches is told apart from nonsense, because it is coming.

import type { SearchOrder } from "@tracehound/core";
import { NotSupported, UsageError } from "../errors.ts";

export function readSearchOrder(spec: string | undefined, seed: number | undefined): SearchOrder {
  const text = (spec ?? "bfs").replaceAll(/\s+/g, "");
  const match = /^(bfs|dfs|rdfs)(?:\((?:seed=)?(\d*)\))?$/.exec(text);
  if (match !== null) {
    const [, kind, given] = match;
    if (kind === "rdfs") return { kind, seed: given ? Number(given) : (seed ?? 1) };
    if (!given) return { kind: kind === "dfs" ? "dfs" : "bfs" };
    throw new UsageError(`${kind} takes no seed`, "use rdfs(seed=N)");
  }
  if (/^[A-Za-z][\w-]*(\(.*\))?$/.test(text)) {
    throw new NotSupported(`the search \`${spec}\` is not supported yet`, "there are bfs, dfs and rdfs(seed=N)");
  }
  throw new UsageError(`\`${spec}\` is no search`, "for example bfs, dfs or rdfs(seed=7)");
}
