// A process that tries mutants, one after the other (`$mutant` is the one that is made, see `bundle.ts`): it runs the
// tests it is told to in the order it is told, and stops at the first that fails. Code that is warm makes this several
// times faster than a process per mutant. A survey has no mutant: it runs all tests of a file, and says what each costs
// and which changes it reaches.

import { Worker } from "node:worker_threads";
import { FILES } from "tests";
import { collect, type Test } from "./suite.ts";

/** Which mutant is to be made, and the tests that are to see it, each named by its file and its place there. */
export interface Errand {
  readonly mutant: number;
  readonly tests: readonly { readonly file: string; readonly index: number; readonly milliseconds: number }[];
}

/** What a whole run without a mutant knows of a test. */
interface Experience {
  readonly file: string;
  readonly index: number;
  readonly name: string;
  /** Of processor time: others may share the machine. */
  readonly milliseconds: number;
  readonly passes: boolean;
  /** Numbers of the changes that it reaches. */
  readonly reached: readonly number[];
}

/** Which file is to be surveyed. */
export interface Question {
  readonly file: string;
}

export interface Survey {
  /**
   * What is reached while files are loaded. A module is loaded once, whoever asks first: this counts for every test.
   */
  readonly loading: readonly number[];
  readonly tests: readonly Experience[];
}

export interface Fate {
  /** Undefined: it survived. */
  readonly killedBy?: string;
  /** The test, where it was one. */
  readonly by?: { readonly file: string; readonly index: number };
  /** The test fails without the mutant as well: an earlier one has left something behind, and this says nothing. */
  readonly spoilt?: boolean;
}

declare global {
  /** Changed places report here while it is surveyed who reaches what. */
  var $reached: Uint8Array;
  /** The change that is made. */
  var $mutant: number;
}

const NONE = -1;
/** Milliseconds of processor time that a file is surveyed for. */
const MOST_OF_FILE = 5_000;
/** No folder has more changes. */
const MOST_CHANGES = 1 << 16;
/** A test that takes so many times what it takes without a mutant, and seconds more for cold code, does not end. */
const [TIMES, MORE_SECONDS] = [5, 1.5];
globalThis.$mutant = NONE;
globalThis.$reached = new Uint8Array(MOST_CHANGES);
const loaded = new Map<string, readonly Test[]>();

/** CPU seconds, of this process, at which it ends itself: somebody has to look who is not in an endless loop. */
const end = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY);
const WATCH = `const { end } = require("node:worker_threads").workerData;
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1e6 > end[0]) process.kill(process.pid, "SIGKILL");
}, 200);`;
new Worker(WATCH, { eval: true, workerData: { end } }).unref();

process.on("message", async (order: Errand | Question) => {
  // Where a mutant waits for what never comes, nothing else keeps the process alive, and it ends.
  process.channel!.unref();
  const answer = "file" in order ? await survey(order) : await fateOf(order);
  process.channel!.ref();
  process.send!(answer);
});

async function survey({ file }: Question): Promise<Survey> {
  $reached.fill(0);
  const collected = await collect(FILES[file]!);
  const loading = reached();
  const tests: Experience[] = [];
  let spent = 0;
  for (const [index, { name, body }] of collected.entries()) {
    // What a file takes longer for no mutant can be tried with either.
    if (spent > MOST_OF_FILE) break;
    $reached.fill(0);
    const start = process.cpuUsage();
    const failure = await failureOf(body);
    const { user, system } = process.cpuUsage(start);
    const milliseconds = (user + system) / 1000;
    spent += milliseconds;
    tests.push({ file, index, name, milliseconds, passes: failure === undefined, reached: reached() });
    if (failure !== undefined) process.stderr.write(`left out: ${file}: ${name}: ${failure}\n`);
  }
  return { loading, tests };
}

function reached(): readonly number[] {
  return [...$reached.keys()].filter((change) => $reached[change] === 1);
}

async function failureOf(body: Test["body"]): Promise<string | undefined> {
  try {
    await body();
    return undefined;
  } catch (error) {
    return String((error as Error)?.message ?? error);
  }
}

async function fateOf({ mutant, tests }: Errand): Promise<Fate> {
  globalThis.$mutant = mutant;
  for (const { file, index, milliseconds } of tests) {
    if (!loaded.has(file)) {
      const failure = await failureOf(async () => loaded.set(file, await collect(FILES[file]!)));
      if (failure !== undefined) return { killedBy: `${file}: loading` };
    }
    const { user, system } = process.cpuUsage();
    end[0] = (user + system) / 1e6 + (TIMES * milliseconds) / 1000 + MORE_SECONDS;
    const test = loaded.get(file)![index];
    if (test === undefined) return { killedBy: `${file}: a test is gone` };
    if ((await failureOf(test.body)) !== undefined) {
      globalThis.$mutant = NONE;
      end[0] = Number.POSITIVE_INFINITY;
      return {
        killedBy: `${file}: ${test.name}`,
        by: { file, index },
        spoilt: (await failureOf(test.body)) !== undefined,
      };
    }
  }
  globalThis.$mutant = NONE;
  end[0] = Number.POSITIVE_INFINITY;
  return {};
}
