// Hash-partitioned exploration: what do several engines, one per worker, give on free cores? A state belongs to the
// worker that its packed discrete words hash to; whoever finds it sends words and zone through a ring of shared memory.
// A prototype beside the product: it explores everything and keeps no parents across workers. Wall-clock times stand
// beside those of one engine as it is, and of one worker of the prototype, which takes candidates one by one in
// JavaScript: the emitted code would have to tell whose a candidate is.
//
//   npm run bench -- workers [--workers 2] [--only NAME]

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { ModelFile, StateId } from "@tracehound/core";
import { exploringEngine } from "./engines.ts";
import { printHead, printRow } from "./measure.ts";
import { type ModelRow, present, readNetwork } from "./models.ts";

const RING_WORDS = 1 << 20;
/** Words of the shared board: messages sent and received, rest flags, one each per worker. */
const [SENT, RECEIVED, IDLE, ROWS_OF_BOARD] = [0, 1, 2, 3];

const MODELS: readonly ModelRow[] = [
  { file: "tchecker/fischer_9.tck" },
  { file: "tchecker/critical-region_4.tck" },
  { file: "tchecker/csmacd_10.tck" },
  { family: "philosophers", size: 12 },
];

/** States in order of discovery; a typed array that grows. */
class Queue {
  private items = new Int32Array(1 << 16);
  private head = 0;
  private tail = 0;

  push(state: StateId): void {
    if (this.tail === this.items.length) {
      const grown = new Int32Array(2 * this.tail);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.tail++] = state;
  }

  shift(): StateId | undefined {
    return this.head < this.tail ? this.items[this.head++] : undefined;
  }

  get isEmpty(): boolean {
    return this.head === this.tail;
  }
}

type CompiledEngine = ReturnType<typeof exploringEngine>;

interface Explored {
  readonly visited: number;
  readonly stored: number;
}

/** Whom a worker works with: `rings[to][from]`. */
interface Shared {
  readonly index: number;
  readonly workers: number;
  readonly rings: readonly (readonly SharedArrayBuffer[])[];
  readonly board: SharedArrayBuffer;
}

interface Task extends Shared {
  readonly source: ModelFile;
  readonly shared: boolean;
}

function storeInitial(engine: CompiledEngine, isMine: (candidate: number) => boolean, queue: Queue): void {
  const { count } = engine.initial();
  for (let candidate = 0; candidate < count; candidate++) {
    if (!isMine(candidate)) continue;
    const state = engine.insert(candidate, -1, 0);
    if (state >= 0) queue.push(state);
  }
}

// ------------------------------------------------------------------------------------------ one engine

function exploreAlone(engine: CompiledEngine): Explored {
  const queue = new Queue();
  storeInitial(engine, () => true, queue);
  let visited = 0;
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    if (!engine.alive(state)) continue;
    visited++;
    const fresh = engine.expandAll(state, 0);
    for (let at = 0; at < fresh.length; at++) queue.push(fresh[at]!);
  }
  return { visited, stored: engine.statistics.stored };
}

// ------------------------------------------------------------------------------------------ one of several

/** A ring for one sender and one receiver: word 0 is the read position, word 1 the write position. */
class Ring {
  private readonly positions: Int32Array;
  private readonly words: Int32Array;

  constructor(buffer: SharedArrayBuffer) {
    this.positions = new Int32Array(buffer, 0, 2);
    this.words = new Int32Array(buffer, 8, RING_WORDS);
  }

  /** False when there is no room. */
  send(message: Int32Array): boolean {
    const read = Atomics.load(this.positions, 0);
    const write = this.positions[1]!;
    const free = RING_WORDS - 1 - ((write - read) & (RING_WORDS - 1));
    if (free < message.length + 1) return false;
    this.words[write] = message.length;
    for (const [at, word] of message.entries()) this.words[(write + 1 + at) & (RING_WORDS - 1)] = word;
    Atomics.store(this.positions, 1, (write + 1 + message.length) & (RING_WORDS - 1));
    return true;
  }

  /** The next message in `into`, or its length 0. */
  receive(into: Int32Array): number {
    const read = this.positions[0]!;
    if (read === Atomics.load(this.positions, 1)) return 0;
    const length = this.words[read]!;
    for (let at = 0; at < length; at++) into[at] = this.words[(read + 1 + at) & (RING_WORDS - 1)]!;
    Atomics.store(this.positions, 0, (read + 1 + length) & (RING_WORDS - 1));
    return length;
  }
}

function exploreShared(engine: CompiledEngine, { index, workers, rings, board }: Shared): Explored {
  const counters = new Int32Array(board);
  const outgoing = rings.map((row) => new Ring(row[index]!));
  const incoming = rings[index]!.map((buffer) => new Ring(buffer));
  const queue = new Queue();
  const message = new Int32Array(1 << 14);
  const count = (row: number, by: number): number => Atomics.add(counters, row * workers + index, by);

  const ownerOf = (candidate: number): number => engine.hashOf(candidate) % workers;
  /** Takes what has come in. Whoever takes something no longer rests, and says so before it counts as received. */
  const takeAll = (): Int32Array[] => {
    const taken: Int32Array[] = [];
    for (let sender = 0; sender < workers; sender++) {
      if (sender === index) continue;
      const ring = incoming[sender]!;
      for (let length = ring.receive(message); length > 0; length = ring.receive(message)) {
        Atomics.store(counters, IDLE * workers + index, 0);
        taken.push(message.slice(0, length));
        count(RECEIVED, 1);
      }
    }
    return taken;
  };
  const adopt = (arrived: Int32Array): void => {
    const state = engine.unpack(arrived);
    if (state >= 0) queue.push(state);
  };
  const expand = (state: StateId): void => {
    const later: Int32Array[] = [];
    const { count: candidates } = engine.expand(state);
    for (let candidate = 0; candidate < candidates; candidate++) {
      const owner = ownerOf(candidate);
      if (owner === index) {
        const fresh = engine.insert(candidate, state, 0);
        if (fresh >= 0) queue.push(fresh);
        continue;
      }
      const packed = message.slice(0, engine.pack(candidate, message));
      count(SENT, 1);
      // The receiver may be waiting for room as well, so what comes in is taken while there is none.
      while (!outgoing[owner]!.send(packed)) later.push(...takeAll());
    }
    for (const arrived of later) adopt(arrived);
  };
  storeInitial(engine, (candidate) => ownerOf(candidate) === index, queue);
  let visited = 0;
  for (;;) {
    for (const arrived of takeAll()) adopt(arrived);
    for (let burst = 0; burst < 64; burst++) {
      const state = queue.shift();
      if (state === undefined) break;
      if (!engine.alive(state)) continue;
      visited++;
      expand(state);
    }
    if (!queue.isEmpty) continue;
    Atomics.store(counters, IDLE * workers + index, 1);
    if (finished(counters, workers)) break;
    Atomics.wait(counters, ROWS_OF_BOARD * workers, 0, 0.2);
  }
  return { visited, stored: engine.statistics.stored };
}

/** All rest and nothing is under way, seen twice with the same numbers. */
function finished(counters: Int32Array, workers: number): boolean {
  const look = (): number[] => {
    const rows = [0, 0, 0];
    for (let row = 0; row < ROWS_OF_BOARD; row++) {
      for (let worker = 0; worker < workers; worker++) rows[row]! += Atomics.load(counters, row * workers + worker);
    }
    return rows;
  };
  const first = look();
  const second = look();
  const still = first.every((value, at) => value === second[at]);
  return still && first[IDLE] === workers && first[SENT] === first[RECEIVED];
}

// ------------------------------------------------------------------------------------------ measuring

if (isMainThread) await measureAll();
else {
  const port = parentPort!;
  const task = workerData as Task;
  port.postMessage("ready");
  port.once("message", () => {
    const engine = exploringEngine(readNetwork(task.source), "extra-lu");
    port.postMessage(task.shared ? exploreShared(engine, task) : exploreAlone(engine));
  });
}

/**
 * Wall-clock seconds from the start signal to the last answer; reading and compiling included, starting threads not.
 */
async function measure(
  source: ModelFile,
  workers: number,
  shared: boolean,
): Promise<Explored & { readonly seconds: number }> {
  const board = new SharedArrayBuffer(4 * (ROWS_OF_BOARD * workers + 1));
  const ring = (): SharedArrayBuffer => new SharedArrayBuffer(8 + 4 * RING_WORDS);
  const rings = Array.from({ length: workers }, () => Array.from({ length: workers }, ring));
  const threads = Array.from({ length: workers }, (_, index) => {
    const task: Task = { source, index, workers, shared, rings, board };
    return new Worker(fileURLToPath(import.meta.url), { workerData: task });
  });
  const next = <T>(thread: Worker): Promise<T> =>
    new Promise((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
    });
  await Promise.all(threads.map((thread) => next<"ready">(thread)));
  const started = performance.now();
  const answers = threads.map((thread) => next<Explored>(thread));
  for (const thread of threads) thread.postMessage("go");
  const results = await Promise.all(answers);
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(threads.map((thread) => thread.terminate()));
  const total = (key: keyof Explored): number => results.reduce((sum, result) => sum + result[key], 0);
  return { seconds, visited: total("visited"), stored: total("stored") };
}

async function measureAll(): Promise<void> {
  const { values } = parseArgs({
    options: { workers: { type: "string", default: "2" }, only: { type: "string", default: "" } },
  });
  const workers = Number(values.workers);
  const columns = ["stored", "one engine, s", "one worker that could share, s", `${workers} workers, s`];
  printHead(["model", ...columns, "gain of sharing", "gain over one engine"]);
  for (const { name, source } of present(MODELS, values.only)) {
    const alone = await measure(source, 1, false);
    const one = await measure(source, 1, true);
    const many = await measure(source, workers, true);
    if (many.stored !== alone.stored) throw new Error(`${name}: ${many.stored} states, not ${alone.stored}`);
    const seconds = [alone, one, many].map((run) => run.seconds.toFixed(2));
    const gain = [one, alone].map((run) => `${(run.seconds / many.seconds).toFixed(2)} ×`);
    printRow([name, alone.stored, ...seconds, ...gain]);
  }
}
