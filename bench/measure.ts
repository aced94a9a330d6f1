// What suites measure with and print: processor time, commands that are timed, rows of tables.

import { spawnSync } from "node:child_process";
import type { CheckStatistics, Result } from "@tracehound/core";

export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export const cpuMilliseconds = (): number => 1000 * cpuSeconds();

/** Runs a command and yields its output with the processor seconds that it took. */
export function timed(
  command: string,
  options: { readonly cwd?: string } = {},
): { readonly stdout: string; readonly status: number | null; readonly cpu: number } {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `time -p ${command}`], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  const seconds = (name: string): number =>
    Number(new RegExp(`^${name} ([0-9.]+)$`, "m").exec(stderr)?.[1] ?? Number.NaN);
  return { stdout, status, cpu: seconds("user") + seconds("sys") };
}

/** What `check --json` prints of one query, as far as tables ask. */
export interface Answer {
  readonly verdict: "satisfied" | "violated" | "unknown";
  readonly because?: string;
  readonly trace?: { readonly length: number };
  readonly statistics: CheckStatistics;
}

export function firstAnswer(stdout: string): Answer {
  const { results } = JSON.parse(stdout) as { results: readonly Answer[] };
  return results[0]!;
}

/** The value of what cannot fail here. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.value;
}

export type Cell = string | number;

export function printRow(cells: readonly Cell[]): void {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

export function printHead(cells: readonly Cell[]): void {
  printRow(cells);
  process.stdout.write(`|${cells.map(() => "---").join("|")}|\n`);
}

/** Of an even number, the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
