// What a search on disk knows, as one small file that is replaced in one piece: which files there are and how much of
// each counts, where the search stands, and what it has counted. Whatever was written behind a checkpoint is cut off
// when the search goes on from it, and done again.

import type { Files } from "../../basics/files.ts";
import { checksum } from "./checksum.ts";

const NAME = "checkpoint";
export const FORMAT = 2;

export interface DiskCounters {
  readonly explored: number;
  readonly transitions: number;
  readonly generated: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly included: number;
  readonly buckets: number;
  readonly written: number;
  readonly read: number;
}

/** What is counted, while it is. */
export type DiskCounting = { -readonly [K in keyof DiskCounters]: number };

export const nothingCounted = (): DiskCounting => ({
  explored: 0,
  transitions: 0,
  generated: 0,
  stored: 0,
  duplicates: 0,
  included: 0,
  buckets: 0,
  written: 0,
  read: 0,
});

/** A record: column and place. */
type RecordPair = readonly [column: number, at: number];

export type StretchRow = readonly [g: number, column: number, from: number, to: number];

export interface SearchCheckpoint {
  readonly format: typeof FORMAT;
  /** What the files belong to. */
  readonly job: string;
  /** In the order of their numbers: estimate (null: no way is seen), partition, bytes. */
  readonly columns: readonly (readonly [h: number | null, partition: number, size: number])[];
  /** Of every column, by depth: depth, where its states end, how many they are. */
  readonly layers: readonly (readonly (readonly [g: number, end: number, count: number])[])[];
  /** Depth, estimate, partition, bytes of the candidates that wait. */
  readonly buckets: readonly (readonly [g: number, h: number | null, partition: number, size: number])[];
  /** What is being expanded: depth, column, first byte that was not, and the end. */
  readonly current: StretchRow | null;
  /** What is expanded once more behind it, because what came of it was damaged. */
  readonly again: readonly StretchRow[];
  readonly counters: DiskCounters;
  /** States whose steps failed. */
  readonly faults: readonly RecordPair[];
  /** Targets that were found, and at which depth. */
  readonly found: readonly (readonly [column: number, at: number, depth: number])[];
}

export function writeCheckpoint(files: Files, checkpoint: SearchCheckpoint): void {
  const text = JSON.stringify(checkpoint);
  const line = `${checksum(bytesOf(text)).toString(16)} ${text}\n`;
  const draft = `${NAME}.draft`;
  if (files.size(draft) !== undefined) files.remove(draft);
  files.append(draft, bytesOf(line));
  files.sync(draft);
  files.rename(draft, NAME);
}

/** Undefined: there is none. "damaged": it is not what was written. */
export function readCheckpoint(files: Files): SearchCheckpoint | "damaged" | undefined {
  const size = files.size(NAME);
  if (size === undefined) return undefined;
  const line = new TextDecoder().decode(files.read(NAME, 0, size));
  const space = line.indexOf(" ");
  const text = line.slice(space + 1, -1);
  if (space < 0 || checksum(bytesOf(text)).toString(16) !== line.slice(0, space)) return "damaged";
  const known = JSON.parse(text) as SearchCheckpoint;
  return known.format === FORMAT ? known : "damaged";
}

/** Names of the files that count. */
export const columnName = (h: number, partition: number): string => `closed.h${shown(h)}.p${partition}`;
export const bucketName = (g: number, h: number, partition: number): string => `open.g${g}.h${shown(h)}.p${partition}`;

/** Every file of a search on disk is called like this; others are none of its business. */
export const isSearchFile = (name: string): boolean =>
  /^(checkpoint(\.draft|\.lock.*)?|closed\.h(\d+|inf)\.p\d+|open\.g\d+\.h(\d+|inf)\.p\d+)$/.test(name);

const shown = (h: number): string => (h === Number.POSITIVE_INFINITY ? "inf" : String(h));

/** Texts here are ASCII but for names of models, and those may be anything. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
