// What processes have left behind that were killed: journals, drafts, and files of states that no marker has. Only those
// of processes that have ended for certain: somebody who is slow may still publish what it has.

import type { Joined, SharedFiles } from "../../../basics/files.ts";
import { DamagedFile } from "../records.ts";
import { draftName, readMarker } from "./markers.ts";

export function sweep({ files, hasEnded }: Joined): void {
  const names = files.names();
  const journals = names.flatMap((name) => /^journal\.(.*)$/.exec(name)?.slice(1) ?? []);
  const ended = new Set(journals.filter((name) => hasEnded?.(name) === true));
  if (ended.size === 0) return;
  const used = new Set(names.flatMap((name) => fileOf(files, name)));
  for (const name of names) {
    const writer = /^(?:made|kept)\.(.*)\.\d+$/.exec(name)?.[1];
    if (writer !== undefined && ended.has(writer) && !used.has(name)) remove(files, name);
  }
  for (const name of ended) {
    remove(files, draftName(name));
    remove(files, `journal.${name}`);
  }
}

function fileOf(files: SharedFiles, name: string): readonly string[] {
  if (!/^(settled|expanded)\./.test(name)) return [];
  try {
    return [readMarker<{ readonly file: string }>(files, name)?.file ?? ""];
  } catch (error) {
    if (error instanceof DamagedFile) return [];
    throw error;
  }
}

function remove(files: SharedFiles, name: string): void {
  if (files.size(name) !== undefined) files.remove(name);
}
