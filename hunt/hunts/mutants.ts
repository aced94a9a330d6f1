// Mutants of one folder against the tests that concern it. A mutant that survives is a finding to be judged: it changes
// nothing that anybody can see, or a test is missing. One that does not end, or needs far more work, is killed.
// Types are not checked: what runs is what is left when they are taken away.

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Hunt, Sightings } from "../hunt.ts";
import { MutatedFolder, type PlacedChange } from "../mutants/bundle.ts";
import { whyHarmless } from "../mutants/harmless/index.ts";
import type { Errand, Fate, Survey } from "../mutants/run.ts";
import { Runner } from "../mutants/runner.ts";
import { surveyOf } from "../mutants/survey.ts";

const TEST = "packages/core/test";
/**
 * Tests that one mutant may cost. What they miss a slower test might see, so that a score is a lower bound:
 * `MUTANT_MILLISECONDS=20000 npm run hunt -- mutants-NAME --again` asks the slower ones about what is left.
 */
const MOST_MILLISECONDS = Number(process.env["MUTANT_MILLISECONDS"] ?? 2_000);

/**
 * Only these test files, by parts of their names: whether new tests kill what is left is known in a few seconds of CPU
 * (`MUTANT_TESTS=hand-written npm run hunt -- mutants-engine-compiled-steps --again`).
 */
const ONLY_TESTS = process.env["MUTANT_TESTS"]?.split(",");

/** Seconds after which a process that only waits is given up. */
const MOST_WAITING = 600;

/** Models of bugs, each with its answer: the quickest that sees much. */
const REGRESSIONS = `${TEST}/regressions/regressions.test.ts`;

/** Folders of `packages/core/src` and what tests them. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  zone: [`${TEST}/zone`, `${TEST}/engine/compiled/kernel.test.ts`, `${TEST}/semantics/symbolic-concrete.test.ts`],
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
    ...["evidence", "liveness", "corners-of-answers.test.ts", "plan/local-time.test.ts"].map(
      (name) => `${TEST}/check/${name}`,
    ),
    `${TEST}/check/reachability/stopwatches.test.ts`,
    `${TEST}/regressions/regressions.test.ts`,
    // What is written for UPPAAL, read back, and walked through.
    ...["evidence", "simulate-screen", "verifyta"].map((name) => `packages/cli/test/${name}.test.ts`),
    "hunt/hunts/evidence.ts",
  ],
  certificate: [`${TEST}/certificate`, `${TEST}/check/evidence`, "hunt/hunts/evidence.ts"],
  // Those that take longer than a mutant may cost are left out.
  check: [
    ...["bounds/bounds", "bounds/corners", "corners", "corners-of-answers", "exploration/explore", "plan/corners"].map(
      (name) => `${TEST}/check/${name}.test.ts`,
    ),
    ...["plan/time-units", "progress", "words"].map((name) => `${TEST}/check/${name}.test.ts`),
    ...["evidence", "liveness", "members"].map((room) => `${TEST}/check/${room}`),
    ...["faults", "stopwatches"].map((name) => `${TEST}/check/reachability/${name}.test.ts`),
    ...["certificate/projection.test.ts", "certificate/runs.test.ts", "reduction", "regressions", "why"].map(
      (path) => `${TEST}/${path}`,
    ),
    "hunt/hunts/evidence.ts",
  ],
  reduction: [`${TEST}/reduction`, REGRESSIONS, "hunt/hunts/reduction.ts", "hunt/hunts/reduced-runs.ts"],
  analysis: [
    `${TEST}/analysis`,
    `${TEST}/reduction`,
    `${TEST}/open-lists`,
    ...["clock-bounds", "deadlock-sensitivity"].map((name) => `${TEST}/engine/${name}.test.ts`),
    `${TEST}/heuristics/transitions.test.ts`,
    ...["corners", "local-time", "time-units"].map((name) => `${TEST}/check/plan/${name}.test.ts`),
    `${TEST}/check/optimal`,
    `${TEST}/schedule`,
    `${TEST}/walk/inline-functions.test.ts`,
    "packages/cli/test/info.test.ts",
    REGRESSIONS,
    ...["best-sets", "estimates", "faults", "shops"].map((name) => `hunt/hunts/${name}.ts`),
  ],
  "lang/uppaal/elaborate": [
    `${TEST}/lang/uppaal`,
    ...["convert", "integers", "load", "many-errors", "network-json", "round-trip"].map(
      (name) => `${TEST}/lang/${name}.test.ts`,
    ),
    // Doubles, weights and rates.
    `${TEST}/statistics`,
    `${TEST}/stochastic`,
    `${TEST}/probabilistic/uppaal.test.ts`,
    REGRESSIONS,
  ],
  "engine/compiled/steps": [
    ...[
      "agreement",
      "common-tests",
      "faults",
      "faulty-agreement",
      "federations",
      "hand-written",
      "local-time",
      "long-states",
      "runs",
      "short-states",
      "splitting",
    ].map((name) => `${TEST}/engine/compiled/${name}.test.ts`),
    `${TEST}/engine/random-networks.test.ts`,
    ...["graph-engine", "walks"].map((name) => `${TEST}/search/${name}.test.ts`),
    `${TEST}/walk/twin.test.ts`,
    ...["engines-agree", "faults", "idioms", "infinite-runs"].map((name) => `hunt/hunts/${name}.ts`),
    REGRESSIONS,
  ],
  heuristics: [
    `${TEST}/heuristics`,
    `${TEST}/circuit`,
    // The bound of time by the work that is left.
    `${TEST}/schedule`,
    `${TEST}/check/optimal`,
    REGRESSIONS,
    ...["estimates", "relaxed-estimates", "shops"].map((name) => `hunt/hunts/${name}.ts`),
  ],
  "open-lists": [
    `${TEST}/open-lists`,
    ...["swallowed", "fischer", "contracts"].map((name) => `${TEST}/search/${name}.test.ts`),
  ],
};

function mutantsOf(folder: string, tests: readonly string[]): Hunt {
  let stand: Promise<Stand> | undefined;
  return {
    name: `mutants-${folder.replaceAll("/", "-")}`,
    what: `the tests notice every small change in \`${folder}/\``,
    seeds: 300,
    inTests: 0,
    secondsPerSeed: 3600,
    async run(seed, seen) {
      stand ??= Stand.of(folder, tests);
      await (await stand).try(seed, seen);
    },
  };
}

/** A folder whose mutants can be tried one after the other. */
class Stand {
  private readonly folder: MutatedFolder;
  private readonly program: string;
  private readonly survey: Survey;
  /** Numbers of the changes in the order in which seeds try them: no two seeds try the same one. */
  private readonly order: readonly number[];
  /** What the last mutants have made warm. */
  private warm: Runner | undefined;
  /** By test: how many it has killed. Who has killed many is asked early. */
  private readonly kills = new Map<string, number>();

  static async of(name: string, tests: readonly string[]): Promise<Stand> {
    // Where packages are found.
    mkdirSync("hunt/dist", { recursive: true });
    const place = mkdtempSync(resolve("hunt/dist/mutants-"));
    process.on("exit", () => rmSync(place, { recursive: true, force: true }));
    const folder = new MutatedFolder(name, tests, ONLY_TESTS);
    const survey = await surveyOf(folder, join(place, "survey"));
    await folder.write("mutant", join(place, "mutant"));
    const seconds = survey.tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const what = `${folder.changes.length} changes, ${survey.tests.length} tests, ${seconds.toFixed()} s for all of them`;
    process.stderr.write(`${name}: ${what}\n`);
    return new Stand(folder, join(place, "mutant", "run.js"), survey);
  }

  private constructor(folder: MutatedFolder, program: string, survey: Survey) {
    this.folder = folder;
    this.program = program;
    this.survey = survey;
    this.order = inRandomOrder(folder.changes);
  }

  async try(seed: number, seen: Sightings): Promise<void> {
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
    const fate = await this.fateOf(mutant);
    seen.count(fate);
    if (fate === "survived" || fate === "never reached") seen.report(`${file}:${line}: \`${code}\`: ${shown}: ${fate}`);
  }

  private async fateOf(mutant: number): Promise<"killed" | "did not end" | "survived" | "never reached"> {
    const concerned = this.concerned(mutant);
    if (concerned.length === 0) return "never reached";
    const tests = concerned.map(({ file, index, milliseconds }) => ({ file, index, milliseconds }));
    const errand: Errand = { mutant, tests };
    const fate = (await this.amongOthers(errand)) ?? (await this.alone(errand));
    if (fate === "did not end") return fate;
    if (fate.by !== undefined) this.kills.set(nameOf(fate.by), (this.kills.get(nameOf(fate.by)) ?? 0) + 1);
    return fate.killedBy === undefined ? "survived" : "killed";
  }

  /**
   * Undefined where it has to be seen alone: it is made while files are loaded, or others are in its way. What others
   * have left in caches may hide it all the same, so a score is a lower bound.
   */
  private async amongOthers(errand: Errand): Promise<Fate | undefined> {
    if (this.survey.loading.includes(errand.mutant)) return undefined;
    this.warm ??= new Runner(this.program);
    const fate = await this.warm.ask<Fate>(errand, MOST_WAITING);
    if (fate !== undefined && !fate.spoilt) return fate;
    this.warm = this.warm.end();
    return undefined;
  }

  private async alone(errand: Errand): Promise<Fate | "did not end"> {
    const runner = new Runner(this.program);
    const fate = await runner.ask<Fate>(errand, MOST_WAITING);
    runner.end();
    return fate ?? "did not end";
  }

  /**
   * The tests that reach a change, the quickest and those that have killed most first, as many as may be spent on one
   * mutant. Of a change that is made while files are loaded nobody knows whom it concerns: those who come to its file.
   */
  private concerned(mutant: number): Survey["tests"] {
    const { loading, tests } = this.survey;
    const { file: changed } = this.folder.changes[mutant]!;
    const isMet = loading.includes(mutant)
      ? (change: number) => this.folder.changes[change]!.file === changed
      : (change: number) => change === mutant;
    const rank = (test: { file: string; index: number; milliseconds: number }): number =>
      (1 + test.milliseconds) / (1 + (this.kills.get(nameOf(test)) ?? 0));
    let spent = 0;
    return tests
      .filter(({ passes, reached }) => passes && reached.some(isMet))
      .sort((a, b) => rank(a) - rank(b))
      .filter(({ milliseconds }) => {
        if (spent > 0 && spent + milliseconds > MOST_MILLISECONDS) return false;
        spent += milliseconds;
        return true;
      });
  }
}

function nameOf({ file, index }: { readonly file: string; readonly index: number }): string {
  return `${file} ${index}`;
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
