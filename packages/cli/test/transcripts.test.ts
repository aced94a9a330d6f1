import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { playTranscript } from "./transcript-run.ts";

const folder = fileURLToPath(new URL("transcripts", import.meta.url));

describe.each(readdirSync(folder).filter((name) => name.endsWith(".md")))("%s", (name) => {
  it("shows what the command line does", async () => {
    await playTranscript(join(folder, name));
  });
});
