// What one of several processes does for a marker: settles a partition of a bucket, or expands a part of its new states.
// What comes of it is on the disk before the marker is published; where somebody was faster, it is removed again.
//
// Duplicates that an expander leaves out are those that it has itself published: where others were faster, it forgets
// what it has sent.

import type { Joined } from "../../../basics/files.ts";
import type { SearchStatus } from "../../search.ts";
import { Expander } from "../expander.ts";
import type { ExternalOptions } from "../external-search.ts";
import { RecordFile } from "../record-file.ts";
import { type BlockReader, DamagedFile, NO_PARENT } from "../records.ts";
import { ResidentColumns } from "../resident-columns.ts";
import { settleCandidates } from "../settle.ts";
import type { Crew } from "./crew.ts";
import { columnNumber, type JoinedColumn } from "./joined-map.ts";
import { MadeFile } from "./made-file.ts";
import {
  dataName,
  type ExpandedMarker,
  LARGE,
  publishMarker,
  readMarker,
  type SettledMarker,
  START,
} from "./markers.ts";

/** Bytes of states that are expanded in one piece. */
const PART = 8 << 20;
/** Records between two looks at the world. */
const RECORDS_PER_STEP = 256;

/** A partition of a bucket. */
export interface BucketPart {
  readonly g: number;
  readonly h: number;
  readonly partition: number;
}

/** A record of its new states. */
export interface RecordedPlace extends BucketPart {
  readonly at: number;
}

/** Somebody has mended the folder, or others took this process for gone: what it knows may not be so any more. */
export class KnownNoMore extends Error {}

const noCounts = () => ({ explored: 0, transitions: 0, generated: 0 });

export class JoinedWork {
  readonly expander: Expander;
  private readonly options: ExternalOptions;
  private readonly joined: Joined;
  private readonly crew: Crew;
  private resident: ResidentColumns;
  /** Of the part that is being expanded. */
  live = noCounts();
  /** What the engine of a column has that was settled last. */
  private known: { readonly column: JoinedColumn; readonly g: number } | undefined;
  /** How many files were made, and the one that no marker has yet. */
  private made = 0;
  private unpublished: { readonly file: string; readonly marker: string } | undefined;
  private readHere = 0;

  constructor(options: ExternalOptions, joined: Joined, crew: Crew) {
    this.options = options;
    this.joined = joined;
    this.crew = crew;
    this.expander = new Expander({ ...options, memoryBytes: options.folder.memoryBytes / 4 });
    this.resident = this.noColumns();
  }

  /** Bytes that this process has read. */
  get read(): number {
    return this.readHere + this.resident.read;
  }

  isResident(column: JoinedColumn): boolean {
    return this.resident.has(column);
  }

  *start(): Generator<SearchStatus> {
    const made = this.newFile(START);
    this.expander.forget();
    this.expander.sendInitial((h, partition, state, ordinal) => {
      made.add(h, partition, state, { column: NO_PARENT, place: 0, ordinal });
    });
    this.live = noCounts();
    yield "running";
    this.publish(START, this.expanded(made, [], []));
  }

  *settle(
    name: string,
    g: number,
    column: JoinedColumn,
    candidates: () => Iterable<BlockReader>,
  ): Generator<SearchStatus> {
    const file = new RecordFile(this.joined.files, this.newName("kept", name));
    const parts: [from: number, to: number][] = [];
    let [from, inPart] = [0, 0];
    const endPart = (): void => {
      file.flush();
      if (file.size > from) parts.push([from, file.size]);
      [from, inPart] = [file.size, 0];
    };
    try {
      const engine = yield* this.beating(name, this.resident.load(column));
      const settling = settleCandidates(engine, this.expander.bytes, candidates, (record) => {
        if (inPart++ >= this.options.checkpoint || file.size - from >= PART) endPart();
        file.append(record, record.column, record.place, record.ordinal);
        this.readHere += 2 * record.bytes;
      });
      const counts = yield* this.beating(name, settling);
      endPart();
      if (file.size >= LARGE) file.sync();
      const marker: SettledMarker = { file: counts.kept === 0 ? "" : file.name, size: file.size, ...counts, parts };
      this.publish(name, marker);
      // Whoever was first: any process would have kept what the engine has now.
      this.known = { column, g };
    } catch (error) {
      this.resident.forget(column);
      this.discard();
      // Somebody else has settled it, and its candidates were removed behind our back.
      if (error instanceof DamagedFile && this.joined.files.size(name) !== undefined) return;
      throw error;
    }
  }

  /** New states of a column are in a file now. */
  noteKept(column: JoinedColumn, g: number): void {
    if (this.known?.column === column && this.known.g === g) this.resident.know(column);
  }

  /** Yields "found" where a target is met, having told `onTarget` which. */
  *expand(
    name: string,
    part: BucketPart,
    { file, size, parts }: SettledMarker,
    number: number,
    onTarget: (place: RecordedPlace) => boolean,
  ): Generator<SearchStatus> {
    const { expander, joined } = this;
    const made = this.newFile(name);
    const live = noCounts();
    this.live = live;
    const [targets, faults]: [number[], number[]] = [[], []];
    const [start, end] = parts[number]!;
    let from = start;
    for (const records of new RecordFile(joined.files, file, size).blocks(start, end)) {
      while (records.advance()) {
        const { at } = records;
        const id = expander.take(records);
        expander.ledger.skipFaults();
        live.explored++;
        if (this.options.goal(id, expander.engine)) {
          targets.push(at);
          if (onTarget({ ...part, at })) yield "found";
        } else this.expandOne(id, part, at, made);
        if (expander.ledger.owesFault) faults.push(at);
        if (live.explored % RECORDS_PER_STEP === 0) {
          this.crew.at(name);
          yield "running";
        }
      }
      this.readHere += records.end - from;
      from = records.end;
      // Somebody was faster.
      if (joined.files.size(name) !== undefined) return this.giveUp();
    }
    if (!this.publish(name, this.expanded(made, targets, faults))) expander.forget();
    this.live = noCounts();
  }

  private expandOne(id: number, { g, h, partition }: BucketPart, place: number, made: MadeFile): void {
    const column = columnNumber(h, partition);
    const { transitions, generated } = this.expander.expand(id, g, (nextH, nextPartition, state, ordinal) => {
      // Where no way was seen, none is seen further on.
      made.add(h === Number.POSITIVE_INFINITY ? h : nextH, nextPartition, state, { column, place, ordinal });
    });
    this.live.transitions += transitions;
    this.live.generated += generated;
  }

  private expanded(made: MadeFile, targets: readonly number[], faults: readonly number[]): ExpandedMarker {
    const segments = made.finish();
    return { file: made.size === 0 ? "" : made.name, size: made.size, segments, ...this.live, targets, faults };
  }

  /** What was sent on was not published. */
  private giveUp(): void {
    this.discard();
    this.expander.forget();
    this.live = noCounts();
  }

  knowNothing(): void {
    this.giveUp();
    this.resident = this.noColumns();
    this.known = undefined;
  }

  /** Removes what this process has written and no marker has; it may have been interrupted anywhere. */
  discard(): void {
    const { unpublished } = this;
    this.unpublished = undefined;
    if (unpublished === undefined) return;
    const { file, marker } = unpublished;
    const { files } = this.joined;
    const isOurs = readMarker<{ readonly file: string }>(files, marker)?.file === file;
    if (!isOurs && files.size(file) !== undefined) files.remove(file);
  }

  private *beating<T>(name: string, work: Generator<void, T>): Generator<SearchStatus, T> {
    let step = work.next();
    for (; step.done !== true; step = work.next()) {
      this.crew.at(name);
      yield "running";
    }
    return step.value;
  }

  /** False: somebody was faster, and what was made here is gone. */
  private publish(name: string, marker: SettledMarker | ExpandedMarker): boolean {
    if (this.crew.wasSilent) throw new KnownNoMore();
    const isFirst = publishMarker(this.joined.files, this.crew.me, name, marker, marker.size >= LARGE);
    this.discard();
    return isFirst;
  }

  private newName(kind: "kept" | "made", marker: string): string {
    const file = dataName(kind, this.crew.me, this.made++);
    this.unpublished = { file, marker };
    return file;
  }

  private newFile(marker: string): MadeFile {
    return new MadeFile(this.joined.files, this.newName("made", marker));
  }

  private noColumns(): ResidentColumns {
    const { fresh, folder } = this.options;
    return new ResidentColumns(fresh, this.expander.bytes, 0.75 * folder.memoryBytes);
  }
}
