// A file of runs belongs to one process at a time: two at once would do all the work twice. The owner leaves its name
// in a file beside it. A dead owner keeps nothing: on the same machine its process is asked for, by number and by the
// moment it began; from another one it has to give a sign of life.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, realpath, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setInterval } from "node:timers";
import { type Context, reason } from "../context.ts";
import { Unwritten } from "../errors.ts";

/** Seconds between signs of life, and without one until an owner elsewhere is taken for dead. */
const SIGN = 10;
const SILENCE = 90;

interface Owner {
  readonly process: number;
  readonly host: string;
  /** When the process began, where the system tells: numbers are used again. */
  readonly began?: string;
  readonly key: string;
}

const held = new Set<string>();

/** Throws `Unwritten` when somebody else is at it. */
export async function ownRuns(path: string, context: Context, inUse = inUseByBench): Promise<() => Promise<void>> {
  const lock = `${await realpath(path).catch(() => path)}.lock`;
  const began = beginOf(process.pid);
  const me: Owner = {
    process: process.pid,
    host: hostname(),
    ...(began === undefined ? {} : { began }),
    key: randomUUID(),
  };
  const text = `${JSON.stringify(me)}\n`;
  const isKnown = await stat(path).then(
    (known) => known.isFile(),
    () => true,
  );
  // What is no file (/dev/null) has no owner.
  if (!isKnown) return async () => {};
  try {
    await take(lock, text, (owner) => inUse(whoIs(owner), path, isElsewhere(owner) ? lock : undefined));
  } catch (error) {
    if (error instanceof Unwritten) throw error;
    if (!isForbidden(error)) throw new Unwritten(`cannot write ${lock}: ${reason(error)}`);
    context.err(`${lock} cannot be written (${reason(error)}): nobody else may run on ${path} meanwhile\n`);
    return async () => {};
  }
  held.add(me.key);
  const alive = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), 1000 * SIGN).unref();
  return async () => {
    clearInterval(alive);
    held.delete(me.key);
    if ((await contentOf(lock)) === text) await unlink(lock).catch(() => {});
  };
}

async function take(lock: string, text: string, inUse: (owner: Owner | undefined) => string): Promise<void> {
  for (;;) {
    if (await create(lock, text)) return;
    const found = await contentOf(lock);
    if (found === null) continue;
    const owner = readOwner(found);
    if (await isAlive(owner, lock)) throw new Unwritten(inUse(owner));
    if (await takeOver(lock, found, text)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Of several who find a dead owner, one gets its place: whoever may write the file that is named after it. */
async function takeOver(lock: string, found: string, text: string): Promise<boolean> {
  const right = `${lock}.${readOwner(found)?.key ?? "unread"}`;
  if (!(await create(right, text))) {
    // Whoever has it is about to be done, or died in this very moment.
    if (!(await isAlive(readOwner((await contentOf(right)) ?? ""), right))) await unlink(right).catch(() => {});
    return false;
  }
  if ((await contentOf(lock)) === found) {
    await rename(right, lock);
    return true;
  }
  await unlink(right).catch(() => {});
  return false;
}

/** False when it is there already. */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

const contentOf = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null);

/** Undefined where somebody was killed while writing it, or is writing it now. */
function readOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    return typeof owner?.process === "number" && typeof owner.key === "string" ? (owner as Owner) : undefined;
  } catch {
    return undefined;
  }
}

async function isAlive(owner: Owner | undefined, lock: string): Promise<boolean> {
  if (owner === undefined || owner.host !== hostname()) {
    const silent = await stat(lock).then(
      ({ mtimeMs }) => (Date.now() - mtimeMs) / 1000,
      () => Number.POSITIVE_INFINITY,
    );
    return silent < (owner === undefined ? 2 : SILENCE);
  }
  if (owner.process === process.pid) return held.has(owner.key);
  try {
    process.kill(owner.process, 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
  }
  const began = beginOf(owner.process);
  return began === undefined || owner.began === undefined || began === owner.began;
}

/** Ticks since the machine started, and which start that was; undefined where the system does not tell. */
function beginOf(pid: number): string | undefined {
  try {
    // The name of the program, which comes before, may hold anything; the state, of a dead one that nobody waited for,
    // is Z.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    if (fields[0] === "Z") return "ended";
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

const isElsewhere = (owner: Owner | undefined): boolean => owner !== undefined && owner.host !== hostname();

function whoIs(owner: Owner | undefined): string {
  if (owner === undefined) return "";
  return isElsewhere(owner) ? ` (process ${owner.process} on ${owner.host})` : ` (process ${owner.process})`;
}

/** `lock`: what may be removed if that process, on another machine, has ended. */
function inUseByBench(who: string, path: string, lock: string | undefined): string {
  const elsewhere = lock === undefined ? "" : `, or remove ${lock} if that has ended`;
  return `another bench${who} writes its runs to ${path}: wait until it is done, or keep these elsewhere with --runs${elsewhere}`;
}

const isForbidden = (error: unknown): boolean => ["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "");

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
