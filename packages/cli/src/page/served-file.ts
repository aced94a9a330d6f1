// The file that `serve` was started with: read for the page, watched, and written back when the page saves it. It is
// the only file that can be written, where it really stood at the start; nothing that a request says names another one.

import { createHash } from "node:crypto";
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { declaringUtf8, decodeContent } from "@tracehound/core";
import { reason } from "../context.ts";
import { replaceExpected } from "../writing/whole-file.ts";

export interface FileState {
  /** Null: there is no such file any more. */
  readonly text: string | null;
  /** Names the content; what is saved says which one it takes the place of. */
  readonly tag: string;
}

export type Saved =
  | { readonly kind: "saved"; readonly tag: string }
  /** Somebody else has written meanwhile. */
  | { readonly kind: "conflict"; readonly now: FileState }
  | { readonly kind: "refused"; readonly why: string };

/** Milliseconds between looks. */
const INTERVAL = 300;

export class ServedFile {
  private readonly path: string;
  /** Where the links of the path led when the server started. */
  private readonly real: string;
  /** Tells it from files that other servers of this machine were started with. */
  readonly identity: string;
  /** Saves wait for each other. */
  private latest: Promise<unknown> = Promise.resolve();

  private constructor(path: string, real: string) {
    this.path = path;
    this.real = real;
    this.identity = createHash("sha256").update(real).digest("base64url");
  }

  /** Undefined where there is nothing that could be written back: devices, pipes, standard input. */
  static async at(path: string): Promise<ServedFile | undefined> {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || !(await stat(real)).isFile()) return undefined;
    return new ServedFile(path, real);
  }

  /** Why it cannot be saved; undefined where it can. */
  async refusal(): Promise<string | undefined> {
    const bytes = await readFile(this.real).catch(() => undefined);
    if (bytes !== undefined && encodingOf(bytes) === undefined) return "its characters are not in UTF-8";
    if ((await realpath(this.path).catch(() => this.real)) !== this.real) return "its name leads to another file now";
    const known = await lstat(this.real).catch(() => undefined);
    return known === undefined || known.isFile() ? undefined : "it is no regular file any more";
  }

  async read(): Promise<FileState> {
    const bytes = await readFile(this.real).catch(() => null);
    return stateOf(bytes);
  }

  /**
   * Kept when the content is another one than that of the tag, or when nobody waits any more. Who writes a file may
   * empty or remove it first: only what has stood still from one look to the next counts.
   */
  async otherThan(tag: string, signal: AbortSignal): Promise<FileState | undefined> {
    let seen = "";
    let read = "";
    while (!signal.aborted) {
      const stamp = await this.stamp();
      if (stamp === seen && stamp !== read) {
        const state = await this.read();
        if ((await this.stamp()) === stamp) {
          read = stamp;
          if (state.tag !== tag) return state;
        }
      }
      seen = stamp;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, INTERVAL);
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        }
        signal.addEventListener("abort", done, { once: true });
      });
    }
    return undefined;
  }

  /** Changes whenever the file does. */
  private stamp(): Promise<string> {
    return stat(this.real).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => "gone",
    );
  }

  /** Writes where the file still has the content of the tag. */
  save(text: string, tag: string): Promise<Saved> {
    const saving = this.latest.then(() => this.saveNow(text, tag));
    this.latest = saving.catch(() => {});
    return saving;
  }

  private async saveNow(text: string, tag: string): Promise<Saved> {
    const why = await this.refusal();
    if (why !== undefined) return { kind: "refused", why };
    const before = await readFile(this.real).catch(() => null);
    const bytes = encoded(text, before === null ? "utf-8" : (encodingOf(before) ?? "utf-8"));
    try {
      const isWritten = await replaceExpected(this.real, bytes, (now) => tagOf(now) === tag);
      return isWritten ? { kind: "saved", tag: tagOf(bytes) } : { kind: "conflict", now: await this.read() };
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === "EEXIST";
      return { kind: "refused", why: isBusy ? "somebody else is writing it at this moment" : reason(error) };
    }
  }
}

type Encoding = "utf-8" | "utf-8 with mark" | "utf-16le" | "utf-16be";

/** Undefined where decoding would change something. */
function encodingOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8 with mark" : "utf-8";
  } catch {
    return undefined;
  }
}

function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  if (encoding === "utf-8 with mark") return Buffer.from(`\uFEFF${text}`, "utf8");
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

/** As it was read, without a mark. */
export function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  // Never saved as it was: whoever downloads it gets every letter, in UTF-8.
  const foreign = encoding === undefined ? decodeContent(bytes) : undefined;
  if (foreign?.ok) return declaringUtf8(foreign.text);
  return new TextDecoder(encoding === "utf-16le" || encoding === "utf-16be" ? encoding : "utf-8").decode(bytes);
}

function stateOf(bytes: Uint8Array | null): FileState {
  return { text: bytes === null ? null : decoded(bytes), tag: tagOf(bytes) };
}

function tagOf(bytes: Uint8Array | null): string {
  return bytes === null ? "none" : createHash("sha256").update(bytes).digest("base64url");
}
