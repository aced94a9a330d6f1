// Folders searched and made, and files watched.

import { mkdirSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Milliseconds between looks: every file system can be asked, not all of them tell. */
const INTERVAL = 300;

/** All files below a folder, by their paths from there, sorted; null when it is no folder. */
export async function filesBelow(folder: string): Promise<readonly string[] | null> {
  const found: string[] = [];
  const visit = async (path: string): Promise<void> => {
    // What is not ours to read, or vanishes meanwhile, is not meant.
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: unknown) => {
      if (path === "") throw error;
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) await visit(below);
      else found.push(below);
    }
  };
  if (!isFolder(folder)) return null;
  await visit("");
  return found.sort();
}

/**
 * With those above it, one after the other: node's own `recursive` never ends where a file system makes none, such as
 * /proc.
 */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  if (isFolder(whole)) return;
  makeFolder(dirname(whole));
  mkdirSync(whole);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Kept when one of the files has changed, appeared or vanished, or when the signal is aborted. */
export async function changed(paths: () => Promise<readonly string[]>, signal: AbortSignal): Promise<void> {
  const stamp = (path: string): Promise<string> =>
    stat(path).then(
      ({ mtimeMs, size }) => `${path} ${mtimeMs} ${size}`,
      () => path,
    );
  const stamps = async (): Promise<string> => (await Promise.all((await paths()).map(stamp))).join("\n");
  const before = await stamps();
  while (!signal.aborted && (await stamps()) === before) {
    await new Promise<void>((resolve) => {
      const next = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", next);
        resolve();
      };
      const timer = setTimeout(next, INTERVAL);
      signal.addEventListener("abort", next, { once: true });
    });
  }
}
