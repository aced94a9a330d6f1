// Commands for the first ten minutes: init, examples, doctor, completion, coverage.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { optionWords } from "../src/commands/completion-words.ts";
import { COMMANDS } from "../src/commands/index.ts";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

describe("init", () => {
  it("writes a model whose queries are answered, and leaves files alone that are there", async () => {
    const cwd = scratchFolder();
    expect((await tracehound(["init"], { cwd })).code).toBe(0);
    const { results } = JSON.parse((await tracehound(["check", "lamp.xta", "--json"], { cwd })).stdout);
    expect(results.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["satisfied", "satisfied", "violated"]);
    const byNpx = await tracehound(["init", "--force"], { cwd, variables: { npm_command: "exec" } });
    expect(byNpx.stdout).toContain("\n  npx tracehound check lamp.xta\n");
    writeFileSync(join(cwd, "lamp.q"), "mine");
    expect((await tracehound(["init"], { cwd })).code).toBe(11);
    expect(readFileSync(join(cwd, "lamp.q"), "utf8")).toBe("mine");
    expect((await tracehound(["init", "--force"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "lamp.q"), "utf8")).not.toBe("mine");
  });
});

describe("examples", () => {
  it("lists them and prints each, to be checked", async () => {
    const cwd = scratchFolder();
    const { stdout } = await tracehound(["examples"]);
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]!);
    for (const name of names) {
      const file = `${name}.${name === "whispers" ? "prism" : "xml"}`;
      expect((await tracehound(["examples", name, "-o", file], { cwd })).code).toBe(0);
      expect((await tracehound(["info", file], { cwd })).code).toBe(0);
    }
    expect((await tracehound(["examples", "train-gat"])).stderr).toContain("did you mean train-gate?");
  });
});

it("doctor finds both engines well", async () => {
  const { code, stdout } = await tracehound(["doctor", "--json"]);
  const { findings } = JSON.parse(stdout) as { findings: { name: string; ok: boolean }[] };
  expect(code).toBe(0);
  expect(findings.filter(({ name }) => name.startsWith("engine")).map(({ ok }) => ok)).toEqual([true, true]);
});

describe("completion", () => {
  const has = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

  it("knows every command, option and choice in bash", async () => {
    const { stdout } = await tracehound(["completion", "bash"]);
    const complete = (...words: string[]): string[] =>
      execFileSync(
        "bash",
        [
          "-c",
          `${stdout}\nCOMP_WORDS=(tracehound ${words.join(" ")}); COMP_CWORD=${words.length}; _tracehound; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ],
        { encoding: "utf8" },
      )
        .trim()
        .split("\n");
    expect(complete("''")).toEqual([...COMMANDS.map(({ name }) => name), "help", "--help", "--version"]);
    expect(complete("check", "--se")).toEqual(["--search", "--seed"]);
    expect(complete("explore", "--ord")).toEqual(["--order"]);
    expect(complete("check", "m.xta", "--abstraction", "ex")).toEqual(["extra-lu", "extra-m"]);
    expect(complete("check", "m.xta", "--abstraction", "=", "ex")).toEqual(["extra-lu", "extra-m"]);
    expect(complete("check", "m.xta", "--abstraction", "=")).toContain("local-time");
    expect(complete("check", "--abstraction=ex")).toEqual(["--abstraction=extra-lu", "--abstraction=extra-m"]);
    expect(complete("compare", "m.xta", "--search", "ce-h")).toContain("ce-hL");
    expect(complete("examples", "h")).toEqual(["hanoi", "help-desk"]);
    expect(complete("help", "ex")).toEqual(["explore", "examples"]);
    expect(complete("check", "la")).toEqual([""]);
    expect(complete("verifyta", "--lab")).toEqual([""]);
  });

  it("offers nothing that would be refused", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "c.json"), "{}");
    writeFileSync(join(cwd, "m.xta"), "process P() { state a, b; init a; trans a -> b { }; } system P;");
    for (const [flag, words] of Object.entries(optionWords())) {
      const [command, option] = flag.split(" ") as [string, string];
      const by = command === "*" ? "check" : command;
      const rest = {
        check: ["m.xta", "-q", "E<> P.b"],
        convert: ["m.xta", "-"],
        certify: ["m.xta", "c.json", "-o", "made"],
      }[by] ?? ["m.xta"];
      const more = option === "--format" ? ["--trace", "-"] : [];
      if (option === "--accepting" || by === "verifyta") continue;
      // One of the presets stands for them: each is a search that `list` prints.
      for (const word of words.slice(0, 6)) {
        const { code, stderr } = await tracehound([by, ...rest, option, word, ...more], { cwd });
        expect({ flag, word, refused: code === 11 }, stderr).toEqual({ flag, word, refused: false });
      }
    }
  });

  it("speaks zsh and fish, and refuses others", async () => {
    expect((await tracehound(["completion", "zsh"])).stdout).toContain("bashcompinit");
    const { stdout } = await tracehound(["completion", "fish"]);
    expect(stdout).toContain("-l trace -r");
    expect(stdout).toContain("-l optimal -x -a 'steps time cost'");
    expect(stdout).toContain("-f -n '__tracehound_is completion first' -a 'bash zsh fish'");
    expect((await tracehound(["completion", "tcsh"])).code).toBe(11);
  });

  // Where there is no such shell, these two say that they were skipped.
  it.runIf(has("zsh"))("is understood by zsh, which has values behind = in one word", async () => {
    const { stdout } = await tracehound(["completion", "zsh"]);
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "lamp.xta"), "");
    // zsh itself leaves out what does not begin as the word does.
    const complete = (...words: string[]): string[] => {
      const script = `compdef() { :; }\n${stdout}
ask() { emulate -L sh; COMP_WORDS=(tracehound ${words.join(" ")}); COMP_CWORD=${words.length}; _tracehound; printf '%s\\n' "\${COMPREPLY[@]}"; }; ask`;
      const offered = execFileSync("zsh", ["-fc", script], { cwd, encoding: "utf8" }).trim().split("\n");
      return offered.filter((word) => word.startsWith(words.at(-1)!));
    };
    expect(complete("che")).toEqual(["check"]);
    expect(complete("check", "--se")).toEqual(["--search", "--seed"]);
    expect(complete("check", "--abstraction", "ex")).toEqual(["extra-lu", "extra-m"]);
    expect(complete("check", "--abstraction=ex")).toEqual(["--abstraction=extra-lu", "--abstraction=extra-m"]);
    expect(complete("check", "--trace=la")).toEqual(["--trace=lamp.xta"]);
  });

  it.runIf(has("fish"))("is understood by fish, which takes only the first word for the command", async () => {
    const { stdout } = await tracehound(["completion", "fish"]);
    const [cwd, home] = [scratchFolder(), scratchFolder()];
    writeFileSync(join(cwd, "lamp.xta"), "");
    const complete = (line: string): string[] =>
      execFileSync("fish", ["-c", `${stdout}\ncomplete -C '${line}'`], {
        cwd,
        encoding: "utf8",
        env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
      })
        .trim()
        .split("\n")
        .map((offered) => offered.split("\t")[0]!);
    expect(complete("tracehound ")).toEqual([...COMMANDS.map(({ name }) => name), "help"].sort());
    expect(complete("tracehound --ver")).toEqual(["--version"]);
    expect(complete("tracehound check --he")).toEqual(["--help"]);
    expect(complete("tracehound check --abs")).toEqual(["--abstraction"]);
    expect(complete("tracehound check --abstraction ex")).toEqual(["extra-lu", "extra-m"]);
    expect(complete("tracehound examples h")).toEqual(["hanoi", "help-desk"]);
    expect(complete("tracehound check examples ")).toEqual(["lamp.xta"]);
    expect(complete("tracehound check --trace ")).toEqual(["lamp.xta"]);
  });
});

describe("coverage", () => {
  const model = `chan c; clock x; int n;
process P() { state a, b, dead { x <= 1 }; init a;
  trans a -> b { sync c!; assign n = 1; }, b -> a { guard n == 2; }, b -> dead { guard x > 1; }; }
process Q() { state r; init r; trans r -> r { sync c?; }; }
system P, Q;`;

  it("names what is dead, with the lines", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.xta"), model);
    const { code, stdout } = await tracehound(["coverage", "m.xta"], { cwd });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        "locations reached  3 of 4\n  never P.dead  (line 2)\n" +
        "edges taken        2 of 4\n  never P: b -> a  (line 3)\n  never P: b -> dead  (line 3)\n",
    });
    const { edges, locations } = JSON.parse((await tracehound(["coverage", "m.xta", "--json"], { cwd })).stdout);
    expect(locations).toEqual({ reached: 3, of: 4, unreached: [{ process: "P", location: "dead", line: 2 }] });
    expect(edges).toMatchObject({ taken: 2, of: 4, untaken: [{ edge: 1, from: "b", to: "a" }, { edge: 2 }] });
  });

  it("says that stopwatches are over-approximated", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "s.xta"), "clock x; process P() { state a { x' == 0 }; init a; } system P;");
    expect((await tracehound(["coverage", "s.xta"], { cwd })).stdout).toContain("stopwatches are over-approximated");
    expect(JSON.parse((await tracehound(["coverage", "s.xta", "--json"], { cwd })).stdout).exact).toBe(false);
  });

  it("says when a limit came first, and when the model fails", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.xta"), model);
    const ended = await tracehound(["coverage", "m.xta", "--time", "0"], { cwd });
    expect(ended.code).toBe(2);
    writeFileSync(
      join(cwd, "f.xta"),
      "int[0,1] v; process P() { state a, b; init a; trans a -> a { assign v = v + 1; }, a -> b { guard v == 2; }; } system P;",
    );
    expect((await tracehound(["coverage", "f.xta", "--json"], { cwd })).code).toBe(10);
  });
});
