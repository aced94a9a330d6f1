// What lies in a folder that several processes share, for who wants to know: how far they are, whether all that counts
// is whole, and the way to the target.

import type { SharedFiles } from "../../../basics/files.ts";
import { RecordFile } from "../record-file.ts";
import { DamagedFile } from "../records.ts";
import { ordinalsTo } from "../way.ts";
import { columnNumber, JoinedMap } from "./joined-map.ts";
import {
  type ExpandedMarker,
  expandedName,
  FOUND,
  type FoundMarker,
  JOB,
  type JobMarker,
  readMarker,
  type SettledMarker,
  START,
  settledName,
} from "./markers.ts";

export interface JoinedFolder {
  readonly job: string;
  readonly state: "found" | "exhausted" | "under way";
  readonly explored: number;
  readonly transitions: number;
  readonly stored: number;
  readonly faults: number;
  /** Depth of the bucket that they are at; absent at the end. */
  readonly depth?: number;
  readonly waiting: number;
  readonly bytes: number;
  /** Those who have a journal there. */
  readonly processes: readonly string[];
  /** The steps to the target, as numbers of candidates. */
  readonly way?: readonly number[];
}

/** What a folder is about that several share; undefined: it is none. Throws `DamagedFile`. */
export function readJob(files: SharedFiles): string | undefined {
  return readMarker<JobMarker>(files, JOB)?.job;
}

/** Undefined: the folder is not one that several share. Throws `DamagedFile`. */
export function readJoinedFolder(files: SharedFiles): JoinedFolder | undefined {
  const job = readJob(files);
  if (job === undefined) return undefined;
  const map = new JoinedMap(files);
  const counts = { explored: 0, transitions: 0, stored: 0, faults: 0 };
  const depth = walk(files, map, counts);
  const found = readMarker<FoundMarker>(files, FOUND);
  const names = files.names();
  const common = {
    job,
    ...counts,
    waiting: map.waiting,
    bytes: names.reduce((sum, name) => sum + (files.size(name) ?? 0), 0),
    processes: names.flatMap((name) => /^journal\.(.*)$/.exec(name)?.slice(1) ?? []),
  };
  if (found !== undefined) {
    let g = found.g;
    const column = columnNumber(found.h ?? Number.POSITIVE_INFINITY, found.partition);
    return { ...common, state: "found", way: ordinalsTo((one) => map.fileAt(g--, one), column, found.at) };
  }
  return depth === undefined ? { ...common, state: "exhausted" } : { ...common, state: "under way", depth };
}

/** Reads every block that counts; names of the files that are not what was written. */
export function checkJoinedFiles(files: SharedFiles): readonly string[] {
  const needed = new Map<string, number>();
  const damaged: string[] = [];
  const trying = (name: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      damaged.push(name);
    }
  };
  for (const name of files.names()) {
    if (!/^(job|found|settled\.|expanded\.)/.test(name)) continue;
    trying(name, () => {
      const marker = readMarker<Partial<SettledMarker>>(files, name);
      const { file = "", size = 0 } = marker ?? {};
      // Candidates go when they were settled.
      if (file !== "" && (name.startsWith("settled") || files.size(file) !== undefined)) needed.set(file, size);
    });
  }
  for (const [name, size] of needed) {
    trying(name, () => {
      for (const _block of new RecordFile(files, name, size).blocks(0, size));
    });
  }
  return damaged;
}

/** Takes in all that was done; the depth at which something is left to be done. */
function walk(
  files: SharedFiles,
  map: JoinedMap,
  counts: { explored: number; transitions: number; stored: number; faults: number },
): number | undefined {
  const start = readMarker<ExpandedMarker>(files, START);
  if (start === undefined) return 0;
  map.addMade(0, start);
  for (let bucket = map.next(); bucket !== undefined; bucket = map.next()) {
    const { g, h, candidates } = bucket;
    let isWhole = true;
    for (const partition of candidates.keys()) {
      const settled = readMarker<SettledMarker>(files, settledName(g, h, partition));
      if (settled === undefined) {
        isWhole = false;
        continue;
      }
      counts.stored += settled.kept;
      map.addKept(g, h, partition, settled);
      for (const part of settled.parts.keys()) {
        const expanded = readMarker<ExpandedMarker>(files, expandedName(settled.file, part));
        if (expanded === undefined) {
          isWhole = false;
          continue;
        }
        counts.explored += expanded.explored;
        counts.transitions += expanded.transitions;
        counts.faults += expanded.faults.length;
        map.addMade(g + 1, expanded);
      }
    }
    if (!isWhole) return g;
    map.pass(bucket);
  }
  return undefined;
}
