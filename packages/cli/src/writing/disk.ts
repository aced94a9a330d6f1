// The files of a run as commands see them, from the folder it runs in: written in one piece, and told apart by what
// they are, not by what they are called.

import { type BigIntStats, fstat } from "node:fs";
import { lstat, open, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { appendTo, ensureWritable, isStream, writeWhole } from "./whole-file.ts";

export interface Disk {
  /** The path from wherever the process runs. */
  place(path: string): string;
  /** Replaces the file in one piece. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  append(path: string, text: string): Promise<void>;
  /** A device, a pipe, or what this process has open already. */
  isStream(path: string): Promise<boolean>;
  /** Rejects when it is plain already that the file cannot be written. */
  ensureWritable(path: string): Promise<void>;
  /**
   * The same for all names of a file: links, hard links, other letters where the file system takes them for the same.
   * Null for devices and pipes, which keep nothing.
   */
  identity(path: string): Promise<string | null>;
  /** Where the links of a path lead, as seen from the folder; the path itself where it is no link. */
  target(path: string): Promise<string>;
  /** How a regular file begins, so many bytes at most; null where there is none. */
  beginning(path: string, length: number): Promise<string | null>;
}

export function diskAt(folder: string): Disk {
  const at = (path: string): string => resolve(folder, path);
  return {
    place: at,
    write: (path, content) => writeWhole(at(path), content),
    append: (path, text) => appendTo(at(path), text),
    isStream: (path) => isStream(at(path)),
    ensureWritable: (path) => ensureWritable(at(path)),
    identity: (path) => (path === "-" ? identityOfInput() : identityOf(at(path))),
    async target(path) {
      const [real, start] = await Promise.all([realpath(at(path)).catch(() => at(path)), realpath(folder)]);
      const isLink = await lstat(at(path)).then(
        (known) => known.isSymbolicLink(),
        () => false,
      );
      const near = relative(start, real);
      return !isLink ? path : near.startsWith("..") ? real : near;
    },
    beginning: (path, length) => beginningOf(at(path), length),
  };
}

async function identityOf(path: string): Promise<string | null> {
  const known = await stat(path, { bigint: true }).catch(() => undefined);
  if (known !== undefined) return isKept(known) ? (numberOf(known) ?? realpath(path)) : null;
  // What is not there yet will stand in this folder.
  return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path));
}

/** Standard input may be a file as well. */
async function identityOfInput(): Promise<string | null> {
  const known = await promisify(fstat)(0, { bigint: true }).catch(() => undefined);
  return known !== undefined && isKept(known) ? (numberOf(known) ?? null) : null;
}

const isKept = (known: BigIntStats): boolean => known.isFile() || known.isDirectory();

/** Some file systems number nothing. */
function numberOf({ dev, ino }: BigIntStats): string | undefined {
  return ino === 0n ? undefined : `${dev}:${ino}`;
}

async function beginningOf(path: string, length: number): Promise<string | null> {
  const isFile = await stat(path).then(
    (known) => known.isFile(),
    () => false,
  );
  if (!isFile) return null;
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
