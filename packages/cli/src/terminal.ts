// The outside world of a run: streams, files, time and Ctrl-C. Tests hand in their own; `processTerminal` is the real
// one. Nothing else in this package touches `process`.

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { createInterface } from "node:readline";
import type { Environment, MemberDriver } from "@tracehound/core";
import { createInterruption } from "./limits/interruptible.ts";
import { threadCpuClock } from "./limits/threads.ts";

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** May colours be used on the stream? */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  /** A person sits at both ends. */
  readonly interactive: boolean;
  /** Columns of the error stream, for excerpts of long lines. */
  readonly width: number;
  lines(): AsyncIterable<string>;
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** Keeps a file for a bug report and tells where. */
  keep(name: string, content: string): Promise<string>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  now(): number;
  /** What the process has used so far; nothing is known of it in tests. */
  readonly usage?: { cpuSeconds(): number; memoryBytes(): number; threadCpu?(): number };
  /** Ends work in the middle of it; without it limits are seen between steps. */
  readonly interruptible?: NonNullable<Environment["interruptible"]>;
  /** Does a person watch the error stream? Then progress is shown there. */
  readonly watched?: boolean;
  /** Other threads; without them everything takes turns in this one. */
  readonly driver?: MemberDriver;
}

export function processTerminal(): Terminal {
  const interrupt = new AbortController();
  // The first Ctrl-C asks for what is known so far; the second one means it.
  const { interruptible, isOurs } = createInterruption(
    () => interrupt.signal.aborted,
    () => interrupted(),
  );
  const onSignal = (): void => {
    if (!isOurs()) interrupted();
  };
  const interrupted = (): void => {
    process.removeListener("SIGINT", onSignal);
    interrupt.abort();
  };
  process.on("SIGINT", onSignal);
  // A reader that went away (`| head`) is no fault of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colours: { out: hasColours(process.stdout), err: hasColours(process.stderr) },
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    width: process.stderr.columns ?? 120,
    lines: () => {
      // Loaded only where somebody is asked.
      const readline = createRequire(import.meta.url)("node:readline") as { createInterface: typeof createInterface };
      return readline.createInterface({ input: process.stdin });
    },
    readFile: (path) => readFile(path),
    writeFile: (path, content) => writeFile(path, content),
    keep: async (name, content) => {
      const path = join(await mkdtemp(join(tmpdir(), "tracehound-")), name);
      await writeFile(path, content);
      return path;
    },
    signal: interrupt.signal,
    // `performance` would load a module of its own.
    now: () => Number(process.hrtime.bigint()) / 1e6,
    usage: {
      cpuSeconds: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
      memoryBytes: () => process.memoryUsage.rss(),
      ...threadCpuClock(),
    },
    interruptible,
    watched: process.stderr.isTTY === true,
  };
}

function hasColours(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== "") return false;
  return stream.isTTY === true && process.env.TERM !== "dumb";
}
