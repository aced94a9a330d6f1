// Pages are for readers: no time of day, no machine's load, decisions that are numbered one after the other. So are
// comments, which the formatter leaves as they are written.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
/** What others wrote, what commands print, and what is made by a build. */
const LEFT_OUT = /(^|\/)(node_modules|dist|transcripts|reference|regressions)\//;

const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && !LEFT_OUT.test(path))
  .map((path) => join(root, path));

/** Lines outside of code that match. */
function linesWith(pattern: RegExp): string[] {
  return pages.flatMap((path) => {
    const prose = readFileSync(path, "utf8").replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, "");
    return prose.split("\n").flatMap((line) => (pattern.test(line) ? [`${relative(root, path)}: ${line.trim()}`] : []));
  });
}

describe("the pages", () => {
  it("hold no time of day", () => {
    expect(linesWith(/(?<![\d:.-])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/)).toEqual([]);
  });

  it("hold no machine's load", () => {
    expect(linesWith(/\bload (?:of |average )?\d|\b(?:idle|busy|loaded|quiet) machine\b/)).toEqual([]);
  });

  it("end at 120 columns where everyone begins to read, but for tables, pictures and code", () => {
    const first = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    const long = first.flatMap((page) =>
      readFileSync(join(root, page), "utf8")
        .replaceAll(/^```[\s\S]*?^```/gm, "")
        .split("\n")
        .filter((line) => line.length > 120 && !/^\s*(?:\||!\[)/.test(line)),
    );
    expect(long).toEqual([]);
  });

  it("name folders that exist", () => {
    const tops = ["packages", "bench", "hunt", "docs", "examples"];
    const below = tops.flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/\/node_modules\//.test(`${entry.parentPath}/`))
        .map((entry) => relative(root, join(entry.parentPath, entry.name))),
    );
    const folders = [...tops, ...below].map((folder) => `/${folder}/`);
    const lost = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/`((?:[a-z][\w-]*\/)+)`/g)]
        .filter(([, name]) => !/\b0042-/.test(name!) && !folders.some((folder) => folder.endsWith(`/${name}`)))
        .map(([, name]) => `${relative(root, page)} names ${name}`),
    );
    expect(lost).toEqual([]);
  });

  it("number decisions one after the other", () => {
    const numbers = readdirSync(join(root, "docs/decisions")).flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? []);
    expect(numbers.map(Number)).toEqual(numbers.map((_, index) => index + 1));
  });
});

const sources = ["packages", "bench", "hunt", "scripts"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(?:ts|js|svelte)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path));

/** The formatter breaks code at 120 columns and leaves literals whole; what is left to check are comments. */
const COMMENT = /^\s*(?:\/\/|\/?\*|<!--)|^(?:[^"'`/]|"[^"]*"|'[^']*'|`[^`]*`|\/(?!\/))*\/\/ /;

describe("the comments", () => {
  it("end at 120 columns", () => {
    const long = sources.flatMap((path) =>
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .flatMap((line, at) => (line.length > 120 && COMMENT.test(line) ? [`${path}:${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it("name files that exist, as pages do", () => {
    const files = [...sources, ...pages.map((page) => relative(root, page))];
    const isThere = (name: string): boolean => files.some((path) => path === name || path.endsWith(`/${name}`));
    const comments = (path: string): string[] =>
      readFileSync(join(root, path), "utf8").match(/^\s*(?:\/\/|\*).*$/gm) ?? [];
    // What a guide tells its reader to write is not there.
    const told = pages.filter((page) => !page.includes("adding-a-heuristic"));
    const lost = [
      ...sources.map((path) => [path, comments(path).join("\n")] as const),
      ...told.map((page) => [relative(root, page), readFileSync(page, "utf8")] as const),
    ].flatMap(([path, text]) =>
      [...text.matchAll(/`([\w/-]+\.ts)`/g)]
        .filter(([, name]) => !/\bNAME\b|^-/.test(name!) && !isThere(name!))
        .map(([, name]) => `${path} names ${name}`),
    );
    expect(lost).toEqual([]);
  });
});
