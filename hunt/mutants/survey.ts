// What every test of a folder costs and which changes it reaches. It is kept, file by file, for as long as neither the
// sources nor the file have changed: a hunt that goes on does not begin with a minute of tests.

import { createHash, type Hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { MutatedFolder } from "./bundle.ts";
import type { Question, Survey } from "./run.ts";
import { Runner } from "./runner.ts";

const KEPT = resolve("hunt/dist/surveys");
const PACKAGES = ["core", "cli"].flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`]);

/** By the tests of a folder; the program that runs them is written into `place` if it is needed. */
export async function surveyOf(folder: MutatedFolder, place: string): Promise<Survey> {
  mkdirSync(KEPT, { recursive: true });
  const sources = fingerprint(folder);
  const surveys: Survey[] = [];
  let runner: Runner | undefined;
  for (const file of folder.tests) {
    const key = createHash("sha256").update(sources).update(file).update(readFileSync(file)).digest("hex");
    const kept = join(KEPT, `${key}.json`);
    const known = readIfThere(kept);
    if (known === undefined && runner === undefined) {
      await folder.write("survey", place);
      runner = new Runner(join(place, "run.js"));
    }
    const survey = known ?? (await runner!.ask<Survey>({ file } satisfies Question, 3600));
    if (survey === undefined) throw new Error(`${file} does not end without any mutant`);
    if (known === undefined) writeFileSync(kept, JSON.stringify(survey));
    surveys.push(survey);
  }
  runner?.end();
  return {
    loading: [...new Set(surveys.flatMap(({ loading }) => loading))],
    tests: surveys.flatMap(({ tests }) => tests),
  };
}

/** Of all that tests are made of except themselves, and of the changes, which are known by their numbers. */
function fingerprint(folder: MutatedFolder): string {
  const hash = createHash("sha256");
  for (const { file, line, shown } of folder.changes) hash.update(`${file}:${line}: ${shown}\n`);
  for (const root of PACKAGES) addFiles(hash, root);
  return hash.digest("hex");
}

function addFiles(hash: Hash, root: string): void {
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".ts") && !name.endsWith(".test.ts")) hash.update(name).update(readFileSync(join(root, name)));
  }
}

function readIfThere(file: string): Survey | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Survey;
  } catch {
    return undefined;
  }
}
