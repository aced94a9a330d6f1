// Mutants of one folder against the tests of that folder, each in a copy of the sources. A mutant that survives is a
// finding to be judged: it changes nothing that anybody can see, or a test is missing. One that does not end is killed.
// Types are not checked: vitest runs what is left when they are taken away.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededChoices } from "@tracehound/core/testing";
import { type Hunt, Sightings } from "../hunt.ts";
import { changesOf, mutantOf } from "../mutate.ts";

/** Folders of `packages/core/src` and what tests them. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  zone: ["zone"],
  "engine/clock-bounds": ["engine/clock-bounds.test.ts", "engine/abstraction-contract.test.ts", "regressions"],
  trace: ["trace", "regressions"],
  certificate: ["certificate"],
  check: ["check/portfolio", "check/evidence", "check/liveness", "check/bounds"],
  "open-lists": ["open-lists"],
};
/** Seconds for the tests of a mutant; they take a fraction of it when they end at all. */
const MOST = 600;

function mutantsOf(folder: string, tests: readonly string[]): Hunt {
  let passes: boolean | undefined;
  return {
    name: `mutants-${folder.replace("/", "-")}`,
    what: `the tests notice every small change in \`${folder}/\``,
    seeds: 300,
    inTests: 0,
    secondsPerSeed: 2 * MOST + 60,
    run(seed) {
      const seen = new Sightings();
      const source = join("packages/core/src", folder);
      const places = readdirSync(source, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .sort()
        .flatMap((name) => {
          const text = readFileSync(join(source, name), "utf8");
          return changesOf(name, text).map((change) => ({ name, text, change }));
        });
      const { name, text, change } = places[seededChoices(seed).below(places.length)]!;
      // Tests that fail by themselves would kill everything.
      passes ??= test(join(source, name), text, tests) === "survived";
      if (!passes) throw new Error(`the tests of ${folder}/ fail without any mutant`);
      const mutant = mutantOf(text, change);
      const outcome = test(join(source, name), mutant.text, tests);
      seen.count(outcome);
      if (outcome === "survived") seen.report(`${folder}/${name}:${mutant.line}: ${mutant.change} survives`);
      return seen;
    },
  };
}

function test(file: string, text: string, tests: readonly string[]): "killed" | "timed out" | "survived" {
  const copy = mkdtempSync(join(tmpdir(), "mutant-"));
  try {
    for (const path of ["packages/core/src", "packages/core/test", "packages/web/test/announce.ts", "examples"]) {
      cpSync(path, join(copy, path), { recursive: true });
    }
    for (const path of ["vitest.config.ts", "package.json"]) cpSync(path, join(copy, path));
    symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
    writeFileSync(join(copy, file), text);
    const paths = tests.map((path) => join("packages/core/test", path));
    const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
    const { status, error } = spawnSync(process.execPath, [vitest, "run", ...paths, "--bail", "1", "--maxWorkers=1"], {
      cwd: copy,
      timeout: 1000 * MOST,
      stdio: "ignore",
    });
    if (error !== undefined || status === null) return "timed out";
    return status === 0 ? "survived" : "killed";
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export const mutants: readonly Hunt[] = Object.entries(FOLDERS).map(([folder, tests]) => mutantsOf(folder, tests));
