// How a folder of several processes is mended: markers and files of states that lie as deep as what is damaged, and
// deeper, are removed, in an order that leaves a whole folder behind wherever it is interrupted. First it is forgotten
// that anything was expanded, then what was new, the deepest first, since parents point upwards; the states last.

import type { SharedFiles } from "../../../basics/files.ts";
import { DamagedFile } from "../records.ts";
import type { JoinedMap } from "./joined-map.ts";
import {
  type ExpandedMarker,
  expandedName,
  FOUND,
  type FoundMarker,
  readMarker,
  type SettledMarker,
  START,
} from "./markers.ts";

/** How deep the states lie that cannot be trusted; undefined: nobody knows. */
export function depthOfDamage(file: string, map: JoinedMap): number | undefined {
  const settled = /^settled\.g(\d+)\./.exec(file);
  if (settled !== null) return Number(settled[1]);
  if (file === FOUND) return Number.POSITIVE_INFINITY;
  const expanded = /^expanded\.(kept\..+)\.\d+$/.exec(file);
  const known = map.depthOf(expanded?.[1] ?? file);
  return known === undefined || expanded === null ? known : known + 1;
}

export function forgetFrom(files: SharedFiles, depth: number): void {
  const all = files.names().flatMap((name) => {
    const g = /^settled\.g(\d+)\./.exec(name)?.[1];
    return g === undefined
      ? []
      : [{ name, g: Number(g), marker: unless(() => readMarker<SettledMarker>(files, name)) }];
  });
  all.sort((a, b) => b.g - a.g);
  const found = unless(() => readMarker<FoundMarker>(files, FOUND));
  if (found === undefined || found.g >= depth) remove(files, FOUND);
  const states: string[] = [];
  const markers = all
    .filter(({ g }) => g >= depth - 1)
    .flatMap(({ marker }) => marker?.parts.map((_, part) => expandedName(marker.file, part)) ?? []);
  for (const name of depth === 0 ? [...markers, START] : markers) {
    const made = unless(() => readMarker<ExpandedMarker>(files, name))?.file;
    if (made !== undefined && made !== "") states.push(made);
    remove(files, name);
  }
  for (const { name, marker } of all.filter(({ g }) => g >= depth)) {
    remove(files, name);
    if (marker !== undefined && marker.file !== "") states.push(marker.file);
  }
  for (const name of states) remove(files, name);
}

function remove(files: SharedFiles, name: string): void {
  if (files.size(name) !== undefined) files.remove(name);
}

/** What is damaged says nothing. */
function unless<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedFile) return undefined;
    throw error;
  }
}

export function whatIsDoneAgain(depth: number): string {
  if (depth === 0) return "the search begins anew";
  if (depth === Number.POSITIVE_INFINITY) return "it is written again";
  return `the layer before it, at depth ${depth - 1}, is expanded again`;
}
