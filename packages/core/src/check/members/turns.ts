// Several tasks in one thread, one at a time: a task runs until its environment's `pause` is called, then whoever is
// furthest behind its share goes on. Measured in time, or, for reproducible runs, in turns of a fixed number of steps.

import { defined } from "../../basics/defined.ts";
import type { CancelSignal, Environment } from "../../limits/index.ts";

/** Steps of a turn in deterministic mode. */
const STEPS_PER_TURN = 256;

export interface Task<T> {
  /** Relative to the others. */
  readonly share: number;
  start(environment: Environment, signal: CancelSignal): Promise<T>;
}

class Runner<T> {
  readonly signal = { aborted: false };
  readonly index: number;
  used = 0;
  done = false;
  result?: T;
  private readonly task: Task<T>;
  private readonly environment: Environment;
  private resume: (() => void) | null = null;
  private onTurnEnd: () => void = () => {};
  private failure: { readonly error: unknown } | undefined;
  private started = false;
  /** Processor time of this task alone: of its turns so far, and where the present one began. */
  private readonly threadCpu: () => number;
  private cpuUsed = 0;
  private cpuAtTurn = 0;

  constructor(task: Task<T>, index: number, outer: Environment, deterministic: boolean) {
    this.task = task;
    this.index = index;
    const { threadCpu } = outer;
    this.threadCpu = threadCpu === undefined ? () => 0 : () => threadCpu();
    this.environment = {
      ...outer,
      ...defined({
        threadCpu: threadCpu === undefined ? undefined : () => this.cpuUsed + threadCpu() - this.cpuAtTurn,
      }),
      pause: () =>
        new Promise((resolve) => {
          this.resume = resolve;
          this.onTurnEnd();
        }),
      ...defined({ stepsPerSlice: deterministic ? STEPS_PER_TURN : undefined }),
    };
  }

  /** Lets the task go on until it pauses or ends. */
  async turn(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.onTurnEnd = resolve;
    });
    this.cpuAtTurn = this.threadCpu();
    if (this.started) this.resume!();
    else this.start();
    await ended;
    this.cpuUsed += this.threadCpu() - this.cpuAtTurn;
    if (this.failure !== undefined) throw this.failure.error;
  }

  private start(): void {
    this.started = true;
    this.task
      .start(this.environment, this.signal)
      .then(
        (result) => {
          this.result = result;
        },
        (error: unknown) => {
          this.failure = { error };
        },
      )
      .finally(() => {
        this.done = true;
        this.onTurnEnd();
      });
  }

  get hasStarted(): boolean {
    return this.started;
  }
}

export interface TurnOptions {
  readonly deterministic: boolean;
  /** Has everything ended for another reason? Asked between turns. */
  readonly isOver: () => boolean;
  /** The first task has this much for itself, in seconds. */
  readonly alone: number;
  /** Called once when the others may start. */
  readonly onAccompanied?: () => void;
}

/** Runs the tasks until one result is final or all are done; results of those that never started are undefined. */
export async function takeTurns<T>(
  tasks: readonly Task<T>[],
  environment: Environment,
  { deterministic, isOver, alone, onAccompanied }: TurnOptions,
  isFinal: (result: T) => boolean,
): Promise<(T | undefined)[]> {
  const runners = tasks.map((task, index) => new Runner(task, index, environment, deterministic));
  const start = environment.now();
  let accompanied = false;
  for (;;) {
    const first = runners[0]!;
    const over = first.done || (deterministic ? first.used >= TURNS_ALONE : environment.now() - start >= alone);
    if (isOver()) break;
    if (!accompanied && over) {
      accompanied = true;
      onAccompanied?.();
    }
    const open = (accompanied ? runners : runners.slice(0, 1)).filter(({ done }) => !done);
    if (open.length === 0) break;
    const next = open.reduce((a, b) => (behind(b, tasks) < behind(a, tasks) ? b : a));
    const before = environment.now();
    await next.turn();
    next.used += deterministic ? 1 : environment.now() - before;
    if (next.done && isFinal(next.result as T)) break;
    await environment.pause();
  }
  // Those still under way hear that it is over, and hand back what they have.
  for (const runner of runners) {
    runner.signal.aborted = true;
    while (runner.hasStarted && !runner.done) await runner.turn();
  }
  return runners.map(({ result }) => result);
}

/** Turns that the first task has for itself in deterministic mode. */
const TURNS_ALONE = 4;

function behind<T>({ used, index }: Runner<T>, tasks: readonly Task<T>[]): number {
  return used / tasks[index]!.share;
}
