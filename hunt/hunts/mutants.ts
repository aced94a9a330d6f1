// Mutants of one folder against the tests that concern it. A mutant that survives is a finding to be judged: it changes
// nothing that anybody can see, or a test is missing. One that does not end, or needs far more work, is killed.
// Types are not checked: what runs is what is left when they are taken away.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Hunt, Sightings } from "../hunt.ts";
import { MutatedFolder, type PlacedChange } from "../mutants/bundle.ts";
import { whyHarmless } from "../mutants/harmless.ts";
import type { Errand, Fate, Survey } from "../mutants/run.ts";

const TEST = "packages/core/test";
/** Tests that one mutant may cost. What they miss a slower test might see: a score is a lower bound. */
const MOST_MILLISECONDS = 4_000;

/** Folders of `packages/core/src` and what tests them. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  zone: [`${TEST}/zone`, `${TEST}/engine/wasm/kernel.test.ts`, `${TEST}/engine/symbolic-concrete.test.ts`],
  "engine/clock-bounds": [
    `${TEST}/engine/clock-bounds.test.ts`,
    `${TEST}/engine/clock-bounds-corners.test.ts`,
    `${TEST}/engine/abstraction.test.ts`,
    `${TEST}/engine/abstraction-contract.test.ts`,
    `${TEST}/engine/deadlock-sensitivity.test.ts`,
    `${TEST}/engine/random-networks.test.ts`,
    `${TEST}/regressions`,
  ],
  trace: [
    `${TEST}/trace`,
    `${TEST}/check/evidence`,
    `${TEST}/check/liveness`,
    `${TEST}/check/reachability/stopwatches.test.ts`,
    "hunt/hunts.test.ts#evidence",
  ],
  certificate: [`${TEST}/certificate`, `${TEST}/check/evidence`, "hunt/hunts.test.ts#evidence"],
  // Those that take longer than a mutant may cost are left out.
  check: [
    ...["bounds/bounds", "corners", "exploration/explore", "plan/time-units", "progress", "words"].map(
      (name) => `${TEST}/check/${name}.test.ts`,
    ),
    ...["evidence", "liveness", "portfolio"].map((room) => `${TEST}/check/${room}`),
    ...["faults", "stopwatches"].map((name) => `${TEST}/check/reachability/${name}.test.ts`),
    ...["certificate/runs.test.ts", "reduction", "regressions", "why"].map((path) => `${TEST}/${path}`),
    "hunt/hunts.test.ts#evidence",
  ],
  reduction: [`${TEST}/reduction`],
  "open-lists": [
    `${TEST}/open-lists`,
    ...["swallowed", "fischer", "contracts"].map((name) => `${TEST}/search/${name}.test.ts`),
  ],
};

function mutantsOf(folder: string, tests: readonly string[]): Hunt {
  let stand: Promise<Stand> | undefined;
  return {
    name: `mutants-${folder.replace("/", "-")}`,
    what: `the tests notice every small change in \`${folder}/\``,
    seeds: 300,
    inTests: 0,
    secondsPerSeed: 3600,
    async run(seed, seen) {
      stand ??= Stand.of(folder, tests);
      (await stand).try(seed, seen);
    },
  };
}

/** A folder whose mutants can be tried one after the other. */
class Stand {
  private readonly folder: MutatedFolder;
  private readonly place: string;
  private readonly survey: Survey;
  /** Numbers of the changes in the order in which seeds try them: no two seeds try the same one. */
  private readonly order: readonly number[];

  static async of(name: string, tests: readonly string[]): Promise<Stand> {
    // Where packages are found.
    mkdirSync("hunt/dist", { recursive: true });
    const place = mkdtempSync(resolve("hunt/dist/mutants-"));
    process.on("exit", () => rmSync(place, { recursive: true, force: true }));
    const folder = new MutatedFolder(name, tests);
    await folder.write("survey", join(place, "survey"));
    await folder.write("mutant", join(place, "mutant"));
    const stand = new Stand(folder, place);
    const surveyed = stand.survey.tests;
    const seconds = surveyed.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const what = `${folder.changes.length} changes, ${surveyed.length} tests, ${seconds.toFixed()} s for all of them`;
    process.stderr.write(`${name}: ${what}\n`);
    return stand;
  }

  private constructor(folder: MutatedFolder, place: string) {
    this.folder = folder;
    this.place = place;
    const survey = this.start<Survey>("survey", "survey", {}, 3600);
    if (survey === undefined) throw new Error("the tests do not end without any mutant");
    this.survey = survey;
    this.order = inRandomOrder(folder.changes);
  }

  try(seed: number, seen: Sightings): void {
    const mutant = this.order[seed];
    if (mutant === undefined) {
      seen.count("no such change");
      return;
    }
    const change = this.folder.changes[mutant]!;
    const { file, line, code, shown } = change;
    if (whyHarmless(change) !== undefined) {
      seen.count("harmless");
      return;
    }
    const fate = this.fateOf(mutant);
    seen.count(fate);
    if (fate === "survived" || fate === "never reached") seen.report(`${file}:${line}: \`${code}\`: ${shown}: ${fate}`);
  }

  private fateOf(mutant: number): "killed" | "did not end" | "survived" | "never reached" {
    const tests = this.concerned(mutant);
    if (tests.length === 0) return "never reached";
    const order = join(this.place, "errand.json");
    const errand: Errand = { tests: tests.map(({ file, index }) => ({ file, index })) };
    writeFileSync(order, JSON.stringify(errand));
    const usual = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const fate = this.start<Fate>("mutant", order, { TRACEHOUND_MUTANT: String(mutant) }, Math.ceil(3 * usual + 10));
    if (fate === undefined) return "did not end";
    return fate.killedBy === undefined ? "survived" : "killed";
  }

  /** The tests that reach a change, the quickest first, as many as may be spent on one mutant. */
  private concerned(mutant: number): Survey["tests"] {
    const { loading, tests } = this.survey;
    const always = loading.includes(mutant);
    let spent = 0;
    return tests
      .filter(({ passes, reached }) => passes && (always || reached.includes(mutant)))
      .sort((a, b) => a.milliseconds - b.milliseconds)
      .filter(({ milliseconds }, i) => {
        spent += milliseconds;
        return i === 0 || spent <= MOST_MILLISECONDS;
      });
  }

  /** What the process says; undefined where it was ended: by its mutant, or for taking more than so many CPU seconds. */
  private start<Said>(
    kind: string,
    order: string,
    environment: Record<string, string>,
    seconds: number,
  ): Said | undefined {
    const said = join(this.place, "said.json");
    writeFileSync(said, "");
    const command = `ulimit -t ${seconds}; exec "$0" --max-old-space-size=2000 "$@"`;
    const run = join(this.place, kind, "run.js");
    spawnSync("sh", ["-c", command, process.execPath, run, order, said], {
      env: { ...process.env, ...environment },
      // A process that waits for something that never comes uses no CPU.
      timeout: 40_000 * seconds,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const answer = readFileSync(said, "utf8");
    return answer === "" ? undefined : (JSON.parse(answer) as Said);
  }
}

/** By a hash of what they are, so that a change of the sources moves few of the others to another seed. */
function inRandomOrder(changes: readonly PlacedChange[]): readonly number[] {
  const met = new Map<string, number>();
  const ranks = changes.map(({ file, code, shown }) => {
    const text = `${file} ${code} ${shown}`;
    const times = met.get(text) ?? 0;
    met.set(text, times + 1);
    return createHash("sha256").update(`${text} ${times}`).digest("hex");
  });
  return [...changes.keys()].sort((a, b) => (ranks[a]! < ranks[b]! ? -1 : 1));
}

export const mutants: readonly Hunt[] = Object.entries(FOLDERS).map(([folder, tests]) => mutantsOf(folder, tests));
