// The options of statistical queries: risks, widths, stopping rule, threads.

import { availableParallelism } from "node:os";
import { defined, type StatisticsOptions, type WorkersWish } from "@tracehound/core";
import { type Command, InvalidArgumentError } from "commander";
import { UsageError } from "../errors.ts";
import { positiveInteger, positiveNumber } from "../options.ts";

export interface StatisticsFlags {
  readonly alpha?: number;
  readonly beta?: number;
  readonly epsilon?: number;
  readonly delta?: number;
  readonly fixed?: true;
  readonly smcRule?: string;
  readonly discretization?: number;
  readonly workers?: number | "auto";
}

/** Strictly between 0 and 1. */
export function share(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError("It must be a number between 0 and 1.");
}

/** More would only share the cores there are. */
const MOST_WORKERS = 64;

function workerCount(text: string): number | "auto" {
  if (text === "auto") return text;
  const count = positiveInteger(text);
  if (count <= MOST_WORKERS) return count;
  throw new InvalidArgumentError(`It must be auto or a number up to ${MOST_WORKERS}.`);
}

/** One rule for random runs and for searches. */
export function declareWorkers(command: Command, what: string): Command {
  return command.option(
    "--workers <n>",
    `threads that ${what}, or auto; answers are the same (default: 1)`,
    workerCount,
  );
}

/** How many threads were asked for; undefined: one. */
export function readWorkers(workers: number | "auto" | undefined): WorkersWish | undefined {
  if (workers === undefined) return undefined;
  return workers === "auto" ? { count: availableParallelism(), isAuto: true } : { count: workers, isAuto: false };
}

export function declareStatistics(command: Command): Command {
  const asked = command
    .option("--alpha <p>", "Pr, E: confidence is 1 - p; tests: risk of rejecting what holds (default: 0.05)", share)
    .option("--beta <p>", "tests of Pr: risk of accepting what does not hold (default: 0.05)", share)
    .option("--epsilon <p>", "Pr: half the width of the interval (default: 0.05)", share)
    .option("--delta <p>", "tests of Pr: half the region of indifference (default: 0.01)", share)
    .option("--fixed", "Pr: a number of runs that is known beforehand (Chernoff), instead of a stopping rule")
    .option("--smc-rule <rule>", "when runs are enough, as UPPAAL 5.x or 4.1 decides (default: 5.x)")
    .option("--discretization <h>", "step of the integration where rates read clocks (default: 0.01)", positiveNumber);
  return declareWorkers(asked, "share a search (bfs, A*, greedy) or make random runs");
}

export function readStatistics(flags: StatisticsFlags): StatisticsOptions {
  const { alpha, beta, epsilon, delta, fixed, smcRule: rule, discretization } = flags;
  const workers = readWorkers(flags.workers)?.count;
  if (rule !== undefined && rule !== "5.x" && rule !== "4.1") {
    throw new UsageError(`there is no --smc-rule ${rule}`, "use 5.x or 4.1");
  }
  return defined({ alpha, beta, epsilon, delta, fixed, rule, discretization, workers });
}
