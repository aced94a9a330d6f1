import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";
import { matches, readTranscript, shown } from "./transcript.ts";

const folder = fileURLToPath(new URL("transcripts", import.meta.url));

describe.each(readdirSync(folder).filter((name) => name.endsWith(".md")))("%s", (name) => {
  it("shows what the command line does", async () => {
    const { files, steps } = readTranscript(readFileSync(join(folder, name), "utf8"));
    const cwd = scratchFolder();
    symlinkSync(join(ROOT, "examples"), join(cwd, "examples"));
    for (const { name: file, content } of files) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), content);
    }
    expect(steps.length).toBeGreaterThan(0);
    for (const { command, args, expected, line } of steps) {
      const { both, code } = await tracehound(args, { cwd });
      const actual = shown(both, code);
      if (!matches(actual, expected)) expect(actual, `${name}:${line} $ ${command}`).toBe(expected);
    }
  });
});
