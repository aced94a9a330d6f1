// Searches on disk, as others see them.

import type { Files } from "../../basics/files.ts";
import { bucketName, columnName, type SearchCheckpoint } from "./checkpoint.ts";
import { RecordFile } from "./record-file.ts";
import { DamagedFile } from "./records.ts";
import { ordinalsTo } from "./way.ts";

export { isSearchFile, readCheckpoint, type SearchCheckpoint } from "./checkpoint.ts";
export { external } from "./external.ts";
export { checkJoinedFiles, type JoinedFolder, readJob, readJoinedFolder } from "./joined/joined-folder.ts";
export { isSharedFile } from "./joined/markers.ts";
export { DamagedFile } from "./records.ts";

/** Reads every block again; names of the files that are not what was written. */
export function checkSearchFiles(files: Files, { columns, buckets }: SearchCheckpoint): readonly string[] {
  const finite = (h: number | null): number => h ?? Number.POSITIVE_INFINITY;
  const sizes = [
    ...columns.map(([h, partition, size]) => [columnName(finite(h), partition), size] as const),
    ...buckets.map(([g, h, partition, size]) => [bucketName(g, finite(h), partition), size] as const),
  ];
  return sizes.flatMap(([name, size]) => (isWhole(files, name, size) ? [] : [name]));
}

function isWhole(files: Files, name: string, size: number): boolean {
  if ((files.size(name) ?? 0) < size) return false;
  try {
    for (const _block of new RecordFile(files, name, size).blocks(0, size));
    return true;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}

/** The steps to the target that a search on disk has found, as numbers of candidates; undefined: it has found none. */
export function wayOnDisk(files: Files, { columns, found }: SearchCheckpoint): readonly number[] | undefined {
  const [target] = found;
  if (target === undefined) return undefined;
  const all = columns.map(
    ([h, partition, size]) => new RecordFile(files, columnName(h ?? Number.POSITIVE_INFINITY, partition), size),
  );
  return ordinalsTo((column) => all[column]!, target[0], target[1]);
}
