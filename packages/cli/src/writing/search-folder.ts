// The folder of a search that is larger than memory. What is written there is the search's own, in files that only it
// names; a folder that holds anything else is left alone. Whatever the disk refuses ends the command with exit code 74,
// and the search goes on from its last checkpoint once there is room.

import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type Files, isSearchFile, isSharedFile } from "@tracehound/core";
import { reason } from "../context.ts";
import { Unwritten, UsageError } from "../errors.ts";
import { makeFolder } from "../files.ts";

/** Files that are open at a time. */
const MOST_OPEN = 200;

export class SearchFolder implements Files {
  readonly path: string;
  protected readonly limit: number;
  private readonly open = new Map<string, number>();
  private readonly sizes = new Map<string, number>();
  protected used = 0;

  /** Makes the folder where there is none. `limit`: bytes that all its files may take together. */
  constructor(path: string, limit = Number.POSITIVE_INFINITY) {
    this.path = path;
    this.limit = limit;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new UsageError(`${path} is no folder`, "nothing was written; name a folder of its own");
    }
    this.trying("made", () => makeFolder(path));
    const foreign = this.trying("read", () => readdirSync(path)).filter(
      (name) => !isSearchFile(name) && !isSharedFile(name),
    );
    if (foreign.length > 0) {
      throw new UsageError(`${path} holds other things: ${foreign.slice(0, 3).join(", ")}`, "name a folder of its own");
    }
    for (const name of this.names()) this.note(name, this.sizeOnDisk(name));
  }

  names(): readonly string[] {
    return this.trying("read", () => readdirSync(this.path));
  }

  size(name: string): number | undefined {
    return this.sizes.get(name);
  }

  read(name: string, from: number, length: number): Uint8Array {
    return this.trying("read", () => {
      const bytes = new Uint8Array(length);
      const file = this.fileOf(name);
      let got = 0;
      while (got < length) {
        const more = readSync(file, bytes, got, length - got, from + got);
        if (more === 0) break;
        got += more;
      }
      return bytes.subarray(0, got);
    });
  }

  append(name: string, bytes: Uint8Array): void {
    if (this.used + bytes.length > this.limit) {
      throw new Unwritten(
        `${this.path} has reached its limit: with a larger --disk-limit, \`--resume\` or \`--join\` goes on`,
      );
    }
    this.trying("written", () => {
      const file = this.fileOf(name);
      const at = this.sizes.get(name) ?? 0;
      for (let put = 0; put < bytes.length; ) put += writeSync(file, bytes, put, bytes.length - put, at + put);
      this.note(name, at + bytes.length);
    });
  }

  sync(name: string): void {
    this.trying("written", () => fsyncSync(this.fileOf(name)));
  }

  rename(from: string, to: string): void {
    this.trying("written", () => {
      this.close(to);
      this.close(from);
      renameSync(join(this.path, from), join(this.path, to));
      this.note(to, this.sizes.get(from) ?? 0);
      this.note(from, undefined);
      this.syncFolder();
    });
  }

  truncate(name: string, size: number): void {
    this.trying("written", () => ftruncateSync(this.fileOf(name), size));
    this.note(name, size);
  }

  remove(name: string): void {
    this.trying("removed", () => {
      this.close(name);
      unlinkSync(join(this.path, name));
    });
    this.note(name, undefined);
  }

  closeAll(): void {
    for (const name of [...this.open.keys()]) this.close(name);
  }

  /** Names are kept for good once the folder is. */
  protected syncFolder(): void {
    const folder = openSync(this.path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  protected fileOf(name: string, isKnown = this.sizes.has(name)): number {
    const known = this.open.get(name);
    if (known !== undefined) {
      // What is used last stands last.
      this.open.delete(name);
      this.open.set(name, known);
      return known;
    }
    if (this.open.size >= MOST_OPEN) this.close(this.open.keys().next().value!);
    const path = join(this.path, name);
    const file = isKnown ? openKnown(path) : openSync(path, "w+");
    this.open.set(name, file);
    return file;
  }

  protected close(name: string): void {
    const file = this.open.get(name);
    if (file !== undefined) closeSync(file);
    this.open.delete(name);
  }

  protected note(name: string, size: number | undefined): void {
    this.used += (size ?? 0) - (this.sizes.get(name) ?? 0);
    if (size === undefined) this.sizes.delete(name);
    else this.sizes.set(name, size);
  }

  /** Undefined: there is no such file (any more). */
  protected sizeOnDisk(name: string): number | undefined {
    return statSync(join(this.path, name), { throwIfNoEntry: false })?.size;
  }

  protected trying<T>(what: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Error && "code" in error) {
        throw new Unwritten(`${this.path} cannot be ${what}: ${reason(error)}`);
      }
      throw error;
    }
  }
}

/** Where nothing may be written, it can still be read. */
function openKnown(path: string): number {
  try {
    return openSync(path, "r+");
  } catch (error) {
    if (!/^(EROFS|EACCES|EPERM)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    return openSync(path, "r");
  }
}
