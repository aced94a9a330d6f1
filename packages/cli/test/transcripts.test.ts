import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../src/commands/index.ts";
import { readTranscript } from "./transcript.ts";
import { playTranscript } from "./transcript-run.ts";

const folder = fileURLToPath(new URL("transcripts", import.meta.url));

const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));

it("shows every command", () => {
  const shown = pages.flatMap((name) => readTranscript(readFileSync(join(folder, name), "utf8")).steps);
  const named = new Set(shown.map(({ args }) => args[0]));
  expect(COMMANDS.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

describe.each(pages)("%s", (name) => {
  it("shows what the command line does", async () => {
    await playTranscript(join(folder, name));
  });
});
