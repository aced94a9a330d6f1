// The folder listing is the architecture, and this table keeps it so: which folder of the core may import which.
// A new dependency between folders is a decision; it is taken here, in the open.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  basics: [],
  diagnostics: [],
  limits: [],
  network: ["diagnostics"],
  zone: [],
  families: [],
  spec: ["diagnostics"],
  analysis: ["diagnostics", "network"],
  lang: ["analysis", "diagnostics", "families", "network"],
  engine: ["analysis", "basics", "diagnostics", "network", "zone"],
  heuristics: ["analysis", "basics", "diagnostics", "engine", "network", "spec", "zone"],
  "search-context": ["basics", "engine", "heuristics", "network"],
  evaluators: ["engine", "heuristics", "network", "search-context", "spec"],
  "open-lists": ["analysis", "basics", "engine", "evaluators", "heuristics", "network", "search-context", "spec"],
  search: [
    "analysis",
    "basics",
    "diagnostics",
    "engine",
    "evaluators",
    "heuristics",
    "limits",
    "network",
    "open-lists",
    "search-context",
    "spec",
    "zone",
  ],
  trace: ["analysis", "basics", "diagnostics", "engine", "network", "search", "zone"],
  walk: ["analysis", "basics", "diagnostics", "engine", "network", "search", "spec", "trace", "zone"],
  certificate: ["diagnostics", "engine", "network", "zone"],
  check: [
    "analysis",
    "certificate",
    "diagnostics",
    "engine",
    "evaluators",
    "heuristics",
    "limits",
    "network",
    "open-lists",
    "search",
    "search-context",
    "spec",
    "trace",
    "walk",
    "zone",
  ],
  insight: ["analysis", "check", "engine", "heuristics", "network", "spec", "trace"],
  picture: ["diagnostics", "engine", "insight", "lang", "network", "trace", "zone"],
  reference: ["check", "evaluators", "families", "heuristics", "open-lists", "search", "spec"],
  report: ["check", "lang", "network", "picture", "trace", "zone"],
  testing: ["analysis", "basics", "diagnostics", "engine", "heuristics", "network", "zone"],
};

/** Packages that the core may use; everything else is our own field. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
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
      return other !== folder && !(MAY_IMPORT[folder] ?? []).includes(other);
    });
    expect(trespasses.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("has no cycle between folders", () => {
    const visit = (folder: string, path: readonly string[]): void => {
      expect(path, `${[...path, folder].join(" → ")}`).not.toContain(folder);
      for (const next of MAY_IMPORT[folder] ?? []) visit(next, [...path, folder]);
    };
    for (const folder of Object.keys(MAY_IMPORT)) visit(folder, []);
  });

  it("imports with the .ts extension, so that sources run unbuilt", () => {
    expect(
      imports.filter(({ target }) => target.includes("/") && !target.startsWith("@") && !target.endsWith(".ts")),
    ).toEqual([]);
  });
});
