// The files of a search on disk: candidates that wait, a file per depth, estimate and partition, and the closed states,
// a file per estimate and partition. The next bucket is the one of least f = g + h, and among these of least g; buckets
// from which no way is seen come behind all others.

import type { Files } from "../../basics/files.ts";
import { bucketName, columnName, isSearchFile, type SearchCheckpoint } from "./checkpoint.ts";
import { RecordFile } from "./record-file.ts";
import type { RecordOrigin, StateWords } from "./records.ts";
import type { Column } from "./resident-columns.ts";

export interface Bucket {
  readonly g: number;
  readonly h: number;
  readonly partition: number;
  readonly file: RecordFile;
}

type BucketPlace = Pick<Bucket, "g" | "h"> & Partial<Pick<Bucket, "partition">>;

export class Buckets {
  readonly columns: Column[] = [];
  private readonly columnsByPlace = new Map<number, Column>();
  /** By depth, and by estimate and partition. */
  private readonly waitingByDepth = new Map<number, Map<number, Bucket>>();
  private readonly dropped: string[] = [];
  private readonly files: Files;
  /** Bytes of candidates that were handed in. */
  bytes = 0;

  constructor(files: Files) {
    this.files = files;
  }

  /** As a checkpoint left them: what was written behind it is cut off, and what it does not name is removed. */
  static from(files: Files, { columns, layers, buckets }: Kept): Buckets {
    const made = new Buckets(files);
    const sizes = new Map<string, number>();
    for (const [number, [h, partition, size]] of columns.entries()) {
      const column = made.columnOf(h ?? Number.POSITIVE_INFINITY, partition, size);
      for (const [g, end, count] of layers[number]!) column.layers.push({ g, end, count });
      sizes.set(column.file.name, size);
    }
    for (const [g, h, partition, size] of buckets) {
      const bucket = made.bucketOf(g, h ?? Number.POSITIVE_INFINITY, partition, size);
      sizes.set(bucket.file.name, size);
    }
    for (const name of files.names()) {
      if (!isSearchFile(name) || /^checkpoint(\.lock|$)/.test(name)) continue;
      const size = sizes.get(name);
      if (size === undefined || size === 0) files.remove(name);
      else if (files.size(name)! > size) files.truncate(name, size);
    }
    return made;
  }

  add(g: number, h: number, partition: number, state: StateWords, origin: RecordOrigin): void {
    this.bucketOf(g, h, partition).file.append(state, origin.column, origin.place, origin.ordinal);
    this.bytes += state.bytes;
  }

  get waiting(): number {
    let count = 0;
    for (const buckets of this.waitingByDepth.values()) count += buckets.size;
    return count;
  }

  next(): Bucket | undefined {
    let best: Bucket | undefined;
    for (const bucket of this.all()) if (best === undefined || isBefore(bucket, best)) best = bucket;
    return best;
  }

  /** Its candidates were settled; the file goes once a checkpoint knows of it. */
  drop({ g, h, partition, file }: Bucket): void {
    const buckets = this.waitingByDepth.get(g)!;
    buckets.delete(placeOf(h, partition));
    if (buckets.size === 0) this.waitingByDepth.delete(g);
    this.dropped.push(file.name);
  }

  removeDropped(): void {
    for (const name of this.dropped.splice(0)) if (this.files.size(name) !== undefined) this.files.remove(name);
  }

  /** Forgets what lies so deep, and what no layer counts; how many closed states that were. */
  cutTo(depth: number): number {
    let forgotten = 0;
    for (const { layers, file } of this.columns) {
      while (layers.length > 0 && layers.at(-1)!.g >= depth) forgotten += layers.pop()!.count;
      file.cutTo(layers.at(-1)?.end ?? 0);
    }
    for (const bucket of [...this.all()]) if (bucket.g >= depth) this.drop(bucket);
    return forgotten;
  }

  /** Once a checkpoint knows of it. */
  removeRest(): void {
    for (const { file } of this.columns) file.removeRest();
  }

  /** How deep the states lie that stand there; undefined: nobody knows. */
  depthOf(name: string, at: number): number | undefined {
    const column = this.columns.find(({ file }) => file.name === name);
    if (column !== undefined) return column.layers.find(({ end }) => at < end)?.g;
    for (const { g, file } of this.all()) if (file.name === name) return g;
    return undefined;
  }

  columnOf(h: number, partition: number, size = 0): Column {
    const place = placeOf(h, partition);
    let column = this.columnsByPlace.get(place);
    if (column === undefined) {
      const file = new RecordFile(this.files, columnName(h, partition), size);
      column = { number: this.columns.length, h, partition, file, files: [file], layers: [] };
      this.columns.push(column);
      this.columnsByPlace.set(place, column);
    }
    return column;
  }

  /** Everything is on the disk when this returns. */
  sync(): void {
    const all = [...this.columns, ...this.all()];
    for (const { file } of all) file.flush();
    for (const { file } of all) file.sync();
  }

  snapshot(): Kept {
    const shown = (h: number): number | null => (h === Number.POSITIVE_INFINITY ? null : h);
    return {
      columns: this.columns.map(({ h, partition, file }) => [shown(h), partition, file.size]),
      layers: this.columns.map(({ layers }) => layers.map(({ g, end, count }) => [g, end, count] as const)),
      buckets: [...this.all()].map(({ g, h, partition, file }) => [g, shown(h), partition, file.size]),
    };
  }

  private *all(): Generator<Bucket> {
    for (const buckets of this.waitingByDepth.values()) yield* buckets.values();
  }

  private bucketOf(g: number, h: number, partition: number, size = 0): Bucket {
    let buckets = this.waitingByDepth.get(g);
    if (buckets === undefined) this.waitingByDepth.set(g, (buckets = new Map()));
    const place = placeOf(h, partition);
    let bucket = buckets.get(place);
    if (bucket === undefined) {
      bucket = { g, h, partition, file: new RecordFile(this.files, bucketName(g, h, partition), size) };
      buckets.set(place, bucket);
    }
    return bucket;
  }
}

type Kept = Pick<SearchCheckpoint, "columns" | "layers" | "buckets">;

/** Where no way is seen, the estimate is infinite. */
const placeOf = (h: number, partition: number): number => (h === Number.POSITIVE_INFINITY ? -1 : h) * 4096 + partition;

/** In which order buckets are settled: by f = g + h, then by depth. */
export function isBefore(a: BucketPlace, b: BucketPlace): boolean {
  const byF = a.g + a.h === b.g + b.h ? 0 : a.g + a.h - (b.g + b.h);
  return (byF || a.g - b.g || (a.partition ?? 0) - (b.partition ?? 0)) < 0;
}
