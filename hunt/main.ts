// `npm run hunt -- [NAME…] [options]`: many seeds of every hunt, on several threads, resumable. A trial that does not
// end is given up and counts as wrong; Ctrl-C keeps what is known.

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type Hunt, seedsOf } from "./hunt.ts";
import { HUNTS } from "./hunts/index.ts";
import { Ledger } from "./ledger.ts";
import type { Report } from "./worker.ts";

const USAGE = `usage: npm run hunt -- [NAME…] [options]

  --from N, --count N   seeds from N on (0), so many (the hunt's own number)
  --minutes M           stop after so many minutes in all
  --jobs J              threads (2)
  --fresh               forget what earlier runs found
  --again               try the seeds with findings once more
  --list                names and claims
  --folder DIR          where results are kept (.hunt)
`;

interface Options {
  readonly from: number;
  readonly count: number | undefined;
  readonly deadline: number;
  readonly jobs: number;
  readonly folder: string;
  readonly fresh: boolean;
  readonly again: boolean;
}

let stopped = false;

/**
 * A trial that waits for something that never comes uses no processor time; it is given up after so many times its
 * limit.
 */
const PATIENCE = 20;

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * A thread that is given one seed at a time. A trial is given up (undefined) once the process has used `most` seconds
 * of processor time for each of its threads since: on a busy machine a trial waits, and has done nothing wrong.
 */
class Hunter {
  private readonly name: string;
  private readonly worker = new Worker(new URL("./worker.js", import.meta.url));
  private answer: (report: Report | undefined) => void = () => {};

  constructor(name: string) {
    this.name = name;
    this.worker.on("message", (report: Report) => this.answer(report));
    this.worker.on("error", (error) => {
      this.answer({ hunt: name, seed: -1, counts: { crashed: 1 }, wrong: [String(error)], seconds: 0 });
    });
  }

  try(seed: number, most: number, jobs: number): Promise<Report | undefined> {
    return new Promise((resolve) => {
      const begun = { cpu: cpuSeconds(), wall: performance.now() / 1000 };
      const timer = setInterval(() => {
        const waited = performance.now() / 1000 - begun.wall;
        if (cpuSeconds() - begun.cpu > most * jobs || waited > most * PATIENCE) this.answer(undefined);
      }, 1000);
      this.answer = (report) => {
        clearInterval(timer);
        resolve(report);
      };
      this.worker.postMessage({ hunt: this.name, seed });
    });
  }

  async end(): Promise<void> {
    this.answer = () => {};
    await this.worker.terminate();
  }
}

/** One thread's part: takes seeds until there are none. */
async function work(hunt: Hunt, ledger: Ledger, seeds: Iterator<number>, options: Options): Promise<void> {
  const most = hunt.secondsPerSeed ?? 60;
  let hunter = new Hunter(hunt.name);
  while (!stopped && Date.now() < options.deadline) {
    const { value: seed, done } = seeds.next();
    if (done) break;
    const report = await hunter.try(seed, most, options.jobs);
    if (report === undefined || report.counts["crashed"] !== undefined) {
      await hunter.end();
      hunter = new Hunter(hunt.name);
    }
    const endless = {
      counts: { endless: 1 },
      wrong: [`did not end within ${most} s of processor time`],
      seconds: most,
    };
    const { counts, wrong, seconds } = report ?? endless;
    ledger.add(seed, counts, wrong, seconds);
    for (const sentence of wrong) process.stdout.write(`WRONG ${hunt.name}, seed ${seed}: ${sentence}\n`);
  }
  await hunter.end();
}

async function pursue(hunt: Hunt, options: Options): Promise<Ledger> {
  const ledger = new Ledger(options.folder, hunt.name, options.fresh);
  if (options.again) ledger.reopen();
  const end = options.from + (options.count ?? seedsOf(hunt));
  const seeds = (function* () {
    for (let seed = options.from; seed < end; seed++) if (!ledger.has(seed)) yield seed;
  })();
  const keep = setInterval(() => {
    ledger.save();
    process.stderr.write(`${hunt.name}: ${ledger.seeds} seeds, ${ledger.findings.length} findings\n`);
  }, 5_000);
  await Promise.all(Array.from({ length: options.jobs }, () => work(hunt, ledger, seeds, options)));
  clearInterval(keep);
  ledger.save();
  return ledger;
}

function usageError(sentence: string): never {
  process.stderr.write(`${sentence}\n\n${USAGE}`);
  process.exit(11);
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) return void process.stdout.write(USAGE);
  if (values.list) {
    for (const hunt of HUNTS) process.stdout.write(`${hunt.name.padEnd(24)}${hunt.what} (${seedsOf(hunt)} seeds)\n`);
    return;
  }
  const number = (text: string | undefined, fallback: number): number => {
    if (text === undefined) return fallback;
    const value = Number(text);
    return Number.isFinite(value) && value >= 0 ? value : usageError(`${text} is not a number from 0 on`);
  };
  const options: Options = {
    from: number(values.from, 0),
    count: values.count === undefined ? undefined : number(values.count, 0),
    deadline: Date.now() + 60_000 * number(values.minutes, Number.MAX_SAFE_INTEGER / 60_000 / 2),
    jobs: Math.max(1, number(values.jobs, 2)),
    folder: values.folder ?? ".hunt",
    fresh: values.fresh ?? false,
    again: values.again ?? false,
  };
  const unknown = positionals.find((name) => !HUNTS.some((hunt) => hunt.name === name));
  if (unknown !== undefined) usageError(`there is no hunt ${unknown}`);
  const chosen = positionals.length === 0 ? HUNTS : HUNTS.filter(({ name }) => positionals.includes(name));
  process.on("SIGINT", () => {
    if (stopped) process.exit(2);
    stopped = true;
    process.stderr.write("stopping after the trials that run; Ctrl-C again ends at once\n");
  });
  const rows: string[] = ["| hunt | seeds | wrong | seen | time of threads |", "|---|---|---|---|---|"];
  let wrong = 0;
  for (const hunt of chosen) {
    const ledger = await pursue(hunt, options);
    wrong += ledger.findings.length;
    rows.push(ledger.row(hunt.name));
  }
  const report = `${rows.join("\n")}\n`;
  process.stdout.write(report);
  writeFileSync(`${options.folder}/report.md`, report);
  process.exitCode = wrong === 0 ? 0 : 1;
}

function readArguments() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    const numbers = { from: text, count: text, minutes: text, jobs: text, folder: text };
    return parseArgs({
      allowPositionals: true,
      options: { ...numbers, fresh: flag, again: flag, list: flag, help: flag },
    });
  } catch (error) {
    return usageError(String((error as Error).message));
  }
}

await main();
