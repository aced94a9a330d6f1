// The outside world of a run: streams, files, time and Ctrl-C. Tests hand in their own; `processTerminal` is the real
// one. Nothing else in this package touches `process`.

import type { spawn as SpawnProcess } from "node:child_process";
import { writeSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { createInterface } from "node:readline";
import {
  defined,
  type Environment,
  LimitReached,
  type MemberDriver,
  type SamplingDriver,
  type SideDriver,
} from "@tracehound/core";
import { changed, filesBelow } from "./files.ts";
import { type Keyboard, keyboardOf } from "./keyboard.ts";
import { abortForMany } from "./limits/abort.ts";
import { createInterruption } from "./limits/interruptible.ts";
import { threadCpuClock } from "./limits/threads.ts";
import { PARENT } from "./limits/watch.ts";
import { type Disk, diskAt } from "./writing/disk.ts";

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** May colours be used on the stream? */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  /** Are signs beyond ASCII shown as such? */
  readonly unicode?: boolean;
  /** Variables of the environment. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** A person sits at both ends. */
  readonly interactive: boolean;
  /** Columns of the error stream, for excerpts of long lines. */
  readonly width: number;
  /** Single keys; only where a person sits at both ends of a terminal that can be drawn on. */
  readonly keyboard?: Keyboard;
  lines(): AsyncIterable<string>;
  readFile(path: string): Promise<Uint8Array>;
  /** All files below a folder, sorted; null when it is no folder. */
  filesBelow?(path: string): Promise<readonly string[] | null>;
  /** Kept when one of the files has changed, or at Ctrl-C. */
  changed?(paths: () => Promise<readonly string[]>): Promise<void>;
  /** Where files are written. */
  readonly disk: Disk;
  /** Keeps a file for a bug report and tells where. */
  keep(name: string, content: string): Promise<string>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  now(): number;
  /** Time limits count processor time: `TRACEHOUND_CLOCK=cpu`, for measuring on a machine that others use, too. */
  readonly countsCpu?: boolean;
  /** What the process has used so far; nothing is known of it in tests. */
  readonly usage?: { cpuSeconds(): number; memoryBytes(): number; threadCpu?(): number };
  /** Ends work in the middle of it; without it limits are seen between steps. */
  readonly interruptible?: NonNullable<Environment["interruptible"]>;
  /** Work on something small, done again from the start where it is not over at once: then the result is undefined. */
  readonly briefly?: <T>(work: () => T) => T | undefined;
  /** What comes in the next moments is small: nobody need watch over it yet. */
  readonly trust?: () => void;
  /** What comes may last: it is watched over from now on. */
  readonly listen?: () => void;
  /** Kept when Ctrl-C is heard, whatever happens. */
  readonly listening?: () => Promise<void>;
  /** The same for work that Ctrl-C ends while the command goes on. */
  readonly attempt?: <T>(work: () => T) => T;
  /** Kept when what was said has been taken; a Ctrl-C meanwhile ends the next attempt. */
  readonly written?: () => Promise<void>;
  /** Does a person watch the error stream? Then progress is shown there. */
  readonly watched?: boolean;
  /** Other threads; without them everything takes turns in this one. */
  readonly driver?: MemberDriver;
  /** Other threads for random runs. */
  readonly sampling?: SamplingDriver;
  readonly sides?: SideDriver;
  /** This command line in a process of its own. */
  readonly runSelf?: RunSelf;
}

/**
 * Its time limits count processor time. Kept when the process has ended: by itself, by the signal, or after so many
 * milliseconds.
 */
export type RunSelf = (
  args: readonly string[],
  input: string | undefined,
  signal: AbortSignal,
  milliseconds: number,
) => Promise<{ readonly code: number | null; readonly stdout: string }>;

/** Bytes of a file that is short. */
const SHORT = 8192;
/** Milliseconds that a file may take to come before somebody listens to Ctrl-C meanwhile. */
const PATIENCE = 30;

/** `onUnwritten` hears when results cannot be written, whenever that turns out. */
export function processTerminal(onUnwritten: (error: Error) => void): Terminal {
  const interrupt = abortForMany();
  // The first Ctrl-C asks for what is known so far; the second one means it.
  const { listen, listening, briefly, trust, interruptible, attempt, between, isWorking } = createInterruption(
    () => interrupt.abort(),
    () => {
      out.flush();
      err.flush();
    },
  );
  const disk = diskAt(".");
  /** It can be read once, and more than one may ask for it. */
  let input: Promise<Uint8Array> | undefined;
  const out = new Output(process.stdout, isWorking, onUnwritten);
  const err = new Output(process.stderr, isWorking, () => {});
  return {
    out: (text) => out.write(text),
    err: (text) => err.write(text),
    colours: { out: hasColours(process.stdout), err: hasColours(process.stderr) },
    variables: process.env,
    unicode: process.stdout.isTTY === true && hasUnicode(process.env),
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    ...defined({ keyboard: keyboardOf(process) }),
    get width() {
      return process.stderr.columns ?? 120;
    },
    lines: () => {
      // Loaded only where somebody is asked.
      const readline = createRequire(import.meta.url)("node:readline") as { createInterface: typeof createInterface };
      return readline.createInterface({ input: process.stdin });
    },
    readFile: async (path) => {
      // What comes at once, and is short, is read before anybody could interrupt.
      const soon = setTimeout(listen, path === "-" ? 0 : PATIENCE).unref();
      try {
        const content = await unlessAborted(
          path === "-" ? (input ??= standardInput()) : readFile(path),
          interrupt.signal,
        );
        if (content.length > SHORT) listen();
        return content;
      } finally {
        clearTimeout(soon);
      }
    },
    filesBelow,
    changed: (paths) => {
      listen();
      return changed(paths, interrupt.signal);
    },
    disk,
    keep: async (name, content) => {
      const path = join(await mkdtemp(join(tmpdir(), "tracehound-")), name);
      await disk.write(path, content);
      return path;
    },
    signal: interrupt.signal,
    // `performance` would load a module of its own.
    now: () => Number(process.hrtime.bigint()) / 1e6,
    countsCpu: process.env.TRACEHOUND_CLOCK === "cpu",
    usage: {
      cpuSeconds: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
      memoryBytes: () => process.memoryUsage.rss(),
      ...threadCpuClock(),
    },
    interruptible,
    briefly,
    trust,
    listen,
    listening,
    attempt,
    written: () => between(out.written()),
    watched: process.stderr.isTTY === true,
    runSelf: (args, input, signal, milliseconds) => {
      listen();
      return runSelf(args, input, signal, milliseconds);
    },
  };
}

const runSelf: RunSelf = (args, input, signal, milliseconds) => {
  // Loaded only where processes are started.
  const { spawn } = createRequire(import.meta.url)("node:child_process") as { spawn: typeof SpawnProcess };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1]!, ...args], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...process.env, TRACEHOUND_CLOCK: "cpu", [PARENT]: String(process.pid) },
    });
    const chunks: Buffer[] = [];
    const stop = (): void => void child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A process that does not read what it is told has ended already.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve({ code, stdout: Buffer.concat(chunks).toString("utf8") });
    });
  });
};

/**
 * A stream that breaks once stays silent from then on. Work that can be ended at any moment must not be ended inside
 * the stream, which would never write again: what is said meanwhile waits for its end, or goes past the stream.
 */
class Output {
  private readonly stream: NodeJS.WriteStream & { readonly fd: number };
  private readonly isWorking: () => boolean;
  private waiting: string[] = [];
  private broken = false;

  constructor(
    stream: NodeJS.WriteStream & { readonly fd: number },
    isWorking: () => boolean,
    onBroken: (error: Error) => void,
  ) {
    this.stream = stream;
    this.isWorking = isWorking;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (this.broken) return;
      this.broken = true;
      // A reader that went away (`| head`) has seen enough; the answer, and with it the exit code, is the same.
      if (error.code !== "EPIPE") onBroken(error);
    });
  }

  write(text: string): void {
    if (this.broken) return;
    if (!this.isWorking()) this.stream.write(text);
    else if (!this.stream.isTTY || this.waiting.length > 0) this.waiting.push(text);
    else {
      try {
        writeSync(this.stream.fd, text);
      } catch {
        this.waiting.push(text);
      }
    }
  }

  /** A reader slower than we are is waited for here: what is on its way goes on between events only. */
  async written(): Promise<void> {
    if (this.broken || this.stream.writableLength === 0) return;
    await new Promise<void>((resolve) => this.stream.write("", () => resolve()));
  }

  flush(): void {
    const texts = this.waiting;
    this.waiting = [];
    for (const text of texts) this.write(text);
  }
}

/** Whoever waits for a file that does not come hears Ctrl-C, too. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new LimitReached("interrupted"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function hasColours(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== "") return false;
  return stream.isTTY === true && process.env.TERM !== "dumb";
}

/** By what the environment says about the encoding; consoles that say nothing get ASCII. */
function hasUnicode({ LC_ALL, LC_CTYPE, LANG, TERM }: NodeJS.ProcessEnv): boolean {
  const first = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== "") ?? "";
  return /utf-?8/i.test(first) && TERM !== "dumb" && TERM !== "linux";
}
