// What a command gets to work with: output, files, models and diagnostics, already wired to the terminal it runs in.

import {
  Budget,
  type Diagnostic,
  defined,
  type Environment,
  isSlight,
  LimitReached,
  type Limits,
  type LoadedModel,
  loadModel,
  type MemberDriver,
  type SamplingDriver,
  type SideDriver,
  Sources,
} from "@tracehound/core";
import * as yoctocolors from "yoctocolors";
import { type Colours, PLAIN } from "./colours.ts";
import { BadInput, isRefused, NotSupported, Unwritten } from "./errors.ts";
import type { Keyboard } from "./keyboard.ts";
import { renderDiagnostics } from "./report/diagnostics.ts";
import { jsonPieces } from "./report/json-pieces.ts";
import { plainText } from "./report/plain.ts";
import type { RunSelf, Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";
import { Outputs, type Replaces } from "./writing/outputs.ts";

export interface Context {
  /** Results. */
  out(text: string): void;
  /** Results for people: signs that the terminal may not have are spelled out. */
  say(text: string): void;
  /** Diagnostics and progress. */
  err(text: string): void;
  /** One object on stdout, as `--json` promises. */
  json(value: unknown): void;
  /** What that object says besides, should the command fail. */
  whenItFails(known: object): void;
  /** Prints the object of a failure, unless there was one already. */
  jsonOfFailure(failure: object): void;
  readonly colours: { readonly out: Colours; readonly err: Colours };
  /** May signs beyond ASCII be used in what is printed? */
  readonly unicode: boolean;
  /** Columns of the error stream. */
  readonly width: number;
  readonly interactive: boolean;
  /** A variable of the environment; nothing is said by an empty one. */
  variable(name: string): string | undefined;
  /** Single keys, where a whole screen can be used. */
  readonly keyboard?: Keyboard;
  lines(): AsyncIterable<string>;
  readonly signal: AbortSignal;
  now(): number;
  /** Time, memory and a way to let Ctrl-C through, for searches. */
  readonly environment: Environment;
  /** Does a person watch the error stream? */
  readonly watched: boolean;
  /** Other threads, where there are any. */
  readonly driver?: MemberDriver;
  readonly sampling?: SamplingDriver;
  readonly sides?: SideDriver;
  /** This command line in a process of its own, where there are processes. */
  readonly runSelf?: RunSelf;
  readFile(path: string): Promise<Uint8Array>;
  /** Null when there is no such file. */
  readFileIfThere(path: string): Promise<Uint8Array | null>;
  /** The path from wherever the process runs. */
  placeOf(path: string): string;
  /** Where the links of a path lead; the path itself where it is no link. */
  targetOf(path: string): Promise<string>;
  /** All files below a folder, by their paths from there, sorted; null when it is no folder. */
  filesBelow(path: string): Promise<readonly string[] | null>;
  /** Kept when one of the files has changed, appeared or vanished, or when Ctrl-C is heard. */
  changed(paths: () => Promise<readonly string[]>): Promise<void>;
  /**
   * In one piece. Throws `Unwritten` when that fails, and `UsageError` over what may not be replaced
   * (`writing/outputs.ts`).
   */
  writeFile(path: string, content: string | Uint8Array, replaces?: Replaces): Promise<void>;
  /** A device, a pipe, or what this process has open already: nothing else can be written beside it. */
  isStream(path: string): Promise<boolean>;
  /** Adds to the end of a file of ours. */
  appendFile(path: string, text: string): Promise<void>;
  /**
   * For what is written at the end of long work: throws as `writeFile` would, as far as that is plain already. Called
   * when everything has been read, with all files that a command writes.
   */
  ensureWritable(paths: readonly string[], replaces?: Replaces): Promise<void>;
  /** The limits of a command, counted from now. */
  budget(limits?: Limits): Budget;
  /** What comes may last, although the model is small: it is watched over from now on. */
  listen(): void;
  /** Kept when Ctrl-C is heard, whatever happens. */
  listening(): Promise<void>;
  /** Work that Ctrl-C ends while the command goes on: throws `LimitReached`. */
  attempt<T>(work: () => T): T;
  /** Kept when what was said has been taken; a Ctrl-C meanwhile ends the next attempt. */
  written(): Promise<void>;
  /** Keeps a file for a bug report and tells where. */
  keep(name: string, content: string): Promise<string>;
  /** Constants of models, set from outside (`-D`). */
  constants: ReadonlyMap<string, string>;
  /** A model free of errors; its warnings are left to the caller. Throws `BadInput` otherwise. */
  loadModel(
    path: string,
    budget?: Budget,
  ): Promise<LoadedModel & { readonly network: NonNullable<LoadedModel["network"]> }>;
  /** The text of the model loaded last; faults that it shows while it runs point there. */
  readonly modelSources: Sources;
  /** Prints diagnostics to stderr, with excerpts. */
  report(diagnostics: readonly Diagnostic[], sources: Sources): void;
}

/** The host ends work by the wall clock; where processor time counts, that is long after. */
function patient(interruptible: Environment["interruptible"]): Environment["interruptible"] {
  if (interruptible === undefined) return undefined;
  return (work, { seconds = Number.POSITIVE_INFINITY, ...rest }) =>
    interruptible(work, { seconds: 10 * seconds, ...rest });
}

export function createContext(terminal: Terminal): Context {
  const colours = {
    out: terminal.colours.out ? yoctocolors : PLAIN,
    err: terminal.colours.err ? yoctocolors : PLAIN,
  };
  let modelSources = new Sources();
  const wall = () => terminal.now() / 1000;
  const cpu = () => terminal.usage?.cpuSeconds() ?? wall();
  const outputs = new Outputs(terminal.disk);
  const read = async (path: string): Promise<Uint8Array> => {
    const content = await terminal.readFile(path);
    await outputs.read(path);
    return content;
  };
  const writing = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      throw new Unwritten(`cannot write ${path}: ${reasonOfWriting(error, path)}`);
    }
  };
  let hasToldJson = false;
  let knownOfFailure = {};
  const context: Context = {
    get modelSources() {
      return modelSources;
    },
    out: (text) => terminal.out(text),
    say: (text) => terminal.out(terminal.unicode ? text : plainText(text)),
    err: (text) => terminal.err(text),
    json(value) {
      for (const piece of jsonPieces(value)) terminal.out(piece);
      terminal.out("\n");
      hasToldJson = true;
    },
    whenItFails: (known) => void (knownOfFailure = { ...knownOfFailure, ...known }),
    jsonOfFailure(failure) {
      if (!hasToldJson) context.json({ tool: "tracehound", version: VERSION, ...knownOfFailure, ...failure });
    },
    colours,
    unicode: terminal.unicode ?? false,
    get width() {
      return terminal.width;
    },
    interactive: terminal.interactive,
    variable: (name) => terminal.variables?.[name] || undefined,
    ...(terminal.keyboard === undefined ? {} : { keyboard: terminal.keyboard }),
    lines: () => terminal.lines(),
    signal: terminal.signal,
    now: () => terminal.now(),
    environment: {
      now: terminal.countsCpu ? cpu : wall,
      cpu,
      ...defined({ threadCpu: terminal.usage?.threadCpu }),
      memoryBytes: () => terminal.usage?.memoryBytes() ?? 0,
      // Twice: the first comes before messages are looked at.
      pause: () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
      ...defined({ interruptible: terminal.countsCpu ? patient(terminal.interruptible) : terminal.interruptible }),
    },
    watched: terminal.watched ?? false,
    ...defined({
      driver: terminal.driver,
      sampling: terminal.sampling,
      sides: terminal.sides,
      runSelf: terminal.runSelf,
    }),
    keep: (name, content) => terminal.keep(name, content),
    async readFile(path) {
      try {
        return await read(path);
      } catch (error) {
        throw error instanceof LimitReached ? error : new BadInput(`cannot read ${path}: ${reason(error)}`);
      }
    },
    async readFileIfThere(path) {
      try {
        return await read(path);
      } catch (error) {
        if (error instanceof LimitReached) throw error;
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw new BadInput(`cannot read ${path}: ${reason(error)}`);
      }
    },
    placeOf: (path) => terminal.disk.place(path),
    targetOf: (path) => terminal.disk.target(path),
    async filesBelow(path) {
      try {
        return (await terminal.filesBelow?.(path)) ?? null;
      } catch (error) {
        throw new BadInput(`cannot read ${path}: ${reason(error)}`);
      }
    },
    changed: async (paths) => terminal.changed?.(paths),
    async writeFile(path, content, replaces) {
      await outputs.allow([path], replaces);
      await writing(path, () => terminal.disk.write(path, content));
    },
    isStream: (path) => terminal.disk.isStream(path),
    // Whether it is ours was asked when it was opened, and not for each line.
    appendFile: (path, text) => writing(path, () => terminal.disk.append(path, text)),
    async ensureWritable(paths, replaces) {
      await outputs.allow(paths, replaces);
      for (const path of paths) await writing(path, () => terminal.disk.ensureWritable(path));
    },
    listen: () => terminal.listen?.(),
    listening: async () => terminal.listening?.(),
    written: async () => terminal.written?.(),
    attempt: (work) => (terminal.attempt === undefined ? work() : terminal.attempt(work)),
    budget: (limits) => new Budget(context.environment, limits, terminal.signal),
    constants: new Map(),
    async loadModel(path, budget = context.budget()) {
      knownOfFailure = { model: path, ...knownOfFailure };
      const content = await context.readFile(path);
      const load = (): LoadedModel => loadModel({ name: path, content }, { constants: context.constants });
      const brief = budget.secondsLeft === 0 ? undefined : terminal.briefly?.(load);
      const loaded = brief ?? budget.during(load);
      const { network, diagnostics, sources } = loaded;
      modelSources = sources;
      if (network === null) {
        if (isRefused(diagnostics)) throw new NotSupported(diagnostics, sources);
        throw new BadInput({ diagnostics, sources });
      }
      if (isSlight(network)) terminal.trust?.();
      return { ...loaded, network };
    },
    report(diagnostics, sources) {
      if (diagnostics.length === 0) return;
      terminal.err(renderDiagnostics(diagnostics, sources, { colours: colours.err, width: terminal.width }));
    },
  };
  return context;
}

/** What is missing then is the folder. */
function reasonOfWriting(error: unknown, path: string): string {
  const folder = /^(.+)[/\\]/.exec(path)?.[1];
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return isMissing && folder !== undefined ? `there is no folder ${folder}` : reason(error);
}

/** What the operating system says, in words. */
export function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "there is no such file or folder";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "it is a folder";
    case "ENOTDIR":
      return "a part of the path is not a folder";
    case "EROFS":
      return "the file system is read-only";
    case "ENOSPC":
      return "the disk is full";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
