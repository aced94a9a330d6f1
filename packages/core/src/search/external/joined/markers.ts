// What several processes on one folder tell each other by files that are published once and never change: what the
// folder is about, which candidates were settled, which states were expanded, and a target that was found. A marker is
// a small file; the states that it speaks of lie in a larger one, which has the name of its writer and a number, was on
// the disk before the marker was, and belongs to whoever has it in a marker.

import type { SharedFiles } from "../../../basics/files.ts";
import { checksum } from "../checksum.ts";
import { DamagedFile } from "../records.ts";

export interface JobMarker {
  readonly format: 1;
  readonly job: string;
}

/** The states of one bucket and partition that are new. */
export interface SettledMarker {
  /** Where they are; "": nothing was new. */
  readonly file: string;
  readonly size: number;
  readonly kept: number;
  readonly duplicates: number;
  readonly included: number;
  /** What is expanded in one piece: from where to where. */
  readonly parts: readonly (readonly [from: number, to: number])[];
}

/** Candidates for one column that a part has led to: where their blocks are. */
export type SegmentRow = readonly [
  h: number | null,
  partition: number,
  blocks: readonly (readonly [from: number, to: number])[],
];

/** A part of them was expanded. */
export interface ExpandedMarker {
  /** Where the candidates are, until all of them were settled; "": there are none. */
  readonly file: string;
  readonly size: number;
  readonly segments: readonly SegmentRow[];
  readonly explored: number;
  readonly transitions: number;
  readonly generated: number;
  /** Places of targets, and of states whose steps failed. */
  readonly targets: readonly number[];
  readonly faults: readonly number[];
}

/** The target that all of them tell of. */
export interface FoundMarker {
  readonly g: number;
  readonly h: number | null;
  readonly partition: number;
  readonly at: number;
}

export const JOB = "job";
export const FOUND = "found";
export const START = "expanded.start";
const shown = (h: number): string => (h === Number.POSITIVE_INFINITY ? "inf" : String(h));
export const settledName = (g: number, h: number, partition: number): string =>
  `settled.g${g}.h${shown(h)}.p${partition}`;
/** Of a file of new states: who makes such a file anew expands it anew. */
export const expandedName = (file: string, part: number): string => `expanded.${file}.${part}`;
export const dataName = (kind: "kept" | "made", me: string, number: number): string => `${kind}.${me}.${number}`;
export const draftName = (me: string): string => `draft.${me}`;

/** Every file of a folder that several processes share is called like this. */
export const isSharedFile = (name: string): boolean =>
  /^(job|found|(journal|draft)\.[\w-]+|(kept|made)\.[\w-]+\.\d+|settled\.g\d+\.h(\d+|inf)\.p\d+|expanded\.(start|kept\.[\w-]+\.\d+\.\d+))$/.test(
    name,
  );

/**
 * Bytes from which files are put on the disk for good before anybody hears of them. Smaller ones the system writes when
 * it comes to it: a power cut may damage those of the last moments, which is found out, and they are made again.
 */
export const LARGE = 1 << 18;

/** True: it is published; false: somebody else was first. `forGood`: a power cut leaves it. */
export function publishMarker(files: SharedFiles, me: string, name: string, marker: object, forGood: boolean): boolean {
  const draft = draftName(me);
  if (files.size(draft) !== undefined) files.remove(draft);
  const text = JSON.stringify(marker);
  files.append(draft, new TextEncoder().encode(`${sumOf(text)} ${text}\n`));
  if (forGood) files.sync(draft);
  return files.publish(draft, name, forGood);
}

/** Undefined: there is none. Throws `DamagedFile` where it is not what was written. */
export function readMarker<T extends object>(files: SharedFiles, name: string): T | undefined {
  const size = files.size(name);
  if (size === undefined) return undefined;
  const line = new TextDecoder().decode(files.read(name, 0, size));
  const space = line.indexOf(" ");
  const text = line.slice(space + 1, -1);
  if (space < 0 || sumOf(text) !== line.slice(0, space)) throw new DamagedFile(name, 0);
  return JSON.parse(text) as T;
}

const sumOf = (text: string): string => checksum(new TextEncoder().encode(text)).toString(16);
