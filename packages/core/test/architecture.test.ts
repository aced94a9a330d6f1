// The folder listing is the architecture, and this table keeps it so: which folder of the core may import which.
// A new dependency between folders is a decision; it is taken here, in the open.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");

/** Names between blanks. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  basics: "",
  diagnostics: "basics",
  limits: "basics",
  network: "basics diagnostics",
  zone: "basics",
  families: "basics",
  layout: "basics",
  spec: "basics diagnostics",
  analysis: "basics diagnostics network",
  ltl: "basics diagnostics network",
  lang: "analysis basics diagnostics families layout network",
  semantics: "analysis basics diagnostics network zone",
  wasm: "basics diagnostics network semantics",
  "value-sets": "network semantics",
  circuit: "basics network value-sets",
  engine: "analysis basics diagnostics network semantics wasm zone",
  symbolic: "analysis basics engine network semantics wasm",
  heuristics: "analysis basics circuit diagnostics engine network semantics spec symbolic value-sets wasm zone",
  schedule: "analysis basics heuristics network semantics",
  reduction: "analysis basics engine heuristics network semantics",
  symmetry: "analysis basics engine network semantics",
  "search-context": "basics engine heuristics network semantics",
  evaluators: "basics engine heuristics network search-context spec",
  "open-lists": "analysis basics engine evaluators heuristics network search-context semantics spec",
  search:
    "analysis basics diagnostics engine evaluators heuristics limits ltl network open-lists search-context semantics spec symbolic zone",
  trace: "analysis basics diagnostics engine ltl network semantics zone",
  simulate: "basics network semantics trace zone",
  walk: "analysis basics circuit diagnostics engine network search semantics spec trace value-sets zone",
  certificate: "analysis basics diagnostics engine network semantics zone",
  statistics: "basics",
  stochastic: "basics diagnostics network semantics",
  probabilistic: "analysis basics diagnostics engine network semantics spec wasm zone",
  check:
    "analysis basics certificate diagnostics engine evaluators heuristics limits ltl network open-lists probabilistic reduction schedule search search-context semantics spec statistics stochastic symbolic symmetry trace walk zone",
  "search-insight": "analysis basics check diagnostics engine heuristics network spec symbolic trace",
  picture:
    "basics check diagnostics lang layout ltl network probabilistic search search-insight semantics statistics trace zone",
  "docs-pages": "basics check diagnostics evaluators families heuristics open-lists search spec",
  why: "analysis basics check engine limits network semantics spec trace zone",
  answer: "basics check diagnostics network search spec trace why",
  "editor-services": "basics diagnostics lang network",
  report: "basics check lang network picture probabilistic trace zone",
  testing:
    "analysis basics certificate diagnostics engine heuristics ltl network reduction search semantics spec statistics stochastic symbolic symmetry value-sets walk zone",
};

/**
 * The entries of the package in their order: what each is made of. Folders of one entry import only it and those before
 * it.
 */
const ENTRIES: Readonly<Record<string, string>> = {
  model: "analysis basics diagnostics families lang layout ltl network spec",
  semantics: "certificate circuit engine semantics simulate statistics stochastic trace value-sets wasm zone",
  search:
    "evaluators heuristics limits open-lists probabilistic reduction schedule search search-context symbolic symmetry walk",
  check: "answer check why",
  view: "docs-pages editor-services picture report search-insight",
};
/** No part of the package. */
const UNPUBLISHED = "testing";

const importable = (folder: string): readonly string[] => (MAY_IMPORT[folder] ?? "").split(" ").filter(Boolean);

/**
 * Folders inside folders: which of its neighbours each room may import. Files that lie in the folder itself are the
 * interfaces of its rooms and its lists of members; everybody inside may use them, and no file may import its own
 * users.
 */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  analysis: { contexts: [], faults: [], lints: [], local: [], meta: [], obstacles: ["lints"] },
  certificate: { diagram: [], invariant: [], minimal: [], munta: [] },
  check: {
    probability: ["plan", "setup"],
    strategies: [],
    plan: ["strategies"],
    setup: ["plan"],
    members: ["plan", "setup"],
    exploration: ["plan", "setup"],
    evidence: ["plan", "setup"],
    reachability: ["plan", "setup", "members", "evidence"],
    optimal: ["plan", "setup", "members", "evidence", "reachability"],
    liveness: ["plan", "setup", "members", "evidence", "reachability"],
    bounds: ["plan", "setup", "evidence", "reachability"],
    statistical: ["plan"],
  },
  engine: { reference: [], compiled: ["reference", "clock-bounds"], "clock-bounds": [] },
  "engine/compiled": {
    store: [],
    state: ["store"],
    language: ["state"],
    zones: ["store", "state", "language"],
    steps: ["store", "state", "language", "zones"],
  },
  "engine/compiled/steps": { edges: [], synchronise: ["edges"], split: ["edges", "synchronise"] },
  heuristics: {
    relaxed: [],
    factored: [],
    combined: [],
    predicates: ["factored"],
    merge: ["factored"],
    cegar: ["factored"],
    pdb: ["factored", "merge", "relaxed"],
    perimeter: ["factored", "predicates"],
    schedule: [],
  },
  "heuristics/relaxed": { ground: [], kernel: ["ground"], compiled: ["ground", "kernel"] },
  lang: { formats: ["munta", "prism", "tchecker", "uppaal"], munta: [], prism: [], tchecker: [], uppaal: [] },
  probabilistic: {
    estimates: [],
    evidence: ["estimates", "measures"],
    exact: ["measures"],
    kernel: [],
    measures: ["kernel"],
  },
  "check/plan": { space: [] },
  "lang/tchecker": { read: [], write: [] },
  "lang/uppaal": { parse: [], format: ["parse"], elaborate: ["parse"], "from-network": [], xml: ["format"] },
  "lang/uppaal/elaborate": { values: [], expressions: ["values"], system: ["values", "expressions"] },
  network: { queries: [] },
  picture: { automaton: [], statistics: [] },
  search: {
    costs: [],
    external: [],
    lasso: [],
    loops: ["memory"],
    memory: [],
    shards: ["external"],
    symbolic: [],
    workers: [],
  },
  "search/external": { joined: [] },
  semantics: {
    evaluate: [],
    discrete: ["evaluate"],
    concrete: ["evaluate", "discrete"],
    symbolic: ["evaluate", "discrete"],
    explain: ["discrete", "concrete", "symbolic"],
  },
  symbolic: { directed: ["network"], network: [], package: [], ways: [] },
  testing: { oracle: [] },
  trace: { formats: [], replay: [], timing: ["replay"] },
  "trace/formats": { uppaal: [] },
  walk: { choices: [], compile: [], state: ["compile"], choose: ["choices", "compile", "state"], shorten: ["choose"] },
};

/** Packages that the core may use; everything else is our own field. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  basics: ["valibot"],
  certificate: ["valibot"],
  lang: ["saxes", "valibot"],
  layout: ["@dagrejs/dagre"],
  trace: ["valibot"],
};

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function importsOf(path: string): Import[] {
  const file = relative(source, path);
  const folder = file.includes("/") ? file.slice(0, file.indexOf("/")) : "";
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+"([^"]+)"/gms)].map(([, specifier]) => ({
    file,
    folder,
    target: specifier!.startsWith(".") ? relative(source, join(dirname(path), specifier!)) : specifier!,
  }));
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  .map((file) => join(source, file));
const imports = files.flatMap(importsOf);

/**
 * Outside the core, what asks for a part of an answer: benchmarks configure single searches; a run that is broken off
 * is told.
 */
const ASKING_PARTS: readonly string[] = ["cli/src/check/report.ts", "web/src/stores/run.ts"];

/** Families, whose members stand side by side, and what is made for tests. */
const FULL: readonly string[] = ["families", "heuristics", "search", "testing"];

/** Groups of files that import each other, directly or not (Tarjan 1972). */
function cyclesBetween(names: readonly string[]): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const targets = new Map(names.map((name) => [name, [] as string[]]));
  for (const { file, target } of imports) if (targets.has(target)) targets.get(file)!.push(target);
  const visit = (name: string): void => {
    order.set(name, order.size);
    lowest.set(name, order.get(name)!);
    stack.push(name);
    for (const next of targets.get(name)!) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(name, Math.min(lowest.get(name)!, lowest.get(next)!));
    }
    if (lowest.get(name) !== order.get(name)) return;
    const group = stack.splice(stack.indexOf(name));
    if (group.length > 1) groups.push(group.sort());
  };
  for (const name of names) if (!order.has(name)) visit(name);
  return groups;
}

describe("the architecture of the core", () => {
  it("has a row in the table for every folder", () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).filter((name) => !(name in MAY_IMPORT) && name !== "exports")).toEqual(
      [],
    );
  });

  it("imports only what the table allows", () => {
    const trespasses = imports.filter(({ folder, target }) => {
      if (folder === "" || folder === "exports") return false;
      if (!target.includes("/") || target.startsWith("@")) return !(PACKAGES[folder] ?? []).includes(target);
      const other = target.slice(0, target.indexOf("/"));
      return other !== folder && !importable(folder).includes(other);
    });
    expect(trespasses.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("has no cycle between folders", () => {
    const seen = new Set<string>();
    const visit = (folder: string, path: readonly string[]): void => {
      expect(path, `${[...path, folder].join(" → ")}`).not.toContain(folder);
      if (seen.has(folder)) return;
      for (const next of importable(folder)) visit(next, [...path, folder]);
      seen.add(folder);
    };
    for (const folder of Object.keys(MAY_IMPORT)) visit(folder, []);
  });

  it("has entries that use only those before them, and hands out nothing that is made for tests", () => {
    const entries = Object.keys(ENTRIES);
    const entryOf = (folder: string): number =>
      entries.findIndex((entry) => ENTRIES[entry]!.split(" ").includes(folder));
    const folders = Object.keys(MAY_IMPORT).filter((folder) => folder !== UNPUBLISHED);
    expect(folders.filter((folder) => entryOf(folder) < 0)).toEqual([]);
    const against = folders.flatMap((folder) =>
      importable(folder)
        .filter((other) => entryOf(other) > entryOf(folder))
        .map((other) => `${folder} imports ${other}`),
    );
    expect(against).toEqual([]);
    for (const { file, target } of imports.filter(({ folder }) => folder === "exports")) {
      const entry = file.slice("exports/".length, -".ts".length);
      expect(entries[entryOf(target.slice(0, target.indexOf("/")))], `${file} hands out ${target}`).toBe(entry);
    }
    const { exports, files: packed } = JSON.parse(readFileSync(join(source, "../package.json"), "utf8"));
    expect(Object.keys(exports)).toEqual([".", ...entries.map((entry) => `./${entry}`)]);
    expect(packed).toContain(`!dist/${UNPUBLISHED}`);
  });

  it("has a row in the table of rooms for every folder inside a folder", () => {
    const rooms = readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && relative(source, entry.parentPath) !== "")
      .map((entry) => [relative(source, entry.parentPath), entry.name] as const);
    expect(rooms.filter(([folder, room]) => !(room in (ROOMS[folder] ?? {}))).map((path) => path.join("/"))).toEqual(
      [],
    );
  });

  it("imports only neighbouring rooms that the table allows", () => {
    const trespasses = imports.filter(({ file, target }) => {
      const from = file.split("/");
      const to = target.split("/");
      const shared = from.findIndex((part, at) => part !== to[at]);
      // Files of an enclosing folder are open to its rooms, and rooms to the files of the folder they are in.
      if (shared < 1 || shared >= from.length - 1 || shared >= to.length - 1) return false;
      return !ROOMS[from.slice(0, shared).join("/")]?.[from[shared]!]?.includes(to[shared]!);
    });
    expect(trespasses.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("has the semantics below every engine: who times, judges, certifies or explains a run asks no engine how it stores", () => {
    const stored = imports.filter(
      ({ folder, target }) =>
        ["trace", "certificate", "why"].includes(folder) && target.startsWith("engine/reference/"),
    );
    expect(stored.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    // Neither by way of a list of members.
    const naming = files
      .map((path) => relative(source, path))
      .filter((file) => /^(?:trace|certificate|why)\//.test(file))
      .filter((file) => /\bReferenceEngine\b/.test(readFileSync(join(source, file), "utf8")));
    expect(naming).toEqual([]);
  });

  it("has a minimal checker of at most 300 lines that imports types of the network and what expressions mean", () => {
    const file = "certificate/minimal/check.ts";
    const text = readFileSync(join(source, file), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(300);
    expect(text.match(/\bfrom "[^"]*"|\bimport\(|\brequire\(/g)).toEqual([
      'from "../../network/network.ts"',
      'from "../../semantics/evaluate/index.ts"',
    ]);
    expect(text).toMatch(/^import type \{[^}]*\} from "\.\.\/\.\.\/network\/network\.ts";$/m);
  });

  it("has no folder of more than 20 files that is no family", () => {
    const count = new Map<string, number>();
    for (const file of files) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1);
    const full = [...count].filter(([, files]) => files > 20).map(([folder]) => relative(source, folder));
    expect(full.filter((folder) => !FULL.includes(folder))).toEqual([]);
    expect(FULL.filter((folder) => !full.includes(folder))).toEqual([]);
  });

  it("has one place where it is decided what runs: who explains a plan reads it, and nobody else asks what is reduced", () => {
    const inCheck = imports.filter(({ file }) => file === "check/plan/explain.ts" && file.startsWith("check/"));
    expect(inCheck.map(({ target }) => target).filter((target) => target.startsWith("check/"))).toEqual([
      "check/plan/plan.ts",
    ]);
    const reachability = readFileSync(join(source, "check/reachability/reachability.ts"), "utf8");
    expect(reachability.split("\n").length).toBeLessThan(60);
    const callers = files.filter((path) => /\bwhyNotReduced\(/.test(readFileSync(path, "utf8")));
    expect(callers.map((path) => relative(source, path)).sort()).toEqual([
      "check/plan/planned-member.ts",
      "check/plan/reduction.ts",
    ]);
  });

  it("has a session for each question and one for each member that runs, and no others but for what is asked on the way", () => {
    const making = (pattern: RegExp): string[] =>
      files
        .filter((path) => pattern.test(readFileSync(path, "utf8")))
        .map((path) => relative(source, path))
        .sort();
    expect(making(/\bnew Session\(/)).toEqual(["check/check.ts", "check/session.ts"]);
    expect(making(/\bSession\.following\(/)).toEqual(["check/check.ts"]);
    expect(making(/\bsession\.ofMember\(/)).toEqual([
      "check/execute.ts",
      "check/members/portfolio.ts",
      "check/members/swarm.ts",
    ]);
  });

  it("has one facade for questions: the packages around the core read no search and find no reason themselves", () => {
    const packages = join(source, "../..");
    const others = ["cli/src", "web/src", "vscode/src"].flatMap((folder) =>
      readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => `${folder}/${file}`),
    );
    const again = others.filter((file) =>
      /^ {2}(?:whyOf|strategies|adviceText),$|\b(?:whyOf|configure)\(/m.test(
        readFileSync(join(packages, file), "utf8"),
      ),
    );
    expect(again.filter((file) => !ASKING_PARTS.includes(file))).toEqual([]);
  });

  it("has one room for every exported type name", () => {
    const rooms = new Map<string, string[]>();
    for (const path of files) {
      for (const [, name] of readFileSync(path, "utf8").matchAll(
        /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
      )) {
        rooms.set(name!, [...(rooms.get(name!) ?? []), relative(source, path)]);
      }
    }
    expect([...rooms].filter(([, places]) => places.length > 1).map(([name, places]) => [name, ...places])).toEqual([]);
  });

  it("has every place that the glossary and the table of where things happen name", () => {
    const root = join(source, "../../..");
    const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const where = architecture.slice(architecture.indexOf("## Where things happen"), architecture.indexOf("## Rules"));
    expect(where).not.toBe("");
    const told = readFileSync(join(root, "docs/glossary.md"), "utf8") + where;
    const places = [...told.matchAll(/`([\w/-]+(?:\/|\.ts))`/g)].map(([, place]) => place!);
    const missing = places.filter((place) => !existsSync(join(place.startsWith("packages/") ? root : source, place)));
    expect(missing).toEqual([]);
  });

  it("has a line in ARCHITECTURE.md for every folder, and a word for the rooms of those that are told there", () => {
    const text = readFileSync(join(source, "../../../ARCHITECTURE.md"), "utf8");
    const drawing = text.slice(0, text.indexOf("## Rooms"));
    expect(Object.keys(MAY_IMPORT).filter((folder) => !new RegExp(`[\\s\`]${folder}/`).test(drawing))).toEqual([]);
    const rows = text.slice(text.indexOf("## Rooms"), text.indexOf("## Where things happen"));
    for (const [, folder, told] of rows.matchAll(/^\| `([\w-]+)\/` \| (.*) \|$/gm)) {
      const rooms = readdirSync(join(source, folder!), { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const names = [...told!.matchAll(/`([\w/-]+)\/`/g)].map(([, name]) => name!);
      expect(names.filter((name) => !existsSync(join(source, folder!, name)))).toEqual([]);
      const untold = rooms.filter(({ name }) => !names.includes(name) && name in (ROOMS[folder!] ?? {}));
      expect(untold.map(({ name }) => `${folder}/${name}`)).toEqual([]);
    }
  });

  it("has no cycle between rooms", () => {
    for (const [folder, rooms] of Object.entries(ROOMS)) {
      const visit = (room: string, path: readonly string[]): void => {
        expect(path, `${folder}: ${[...path, room].join(" → ")}`).not.toContain(room);
        for (const next of rooms[room]!) visit(next, [...path, room]);
      };
      for (const room of Object.keys(rooms)) visit(room, []);
    }
  });

  it("has no cycle between files", () => {
    expect(cyclesBetween(files.map((file) => relative(source, file)))).toEqual([]);
  });

  it("imports with the .ts extension, so that sources run unbuilt", () => {
    expect(
      imports.filter(({ target }) => target.includes("/") && !target.startsWith("@") && !target.endsWith(".ts")),
    ).toEqual([]);
  });
});
