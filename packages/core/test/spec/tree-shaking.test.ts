// The package says that its modules have no side effects, so a bundler drops whatever nobody names: what specifications
// may name has to be reached from the registry that reads them.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const CORE = fileURLToPath(new URL("../../src/index.ts", import.meta.url));

const SPECS = {
  searches: ["greedy(f(hU()))", "eager(alternation([best(g), random()]))", "bounded(5, astar(hL()))"],
  openLists: ["tiebreaking([wf(hL()), novelty()])"],
};

test.each(Object.entries(SPECS))("%s can be read in a bundle that asks for nothing else", async (registry, specs) => {
  const folder = mkdtempSync(join(tmpdir(), "tracehound-bundle-"));
  try {
    const entry = join(folder, "entry.js");
    writeFileSync(
      entry,
      `import { configure, ${registry} } from ${JSON.stringify(CORE)};
export const read = (spec) => configure(${registry}, spec);\n`,
    );
    const bundle = await rolldown({
      input: entry,
      platform: "node",
      cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
    });
    await bundle.write({ file: join(folder, "bundle.mjs"), format: "esm" });
    const { read } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "bundle.mjs")).href);
    for (const spec of specs) expect(read(spec)).toMatchObject({ ok: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
