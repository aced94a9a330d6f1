// `check --swarm`: hits become files that run again alone, belong to one model, and are read with care.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const MODEL = join(ROOT, "examples/fischer-weakened.xml");
const ASKED = ["check", MODEL, "--query", "1", "--swarm"];

it("writes a hit that runs again alone, by its file and by its words, and belongs to its model", async () => {
  const cwd = scratchFolder();
  const list = { configurations: [{ search: "bounded(2, bfs)", seconds: 9 }, { search: "rdfs(seed=3)" }] };
  writeFileSync(join(cwd, "list.json"), JSON.stringify(list));
  const first = await tracehound([...ASKED, "--configurations", "list.json", "--hit", "hit.json", "--json"], { cwd });
  const [result] = JSON.parse(first.stdout).results;
  expect([first.code, result.verdict, result.statistics.answeredBy]).toEqual([1, "violated", "rdfs(seed=3)"]);
  const hit = JSON.parse(readFileSync(join(cwd, "hit.json"), "utf8"));
  expect(hit).toMatchObject({ model: expect.any(String), configurations: [{ search: "rdfs(seed=3)" }] });

  const again = await tracehound([...ASKED, "--configurations", "hit.json", "--json"], { cwd });
  expect(JSON.parse(again.stdout).results[0].trace).toEqual(result.trace);
  const alone = await tracehound(["check", MODEL, "--query", "1", "--search", "rdfs(seed=3)", "--json"], { cwd });
  expect(JSON.parse(alone.stdout).results[0].trace).toEqual(result.trace);

  const other = join(ROOT, "examples/train-gate.xml");
  const refused = await tracehound(["check", other, "--swarm", "--configurations", "hit.json"], { cwd });
  expect([refused.code, refused.stderr]).toEqual([11, expect.stringContaining("belongs to another model")]);
});

it("reads lists of hunts with care", async () => {
  const cwd = scratchFolder();
  const told = async (content: string) => {
    writeFileSync(join(cwd, "list.json"), content);
    const { code, stderr } = await tracehound([...ASKED, "--configurations", "list.json"], { cwd });
    return `${code} ${stderr}`;
  };
  expect(await told("{")).toContain("10 error: list.json is no list of hunts: it is no JSON");
  expect(await told("[]")).toContain("it has no `configurations`");
  expect(await told('{"configurations": [{}]}')).toContain("hunt 1 has no `search`");
  expect(await told('{"configurations": [{"search": "couvreur()"}]}')).toContain("is no search or walk");
  expect(await told('{"configurations": [{"search": "bfs", "seconds": 0}]}')).toContain("must be a number above 0");
  expect((await tracehound(["check", MODEL, "--hit", "h.json"], { cwd })).stderr).toContain("belong to --swarm");
  expect((await tracehound([...ASKED, "--search", "bfs"], { cwd })).stderr).toContain("makes its own list");
  expect((await tracehound(["check", MODEL, "--swarm", "0"], { cwd })).code).toBe(11);
});

it("explains its hunts", async () => {
  const { stdout } = await tracehound([...ASKED, "3", "--explain"]);
  expect(stdout).toContain("a swarm of 3 hunts");
  expect(stdout).toContain("given up after 5 s");
});
