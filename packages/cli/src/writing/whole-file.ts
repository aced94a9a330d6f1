// The only place where files are written: a regular file is replaced in one piece or not at all, with its mode, and
// where a link leads there, at its target; devices and pipes are written to directly. Locks of `bench` are files of
// their own (`bench/owner.ts`); `writing.test.ts` forbids every other way.

import { randomBytes } from "node:crypto";
import { constants, rmSync, type Stats, write } from "node:fs";
import {
  access,
  appendFile,
  lstat,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

/** Names of what this process has open already; the position in it is shared with whoever opened it. */
const OPEN = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;
const STREAMS: Readonly<Record<string, number>> = { "/dev/stdout": 1, "/dev/stderr": 2 };
/** What a folder says that takes no new file, although the file in it can be written. */
const UNMOVED = ["EACCES", "EPERM", "EROFS", "EBUSY", "EXDEV"];
/** Links that lead to links; more are a circle. */
const MOST_LINKS = 40;

/**
 * Rejects with what the operating system says; what stood there before stands there then, and nothing is left beside
 * it.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const known = await statOf(path);
  const stream = known?.isFile() ? streamOf(path) : undefined;
  if (stream !== undefined) return writeTo(stream, content);
  if (known !== undefined && !known.isFile()) return writeFile(path, content);
  const target = await targetOf(path);
  if (known !== undefined) await access(target, constants.W_OK);
  try {
    await replace(target, content, known);
  } catch (error) {
    // A single file that is writable in a folder that is not has to be written in its place.
    if (known === undefined || !UNMOVED.includes(codeOf(error) ?? "")) throw error;
    await writeFile(target, content);
  }
}

/** Milliseconds after which a writer that left its file behind is gone. */
const ABANDONED = 30_000;

/**
 * Replaces a regular file that somebody has looked at, and nothing else: `isExpected` sees what stands there (null:
 * nothing) while no other writer of ours can. False: it is not what was expected. Never writes through a link.
 */
export async function replaceExpected(
  target: string,
  content: Uint8Array,
  isExpected: (now: Uint8Array | null) => boolean,
): Promise<boolean> {
  // The file that is written beside it is the lock, too: of two writers the second finds it there.
  const beside = join(dirname(target), `.${basename(target).slice(0, 80)}.saving.tmp`);
  const since = await stat(beside).catch(() => undefined);
  if (since !== undefined && Date.now() - since.mtimeMs > ABANDONED) await unlink(beside).catch(() => {});
  let isWanted = false;
  await replace(target, content, await statOf(target), {
    beside,
    async last() {
      const known = await lstat(target).catch(() => undefined);
      if (known !== undefined && !known.isFile())
        throw Object.assign(new Error("it is no regular file"), { code: "ELOOP" });
      if (known !== undefined) await access(target, constants.W_OK);
      isWanted = isExpected(known === undefined ? null : await readFile(target));
      return isWanted;
    },
  });
  return isWanted;
}

/** Devices, pipes and what this process has open already: what is written there comes after what was written before. */
export async function isStream(path: string): Promise<boolean> {
  const known = await statOf(path);
  return streamOf(path) !== undefined || (known !== undefined && !known.isFile() && !known.isDirectory());
}

/** Added to the end, as a journal is kept. */
export function appendTo(path: string, text: string): Promise<void> {
  return appendFile(path, text);
}

/** Rejects when it is plain already that the file cannot be written. */
export async function ensureWritable(path: string): Promise<void> {
  const known = await statOf(path);
  if (known?.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  if (known !== undefined) return access(path, constants.W_OK);
  const folder = dirname(await targetOf(path));
  if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error("no folder"), { code: "ENOTDIR" });
  await access(folder, constants.W_OK);
}

interface Replacing {
  readonly beside?: string;
  /** Asked before the file is moved. */
  readonly last?: () => Promise<boolean>;
}

/** Written beside the target and moved there: whoever reads sees the old content or the new one. */
async function replace(
  target: string,
  content: string | Uint8Array,
  known: Stats | undefined,
  { beside = nameBeside(target), last = async () => true }: Replacing = {},
): Promise<void> {
  const file = await open(beside, "wx", 0o666);
  const release = holdInterrupts(beside);
  try {
    try {
      await file.writeFile(content);
      if (known !== undefined) {
        const { uid, gid } = await file.stat();
        if (uid !== known.uid || gid !== known.gid) await file.chown(known.uid, known.gid);
        await file.chmod(known.mode & 0o7777);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (await last()) await rename(beside, target);
    else await unlink(beside);
  } catch (error) {
    await unlink(beside).catch(() => {});
    throw error;
  } finally {
    release();
  }
}

const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ctrl-C waits for the file that is being written, so that nothing is left beside it; who presses it twice does not
 * wait. Returns how to end that: an interrupt that came, and that nobody else minds, is carried out then.
 */
function holdInterrupts(beside: string): () => void {
  let came: NodeJS.Signals | undefined;
  const release = (): void => {
    for (const signal of INTERRUPTS) process.off(signal, hold);
    if (came !== undefined && process.listenerCount(came) === 0) process.kill(process.pid, came);
  };
  const hold = (signal: NodeJS.Signals): void => {
    const isSecond = came !== undefined;
    came = signal;
    if (!isSecond) return;
    rmSync(beside, { force: true });
    release();
  };
  for (const signal of INTERRUPTS) process.on(signal, hold);
  return release;
}

function nameBeside(target: string): string {
  return join(dirname(target), `.${basename(target).slice(0, 80)}.${randomBytes(6).toString("hex")}.tmp`);
}

/** Where the links lead, also when nothing stands there yet. */
async function targetOf(path: string): Promise<string> {
  let at = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const next = await readlink(at).catch(() => undefined);
    if (next === undefined) return at;
    // What a link says is meant from the folder that it really stands in.
    at = resolve(await realpath(dirname(at)).catch(() => dirname(at)), next);
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

function streamOf(path: string): number | undefined {
  const stream = STREAMS[path] ?? OPEN.exec(path)?.[1];
  return stream === undefined ? undefined : Number(stream);
}

async function writeTo(stream: number, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; ) at += (await promisify(write)(stream, bytes, at)).bytesWritten;
}

/** What stands there, links followed; undefined when nothing does. */
function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
