import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./run.ts";
import { run, snippetsOf } from "./snippets.ts";

const PAGES = ["packages/cli/README.md", "packages/core/README.md"];

describe.each(PAGES)("%s", (page) => {
  const snippets = snippetsOf(join(ROOT, page));

  it("has programs", () => expect(snippets.length).toBeGreaterThan(0));

  it.each(snippets)("line $line prints what it says", async (snippet) => {
    expect(await run(snippet)).toEqual(snippet.prints);
  });
});
