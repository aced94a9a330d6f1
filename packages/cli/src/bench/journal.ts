// What has been run, one JSON line per run, only ever appended: whoever kills the command loses the runs that were
// under way and nothing else, and the next call goes on from there. A line that was cut by the kill is left out.

import type { Context } from "../context.ts";
import { drawnInput } from "./inputs.ts";
import type { ModelChoice, Suite, Task } from "./suite.ts";

export interface Run {
  readonly model: string;
  /** As of `ModelChoice`: a fingerprint of the model and the query. */
  readonly input?: string;
  readonly search: string;
  readonly seed: number;
  readonly abstraction: string;
  readonly por: string;
  /** "satisfied" and "violated" are answers; "failed" is a run that ended without saying anything. */
  readonly verdict: "satisfied" | "violated" | "unknown" | "failed";
  readonly because?: string;
  /** Why it failed, in words. */
  readonly message?: string;
  /** The limits it had. */
  readonly seconds: number;
  readonly memory: number;
  readonly explored: number;
  readonly generated: number;
  readonly stored: number;
  /** Of the trace, in transitions. */
  readonly length?: number;
  readonly cpuSeconds: number;
  readonly memoryMB: number;
  readonly queues?: readonly { readonly pushed: number; readonly popped: number }[];
  readonly contextSwitches?: number;
  readonly prunable?: number;
  readonly buildSeconds?: number;
  readonly version: string;
  /** What was built, as `git` names it; a plus: with changes that are in no commit. */
  readonly commit?: string;
}

export const isRun = (json: unknown): json is Run => {
  const { model, explored } = (json ?? {}) as Partial<Run>;
  return typeof model === "string" && typeof explored === "number";
};

export const isSolved = ({ verdict }: Run): boolean => verdict === "satisfied" || verdict === "violated";

type Limits = Pick<Run, "seconds" | "memory">;

/** For who asks whether anything was tried at all. */
export const NO_LIMITS: Limits = { seconds: 0, memory: 0 };

/**
 * Whether a run without an answer would end the same way under these limits: more of what it did not want changes
 * nothing.
 */
function isEnded({ because, seconds, memory }: Run, limits: Limits): boolean {
  const [enoughTime, enoughMemory] = [seconds >= limits.seconds, memory >= limits.memory];
  if (because === "time") return enoughTime;
  return because === "memory" ? enoughMemory : enoughTime && enoughMemory;
}

/**
 * What is known when there are two: an answer, the newer one; otherwise whoever was tried for longer, and said
 * something.
 */
export function better(before: Run, after: Run): Run {
  const rank = (run: Run): number =>
    isSolved(run) ? Number.POSITIVE_INFINITY : run.verdict === "failed" ? -1 : run.seconds;
  return rank(after) >= rank(before) ? after : before;
}

/** What a run depends on, beside its limits. */
type Settings = Pick<Run, "abstraction" | "por">;

export const keyOf = ({
  model,
  search,
  seed,
  abstraction,
  por,
}: Settings & Pick<Run, "model" | "search" | "seed">): string =>
  JSON.stringify([model, search, seed, abstraction, por]);

export class Journal {
  private readonly runs = new Map<string, Run>();
  private readonly path: string | undefined;
  private readonly context: Context;
  private readonly settings: Settings & Limits;
  private readonly models: ReadonlyMap<string, ModelChoice>;
  /** Runs whose fingerprint is not that of the model as it is told today. */
  private others: Run[] = [];
  /** Lines that could not be read: the last one when somebody killed us, others when somebody edited the file. */
  damaged = 0;
  /** Runs of what had the same name before somebody changed the model or the query. */
  outdated = 0;
  /** The last line has no end: what follows starts on a line of its own. */
  private isCut = false;

  private constructor(path: string | undefined, suite: Suite, context: Context) {
    this.path = path;
    this.context = context;
    this.settings = suite;
    this.models = new Map(suite.tasks.map(({ model }) => [model.name, model]));
  }

  static async open(path: string | undefined, suite: Suite, context: Context): Promise<Journal> {
    const journal = new Journal(path, suite, context);
    const content = path === undefined ? null : await context.readFileIfThere(path);
    if (content === null) return journal;
    const text = new TextDecoder().decode(content);
    for (const line of text.split("\n").filter((one) => one !== "")) journal.read(line);
    await journal.judgeOthers();
    journal.isCut = text !== "" && !text.endsWith("\n");
    return journal;
  }

  private read(line: string): void {
    try {
      const run = JSON.parse(line) as Run;
      if (!isRun(run)) throw new Error("not a run");
      const input = this.models.get(run.model)?.input;
      if (input === undefined || (run.input ?? input) === input) this.keep(run);
      else this.others.push(run);
    } catch {
      this.damaged++;
    }
  }

  private async judgeOthers(): Promise<void> {
    const drawn = new Map<string, Promise<string | undefined>>();
    for (const run of this.others) {
      if (!drawn.has(run.model)) drawn.set(run.model, drawnInput(this.models.get(run.model)!, this.context));
      if ((await drawn.get(run.model)) === run.input) this.keep(run);
      else this.outdated++;
    }
    this.others = [];
  }

  private keep(run: Run): void {
    const key = keyOf(run);
    const before = this.runs.get(key);
    this.runs.set(key, before === undefined ? run : better(before, run));
  }

  /** What is known of the task. That there was no answer within less than the limits says nothing. */
  run(model: string, search: string, seed = 1, limits: Limits = this.settings): Run | undefined {
    const { abstraction, por } = this.settings;
    const run = this.runs.get(keyOf({ abstraction, por, model, search, seed }));
    if (run === undefined || isSolved(run)) return run;
    return isEnded(run, limits) ? run : undefined;
  }

  /** An answer stands; what ran out of time or memory is tried again with more, and what said nothing in any case. */
  isDone({ model, search, seed }: Task, limits: Limits): boolean {
    const run = this.run(model.name, search.search, seed, limits);
    return run !== undefined && run.verdict !== "failed";
  }

  async add(run: Run): Promise<void> {
    this.keep(run);
    await this.append(`${this.isCut ? "\n" : ""}${JSON.stringify(run)}\n`);
    this.isCut = false;
  }

  private async append(text: string): Promise<void> {
    if (this.path !== undefined) await this.context.appendFile(this.path, text);
  }
}
