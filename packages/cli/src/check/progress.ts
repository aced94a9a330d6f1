// Progress on the error stream, for whatever takes longer than a second: one line that is overwritten where a person
// watches, one line a second where `--progress` asks for it.

import type { Progress } from "@tracehound/core";
import type { Context } from "../context.ts";
import { count } from "../report/count.ts";

const QUIET_SECONDS = 1;

export class ProgressLine {
  private readonly context: Context;
  private readonly wanted: boolean;
  private shown = false;
  private last = 0;

  constructor(context: Context, wanted: boolean) {
    this.context = context;
    this.wanted = wanted;
  }

  show(label: string, { seconds, memoryBytes, statistics }: Progress): void {
    const { watched } = this.context;
    if (seconds < QUIET_SECONDS || (!watched && !this.wanted)) return;
    if (!watched && seconds - this.last < 1) return;
    this.last = seconds;
    const { building } = statistics;
    const done =
      building === undefined
        ? [`explored ${count(statistics.explored)}`, `stored ${count(statistics.stored)}`]
        : [`building ${building.heuristic}`, `${Math.round(100 * building.progress)} %`];
    const parts = [`${Math.floor(seconds)} s`, ...done, `${Math.round(memoryBytes / 1e6)} MB`];
    const text = `${label}: ${parts.join(", ")}`;
    this.context.err(watched ? `\r\x1b[K${text}` : `${text}\n`);
    this.shown = true;
  }

  clear(): void {
    if (this.shown && this.context.watched) this.context.err("\r\x1b[K");
    this.shown = false;
    this.last = 0;
  }
}
