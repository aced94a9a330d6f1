// A search on disk by several processes, which come and go (the work queue on disk of the survey, section 7; Edelkamp
// and Jabbar 2006): buckets are settled and expanded in the order of external A*, and what is to be done for a bucket
// (a partition to be settled, a part of its new states to be expanded) is done by whoever comes first. What was done
// stands in markers, which are published once and never change; nothing else is agreed upon, so that nobody needs to
// be waited for longer than it gives signs of life.
//
// Why nothing is lost: a bucket is settled when everything before it is expanded, which all see by the markers; what
// two processes do for the same marker is equally right, and the first one counts.

import type { Joined } from "../../../basics/files.ts";
import type { Failed, Found, Search, SearchStatistics, SearchStatus } from "../../search.ts";
import { nothingCounted } from "../checkpoint.ts";
import type { ExternalOptions } from "../external-search.ts";
import { DamagedFile } from "../records.ts";
import { refuseOther } from "../refuse.ts";
import { ordinalsTo } from "../way.ts";
import { Crew } from "./crew.ts";
import { columnNumber, type JoinedBucket, JoinedMap, recordsOf } from "./joined-map.ts";
import { type BucketPart, JoinedWork, KnownNoMore, type RecordedPlace } from "./joined-work.ts";
import {
  type ExpandedMarker,
  expandedName,
  FOUND,
  type FoundMarker,
  JOB,
  type JobMarker,
  publishMarker,
  readMarker,
  type SettledMarker,
  START,
  settledName,
} from "./markers.ts";
import { depthOfDamage, forgetFrom, whatIsDoneAgain } from "./mend.ts";
import { sweep } from "./sweep.ts";

/** What those are at who mend the folder, and who wait for it. */
const MENDING = "mending";
const HELD = "held";

/** What is to be done, by the name of the marker that says that it is. */
interface Task {
  readonly name: string;
  /** It needs a column that is not in memory here. */
  readonly isFar?: boolean;
  run(): Generator<SearchStatus>;
}

interface News {
  readonly kind: "target" | "fault";
  readonly place: RecordedPlace;
}

export class JoinedSearch implements Search {
  private readonly options: ExternalOptions;
  private readonly joined: Joined;
  private readonly crew: Crew;
  private readonly here: JoinedWork;
  private map: JoinedMap;
  private readonly process: Generator<SearchStatus, "exhausted">;
  /** By all processes together. */
  private counted = nothingCounted();
  /** The ways to what was found or failed last, read when it was: a file may turn out to be damaged. */
  private target: readonly number[] | undefined;
  private failed: readonly number[] = [];
  private news: News[] = [];
  private readonly told = new Set<string>();

  constructor(options: ExternalOptions, joined: Joined) {
    this.options = options;
    this.joined = joined;
    this.crew = new Crew(joined);
    this.here = new JoinedWork(options, joined, this.crew);
    this.map = new JoinedMap(joined.files);
    this.process = this.work();
  }

  get found(): Found | undefined {
    const { target } = this;
    return target && { ordinals: () => target, length: target.length - 1 };
  }

  get fault(): Failed | undefined {
    const { ledger, engine } = this.here.expander;
    return ledger.failedIn(engine, this.failed);
  }

  /** Nobody ever goes on behind a target. */
  turnBack(): void {}

  get statistics(): SearchStatistics {
    const { counted, here } = this;
    const { live } = here;
    const transitions = counted.transitions + live.transitions;
    const generated = counted.generated + live.generated;
    const { stored, duplicates, included, buckets, written } = counted;
    return here.expander.ledger.statistics({
      explored: counted.explored + live.explored,
      generated,
      stored,
      transitions,
      covered: transitions - generated + duplicates,
      peakOpen: this.map.waiting,
      disk: { written, read: here.read, buckets, duplicates, included },
    });
  }

  step(): SearchStatus {
    return this.process.next().value ?? "exhausted";
  }

  end(): void {
    this.here.discard();
    this.crew.leave();
  }

  private *work(): Generator<SearchStatus, "exhausted"> {
    this.agreeOnJob();
    sweep(this.joined);
    this.crew.at("");
    yield* this.tellInitialFaults();
    for (;;) {
      try {
        yield* this.everything();
        this.crew.at("");
        return "exhausted";
      } catch (error) {
        if (error instanceof DamagedFile) yield* this.mend(error);
        else if (!(error instanceof KnownNoMore)) throw error;
        this.map = new JoinedMap(this.joined.files);
        this.here.knowNothing();
        this.counted = nothingCounted();
        this.news = [];
        this.told.clear();
      }
    }
  }

  /** Of several who begin at the same time, one says what the folder is about. */
  private agreeOnJob(): void {
    const { files, me } = this.joined;
    const job = `${this.options.job}, ${this.here.expander.bytes.form}`;
    const marker: JobMarker = { format: 1, job };
    if (files.size(JOB) === undefined) publishMarker(files, me, JOB, marker, true);
    if (this.readMarker<JobMarker>(JOB)?.job !== job) refuseOther(this.options.folder);
  }

  private *everything(): Generator<SearchStatus> {
    yield* this.all(() => (this.hasStarted() ? [] : [{ name: START, run: () => this.here.start() }]));
    for (let bucket = this.map.next(); bucket !== undefined; bucket = this.map.next()) {
      const current = bucket;
      const settled = new Map<number, SettledMarker>();
      const expanded = new Set<string>();
      yield* this.all(() => this.tasksOf(current, settled, expanded));
      this.counted.buckets += settled.size;
      const { files } = this.joined;
      for (const name of this.map.pass(current)) if (files.size(name) !== undefined) files.remove(name);
      yield "running";
    }
  }

  /** Works on tasks until there are none, and leaves to others what they are at. */
  private *all(tasks: () => readonly Task[]): Generator<SearchStatus> {
    for (;;) {
      const left = tasks();
      yield* this.tellNews();
      if (left.length === 0) return;
      if (yield* this.isHeld()) throw new KnownNoMore();
      const task = this.choose(left);
      if (task === undefined) {
        this.joined.rest();
        yield "running";
      } else yield* task.run();
    }
  }

  /** Undefined: others are at all of them. */
  private choose(tasks: readonly Task[]): Task | undefined {
    const { crew } = this;
    const taken = new Set(crew.others().values());
    const free = tasks.filter(({ name }) => !taken.has(name));
    const near = free.filter(({ isFar }) => isFar !== true);
    const from = near.length > 0 ? near : free;
    const task = from[numberOf(crew.me) % Math.max(1, from.length)];
    crew.at(task?.name ?? "");
    // Two may have chosen the same in the same moment.
    const isRival = ([name, theirs]: [string, string]): boolean => theirs === task?.name && name < crew.me;
    return [...crew.others()].some(isRival) ? undefined : task;
  }

  /** Waits while somebody mends the folder: then nothing that is known need be so any more. */
  private *isHeld(): Generator<SearchStatus, boolean> {
    const { crew } = this;
    const isMending = (): boolean => [...crew.others().values()].includes(MENDING);
    if (!isMending()) return false;
    do {
      crew.at(HELD);
      this.joined.rest();
      yield "running";
    } while (isMending());
    return true;
  }

  /** Reads what others have done for a bucket; what is left. */
  private tasksOf(bucket: JoinedBucket, settled: Map<number, SettledMarker>, expanded: Set<string>): readonly Task[] {
    const { g, h, candidates } = bucket;
    const tasks: Task[] = [];
    for (const [partition, segments] of candidates) {
      const column = this.map.columnOf(h, partition);
      const name = settledName(g, h, partition);
      const marker = settled.get(partition) ?? this.readMarker<SettledMarker>(name);
      if (marker === undefined) {
        const run = () => this.here.settle(name, g, column, () => recordsOf(segments));
        tasks.push({ name, isFar: !this.here.isResident(column), run });
        continue;
      }
      if (!settled.has(partition)) {
        settled.set(partition, marker);
        this.noteSettled({ g, h, partition }, marker);
      }
      tasks.push(...this.partsOf({ g, h, partition }, marker, expanded));
    }
    return tasks;
  }

  private partsOf(part: BucketPart, marker: SettledMarker, expanded: Set<string>): readonly Task[] {
    return marker.parts.flatMap((_, number) => {
      const name = expandedName(marker.file, number);
      if (expanded.has(name)) return [];
      const done = this.readMarker<ExpandedMarker>(name);
      if (done === undefined) {
        return [{ name, run: () => this.here.expand(name, part, marker, number, (place) => this.noteTarget(place)) }];
      }
      expanded.add(name);
      this.noteExpanded(part, done);
      return [];
    });
  }

  private hasStarted(): boolean {
    const marker = this.readMarker<ExpandedMarker>(START);
    if (marker !== undefined) this.map.addMade(0, marker);
    return marker !== undefined;
  }

  private noteSettled({ g, h, partition }: BucketPart, marker: SettledMarker): void {
    const { counted } = this;
    counted.stored += marker.kept;
    counted.duplicates += marker.duplicates;
    counted.included += marker.included;
    counted.written += marker.size;
    this.map.addKept(g, h, partition, marker);
    this.here.noteKept(this.map.columnOf(h, partition), g);
  }

  private noteExpanded(part: BucketPart, marker: ExpandedMarker): void {
    const { counted, news } = this;
    counted.explored += marker.explored;
    counted.transitions += marker.transitions;
    counted.generated += marker.generated;
    counted.written += marker.size;
    this.map.addMade(part.g + 1, marker);
    for (const at of marker.targets) news.push({ kind: "target", place: { ...part, at } });
    for (const at of marker.faults) news.push({ kind: "fault", place: { ...part, at } });
  }

  private *tellNews(): Generator<SearchStatus> {
    const marker = this.readMarker<FoundMarker>(FOUND);
    const found = marker && { ...marker, h: marker.h ?? Number.POSITIVE_INFINITY };
    // Who has just come does not know yet where that is.
    const isKnown = found !== undefined && this.map.isKnown(found.g, columnNumber(found.h, found.partition));
    if (isKnown && this.noteTarget(found)) yield "found";
    for (let one = this.news.shift(); one !== undefined; one = this.news.shift()) {
      if (one.kind === "fault") yield* this.tellFault(one.place);
      else if (this.noteTarget(one.place)) yield "found";
    }
  }

  /** False: it was told. */
  private noteTarget(place: RecordedPlace): boolean {
    const way = this.ordinalsTo(place);
    if (this.isTold("target", place)) return false;
    this.target = way;
    const { files, me } = this.joined;
    const marker: FoundMarker = { ...place, h: place.h === Number.POSITIVE_INFINITY ? null : place.h };
    if (files.size(FOUND) === undefined) publishMarker(files, me, FOUND, marker, true);
    return true;
  }

  /** Whoever met it: it fails again here. */
  private *tellFault(place: RecordedPlace): Generator<SearchStatus> {
    const way = this.ordinalsTo(place);
    if (this.isTold("fault", place)) return;
    const { expander } = this.here;
    expander.forget();
    const id = expander.take(this.map.fileAt(place.g, columnNumber(place.h, place.partition)).stateAt(place.at));
    this.options.goal(id, expander.engine);
    expander.engine.expandAll(id, 0);
    this.failed = way;
    while (expander.ledger.owesFault) if (expander.ledger.reportFault()) yield "fault";
    expander.forget();
  }

  private *tellInitialFaults(): Generator<SearchStatus> {
    const { ledger, engine } = this.here.expander;
    engine.initial();
    while (ledger.owesFault) if (ledger.reportFault()) yield "fault";
  }

  private isTold(kind: News["kind"], { g, h, partition, at }: RecordedPlace): boolean {
    const name = [kind, g, h, partition, at].join(" ");
    const isTold = this.told.has(name);
    this.told.add(name);
    return isTold;
  }

  /** What is damaged is forgotten, with all that lies deeper, once nobody works on it. */
  private *mend(damage: DamagedFile): Generator<SearchStatus> {
    const { crew, joined } = this;
    this.here.discard();
    const depth = depthOfDamage(damage.file, this.map) ?? 0;
    for (;;) {
      crew.at(MENDING);
      const others = [...crew.others()];
      // Of several who want to, the first does.
      if (others.some(([name, task]) => task === MENDING && name < crew.me) && (yield* this.isHeld())) return;
      if (others.every(([, task]) => task === HELD || task === MENDING)) break;
      joined.rest();
      yield "running";
    }
    this.options.folder.tell?.(`${damage.message}: ${whatIsDoneAgain(depth)}`);
    forgetFrom(joined.files, depth);
    crew.at("");
  }

  private readMarker<T extends object>(name: string): T | undefined {
    return readMarker<T>(this.joined.files, name);
  }

  private ordinalsTo({ g, h, partition, at }: RecordedPlace): readonly number[] {
    let depth = g;
    return ordinalsTo((column) => this.map.fileAt(depth--, column), columnNumber(h, partition), at);
  }
}

/** So that processes begin with different tasks. */
function numberOf(name: string): number {
  let number = 7;
  for (let i = 0; i < name.length; i++) number = (31 * number + name.charCodeAt(i)) >>> 0;
  return number;
}
