// Progress on the error stream, for whatever takes longer than a second: one line that is overwritten where a person
// watches, one line a second where `--progress` asks for it.

import type { Budget, Progress, SearchStatistics } from "@tracehound/core";
import type { Context } from "../context.ts";
import { count } from "../report/count.ts";

const QUIET_SECONDS = 1;

export class ProgressLine {
  private readonly context: Context;
  private readonly wanted: boolean;
  private readonly budget: Budget | undefined;
  private shown = false;
  private last = 0;

  constructor(context: Context, wanted: boolean, budget?: Budget) {
    this.context = context;
    this.wanted = wanted;
    this.budget = budget;
  }

  show(label: string, { seconds, memoryBytes, statistics, told }: Progress): void {
    const { watched } = this.context;
    if (seconds < QUIET_SECONDS || (!watched && !this.wanted)) return;
    if (!watched && seconds - this.last < 1) return;
    this.last = seconds;
    const left = this.budget?.secondsLeft;
    const parts = [
      `${Math.floor(seconds)} s`,
      ...(told === undefined ? done(statistics, seconds) : [told]),
      `${Math.round(memoryBytes / 1e6)} MB`,
      ...(left === undefined ? [] : [`${Math.max(0, Math.ceil(left))} s left`]),
    ];
    const text = `${label}: ${parts.join(", ")}`;
    const { width } = this.context;
    const line = watched && text.length >= width ? `...${text.slice(text.length - width + 4)}` : text;
    this.context.err(watched ? `\r\x1b[K${line}` : `${line}\n`);
    this.shown = true;
  }

  clear(): void {
    if (this.shown && this.context.watched) this.context.err("\r\x1b[K");
    this.shown = false;
    this.last = 0;
  }
}

/** How far it is: how much was seen, how fast, and how near the best state seems to the target. */
function done({ building, explored, stored, estimates, symbolic }: SearchStatistics, seconds: number): string[] {
  if (symbolic !== undefined) {
    const { states, rounds, made } = symbolic;
    return [`round ${count(rounds)}`, `${short(states)} states`, `${count(made)} nodes made`];
  }
  if (building !== undefined) return [`building ${building.heuristic}`, `${Math.round(100 * building.progress)} %`];
  const best = (estimates ?? []).flatMap(({ least }) => (least === null ? [] : [least]));
  return [
    `explored ${count(explored)}`,
    `${count(Math.round(explored / Math.max(seconds, 0.001)))}/s`,
    `stored ${count(stored)}`,
    ...(best.length === 0 ? [] : [`best estimate ${Math.min(...best)}`]),
  ];
}

/** Long numbers by their size. */
const short = (digits: string): string =>
  digits.length <= 15 ? count(Number(digits)) : `${digits[0]}.${digits[1]}e${digits.length - 1}`;
