// The parts of a network as UPPAAL's own files name them: `sys` owns what is global, edges are those of the file.

import type { Edge, Network, Process } from "../../../network/index.ts";
import { cellTableOf } from "../../names.ts";
import type { EdgeTexts } from "./verifyta-text.ts";

/** The clock that is always 0. */
export const REFERENCE_CLOCK = "t(0)";

/** Names of the rows of zones. */
export function clockNames({ clocks }: Network): string[] {
  return [REFERENCE_CLOCK, ...clocks.map(({ name }) => name)];
}

export function variableNames(network: Network): string[] {
  const table = cellTableOf(network);
  return Array.from({ length: network.cells }, (_, cell) => table.name(cell));
}

/** The edges of a process by their places in the file; undefined where no edge of the network came from one. */
export function edgesInFile(network: Network, { edges }: Process): (Edge | undefined)[] {
  const inFile: (Edge | undefined)[] = [];
  for (const id of edges) inFile[network.edges[id]!.fileIndex] ??= network.edges[id]!;
  return Array.from(inFile);
}

/** What is written at an edge, with what UPPAAL writes where nothing is. */
export function labelsOf({ guard = "1", sync = "tau", update = "1" }: EdgeTexts): Required<EdgeTexts> {
  return { guard, sync, update };
}
