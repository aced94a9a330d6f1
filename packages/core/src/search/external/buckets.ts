// The files of a search on disk: candidates that wait, a file per depth, estimate and partition, and the closed states,
// a file per estimate and partition. The next bucket is the one of least f = g + h, and among these of least g; buckets
// from which no way is seen come behind all others.

import type { Files } from "../../basics/files.ts";
import { bucketName, columnName, isSearchFile, type SearchCheckpoint } from "./checkpoint.ts";
import { RecordFile, type RecordOrigin } from "./record-file.ts";
import type { Column } from "./resident-columns.ts";

export interface Bucket {
  readonly g: number;
  readonly h: number;
  readonly partition: number;
  readonly file: RecordFile;
}

export class Buckets {
  readonly columns: Column[] = [];
  private readonly columnsByName = new Map<string, Column>();
  private readonly waitingByName = new Map<string, Bucket>();
  private readonly dropped: string[] = [];
  private readonly files: Files;
  /** Bytes of candidates that were handed in. */
  bytes = 0;

  constructor(files: Files) {
    this.files = files;
  }

  /** As a checkpoint left them: what was written behind it is cut off, and what it does not name is removed. */
  static from(files: Files, { columns, buckets }: Pick<SearchCheckpoint, "columns" | "buckets">): Buckets {
    const made = new Buckets(files);
    const sizes = new Map<string, number>();
    for (const [h, partition, size] of columns) {
      const column = made.columnOf(h ?? Number.POSITIVE_INFINITY, partition, size);
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

  add(g: number, h: number, partition: number, state: Uint8Array, origin: RecordOrigin): void {
    this.bucketOf(g, h, partition).file.append(state, origin);
    this.bytes += state.length;
  }

  get waiting(): number {
    return this.waitingByName.size;
  }

  next(): Bucket | undefined {
    let best: Bucket | undefined;
    for (const bucket of this.waitingByName.values()) if (best === undefined || isBefore(bucket, best)) best = bucket;
    return best;
  }

  /** Its candidates were settled; the file goes once a checkpoint knows of it. */
  drop({ file }: Bucket): void {
    this.waitingByName.delete(file.name);
    this.dropped.push(file.name);
  }

  removeDropped(): void {
    for (const name of this.dropped.splice(0)) if (this.files.size(name) !== undefined) this.files.remove(name);
  }

  columnOf(h: number, partition: number, size = 0): Column {
    const name = columnName(h, partition);
    let column = this.columnsByName.get(name);
    if (column === undefined) {
      column = { number: this.columns.length, h, partition, file: new RecordFile(this.files, name, size) };
      this.columns.push(column);
      this.columnsByName.set(name, column);
    }
    return column;
  }

  /** Everything is on the disk when this returns. */
  sync(): void {
    const all = [...this.columns, ...this.waitingByName.values()];
    for (const { file } of all) file.flush();
    for (const { file } of all) file.sync();
  }

  snapshot(): Pick<SearchCheckpoint, "columns" | "buckets"> {
    const shown = (h: number): number | null => (h === Number.POSITIVE_INFINITY ? null : h);
    return {
      columns: this.columns.map(({ h, partition, file }) => [shown(h), partition, file.size]),
      buckets: [...this.waitingByName.values()].map(({ g, h, partition, file }) => [g, shown(h), partition, file.size]),
    };
  }

  private bucketOf(g: number, h: number, partition: number, size = 0): Bucket {
    const name = bucketName(g, h, partition);
    let bucket = this.waitingByName.get(name);
    if (bucket === undefined) {
      bucket = { g, h, partition, file: new RecordFile(this.files, name, size) };
      this.waitingByName.set(name, bucket);
    }
    return bucket;
  }
}

function isBefore(a: Bucket, b: Bucket): boolean {
  const byF = a.g + a.h === b.g + b.h ? 0 : a.g + a.h - (b.g + b.h);
  return (byF || a.g - b.g || a.partition - b.partition) < 0;
}
