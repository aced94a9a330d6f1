// Plays a page: puts its files into a folder, runs its commands there, and compares what the terminal shows.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";
import { matches, readTranscript, shown } from "./transcript.ts";

/** Hands back the folder. */
export async function playTranscript(path: string, cwd = scratchFolder()): Promise<string> {
  const { files, steps } = readTranscript(readFileSync(path, "utf8"));
  symlinkSync(join(ROOT, "examples"), join(cwd, "examples"));
  for (const { name: file, content, isLink } of files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    if (isLink) symlinkSync(content.trim(), join(cwd, file));
    else writeFileSync(join(cwd, file), content);
  }
  expect(steps.length).toBeGreaterThan(0);
  for (const { command, args, expected, line, input } of steps) {
    const { both, code } = await tracehound(args, { cwd, ...(input === undefined ? {} : { input }) });
    const actual = shown(both, code);
    if (!matches(actual, expected)) expect(actual, `${path}:${line} $ ${command}`).toBe(expected);
  }
  return cwd;
}
