// The command line as it was built, run as a process of its own, to be interrupted or killed.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const COMMAND = resolve("packages/cli/bin/tracehound.js");
/** Milliseconds after which a process counts as one that does not end. */
const PATIENCE = 120_000;

export interface Ended {
  /** Null: a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly isStuck: boolean;
}

export interface Blow {
  readonly signal: "SIGINT" | "SIGKILL";
  /** Milliseconds after the start. */
  readonly after: number;
}

export function runCommand(args: readonly string[], folder: string, blow?: Blow): Promise<Ended> {
  return new Promise((resolved, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    let isStuck = false;
    child.stdout.on("data", (text) => (out += text));
    child.stderr.on("data", (text) => (err += text));
    const strike = blow && setTimeout(() => child.kill(blow.signal), blow.after);
    const patience = setTimeout(() => {
      isStuck = true;
      child.kill("SIGKILL");
    }, PATIENCE);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(strike);
      clearTimeout(patience);
      resolved({ code, out, err, isStuck });
    });
  });
}

/** Works in a folder that is gone afterwards; `files` by name. */
export async function inFolder(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tracehound-hunt-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
