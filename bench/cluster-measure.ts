// The constants behind the simulation, measured with real processes: `nats-server` and `tracehound worker`. Processor
// time is read from /proc, so that this runs on Linux only. The ceiling of a speed-up is what two workers give that
// have nothing to do with each other, in the same run.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORT = 14_222;
const URL = `nats://127.0.0.1:${PORT}`;
const PROGRAM = "packages/cli/bin/tracehound.js";
/** Seconds until everybody has its share of the shards. */
const WARM_UP = 6;
/** Of `getconf CLK_TCK`, on every Linux of today. */
const TICKS = 100;

interface Sample {
  /** Expansions of searches, tasks of swarms. */
  readonly done: number;
  readonly cpu: readonly number[];
  readonly wall: number;
}

interface Status {
  readonly workers?: readonly { readonly explored: number }[];
  readonly tasks?: { readonly done: number };
}

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

function cpuOf({ pid }: ChildProcess): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS;
}

/** Of commands that answer; what a job or a model lacks is told: a measurement of nothing looks like a slow one. */
function hound(...args: readonly string[]): string {
  const run = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status === null || run.status > 2) throw new Error(`${args.join(" ")}: ${run.stderr}${run.stdout}`);
  return run.stdout;
}

const told = <T>(...args: readonly string[]): T => JSON.parse(hound(...args, "--json")) as T;

/** Each the same amount of work on every machine; none can end the job, for there is nothing to be found so near. */
function smallHunts(count: number): object[] {
  return Array.from({ length: count }, (_, seed) => ({ search: `bounded(9, rdfs(seed=${seed}))` }));
}

export async function measure(seconds: number, model: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tracehound-bench-"));
  process.env.TRACEHOUND_BROKER = URL;
  const settings = ["--jetstream", "--store_dir", join(folder, "store"), "-a", "127.0.0.1", "-p", String(PORT)];
  const broker = spawn("nats-server", settings, {
    stdio: "ignore",
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const workers: ChildProcess[] = [];
  const hire = (job: string): void => {
    workers.push(spawn(process.execPath, [PROGRAM, "worker", "--job", job, "--quiet"], { stdio: "ignore" }));
  };
  const dismiss = async (): Promise<void> => {
    for (const worker of workers.splice(0)) {
      const gone = new Promise((resolve) => worker.once("exit", resolve));
      worker.kill("SIGTERM");
      await gone;
    }
  };
  const write = (line: string): void => void process.stdout.write(line);
  try {
    await pause(1);
    await constants(folder, broker, hire, dismiss, workers, write);
    const [family, size] = model.split(" ");
    const file = join(folder, "directed.xml");
    hound("generate", family!, "--size", size!, "--correct", "-o", file);
    const search = ["job", "start", file, "--query", "1", "--search", "greedy(hL())"];
    const hunts = join(folder, "hunts.json");
    writeFileSync(hunts, JSON.stringify({ configurations: smallHunts(5000) }));
    const swarm = ["job", "start", join(folder, "fischer.xml"), "--query", "1", "--swarm", "--configurations", hunts];
    for (const [name, start] of [
      ["directed search", search],
      ["swarm", swarm],
    ] as const) {
      const rates: ReturnType<typeof rateOf>[] = [];
      for (const plan of [[1], [2], [1, 1]]) {
        const jobs = plan.map((count) => {
          const { job } = told<{ job: string }>(...start);
          for (let i = 0; i < count; i++) hire(job);
          return job;
        });
        await pause(WARM_UP);
        const before = sample(jobs, workers);
        await pause(seconds);
        const after = sample(jobs, workers);
        rates.push(rateOf(before, after));
        await dismiss();
        for (const job of jobs) hound("job", "cancel", job);
      }
      const [one, two, apart] = rates;
      const share = (of: "rate" | "wall"): string => (two![of] / apart![of]).toFixed(2);
      write(
        `${name}, ${one!.done}, ${two!.done}, ${apart!.done} done: 1 worker ${one!.rate.toFixed(1)} a CPU second, 2 workers ${two!.rate.toFixed(1)}, two apart ${apart!.rate.toFixed(1)}: ` +
          `${share("rate")} of the ceiling (wall clock ${one!.wall.toFixed(1)}, ${two!.wall.toFixed(1)}, ${apart!.wall.toFixed(1)}: ${share("wall")})\n`,
      );
    }
  } finally {
    await dismiss();
    broker.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a record costs: all processes together, without what one engine takes for the same search. */
async function constants(
  folder: string,
  broker: ChildProcess,
  hire: (job: string) => void,
  dismiss: () => Promise<void>,
  workers: readonly ChildProcess[],
  write: (line: string) => void,
): Promise<void> {
  const file = join(folder, "fischer.xml");
  hound("generate", "fischer", "--size", "9", "--correct", "-o", file);
  type Results = { results: { statistics: { cpuSeconds: number; generated: number; transitions: number } }[] };
  const alone = told<Results>("check", file, "--query", "1", "--search", "bfs", "--por", "off").results[0]!.statistics;
  const { job } = told<{ job: string }>("job", "start", file, "--query", "1");
  const [brokerBefore] = [cpuOf(broker)];
  hire(job);
  // It waits, and costs nothing that counts, when the search is over.
  const { generated, transitions } = told<Results>("job", "result", job).results[0]!.statistics;
  const worker = cpuOf(workers[0]!);
  const brokers = cpuOf(broker) - brokerBefore;
  await dismiss();
  const perRecord = (cpu: number): string => ((1e6 * cpu) / generated).toFixed(1);
  write(
    `fischer 9, correct, breadth first, one worker: ${generated} records of ${transitions} candidates; one engine ${alone.cpuSeconds} s (${((1e6 * alone.cpuSeconds) / alone.transitions).toFixed(2)} µs a candidate)\n` +
      `worker with start ${worker.toFixed(2)} s, ${perRecord(worker)} µs a record; broker ${brokers.toFixed(2)} s, ${perRecord(brokers)} µs; ` +
      `all without what one engine takes ${perRecord(worker + brokers - alone.cpuSeconds)} µs; ${Math.round(generated / worker)} records per CPU second of a worker\n`,
  );
}

function sample(jobs: readonly string[], workers: readonly ChildProcess[]): Sample {
  const all = jobs.map((job) => told<Status>("job", "status", job));
  const members = all.flatMap((status) => status.workers ?? []);
  const expanded = members.reduce((sum, { explored }) => sum + explored, 0);
  const tasks = all.reduce((sum, { tasks }) => sum + (tasks?.done ?? 0), 0);
  return { done: expanded + tasks, cpu: workers.map(cpuOf), wall: performance.now() / 1000 };
}

/** By the worker that worked most, as if all had a core of their own. */
function rateOf(before: Sample, after: Sample): { rate: number; done: number; wall: number } {
  const done = after.done - before.done;
  const longest = Math.max(...after.cpu.map((cpu, at) => cpu - before.cpu[at]!));
  return { rate: done / longest, done, wall: done / (after.wall - before.wall) };
}
