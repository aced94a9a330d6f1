// External A* (survey, Fig. 5; Edelkamp, Jabbar and Schrödl 2004) with delayed duplicate detection by hashing: states
// lie on disk in buckets (g, h), divided into partitions by a hash of their discrete part. A bucket is settled when its
// turn comes: its candidates are held against the closed states of their column, and survivors are appended to the
// column and expanded; successors become candidates of later buckets. With the estimate 0 this is breadth-first search.
//
// Why a column needs no costs: the estimate is consistent and looks at the discrete state only, so the buckets of one
// column are settled in the order of their depths, and whatever covers a candidate there was reached no later.
//
// Estimates never cut: states from which no way is seen wait in a column of their own until all others are done, so
// that "cannot happen" rests on states that were seen, and on nothing else.

import type { DiskFolder } from "../../basics/files.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Heuristic } from "../../heuristics/index.ts";
import type { Failed, Found, GoalTest, Search, SearchStatistics, SearchStatus } from "../search.ts";
import { type Bucket, Buckets } from "./buckets.ts";
import {
  FORMAT,
  nothingCounted,
  readCheckpoint,
  type SearchCheckpoint,
  type StretchRow,
  writeCheckpoint,
} from "./checkpoint.ts";
import { Expander } from "./expander.ts";
import { DamagedFile, NO_PARENT } from "./records.ts";
import { refuseOther } from "./refuse.ts";
import { type Column, ResidentColumns } from "./resident-columns.ts";
import { settleCandidates } from "./settle.ts";
import { ordinalsTo } from "./way.ts";

/** Bytes after which a checkpoint is written, however few states they are. */
const BYTES_PER_CHECKPOINT = 64 << 20;
/** Milliseconds after which a checkpoint is written. */
const TIME_PER_CHECKPOINT = 1000;
const LEAST_TIME = 50;
/** Checkpoints that are written because time has passed take at most this share of it in the long run. */
const SHARE_OF_CHECKPOINTS = 1 / 20;
/** Of a turn, however short it is (`--time`, Ctrl-C), at most this share is lost, so that turns get on. */
const SHARE_AT_RISK = 1 / 2;
/** Records that are looked at in one step of the search. */
const RECORDS_PER_STEP = 256;

export interface ExternalOptions {
  readonly goal: GoalTest;
  readonly folder: DiskFolder;
  /** What lies in the folder belongs to this. */
  readonly job: string;
  readonly partitions: number;
  /** States after which a checkpoint is written. */
  readonly checkpoint: number;
  /** Absent: breadth first. */
  readonly heuristic: Heuristic | undefined;
  /** An empty engine. */
  readonly fresh: () => Engine;
}

/** A stretch of a column that is to be expanded. */
interface Stretch {
  readonly g: number;
  readonly column: Column;
  /** What is left to be expanded. */
  readonly from: number;
  readonly to: number;
}

interface RecordPlace {
  readonly column: number;
  readonly at: number;
}

interface KeptTarget extends RecordPlace {
  readonly depth: number;
}

/** Where the last checkpoint was written, when, and how long that took. */
interface Since {
  readonly explored: number;
  readonly written: number;
  readonly time: number;
  readonly took: number;
}

export class ExternalSearch implements Search {
  private readonly options: ExternalOptions;
  private buckets: Buckets;
  private resident: ResidentColumns;
  private readonly expander: Expander;
  private current: Stretch | undefined;
  /** What is expanded once more, because what came of it was damaged. */
  private again: Stretch[] = [];
  private counted = nothingCounted();
  private process: Generator<SearchStatus, "exhausted">;
  private target: KeptTarget | undefined;
  private isTurnedBack = false;
  private failing: RecordPlace[] = [];
  /** The ways to what was found or failed last, read when it was: a file may turn out to be damaged. */
  private wayToTarget: readonly number[] = [];
  private wayToFault: readonly number[] = [];
  private since: Since;
  private readonly began: number;

  constructor(options: ExternalOptions) {
    this.options = options;
    this.began = this.time;
    const { files, memoryBytes } = options.folder;
    this.expander = new Expander({ ...options, memoryBytes: memoryBytes / 4 });
    this.resident = this.noColumns();
    this.buckets = new Buckets(files);
    this.since = this.sinceNow(this.time);
    this.process = this.work("folder");
  }

  get found(): Found | undefined {
    const { target, wayToTarget } = this;
    return target && { ordinals: () => wayToTarget, length: target.depth };
  }

  get fault(): Failed | undefined {
    return this.expander.ledger.failedIn(this.expander.engine, this.wayToFault);
  }

  turnBack(): void {
    this.isTurnedBack = true;
  }

  get statistics(): SearchStatistics {
    const { explored, generated, stored, transitions, duplicates, included, buckets, written } = this.counted;
    const { waiting } = this.buckets;
    return this.expander.ledger.statistics({
      explored,
      generated,
      stored,
      transitions,
      covered: transitions - generated + duplicates,
      peakOpen: waiting,
      disk: {
        written: written + this.buckets.bytes,
        read: this.counted.read + this.resident.read,
        buckets,
        duplicates,
        included,
      },
    });
  }

  step(): SearchStatus {
    try {
      const { value } = this.process.next();
      return value ?? "exhausted";
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.recover(error);
      return "running";
    }
  }

  /** The whole search, one step at a time. */
  private *work(from: "folder" | "memory" | "nothing"): Generator<SearchStatus, "exhausted"> {
    if (from === "nothing" || (from === "folder" && !this.goOn())) {
      this.start();
      yield* this.tellFaults(undefined);
    }
    yield* this.failAgain();
    if (this.target !== undefined) {
      this.wayToTarget = this.ordinalsTo(this.target);
      yield "found";
    }
    for (;;) {
      this.current ??= this.again.shift();
      if (this.current === undefined) {
        const bucket = this.buckets.next();
        if (bucket === undefined) break;
        yield* this.settle(bucket);
      }
      yield* this.expandCurrent();
    }
    this.checkpoint();
    return "exhausted";
  }

  private start(): void {
    this.expander.sendInitial((h, partition, state, ordinal) => {
      this.buckets.add(0, h, partition, state, { column: NO_PARENT, place: 0, ordinal });
    });
    this.checkpoint();
  }

  /** Holds the candidates of a bucket against what is closed; those that are new are to be expanded next. */
  private *settle(bucket: Bucket): Generator<SearchStatus> {
    const column = this.buckets.columnOf(bucket.h, bucket.partition);
    const loading = this.resident.load(column);
    let loaded = loading.next();
    for (; loaded.done !== true; loaded = loading.next()) yield "running";
    const engine = loaded.value;
    const { file } = bucket;
    const from = column.file.size;
    const settling = settleCandidates(
      engine,
      this.expander.bytes,
      () => file.blocks(0, file.size),
      (record) => column.file.append(record, record.column, record.place, record.ordinal),
    );
    let settled = settling.next();
    for (; settled.done !== true; settled = settling.next()) yield "running";
    const { kept, duplicates, included } = settled.value;
    column.file.flush();
    const { counted } = this;
    counted.stored += kept;
    counted.duplicates += duplicates;
    counted.included += included;
    counted.buckets++;
    counted.read += 2 * file.size;
    this.buckets.drop(bucket);
    if (kept === 0) return;
    column.layers.push({ g: bucket.g, end: column.file.size, count: kept });
    this.current = { g: bucket.g, column, from, to: column.file.size };
  }

  private *expandCurrent(): Generator<SearchStatus> {
    const stretch = this.current;
    if (stretch === undefined) return;
    const { column, to, g } = stretch;
    const { counted, expander } = this;
    for (const records of column.file.blocks(stretch.from, to)) {
      while (records.advance()) {
        const { at } = records;
        const id = expander.take(records);
        counted.explored++;
        const isTarget = this.options.goal(id, expander.engine);
        if (expander.ledger.owesFault) yield* this.tellFaults({ column: column.number, at });
        if (isTarget && (yield* this.tellTarget({ column: column.number, at, depth: g }))) continue;
        const { transitions, generated } = expander.expand(id, g, (h, partition, state, ordinal) => {
          this.buckets.add(g + 1, h, partition, state, { column: column.number, place: at, ordinal });
        });
        counted.transitions += transitions;
        counted.generated += generated;
        if (expander.ledger.owesFault) yield* this.tellFaults({ column: column.number, at });
        if (counted.explored % RECORDS_PER_STEP === 0) yield "running";
      }
      this.current = records.end === to ? undefined : { ...stretch, from: records.end };
      if (this.isCheckpointDue) this.checkpoint();
    }
  }

  /** True: the search is not to go on behind it. */
  private *tellTarget(target: KeptTarget): Generator<SearchStatus, boolean> {
    this.target = target;
    this.wayToTarget = this.ordinalsTo(target);
    this.checkpoint();
    yield "found";
    const { isTurnedBack } = this;
    this.isTurnedBack = false;
    return isTurnedBack;
  }

  /** Faults that were met at a record, or in an initial state. */
  private *tellFaults(place: RecordPlace | undefined): Generator<SearchStatus> {
    const { ledger } = this.expander;
    if (!ledger.owesFault) return;
    if (place !== undefined) this.failing.push(place);
    this.wayToFault = place === undefined ? [] : this.ordinalsTo(place);
    while (ledger.owesFault) if (ledger.reportFault()) yield "fault";
  }

  /** What failed before the search was interrupted fails again, so that nobody forgets it. */
  private *failAgain(): Generator<SearchStatus> {
    const { expander, failing: places } = this;
    this.failing = [];
    for (const { column, at } of places) {
      const id = expander.take(this.buckets.columns[column]!.file.stateAt(at));
      this.options.goal(id, expander.engine);
      expander.engine.expandAll(id, 0);
      yield* this.tellFaults({ column, at });
      expander.forget();
    }
  }

  private ordinalsTo({ column, at }: RecordPlace): readonly number[] {
    return ordinalsTo((number) => this.buckets.columns[number]!.file, column, at);
  }

  private get isCheckpointDue(): boolean {
    const { explored, written } = this.since;
    return (
      this.counted.explored - explored >= this.options.checkpoint ||
      this.buckets.bytes - written >= BYTES_PER_CHECKPOINT ||
      this.isTimeDue
    );
  }

  /** Often at first, when the turn may be a short one; later as rarely as what checkpoints cost asks for. */
  private get isTimeDue(): boolean {
    const { time, took } = this.since;
    const now = this.time;
    const atRisk = SHARE_AT_RISK * (now - this.began);
    const usual = Math.max(TIME_PER_CHECKPOINT, took / SHARE_OF_CHECKPOINTS);
    return now - time >= Math.max(LEAST_TIME, Math.min(usual, atRisk));
  }

  /** Stands still where the folder has no clock: then counts alone decide. */
  private get time(): number {
    return this.options.folder.now?.() ?? 0;
  }

  private sinceNow(began: number): Since {
    const { time } = this;
    return { explored: this.counted.explored, written: this.buckets.bytes, time, took: time - began };
  }

  private checkpoint(): void {
    const began = this.time;
    const { buckets, current, again, counted, target, failing } = this;
    buckets.sync();
    writeCheckpoint(this.options.folder.files, {
      format: FORMAT,
      job: this.job,
      ...buckets.snapshot(),
      current: current === undefined ? null : rowOf(current),
      again: again.map(rowOf),
      counters: { ...counted, written: counted.written + buckets.bytes, read: counted.read + this.resident.read },
      faults: failing.map(({ column, at }) => [column, at]),
      found: target === undefined ? [] : [[target.column, target.at, target.depth]],
    });
    buckets.removeDropped();
    this.since = this.sinceNow(began);
  }

  /** What is written belongs to it. */
  private get job(): string {
    return `${this.options.job}, ${this.expander.bytes.form}`;
  }

  /** Takes up what lies in the folder; false: nothing does, and the folder is empty now. */
  private goOn(): boolean {
    const { folder } = this.options;
    const known = folder.resume ? readCheckpoint(folder.files) : undefined;
    if (typeof known === "object" && known.job !== this.job) refuseOther(folder);
    if (known === undefined || known === "damaged") {
      if (known !== undefined) folder.tell?.("what lies in the folder cannot be read: the search begins anew");
      this.buckets = Buckets.from(folder.files, EMPTY);
      return false;
    }
    this.takeUp(known);
    return true;
  }

  private takeUp({ counters, current, again, faults, found, ...kept }: SearchCheckpoint): void {
    this.buckets = Buckets.from(this.options.folder.files, kept);
    this.counted = { ...counters };
    this.failing = faults.map(([column, at]) => ({ column, at }));
    const [target] = found;
    this.target = target && { column: target[0], at: target[1], depth: target[2] };
    this.current = current === null ? undefined : this.stretchOf(current);
    this.again = again.map((row) => this.stretchOf(row));
  }

  private stretchOf([g, column, from, to]: StretchRow): Stretch {
    return { g, column: this.buckets.columns[column]!, from, to };
  }

  /**
   * Nothing rests on a file that is not what was written. What lies as deep as what is damaged, and deeper, is
   * forgotten and made again: the layer before it is expanded once more. Its records stay where they are, so that all
   * parents do.
   */
  private recover({ message, file, at }: DamagedFile): void {
    const depth = this.buckets.depthOf(file, at) ?? 0;
    const { folder } = this.options;
    if (depth === 0) {
      folder.tell?.(`${message}: the search begins anew`);
      this.beginAnew();
      return;
    }
    folder.tell?.(`${message}: the layer before it, at depth ${depth - 1}, is expanded again`);
    this.counted.stored -= this.buckets.cutTo(depth);
    this.forgetMemory();
    const { columns } = this.buckets;
    const isLeft = ({ column, at: place }: RecordPlace): boolean => place < columns[column]!.file.size;
    this.failing = this.failing.filter(isLeft);
    if (this.target !== undefined && !isLeft(this.target)) this.target = undefined;
    this.again = [this.current, ...this.again].filter((one) => one !== undefined).filter(({ g }) => g < depth - 1);
    this.current = undefined;
    for (const column of columns) {
      const layer = column.layers.findIndex(({ g }) => g === depth - 1);
      if (layer < 0) continue;
      const from = column.layers[layer - 1]?.end ?? 0;
      this.again.push({ g: depth - 1, column, from, to: column.layers[layer]!.end });
    }
    this.checkpoint();
    this.buckets.removeRest();
    this.process = this.work("memory");
  }

  private forgetMemory(): void {
    this.expander.forget();
    this.resident = this.noColumns();
  }

  private noColumns(): ResidentColumns {
    const { fresh, folder } = this.options;
    return new ResidentColumns(fresh, this.expander.bytes, 0.75 * folder.memoryBytes);
  }

  private beginAnew(): void {
    this.forgetMemory();
    this.buckets = Buckets.from(this.options.folder.files, EMPTY);
    this.current = undefined;
    this.again = [];
    this.counted = nothingCounted();
    this.target = undefined;
    this.failing = [];
    this.since = this.sinceNow(this.time);
    this.process = this.work("nothing");
  }
}

const EMPTY = { columns: [], layers: [], buckets: [] };

const rowOf = ({ g, column, from, to }: Stretch): StretchRow => [g, column.number, from, to];
