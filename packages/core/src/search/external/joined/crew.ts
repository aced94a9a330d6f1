// Processes that work in one folder, seen from one of them. Each has a journal: lines with a checksum, of which the last
// one counts. A line says what its writer is at, and counts on, which is its sign of life: who has not counted on for
// ten seconds of the observer's own clock is taken for gone, and what it was at is done by others. That may be a
// mistake, and costs nothing but work: of two who do the same, the first to publish it has done it.

import type { Joined } from "../../../basics/files.ts";
import { checksum } from "../checksum.ts";

/** Seconds between signs of life, and without one until others take a process for gone. */
const SIGN = 1;
const SILENCE = 10;
/** A line is shorter than this. */
const LONGEST_LINE = 256;
/** Bytes after which a journal begins anew: only its last line counts. */
const LONGEST_JOURNAL = 1 << 16;
const PREFIX = "journal.";

interface Seen {
  count: number;
  task: string;
  /** When the count was seen to change. */
  since: number;
}

export class Crew {
  readonly me: string;
  private readonly joined: Joined;
  private readonly seen = new Map<string, Seen>();
  private count = 0;
  private task = "";
  private signed = Number.NEGATIVE_INFINITY;
  private listed: { readonly at: number; readonly names: readonly string[] } = {
    at: Number.NEGATIVE_INFINITY,
    names: [],
  };

  constructor(joined: Joined) {
    this.joined = joined;
    this.me = joined.me;
  }

  /** What this one is at from now on; "": nothing. Said again now and then, it is a sign of life. */
  at(task: string): void {
    const now = this.joined.now();
    if (task === this.task && now - this.signed < SIGN) return;
    this.task = task;
    this.write(task);
    this.signed = now;
  }

  /** Others must have taken this one for gone: it was silent for too long. */
  get wasSilent(): boolean {
    return this.joined.now() - this.signed >= SILENCE;
  }

  /** What others, who are alive, are at: tasks by name. */
  others(): ReadonlyMap<string, string> {
    const { joined, seen } = this;
    const now = joined.now();
    const alive = new Map<string, string>();
    for (const file of this.journals(now)) {
      const name = file.slice(PREFIX.length);
      if (name === this.me) continue;
      const last = this.lastLine(file);
      let known = seen.get(name);
      if (known === undefined) seen.set(name, (known = { count: -1, task: "", since: now }));
      if (last !== undefined && last.count !== known.count) Object.assign(known, last, { since: now });
      if (now - known.since < SILENCE && joined.hasEnded?.(name) !== true) alive.set(name, known.task);
    }
    return alive;
  }

  /** A folder may hold many files; who has just come is seen a moment later. */
  private journals(now: number): readonly string[] {
    if (now - this.listed.at >= SIGN / 2) {
      this.listed = { at: now, names: this.joined.files.names().filter((name) => name.startsWith(PREFIX)) };
    }
    return this.listed.names;
  }

  /** Takes its journal along. */
  leave(): void {
    const { files } = this.joined;
    const name = PREFIX + this.me;
    if (files.size(name) !== undefined) files.remove(name);
  }

  private write(task: string): void {
    const { files } = this.joined;
    const name = PREFIX + this.me;
    const text = `${this.count++} ${task}`;
    if ((files.size(name) ?? 0) > LONGEST_JOURNAL) files.truncate(name, 0);
    files.append(name, new TextEncoder().encode(`${sumOf(text)} ${text}\n`));
  }

  /** Undefined: nothing that can be read. */
  private lastLine(file: string): { count: number; task: string } | undefined {
    const { files } = this.joined;
    const size = files.size(file);
    if (size === undefined) return undefined;
    const from = Math.max(0, size - 2 * LONGEST_LINE);
    const lines = new TextDecoder().decode(files.read(file, from, size - from)).split("\n");
    for (const line of lines.slice(0, -1).reverse()) {
      const [, sum, text] = /^(\w+) (.*)$/.exec(line) ?? [];
      if (text === undefined || sum !== sumOf(text)) continue;
      const [, count, task] = /^(\d+) (.*)$/.exec(text) ?? [];
      if (task !== undefined) return { count: Number(count), task };
    }
    return undefined;
  }
}

const sumOf = (text: string): string => checksum(new TextEncoder().encode(text)).toString(16);
