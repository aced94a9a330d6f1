// A folder of the sources with all its changes in it, and the tests that are to notice them, as programs for plain
// node: `survey/` reports which changes are reached, `mutant/` makes the one whose number is `$mutant`.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { type Change, changesOf, schemata } from "./changes.ts";

const SOURCE = resolve("packages/core/src");
const ROOT = resolve(".");
const SEEDS_OF = "seeds-of:";
/** Seeds of a hunt that mutants are tried with. */
const SEEDS = 16;

/** A change and where it is, the file as it is known in the repository. */
export interface PlacedChange extends Change {
  readonly file: string;
}

interface MutatedFile {
  readonly path: string;
  /** Number of its first change among those of the folder. */
  readonly first: number;
  readonly changes: readonly Change[];
}

export class MutatedFolder {
  private readonly files: readonly MutatedFile[];
  /** Files. */
  readonly tests: readonly string[];
  /** By number. */
  readonly changes: readonly PlacedChange[];

  /**
   * A folder of the core's sources, and the test files, or folders of them, that concern it. A file of `hunt/hunts/`
   * stands for its first seeds, each a test. Where parts of names are given, only the files that have one count.
   */
  constructor(folder: string, tests: readonly string[], only?: readonly string[]) {
    const all = tests.flatMap((path) => (isHunt(path) ? [path] : filesIn(ROOT, path, ".test.ts")));
    this.tests = only === undefined ? all : all.filter((path) => only.some((part) => path.includes(part)));
    const files: MutatedFile[] = [];
    const changes: PlacedChange[] = [];
    for (const path of filesIn(SOURCE, folder, ".ts")) {
      const found = changesOf(path, readFileSync(join(SOURCE, path), "utf8"));
      files.push({ path, first: changes.length, changes: found });
      changes.push(...found.map((change) => ({ ...change, file: path })));
    }
    this.files = files;
    this.changes = changes;
  }

  async write(kind: "survey" | "mutant", into: string): Promise<void> {
    const bundle = await rolldown({
      input: { run: resolve("hunt/mutants/run.ts") },
      platform: "node",
      external: ["typescript", "rolldown", "playwright-core"],
      resolve: {
        alias: {
          vitest: resolve("hunt/mutants/suite.ts"),
          "@tracehound/core/testing": join(SOURCE, "testing/index.ts"),
          "@tracehound/core": join(SOURCE, "index.ts"),
        },
      },
      plugins: [this.listOfTests(), this.changed(kind), whereItWas],
      // The package says that its modules do nothing when loaded, and tests are modules of it.
      treeshake: false,
      logLevel: "silent",
    });
    await bundle.write({ dir: into, format: "esm" });
    await bundle.close();
  }

  private listOfTests(): Plugin {
    const entries = this.tests.map((path) => {
      const module = isHunt(path) ? `${SEEDS_OF}${path}` : join(ROOT, path);
      return `${JSON.stringify(path)}: () => import(${JSON.stringify(module)})`;
    });
    const list = `export const FILES = { ${entries.join(",\n")} };`;
    return {
      name: "list-of-tests",
      resolveId: (id) => (id === "tests" || id.startsWith(SEEDS_OF) ? `\0${id}` : undefined),
      load: (id) => {
        if (id === "\0tests") return list;
        return id.startsWith(`\0${SEEDS_OF}`) ? seedsAsTests(id.slice(SEEDS_OF.length + 1)) : undefined;
      },
    };
  }

  private changed(kind: "survey" | "mutant"): Plugin {
    return {
      name: "changed",
      load: (id) => {
        const file = this.files.find(({ path }) => join(SOURCE, path) === id);
        if (file === undefined) return undefined;
        const number = (change: number): number => file.first + change;
        const chosen =
          kind === "survey"
            ? (change: number) => `($reached[${number(change)}] = 1, false)`
            : (change: number) => `$mutant === ${number(change)}`;
        return { code: schemata(id, readFileSync(id, "utf8"), chosen), moduleType: "ts" };
      },
    };
  }
}

const isHunt = (path: string): boolean => path.startsWith("hunt/hunts/");

/** A file of tests, one per seed. */
function seedsAsTests(path: string): string {
  return `import { expect, it } from "vitest";
import { trial } from ${JSON.stringify(join(ROOT, "hunt/hunt.ts"))};
import * as all from ${JSON.stringify(join(ROOT, path))};
const claim = Object.values(all).find((one) => typeof one?.run === "function");
for (let seed = 0; seed < ${SEEDS}; seed++) it("seed " + seed, async () => expect((await trial(claim, seed)).wrong).toEqual([]));`;
}

// In two pieces: this file is bundled, too.
const META = ["import", "meta"].join(".");

/** Tests look for models and schemas beside them. */
const whereItWas: Plugin = {
  name: "where-it-was",
  transform: (code, id) =>
    id.startsWith(ROOT) && !id.includes("node_modules")
      ? code
          .replaceAll(`${META}.url`, JSON.stringify(pathToFileURL(id).href))
          .replaceAll(`${META}.dirname`, JSON.stringify(dirname(id)))
      : undefined,
};

function filesIn(root: string, path: string, ending: string): string[] {
  if (path.endsWith(ending)) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(path, name))
    .sort();
}
