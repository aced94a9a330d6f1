// What one of several processes knows of their folder: which buckets wait, where their candidates are, and which files
// hold the closed states of a column. All of it comes from markers, so that all processes know the same in the end.

import type { SharedFiles } from "../../../basics/files.ts";
import { isBefore } from "../buckets.ts";
import { RecordFile } from "../record-file.ts";
import type { BlockReader } from "../records.ts";
import type { Loadable } from "../resident-columns.ts";
import type { ExpandedMarker, SettledMarker } from "./markers.ts";

/** Estimates below this have a number of their own in the column of a parent; the last one stands for "no way". */
const ESTIMATES = 2 ** 20;
const PARTITIONS = 4096;

/** A file of candidates, and how many buckets it still has some for. */
interface Source {
  readonly file: RecordFile;
  left: number;
}

interface Segment {
  readonly source: Source;
  readonly blocks: readonly (readonly [from: number, to: number])[];
}

export interface JoinedBucket {
  readonly g: number;
  readonly h: number;
  /** By partition. */
  readonly candidates: Map<number, Segment[]>;
}

export interface JoinedColumn extends Loadable {
  readonly files: RecordFile[];
  readonly depths: number[];
}

export class JoinedMap {
  private readonly files: SharedFiles;
  private readonly waitingBuckets = new Map<string, JoinedBucket>();
  private readonly passed = new Set<string>();
  private readonly columns = new Map<number, JoinedColumn>();
  /** How deep the states of a file lie. */
  private readonly depths = new Map<string, number>();

  constructor(files: SharedFiles) {
    this.files = files;
  }

  get waiting(): number {
    return this.waitingBuckets.size;
  }

  depthOf(file: string): number | undefined {
    return this.depths.get(file);
  }

  /** Candidates at this depth are known. */
  addMade(g: number, { file, size, segments }: ExpandedMarker): void {
    if (file === "") return;
    const source = { file: new RecordFile(this.files, file, size), left: segments.length };
    this.depths.set(file, g);
    for (const [shownH, partition, blocks] of segments) {
      const h = shownH ?? Number.POSITIVE_INFINITY;
      const key = `${g} ${h}`;
      // All who are at it would have to go back: an estimate that is consistent never gets here.
      if (this.passed.has(key)) throw new Error(`states at depth ${g} with the estimate ${h} come too late`);
      let bucket = this.waitingBuckets.get(key);
      if (bucket === undefined) this.waitingBuckets.set(key, (bucket = { g, h, candidates: new Map() }));
      const known = bucket.candidates.get(partition);
      if (known === undefined) bucket.candidates.set(partition, [{ source, blocks }]);
      else known.push({ source, blocks });
    }
  }

  /** New states of a column are known. */
  addKept(g: number, h: number, partition: number, { file, size }: SettledMarker): void {
    if (file === "") return;
    const column = this.columnOf(h, partition);
    column.files.push(new RecordFile(this.files, file, size));
    column.depths.push(g);
    this.depths.set(file, g);
  }

  next(): JoinedBucket | undefined {
    let best: JoinedBucket | undefined;
    for (const bucket of this.waitingBuckets.values()) {
      if (best === undefined || isBefore(bucket, best)) best = bucket;
    }
    return best;
  }

  /** Everything in it is settled and expanded: names of files of candidates that nobody needs any more. */
  pass({ g, h, candidates }: JoinedBucket): readonly string[] {
    this.waitingBuckets.delete(`${g} ${h}`);
    this.passed.add(`${g} ${h}`);
    const needless: string[] = [];
    for (const segments of candidates.values()) {
      for (const { source } of segments) if (--source.left === 0) needless.push(source.file.name);
    }
    return needless;
  }

  columnOf(h: number, partition: number): JoinedColumn {
    const number = columnNumber(h, partition);
    let column = this.columns.get(number);
    if (column === undefined) this.columns.set(number, (column = { files: [], depths: [] }));
    return column;
  }

  isKnown(g: number, column: number): boolean {
    return this.columns.get(column)?.depths.includes(g) === true;
  }

  /** The file in which the states of a column at this depth are. */
  fileAt(g: number, column: number): RecordFile {
    const { files, depths } = this.columns.get(column)!;
    return files[depths.indexOf(g)]!;
  }
}

/** As parents are written. */
export function columnNumber(h: number, partition: number): number {
  if (h >= ESTIMATES - 1 && h !== Number.POSITIVE_INFINITY)
    throw new Error(`the estimate ${h} is too large for a file`);
  return Math.min(h, ESTIMATES - 1) * PARTITIONS + partition;
}

/** Segments are read in the order in which their parts were expanded. */
export function* recordsOf(segments: readonly Segment[]): Generator<BlockReader> {
  for (const { source, blocks } of segments) for (const [from, to] of blocks) yield* source.file.blocks(from, to);
}
