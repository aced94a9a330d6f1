// `bench` and `compare`: suites are read with all their faults told, runs are kept and not made twice, tables say what was
// found. Processes are played by the command line in this process.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const folder = scratchFolder();
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const SUITE = {
  name: "small",
  models: [
    { family: "fischer", size: 3 },
    { family: "hanoi", size: 2, name: "H2" },
  ],
  searches: ["bfs", { name: "directed", search: "greedy(hU())" }],
  abstraction: "extra-lu",
  por: "off",
};

describe("bench", () => {
  it("runs a suite, keeps its runs, and goes on where it was killed", async () => {
    const suite = file("small.json", JSON.stringify(SUITE));
    const runs = join(folder, "small.jsonl");
    const first = await tracehound(["bench", suite, "--runs", runs, "--jobs", "1"]);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("| fischer-3 | ");
    const lines = readFileSync(runs, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    // Killed in the middle of the last line: the other three are not made again.
    writeFileSync(runs, `${lines.slice(0, 3).join("\n")}\n${lines[3]!.slice(0, 40)}`);
    const second = await tracehound(["bench", suite, "--runs", runs, "--jobs", "1", "--progress"]);
    expect(second.stderr).toContain("1 runs to make, 3 known already");
    const table = (text: string): string => text.split("Over what")[0]!;
    expect(table(second.stdout)).toBe(table(first.stdout));
    expect(readFileSync(runs, "utf8").trimEnd().split("\n")).toHaveLength(5);
  });

  it("writes tables, rows and a page that needs nothing else", async () => {
    const suite = file("again.json", JSON.stringify(SUITE));
    const [runs, csv, html] = ["small.jsonl", "small.csv", "small.html"].map((name) => join(folder, name));
    await tracehound(["bench", suite, "--runs", runs!, "--csv", csv!, "--html", html!]);
    expect(readFileSync(csv!, "utf8").split("\n")[0]).toBe(
      "model,search,seed,verdict,because,explored,generated,stored,length,cpuSeconds,memoryMB",
    );
    const page = readFileSync(html!, "utf8");
    expect(page.match(/<svg /g)).toHaveLength(3);
    expect(page).not.toMatch(/src="http|href="http|<script/);
  });

  it("tells everything that is wrong with a suite", async () => {
    const suite = file(
      "bad.json",
      '{"models": [{"family": "fisher"}], "searches": [], "second": 3, "abstraction": "extra", "por": "on"}',
    );
    const { code, stderr } = await tracehound(["bench", suite]);
    expect(code).toBe(10);
    expect(stderr).toContain("there is no family fisher; did you mean fischer?");
    expect(stderr).toContain("searches must be a list with something in it");
    expect(stderr).toContain("has no second; did you mean seconds?");
    expect(stderr).toContain("there is no abstraction extra; use auto, extra-lu");
    const misspelled = { ...SUITE, searches: ["bfs", "greddy(hU())"] };
    expect((await tracehound(["bench", file("misspelled.json", JSON.stringify(misspelled))])).stderr).toContain(
      "searches[1]: there is no search `greddy`",
    );
    const absent = await tracehound(["bench", file("absent.json", '{"models": ["absent.xml"], "searches": ["bfs"]}')]);
    expect(absent).toMatchObject({ code: 10, stderr: expect.stringContaining("cannot read absent.xml") });
    expect((await tracehound(["bench", file("no.json", "{")])).code).toBe(10);
    expect((await tracehound(["bench", "paper"])).stderr).toContain("did you mean papers?");
    expect((await tracehound(["bench", "papers", "--paper", "x"])).code).toBe(11);
    expect((await tracehound(["bench", "papers", "--report", "--runs", join(folder, "none.jsonl")])).code).toBe(10);
    expect((await tracehound(["bench", "papers", "--paper", "ce", "--table", "9"])).code).toBe(11);
  });

  it("tells why a run failed, and tries it again", async () => {
    const broken = file("broken.xta", "process P() { state a; init b; } system P;");
    const suite = file("broken.json", JSON.stringify({ models: [broken], searches: ["bfs"] }));
    const runs = join(folder, "broken.jsonl");
    const { code, stdout } = await tracehound(["bench", suite, "--runs", runs]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/Ended without an answer.*\n\n- .*broken\.xta, `bfs`: line 1: /);
    const again = await tracehound(["bench", suite, "--runs", runs, "--progress"]);
    expect(again.stderr).toContain("1 runs to make, 0 known already");
  });

  it("tells which counts changed, and nothing of rates within noise", async () => {
    const text = readFileSync(join(folder, "small.jsonl"), "utf8").replaceAll(/"cpuSeconds":[\d.]+/g, '"cpuSeconds":2');
    const runs = file("before.jsonl", text);
    const same = await tracehound(["bench", "diff", runs, runs]);
    expect(same.code).toBe(0);
    const slower = file("slower.jsonl", text.replace('"cpuSeconds":2', '"cpuSeconds":3'));
    expect((await tracehound(["bench", "diff", runs, slower])).stdout).toMatch(
      /^fischer-3 bfs: rate \d+ states\/s -> \d+/,
    );
    const noisy = file("noisy.jsonl", text.replace('"cpuSeconds":2', '"cpuSeconds":2.2'));
    expect((await tracehound(["bench", "diff", runs, noisy])).code).toBe(0);
    const changed = file("changed.jsonl", text.replace('"length":', '"length":9'));
    const { code, stdout } = await tracehound(["bench", "diff", runs, changed]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fischer-3 bfs: length \d+ -> 9\d+\n$/);
  });
});

describe("bench papers", () => {
  it("prints Fischer's digits beside the paper's, and judges", async () => {
    const runs = join(folder, "papers.jsonl");
    const { code, stdout } = await tracehound([
      "bench",
      "papers",
      "--paper",
      "ce",
      "--table",
      "3",
      "--only",
      "F5,H3",
      "--runs",
      runs,
      "--out",
      join(folder, "made", "here"),
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("| F5 | 284 (6) | **29 (6)** |");
    expect(stdout).toContain("| *paper* | 333 (6) | **29 (6)** |");
    expect(stdout).toMatch(/\| H3 \| \**4[1-6]\d \(22\)/);
    expect(stdout).toContain("| Breadth first, CE explores fewer states than plain search. |");
    expect(stdout).toContain("never fires. | **holds** | 2 of 2 runs of CE |");
    // Everybody solves both rows: that tells nothing of who solves most.
    expect(stdout).toContain("| CE solves the most instances (table 3). | **not run** | 2 of 2 solved");
    expect(stdout).toContain("CE with hU solves all instances, and nothing else does. | **not run** |");
    expect(stdout).toContain("**Of 8 runs, 8 were solved, 0 came to these limits.**");
    expect(readFileSync(join(folder, "made/here/ce-3.svg"), "utf8")).toContain("</svg>");
    appendFileSync(runs, "\n");
    const again = await tracehound(["bench", "papers", "--paper", "ce", "--report", "--runs", runs, "--json"]);
    expect(JSON.parse(again.stdout).papers[0].claims[9].ours).toMatch(/ of 2$/);
  });

  it("draws the figures from every state of the small models", async () => {
    const command = ["bench", "papers", "--paper", "merge", "--table", "figure-6,figure-7", "--out", folder];
    const { code, stdout } = await tracehound(command);
    expect(code).toBe(0);
    // Ranked misses at most 60 % of what declared misses; near first is exact in the larger area.
    expect(stdout).toContain("| **holds** | 23.2 % against 64.0 % | roughly half |");
    expect(stdout).toContain("exact below 9 against 7");
    expect(readFileSync(join(folder, "merge-figure-7.svg"), "utf8")).toContain("ranked, fewest labels");
  });

  it.each([
    ["ce", { 1: 24, 2: 27, 3: 25, 4: 6, 5: 3 }],
    ["merge", { 1: 33, 2: 26 }],
    ["planning", { 1: 26, 2: 20, 3: 23 }],
    ["predicates", { 1: 20, 2: 20, 3: 30 }],
  ])("%s: every row of the paper is there", (name, rows) => {
    const { citation, tables } = JSON.parse(readFileSync(join(ROOT, `packages/cli/data/papers/${name}.json`), "utf8"));
    expect(citation).toMatch(/\d{4}\.$/);
    expect(
      Object.fromEntries(Object.entries(tables).map(([id, table]) => [id, Object.keys(table as object).length])),
    ).toEqual(rows);
  });
});

describe("compare", () => {
  it("puts searches side by side", async () => {
    const { code, stdout } = await tracehound([
      "compare",
      "examples/fischer-weakened.xml",
      "--query",
      "1",
      "--search",
      "bfs",
      "--search",
      "ce-hU",
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\| `bfs` \| (satisfied|violated) \| \**\d+/);
    expect(stdout).toMatch(/\| `ce-hU` \| (satisfied|violated) \| \**\d+/);
    const wrong = (...args: string[]) => tracehound(["compare", "examples/fischer-weakened.xml", ...args]);
    expect((await wrong("--search", "bfz")).code).toBe(11);
    expect((await wrong("--abstraction", "extra")).code).toBe(11);
    expect((await wrong("--query", "77")).stderr).toContain("there is no query 77");
    expect(await wrong("-q", "E<> Nobody.cs")).toMatchObject({ code: 10, stderr: expect.stringContaining("Nobody") });
  });
});
