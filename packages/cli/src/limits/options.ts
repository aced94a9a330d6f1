// `--time` and `--memory`, the same for every command that works for long.

import { type Budget, defined, LimitReached, type Limits } from "@tracehound/core";
import type { Command } from "commander";
import { Unwritten } from "../errors.ts";
import { nonNegativeNumber, positiveNumber } from "../options.ts";

export interface LimitOptions {
  readonly time?: number;
  readonly memory?: number;
}

export function declareLimits(command: Command): Command {
  return command
    .option("--time <seconds>", "give up after this time", nonNegativeNumber)
    .option("--memory <MB>", "give up beyond this memory", positiveNumber);
}

export function limitsOf({ time, memory }: LimitOptions): Limits {
  return {
    ...defined({ seconds: time, memoryBytes: memory === undefined ? undefined : memory * 1e6 }),
  };
}

/** What is left of the time. */
export function secondsOf(budget: Budget): Limits {
  const seconds = budget.secondsLeft;
  return seconds === undefined ? {} : { seconds };
}

/** An answer was given; what a limit keeps from being written is not written. */
export async function unlessLimited(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isTooLong(error)) throw new Unwritten("what was asked for is longer than a text may be here (some 500 MB)");
    if (!(error instanceof LimitReached)) throw error;
    throw new Unwritten(`there was no time, or no memory, to write what was asked for (${error.because})`);
  }
}

const isTooLong = (error: unknown): boolean => error instanceof RangeError && error.message === "Invalid string length";
