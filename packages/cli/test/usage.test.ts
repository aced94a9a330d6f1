import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runCli } from "../src/cli.ts";
import { COMMANDS } from "../src/commands/index.ts";
import { EXIT, gravest } from "../src/exit-codes.ts";
import { bugReport } from "../src/report/bug-report.ts";
import type { Terminal } from "../src/terminal.ts";
import { VERSION } from "../src/version.ts";
import { tracehound } from "./run.ts";

describe("usage", () => {
  it("prints its version, which is the package's", async () => {
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(VERSION).toBe(manifest.version);
    expect(await tracehound(["--version"])).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
    expect(await tracehound(["-V"])).toMatchObject({ code: 0 });
  });

  it("prints help on request to stdout, and unasked to stderr with exit code 11", async () => {
    for (const args of [["--help"], ["-h"], ["help"]]) {
      const { code, stdout } = await tracehound(args);
      expect(code).toBe(0);
      for (const { name } of COMMANDS) expect(stdout).toContain(name);
    }
    expect(await tracehound([])).toMatchObject({ code: 11, stdout: "", stderr: expect.stringContaining("Usage") });
  });

  it.each(COMMANDS.map(({ name }) => name))("has help with examples for %s", async (name) => {
    const help = await tracehound([name, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(new RegExp(`Usage: tracehound ${name}[\\s\\S]*Example[\\s\\S]*\\$ tracehound ${name}`));
    expect((await tracehound(["help", name])).stdout).toBe(help.stdout);
    for (const line of help.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
  });

  it.each([
    [["nonsense"]],
    [["info"]],
    [["info", "a", "b"]],
    [["info", "--nonsense", "a"]],
    [["convert", "a"]],
    [["convert", "a.xml", "b"]],
    [["convert", "a.xml", "-"]],
    [["convert", "a.xml", "b.xml", "--to", "pdf"]],
    [["format", "a.xml", "--write", "--check"]],
    [["--nonsense"]],
    [["help", "nonsense"]],
    [["nonsense", "--help"]],
    [["check", "examples/fischer-weakened.xml", "--memory", "0"]],
    [["check", "examples/fischer-weakened.xml", "-q", "E<> true", "--expect"]],
    [["check", "examples/fischer-weakened.xml", "--query", "1", "--query", "99"]],
  ])("%j is bad usage", async (args) => {
    const { code, stdout, stderr } = await tracehound(args);
    expect({ code, stdout }).toEqual({ code: 11, stdout: "" });
    expect(stderr).not.toBe("");
    expect(stderr).not.toContain("bug");
  });

  it.each([
    [["info", "missing.xml"]],
    [["info", "packages"]],
    [["convert", "missing.xml", "b.xml"]],
    [["format", "missing.xml"]],
  ])("%j is bad input", async (args) => {
    const { code, stdout, stderr } = await tracehound(args);
    expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
    expect(stderr).toMatch(/^error: cannot read /);
  });
});

describe("exit codes", () => {
  it("the gravest wins", () => {
    expect(gravest([])).toBe(0);
    const order = [EXIT.satisfied, EXIT.unknown, EXIT.violated, EXIT.notSupported, EXIT.badInput, EXIT.usage, EXIT.bug];
    for (let i = 0; i < order.length; i++) expect(gravest(order.slice(0, i + 1))).toBe(order[i]);
    expect(gravest([1, 2, 0])).toBe(1);
  });

  it("a fault of ours is 70, with what a report needs", async () => {
    let stderr = "";
    const broken = new Proxy({} as Terminal, {
      get: (_, name) => {
        if (name === "err") return (text: string) => (stderr += text);
        if (name === "colours") return { out: false, err: false };
        if (name === "out") return () => undefined;
        if (name === "readFile") return async () => ({ length: "surprise" });
        if (name === "disk") return { identity: async () => null };
        return undefined;
      },
    });
    expect(await runCli(["info", "a b.xml"], broken)).toBe(70);
    expect(stderr).toContain("command: tracehound info 'a b.xml'");
    expect(bugReport(new Error("oops"), ["x"])).toMatch(/bug[\s\S]*oops[\s\S]*at /);
  });
});
