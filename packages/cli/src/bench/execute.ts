// Runs the tasks of a suite that are not done yet, each in a process of its own with limits of its own, several at a
// time.

import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { abortForMany } from "../limits/abort.ts";
import { commitOfBuild, VERSION } from "../version.ts";
import { textOf, withInput } from "./inputs.ts";
import type { Journal, Run } from "./journal.ts";
import type { Suite, Task } from "./suite.ts";

export interface ExecuteOptions {
  readonly jobs: number;
  readonly progress: boolean;
}

/** True when everything was done, false when Ctrl-C came before. */
export async function execute(
  suite: Suite,
  journal: Journal,
  options: ExecuteOptions,
  context: Context,
): Promise<boolean> {
  const limitsOf = (task: Task) => ({ seconds: task.seconds ?? suite.seconds, memory: suite.memory });
  const waiting = suite.tasks.filter((task) => !journal.isDone(task, limitsOf(task)));
  const runSelf = context.runSelf;
  if (runSelf === undefined) throw new UsageError("processes cannot be started here");
  const progress = new BenchProgress(waiting.length, suite.tasks.length - waiting.length, options, context);
  // What cannot be kept ends all of it, also what runs beside.
  const stop = abortForMany();
  const { signal } = stop;
  const failures: unknown[] = [];
  context.signal.addEventListener("abort", () => stop.abort(), { once: true });
  if (context.signal.aborted) stop.abort();
  const worker = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined && !signal.aborted; task = waiting.shift()) {
      progress.begin(task);
      const { seconds, memory } = limitsOf(task);
      const { args, input } = await commandOf(task, suite, seconds, memory, context);
      const { stdout } = await runSelf(args, input, signal, killAfter(seconds));
      if (signal.aborted) return;
      const { model } = task;
      const known = input === undefined || model.input !== undefined ? model : await withInput(model, input);
      const run = runOf({ ...task, model: known }, suite, { seconds, memory }, stdout);
      await journal.add(run);
      progress.end(task, run);
    }
  };
  const workers = Array.from({ length: Math.max(1, options.jobs) }, () =>
    worker().catch((error: unknown) => {
      failures.push(error);
      stop.abort();
    }),
  );
  await Promise.all(workers);
  progress.clear();
  if (failures.length > 0) throw failures[0];
  return !context.signal.aborted;
}

/**
 * Limits count processor time; a run that does not come to its limit is ended from outside, long after, also on busy
 * machines.
 */
const killAfter = (seconds: number): number => 1000 * (60 * seconds + 600);

async function commandOf(task: Task, suite: Suite, seconds: number, memory: number, context: Context) {
  const { model, search, seed } = task;
  const { query } = model;
  const asked = typeof query === "string" ? ["-q", query] : ["--query", String(query ?? 1)];
  const limits = ["--time", String(seconds), "--memory", String(memory)];
  const order = [
    "--search",
    search.search,
    "--seed",
    String(seed),
    "--abstraction",
    suite.abstraction,
    "--por",
    suite.por,
  ];
  if ("file" in model.source) {
    return {
      args: ["check", model.source.file, ...asked, ...order, ...limits, "--no-steps", "--json"],
      input: undefined,
    };
  }
  return {
    args: ["check", "-", ...asked, ...order, ...limits, "--no-steps", "--json"],
    input: textOf(model.source, context),
  };
}

interface CheckJson {
  readonly error?: { readonly message: string };
  readonly diagnostics?: readonly { readonly message: string; readonly line?: number; readonly severity: string }[];
  readonly results?: readonly {
    readonly verdict: "satisfied" | "violated" | "unknown";
    readonly because?: string;
    /** What is wrong with the query. */
    readonly diagnostic?: { readonly message: string };
    readonly trace?: { readonly length: number };
    readonly statistics: Partial<Run> & {
      readonly estimates?: readonly { readonly build?: { readonly buildSeconds: number } }[];
    };
  }[];
}

/** What ran. */
function built(): Pick<Run, "version" | "commit"> {
  const commit = commitOfBuild();
  return { version: VERSION, ...(commit === undefined ? {} : { commit }) };
}

/** Null where the process ended without a word. */
function readSaid(stdout: string): CheckJson | null {
  try {
    return JSON.parse(stdout) as CheckJson;
  } catch {
    return null;
  }
}

function runOf(
  { model, search, seed }: Task,
  suite: Suite,
  limits: { readonly seconds: number; readonly memory: number },
  stdout: string,
): Run {
  const base = {
    model: model.name,
    ...(model.input === undefined ? {} : { input: model.input }),
    search: search.search,
    seed,
    abstraction: suite.abstraction,
    por: suite.por,
    ...limits,
  };
  const said = readSaid(stdout);
  const result = said?.results?.[0];
  if (result === undefined || result.diagnostic !== undefined) {
    const nothing = { explored: 0, generated: 0, stored: 0, cpuSeconds: 0, memoryMB: 0 };
    const told = said?.diagnostics?.find(({ severity }) => severity === "error");
    const message =
      result?.diagnostic?.message ??
      (told === undefined ? said?.error?.message : `line ${told.line ?? "?"}: ${told.message}`);
    return {
      ...base,
      verdict: "failed",
      because: "no-answer",
      ...(message === undefined ? {} : { message }),
      ...nothing,
      ...built(),
    };
  }
  const { verdict, because, trace, statistics } = result;
  const { explored = 0, generated = 0, stored = 0, cpuSeconds = 0, memoryMB = 0 } = statistics;
  const { queues, contextSwitches, prunable, estimates } = statistics;
  const build = estimates?.find((one) => one.build !== undefined)?.build?.buildSeconds;
  return {
    ...base,
    verdict,
    ...(because === undefined ? {} : { because }),
    explored,
    generated,
    stored,
    ...(trace === undefined ? {} : { length: trace.length }),
    cpuSeconds,
    memoryMB,
    // A queue per level of interference; other lists have as many as there are levels of anything.
    ...(queues === undefined || queues.length < 2 ? {} : { queues: queues.slice(0, 12) }),
    ...(contextSwitches === undefined ? {} : { contextSwitches }),
    ...(prunable === undefined ? {} : { prunable }),
    ...(build === undefined ? {} : { buildSeconds: build }),
    ...built(),
  };
}

/** How many of how many, what runs, and how long the rest will take at the pace so far. */
class BenchProgress {
  private readonly context: Context;
  private readonly wanted: boolean;
  private readonly jobs: number;
  private readonly total: number;
  private readonly known: number;
  private readonly began: number;
  private done = 0;
  private shownAt = 0;
  private readonly running = new Set<Task>();

  constructor(total: number, known: number, { jobs, progress }: ExecuteOptions, context: Context) {
    this.context = context;
    this.wanted = progress;
    this.jobs = jobs;
    this.total = total;
    this.known = known;
    this.began = context.now();
    if (this.wanted || context.watched) {
      context.err(`${total} runs to make, ${known} known already, ${jobs} at a time\n`);
    }
  }

  begin(task: Task): void {
    this.running.add(task);
    this.show();
  }

  end(task: Task, { verdict, because, message, explored, length }: Run): void {
    this.running.delete(task);
    this.done++;
    if (this.wanted && !this.context.watched) {
      const what = length === undefined ? (message ?? because ?? verdict) : `${explored} explored, ${length} steps`;
      this.context.err(`${this.position()} ${task.model.name} ${task.search.name}: ${what}${this.left()}\n`);
    } else this.show();
  }

  clear(): void {
    if (this.context.watched && this.total > 0) this.context.err("\r\x1b[K");
  }

  private position(): string {
    return `${this.known + this.done}/${this.known + this.total}`;
  }

  private left(): string {
    if (this.done < this.jobs) return "";
    const seconds = ((this.context.now() - this.began) / 1000 / this.done) * (this.total - this.done);
    return seconds < 90 ? `, ${Math.ceil(seconds)} s left` : `, ${Math.ceil(seconds / 60)} min left`;
  }

  private show(): void {
    const now = this.context.now();
    if (!this.context.watched || now - this.shownAt < 100) return;
    this.shownAt = now;
    const names = [...this.running].map(({ model, search }) => `${model.name} ${search.name}`).join(", ");
    this.context.err(`\r\x1b[K${this.position()} ${names.slice(0, 80)}${this.left()}`);
  }
}
