// What commands write, and what they never write over.

import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../src/writing/whole-file.ts";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const MODEL = readFileSync(join(ROOT, "examples/fischer-weakened.xml"), "utf8");
const LAMP = "process P() { state a, b; init a; trans a -> b { }; }\nsystem P;\n";

function folderWithModels(): string {
  const folder = scratchFolder();
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "m.xml"), MODEL);
  writeFileSync(join(folder, "m-1.xml"), MODEL);
  writeFileSync(join(folder, "m1.xml"), MODEL);
  writeFileSync(join(folder, "other.xml"), MODEL);
  writeFileSync(join(folder, "p.xta"), LAMP);
  writeFileSync(join(folder, "p.q"), "E<> P.b\n");
  writeFileSync(join(folder, "mine.json"), JSON.stringify({ models: ["p.xta"], searches: ["bfs"] }));
  writeFileSync(join(folder, "renamed"), MODEL);
  symlinkSync("m.xml", join(folder, "link.html"));
  linkSync(join(folder, "m.xml"), join(folder, "hard.json"));
  return folder;
}

const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => [name, readFileSync(join(folder, name), "utf8")]),
  );

describe("several results and one name", () => {
  const ask = (path: string) => ["check", "p.xta", "-q", "E<> P.b", "-q", "E<> P.a", "--quiet", "--trace", path];

  it("numbers files like the queries", async () => {
    const cwd = folderWithModels();
    expect((await tracehound(ask("run.txt"), { cwd })).code).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.startsWith("run"))).toEqual(["run-1.txt", "run-2.txt"]);
  });

  it("writes all of it to a pipe, in one piece, and puts nothing beside a device", async () => {
    const cwd = folderWithModels();
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    const reader = spawn("cat", [join(cwd, "pipe")], { stdio: ["ignore", "pipe", "ignore"] });
    const [{ code, stderr }, got] = await Promise.all([tracehound(ask("pipe"), { cwd }), text(reader.stdout)]);
    expect(code).toBe(0);
    expect(stderr).toContain("trace of query 2 written to pipe");
    expect(got.match(/^\d steps?/gm)).toEqual(["1 step", "0 steps"]);
    expect((await tracehound(ask("/dev/null"), { cwd })).code).toBe(0);
    expect(existsSync("/dev/null-1")).toBe(false);
  });
});

describe("no option writes over what was read, or over a model", () => {
  it.each([
    ["check m.xml --trace m.xml --format text"],
    ["check m.xml --trace m.xml"],
    ["check m.xml --html m.xml"],
    ["check m.xml --html ./sub/../m.xml"],
    ["check m.xml --html link.html"],
    ["check m.xml --trace hard.json"],
    ["check link.html --html m.xml"],
    ["check m.xml --certificate m.xml"],
    ["check m.xml --html other.xml"],
    ["check m.xml --html renamed"],
    ["check p.xta --trace p.q --format text"],
    ["check p.xta p.q --html p.q"],
    ["check p.xta --trace run.json --certificate run.json"],
    ["check p.xta --trace run.json --certificate sub/../run.json"],
    ["verifyta -t 1 -X m m.xml"],
    ["verifyta -t 1 -X other/../m m.xml"],
    ["explore m.xml --dot m.xml"],
    ["explore m.xml --dot p.xta"],
    ["compare p.xta --search bfs --html p.xta"],
    ["bench mine.json --csv mine.json"],
    ["bench mine.json --csv p.xta"],
    ["bench mine.json --html p.q"],
    ["bench mine.json --runs mine.json"],
    ["bench mine.json --runs p.xta"],
    ["bench mine.json --runs runs.jsonl --csv runs.jsonl"],
    ["convert m.xml m.xml --force"],
    ["convert m.xml hard.json --force"],
    ["convert m.xml p.xta"],
    ["generate fischer -o p.xta"],
    ["examples hanoi -o m.xml"],
    ["init p"],
  ])("%s", async (command) => {
    const folder = folderWithModels();
    const before = contentsOf(folder);
    const { code, stderr } = await tracehound(command.split(" "), { cwd: folder });
    expect(stderr).toMatch(/would be written|is there already|names no format/);
    expect(code).toBe(11);
    expect(contentsOf(folder)).toEqual(before);
  });

  it("nor does the simulator", async () => {
    const folder = folderWithModels();
    const before = contentsOf(folder);
    for (const line of ["t m.xml", "t hard.json", "t link.html", "t p.q"]) {
      const { code } = await tracehound(["simulate", "m.xml"], { cwd: folder, input: [line] });
      expect(code, line).toBe(11);
    }
    await tracehound(["simulate", "m.xml"], { cwd: folder, keys: [..."t hard.json", "\r", "q", "\r"] });
    expect(contentsOf(folder)).toEqual(before);
  });

  it("nor where standard input is the file", () => {
    const folder = folderWithModels();
    const main = join(ROOT, "packages/cli/bin/tracehound.js");
    const run = `"${process.execPath}" "${main}" check - --query 1 --html m.xml < m.xml; echo $?`;
    const shown = execFileSync("sh", ["-c", run], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(shown.trim().split("\n").at(-1)).toBe("11");
    expect(readFileSync(join(folder, "m.xml"), "utf8")).toBe(MODEL);
  });

  it("nor of several traces the first, where the second may not be written", async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "p.xta"), LAMP);
    writeFileSync(join(folder, "run-2.json"), '{ "format": "tracehound-network" }');
    const asked = ["check", "p.xta", "-q", "E<> P.a", "-q", "E<> P.b", "--trace", "run.json"];
    const { code } = await tracehound(asked, { cwd: folder });
    expect(code).toBe(11);
    expect(readdirSync(folder).sort()).toEqual(["p.xta", "run-2.json"]);
  });
});

describe("what may be replaced", () => {
  it("is what a command wrote before, a model with --force, and the input of format --write", async () => {
    const folder = folderWithModels();
    const run = async (command: string): Promise<number> =>
      (await tracehound(command.split(" "), { cwd: folder })).code;
    for (const _ of [1, 2]) expect(await run("check p.xta --trace run.json --html report.html --quiet")).toBe(0);
    for (const _ of [1, 2]) expect(await run("verifyta -t 1 -X seen p.xta")).toBe(0);
    expect(await run("check p.xta --trace run.json --html /dev/null --certificate /dev/null --quiet")).toBe(0);
    expect(await run("generate fischer -o p.xta --force")).toBe(0);
    expect(await run("convert m.xml p.xta --force")).toBe(0);
    expect(await run("examples hanoi -o other.xml --force")).toBe(0);
    expect(await run("format p.xta --write")).toBe(0);
    expect(readFileSync(join(folder, "p.xta"), "utf8")).toContain("system");
  });
});

it("says which endings there are", async () => {
  const folder = folderWithModels();
  const { code, stderr } = await tracehound(["check", "p.xta", "--trace", "run.svg"], { cwd: folder });
  expect(code).toBe(11);
  expect(stderr).toContain("there are .txt, .json, .xtr, .dot, .gv, .mmd, .mermaid, or name the format with --format");
  for (const command of ["generate fischer -o new.tck", "examples hanoi -o new.xta"]) {
    const refused = await tracehound(command.split(" "), { cwd: folder });
    expect(refused.stderr).toContain("there are .xml");
    expect(refused.code).toBe(11);
  }
  expect((await tracehound(["check", "--help"])).stdout).toMatch(/\.txt, \.json,\s+\.xtr/);
});

describe("a file is written", () => {
  it("in one piece, with its mode, where its links lead", async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "far"));
    const file = join(folder, "far/real");
    writeFileSync(file, "old");
    chmodSync(file, 0o640);
    symlinkSync("far", join(folder, "near"));
    symlinkSync("real", join(folder, "far/next"));
    symlinkSync("near/next", join(folder, "link"));
    const before = statSync(file).ino;
    await writeWhole(join(folder, "link"), "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(statSync(file).ino).not.toBe(before);
    expect(readdirSync(join(folder, "far")).sort()).toEqual(["next", "real"]);
    symlinkSync("far/later", join(folder, "dangling"));
    await writeWhole(join(folder, "dangling"), "made");
    expect(readFileSync(join(folder, "far/later"), "utf8")).toBe("made");
  });

  it("or not at all", async () => {
    const folder = scratchFolder();
    const file = join(folder, "kept");
    writeFileSync(file, "old");
    chmodSync(file, 0o444);
    // Whoever may do everything may write this, too.
    if (process.getuid?.() !== 0) await expect(writeWhole(file, "new")).rejects.toMatchObject({ code: "EACCES" });
    await expect(writeWhole(folder, "new")).rejects.toMatchObject({ code: "EISDIR" });
    await expect(writeWhole(join(file, "below"), "new")).rejects.toMatchObject({ code: "ENOTDIR" });
    symlinkSync("round", join(folder, "round"));
    await expect(writeWhole(join(folder, "round"), "new")).rejects.toMatchObject({ code: "ELOOP" });
    expect(readdirSync(folder).sort()).toEqual(["kept", "round"]);
  });

  it.runIf(existsSync("/dev/full"))("directly to devices", async () => {
    await writeWhole("/dev/null", "gone");
    await expect(writeWhole("/dev/full", "too much")).rejects.toMatchObject({ code: "ENOSPC" });
  });

  it.runIf(existsSync("/dev/stdout"))("to a stream that is a file without taking it away", () => {
    const folder = folderWithModels();
    const main = join(ROOT, "packages/cli/bin/tracehound.js");
    const run = `"${process.execPath}" "${main}" check p.xta --trace /dev/stdout --format json > out.txt`;
    execFileSync("sh", ["-c", run], { cwd: folder, stdio: "ignore" });
    const text = readFileSync(join(folder, "out.txt"), "utf8");
    expect(text).toContain("satisfied");
    expect(text).toContain('"steps"');
  });
});

it("is the only way to write", () => {
  const source = fileURLToPath(new URL("../src/", import.meta.url));
  const own = new Set([
    "writing/whole-file.ts",
    "writing/search-folder.ts",
    "writing/shared-folder.ts",
    "bench/owner.ts",
  ]);
  const forbidden =
    /\b(?:writeFile|appendFile|rename|copyFile|cp|link|truncate|ftruncate|createWriteStream|writev|symlink|open)(?:Sync)?\b/;
  const offenders = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !own.has(file))
    .filter((file) => {
      const text = readFileSync(join(source, file), "utf8");
      const imports = [...text.matchAll(/import ([^;]*?) from "(?:node:)?fs(?:\/promises)?"/g)].map(
        ([, names]) => names!,
      );
      const required = [...text.matchAll(/require\("(?:node:)?fs(?:\/promises)?"\)[^;]*/g)].map(([all]) => all);
      const isReading =
        file === "writing/disk.ts" ? (names: string) => names.replace("open", "") : (names: string) => names;
      return (
        imports.some((names) => names.startsWith("*") || forbidden.test(isReading(names))) ||
        required.some((used) => forbidden.test(used))
      );
    });
  expect(offenders).toEqual([]);
});

describe("Ctrl-C", () => {
  it("waits for the file that is being written, and leaves nothing beside it", async () => {
    const folder = scratchFolder();
    const generated = tracehound(["generate", "fischer", "--size", "150", "-o", "m.xml"], { cwd: folder });
    expect((await generated).code).toBe(0);
    const program = join(ROOT, "packages/cli/bin/tracehound.js");
    let interrupted = 0;
    for (let attempt = 0; attempt < 5 && interrupted === 0; attempt++) {
      writeFileSync(join(folder, "out.json"), "before");
      const child = spawn(process.execPath, [program, "convert", "m.xml", "out.json", "--force"], { cwd: folder });
      const watcher = watch(folder, (_, name) => {
        if (interrupted === 0 && name?.endsWith(".tmp") && child.kill("SIGINT")) interrupted++;
      });
      const signal = await new Promise((resolve) => child.on("exit", (_, by) => resolve(by)));
      watcher.close();
      expect(readdirSync(folder).sort()).toEqual(["m.xml", "out.json"]);
      const text = readFileSync(join(folder, "out.json"), "utf8");
      expect(JSON.parse(text).format).toBe("tracehound-network");
      if (interrupted > 0) expect(signal === null || signal === "SIGINT").toBe(true);
    }
    expect(interrupted).toBeGreaterThan(0);
  });
});
