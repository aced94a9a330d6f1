// Patterns that name processes and variables: whether the model has them, and which edges concern them.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { didYouMean } from "../../diagnostics/index.ts";
import type { Network } from "../../network/index.ts";
import type { Refusal } from "../../spec/index.ts";
import { namesOfCells, type Pattern } from "./pattern.ts";

export function whyNoPattern(network: Network, pattern: Pattern): Refusal | undefined {
  if (typeof pattern === "string") return undefined;
  const names = namesOf(network);
  const missing = pattern.find((name) => !names.has(name));
  if (missing === undefined) return undefined;
  return { notInModel: `the model has no process or variable \`${missing}\``, hint: didYouMean(missing, names) };
}

export function concernedByPattern(network: Network, pattern: Pattern): ReadonlySet<number> {
  const kept = typeof pattern === "string" ? namesOf(network) : new Set(pattern);
  const cellNames = namesOfCells(network);
  const accesses = new AccessAnalysis(network);
  const concerned = network.edges.filter(({ id, process }) => {
    if (kept.has(network.processes[process]!.name)) return true;
    return [...accesses.ofEdge(id).writtenCells].some((cell) => cellNames(cell).some((name) => kept.has(name)));
  });
  return new Set(concerned.map(({ id }) => id));
}

function namesOf(network: Network): ReadonlySet<string> {
  const cells = Array.from({ length: network.cells }, (_, cell) => cell).flatMap(namesOfCells(network));
  return new Set([...network.processes.map((process) => process.name), ...cells]);
}
