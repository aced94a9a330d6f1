// The candidates that the expansion of one part leads to, in one file: blocks for each column, in the order in which
// they became full, and a table of where the blocks of each column are.

import type { Files } from "../../../basics/files.ts";
import { BlockBuilder } from "../block-builder.ts";
import type { RecordOrigin, StateWords } from "../records.ts";
import { LARGE, type SegmentRow } from "./markers.ts";

interface Segment {
  readonly h: number;
  readonly partition: number;
  readonly block: BlockBuilder;
  readonly blocks: (readonly [from: number, to: number])[];
}

export class MadeFile {
  readonly name: string;
  private readonly files: Files;
  private readonly segments = new Map<string, Segment>();
  size = 0;

  constructor(files: Files, name: string) {
    this.files = files;
    this.name = name;
  }

  add(h: number, partition: number, state: StateWords, { column, place, ordinal }: RecordOrigin): void {
    const key = `${h} ${partition}`;
    let segment = this.segments.get(key);
    if (segment === undefined) {
      this.segments.set(key, (segment = { h, partition, block: new BlockBuilder(), blocks: [] }));
    }
    if (segment.block.isFullFor(state)) this.flush(segment);
    segment.block.append(state, column, place, ordinal);
  }

  /** Everything is written when this returns, and on the disk where it is much: where what is. */
  finish(): readonly SegmentRow[] {
    for (const segment of this.segments.values()) this.flush(segment);
    if (this.size >= LARGE) this.files.sync(this.name);
    return [...this.segments.values()].map(({ h, partition, blocks }) => [
      h === Number.POSITIVE_INFINITY ? null : h,
      partition,
      blocks,
    ]);
  }

  private flush({ block, blocks }: Segment): void {
    this.files.append(this.name, block.seal());
    blocks.push([this.size, this.size + block.size]);
    this.size += block.size;
    block.clear();
  }
}
