// What runs is what is named: `--optimal` and questions about infinite runs do not follow a search for states.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const folder = scratchFolder();
const model = join(folder, "two.xta");

beforeAll(() => {
  writeFileSync(
    model,
    "process P() { state a, b, z; init a; trans a -> b { }, b -> z { }, z -> z { }; }\nQ = P();\nsystem P, Q;\n",
  );
});

describe("--search beside --optimal", () => {
  it("is not followed, and that is said", async () => {
    const args = ["check", model, "-q", "E<> P.z && Q.z", "--search", "greedy(hU())", "--optimal", "steps", "--json"];
    const { code, stdout, stderr } = await tracehound(args);
    expect([code, stderr]).toEqual([0, "--optimal steps searches breadth first: --search is not followed\n"]);
    const { search, results } = JSON.parse(stdout);
    expect([search, results[0].statistics.estimates]).toEqual(["bfs", undefined]);
  });
});

describe("--space", () => {
  it("is said not to be followed where nothing is made least in time or cost", async () => {
    const said = async (...args: string[]): Promise<string> =>
      (await tracehound(["check", model, "-q", "E<> P.z", "--space", "zones", ...args])).stderr;
    const told = "--space is about --optimal time and cost: it is not followed\n";
    expect([await said(), await said("--optimal", "steps"), await said("--optimal", "time", "--quiet")]).toEqual([
      told,
      told,
      "",
    ]);
  });
});

describe("options for traces to a state", () => {
  const said = async (...args: string[]): Promise<string> => (await tracehound(["check", model, ...args])).stderr;

  it("are said not to be followed by other questions, and only by those", async () => {
    expect(await said("-q", "A<> P.z", "-q", "E<> P.z", "--shorten", "--optimal", "steps")).toBe(
      "--optimal is about traces to a state: not followed for A<>\n",
    );
    expect(await said("-q", "E<> P.z", "--shorten")).toBe("");
    expect(await said("-q", "A<> P.z")).toBe("");
  });

  it("and those for infinite runs by questions about states", async () => {
    expect(await said("-q", "A<> P.z", "-q", "E<> P.z", "--runs", "infinite")).toBe(
      "--runs is about infinite runs: not followed for E<>\n",
    );
    expect(await said("-q", "A<> P.z", "--runs", "infinite")).toBe("");
  });
});

describe("a search for states, asked about infinite runs", () => {
  const explained = async (query: string, search: string): Promise<string> =>
    (await tracehound(["check", model, "-q", query, "--search", search, "--explain"])).stdout;

  it("is told not to be used where runs begin at the start", async () => {
    const text = await explained("A<> P.z", "greedy(merge(5))");
    expect(text).toContain("couvreur()");
    expect(text).toContain("`eager(best(merge(5)))` is not used: runs begin in the initial states");
  });

  it("finds where a premise holds", async () => {
    expect(await explained("P.b --> P.z", "greedy(merge(5))")).toContain(
      "`eager(best(merge(5)))` only finds the states where the premise holds",
    );
  });

  it("gives way in JSON to the search that ran", async () => {
    const { stdout } = await tracehound([
      "check",
      model,
      "-q",
      "A<> P.z",
      "-q",
      "E<> P.z",
      "--search",
      "dfs",
      "--json",
    ]);
    const { search, results } = JSON.parse(stdout);
    expect(search).toBe("eager(lifo())");
    expect(results.map((result: { search?: string }) => result.search)).toEqual(["couvreur()", undefined]);
  });
});

it("tells once what a search names and the model does not have", async () => {
  const { code, stderr } = await tracehound([
    "check",
    model,
    "-q",
    "E<> P.z",
    "-q",
    "E<> P.b",
    "--search",
    "greedy(pdb({Nope}))",
  ]);
  expect(code).toBe(11);
  expect(stderr.split("the model has no process or variable")).toHaveLength(2);
});
