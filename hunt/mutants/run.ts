// One process, one mutant (`TRACEHOUND_MUTANT`, see `bundle.ts`): runs the tests it is told to in the order it is told, and stops
// at the first that fails. A survey has no mutant: it runs all tests, and says what each costs and which changes it reaches.

import { readFileSync, writeFileSync } from "node:fs";
import { FILES, ONLY } from "tests";
import { collect, type Test } from "./suite.ts";

/** A test is named by its file and its place there. */
export interface Errand {
  readonly tests: readonly { readonly file: string; readonly index: number }[];
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

export interface Survey {
  /** What is reached while files are loaded. A module is loaded once, whoever asks first: this counts for every test. */
  readonly loading: readonly number[];
  readonly tests: readonly Experience[];
}

/** Undefined: it survived. */
export interface Fate {
  readonly killedBy?: string;
}

declare global {
  /** Changed places report here while it is surveyed who reaches what. */
  var $reached: Set<number>;
}

const [order, answer] = process.argv.slice(2) as [string, string];

/** Says what happened as the last thing it does: a process that ends otherwise was ended by its mutant. */
const say = (what: unknown): never => {
  writeFileSync(answer, JSON.stringify(what));
  process.exit(0);
};

async function survey(): Promise<Survey> {
  const loading = new Set<number>();
  const tests: Experience[] = [];
  for (const [file, load] of Object.entries(FILES)) {
    globalThis.$reached = loading;
    for (const [index, { name, body }] of (await collect(load)).entries()) {
      if (!name.startsWith(ONLY[file] ?? "")) continue;
      globalThis.$reached = new Set();
      const start = process.cpuUsage();
      const failure = await failureOf(body);
      const { user, system } = process.cpuUsage(start);
      const milliseconds = (user + system) / 1000;
      tests.push({ file, index, name, milliseconds, passes: failure === undefined, reached: [...globalThis.$reached] });
      if (failure !== undefined) process.stderr.write(`left out: ${file}: ${name}: ${failure}\n`);
    }
  }
  return { loading: [...loading], tests };
}

async function failureOf(body: Test["body"]): Promise<string | undefined> {
  try {
    await body();
    return undefined;
  } catch (error) {
    return String((error as Error)?.message ?? error);
  }
}

async function fateOf({ tests }: Errand): Promise<Fate> {
  const loaded = new Map<string, readonly Test[]>();
  for (const { file, index } of tests) {
    if (!loaded.has(file)) {
      const failure = await failureOf(async () => loaded.set(file, await collect(FILES[file]!)));
      if (failure !== undefined) return { killedBy: `${file}: loading` };
    }
    const test = loaded.get(file)![index];
    if (test === undefined || (await failureOf(test.body)) !== undefined) {
      return { killedBy: `${file}: ${test?.name ?? "a test is gone"}` };
    }
  }
  return {};
}

say(order === "survey" ? await survey() : await fateOf(JSON.parse(readFileSync(order, "utf8")) as Errand));
