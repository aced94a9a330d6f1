// The folder listing is the architecture, and this table keeps it so: which folder of the core may import which.
// A new dependency between folders is a decision; it is taken here, in the open.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");

/** Names between blanks. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  basics: "",
  diagnostics: "basics",
  limits: "",
  network: "basics diagnostics",
  zone: "basics",
  families: "basics",
  spec: "basics diagnostics",
  analysis: "basics diagnostics network",
  property: "basics diagnostics network",
  lang: "analysis basics diagnostics families network",
  engine: "analysis basics diagnostics network zone",
  heuristics: "analysis basics diagnostics engine network spec zone",
  reduction: "analysis basics engine heuristics network",
  "search-context": "basics engine heuristics network",
  evaluators: "engine heuristics network search-context spec",
  "open-lists": "analysis basics engine evaluators heuristics network search-context spec",
  search:
    "analysis basics diagnostics engine evaluators heuristics limits network open-lists property search-context spec zone",
  trace: "analysis basics diagnostics engine network property zone",
  walk: "analysis basics diagnostics engine heuristics network search spec trace zone",
  certificate: "analysis basics diagnostics engine network zone",
  statistics: "basics",
  stochastic: "basics diagnostics engine network",
  check:
    "analysis basics certificate diagnostics engine evaluators heuristics limits network open-lists property reduction search search-context spec statistics stochastic trace walk zone",
  insight: "analysis basics check diagnostics engine heuristics network spec trace",
  picture: "basics diagnostics engine insight lang network property trace zone",
  reference: "basics check diagnostics evaluators families heuristics open-lists search spec",
  why: "analysis basics check engine limits network spec trace zone",
  services: "basics diagnostics lang network",
  report: "check lang network picture trace zone",
  testing: "analysis basics diagnostics engine heuristics network property reduction statistics stochastic walk zone",
};

const importable = (folder: string): readonly string[] => (MAY_IMPORT[folder] ?? "").split(" ").filter(Boolean);

/**
 * Folders inside folders: which of its neighbours each room may import. Files that lie in the folder itself are the
 * interfaces of its rooms and its lists of members; everybody inside may use them, and no file may import its own users.
 */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  analysis: { faults: [], lints: [] },
  check: {
    strategies: [],
    plan: ["strategies"],
    portfolio: ["plan"],
    exploration: ["plan"],
    evidence: ["plan"],
    reachability: ["plan", "evidence"],
    liveness: ["plan", "evidence", "reachability"],
    bounds: ["plan", "evidence", "reachability"],
    statistical: ["plan"],
  },
  engine: { evaluate: [], reference: ["evaluate"], wasm: ["reference", "clock-bounds"], "clock-bounds": [] },
  "engine/compiled": {
    emit: [],
    store: ["emit"],
    state: ["emit", "store"],
    language: ["emit", "state"],
    zones: ["emit", "store", "state", "language"],
    steps: ["emit", "store", "state", "language", "zones"],
  },
  heuristics: {
    relaxed: [],
    factored: [],
    combined: [],
    predicates: ["factored"],
    merge: ["factored"],
    cegar: ["factored"],
    pdb: ["factored", "merge", "relaxed"],
    perimeter: ["factored", "predicates"],
  },
  "heuristics/relaxed": { circuit: [], compiled: ["circuit"] },
  lang: { formats: ["tchecker", "uppaal"], tchecker: [], uppaal: [] },
  "lang/uppaal": { elaborate: [], "from-network": [], xml: [] },
  network: { queries: [] },
  picture: { automaton: [] },
  search: { costs: [], lasso: [], loops: ["memory"], memory: [] },
  testing: { oracle: [] },
  walk: { shorten: [] },
};

/** Packages that the core may use; everything else is our own field. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  basics: ["valibot"],
  certificate: ["valibot"],
  lang: ["saxes", "valibot"],
  picture: ["@dagrejs/dagre"],
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

/** Long because they list many alike things. */
const TABLES: readonly string[] = ["lang/network-schema.ts networkSchema"];

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

function longFunctions(path: string): string[] {
  const text = readFileSync(path, "utf8");
  if (text.split("\n").length <= 120) return [];
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lines = node.getText().split("\n").length;
      const name = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) ? node.name?.getText() : undefined;
      if (lines > 120) found.push(`${relative(source, path)} ${name ?? "(function)"}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

describe("the architecture of the core", () => {
  it("has a row in the table for every folder", () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).filter((name) => !(name in MAY_IMPORT))).toEqual([]);
  });

  it("imports only what the table allows", () => {
    const trespasses = imports.filter(({ folder, target }) => {
      if (folder === "") return false;
      if (!target.includes("/") || target.startsWith("@")) return !(PACKAGES[folder] ?? []).includes(target);
      const other = target.slice(0, target.indexOf("/"));
      return other !== folder && !importable(folder).includes(other);
    });
    expect(trespasses.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("has no cycle between folders", () => {
    const visit = (folder: string, path: readonly string[]): void => {
      expect(path, `${[...path, folder].join(" → ")}`).not.toContain(folder);
      for (const next of importable(folder)) visit(next, [...path, folder]);
    };
    for (const folder of Object.keys(MAY_IMPORT)) visit(folder, []);
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

  it("has no function of more than 120 lines that is no table", () => {
    expect(files.flatMap(longFunctions).filter((name) => !TABLES.includes(name))).toEqual([]);
  });

  it("imports with the .ts extension, so that sources run unbuilt", () => {
    expect(
      imports.filter(({ target }) => target.includes("/") && !target.startsWith("@") && !target.endsWith(".ts")),
    ).toEqual([]);
  });
});
