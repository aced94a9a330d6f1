import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

function modelsUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(xml|xta|ta|tck)$/.test(name)).map((name) => join(folder, name));
}

const shared = modelsUnder(join(ROOT, "../shared/models"));
if (shared.length === 0) console.info("No shared models beside the project: `info` is not run on them here.");

describe("info", () => {
  it.runIf(shared.length > 0)("reads every shared model", async () => {
    expect(shared.length).toBeGreaterThanOrEqual(66);
    const refused: string[] = [];
    for (const model of shared) {
      const { code, stdout, stderr } = await tracehound(["info", model, "--json"]);
      if (code !== 0) refused.push(`${model}: ${code}\n${stderr.slice(0, 500)}`);
      else expect(JSON.parse(stdout)).toMatchObject({ processes: expect.any(Number), diagnostics: expect.any(Array) });
    }
    expect(refused).toEqual([]);
  });

  it("reads every example without a word of complaint", async () => {
    const examples = modelsUnder(join(ROOT, "examples")).filter((model) => model.endsWith(".xml"));
    for (const model of examples) {
      const { code, stdout, stderr } = await tracehound(["info", model, "--json"]);
      expect({ model, code, stderr }).toEqual({ model, code: 0, stderr: "" });
      const { queries } = JSON.parse(stdout);
      expect(queries.length).toBeGreaterThan(0);
      for (const query of queries) {
        // What asks for a number or for curves expects no verdict.
        const asksForNumber = /^(Pr(?!.*[<>]= *[\d.]+$)|E *\[|simulate)/.test(query.formula);
        expect(query).toMatchObject({
          comment: expect.stringMatching(/\S/),
          ...(asksForNumber ? {} : { expectation: {} }),
        });
      }
    }
  });

  it("lists the queries of the file beside the model, and what is wrong with them", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.xta"), "process P() { state A; init A; }\nsystem P;\n");
    writeFileSync(join(cwd, "m.q"), "E<> P.A\nE<> P.Nope\n");
    const { stdout, stderr } = await tracehound(["info", "m.xta", "--json"], { cwd });
    expect(stderr).toMatch(/queries from m\.q\nm\.q:2:7 error TH4004/);
    expect(JSON.parse(stdout).queries).toMatchObject([{ number: 1, formula: "E<> P.A" }, { number: 2 }]);
  });

  it("prints the fields that scripts rely on", async () => {
    const cwd = scratchFolder();
    const text =
      "system:s\nevent:e\nint:2:-1:3:0:v\nclock:2:x\nprocess:P\nlocation:P:l{initial:}\nlocation:P:m{colour:red}\nedge:P:l:m:e\n";
    writeFileSync(join(cwd, "m.tck"), text);
    const { stdout, stderr } = await tracehound(["info", "m.tck", "--json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      tool: "tracehound",
      version: expect.any(String),
      model: "m.tck",
      processes: 1,
      locations: 2,
      edges: 1,
      channels: 0,
      clocks: 2,
      stateBits: 1 + 2 * 3,
      variables: [{ name: "v", min: -1, max: 3 }],
      features: expect.arrayContaining(["arrays", "clocks"]),
      engine: "compiled",
      queries: [],
      diagnostics: expect.arrayContaining([
        { code: "TH2441", severity: "warning", message: expect.any(String), file: "m.tck", line: 7, column: 14 },
      ]),
    });
    expect(stderr).toContain("warning TH2441");
  });

  it("tells which engine would run, and why it is the reference engine", async () => {
    const cwd = scratchFolder();
    const text = "system:s\nevent:e\nclock:5000:x\nprocess:P\nlocation:P:l{initial:}\nedge:P:l:l:e{do:x[0]=0}\n";
    writeFileSync(join(cwd, "many.tck"), text);
    const json = JSON.parse((await tracehound(["info", "many.tck", "--json"], { cwd })).stdout);
    expect(json).toMatchObject({ engine: "reference", reason: "more than 4,095 clocks" });
    writeFileSync(join(cwd, "wait.xta"), "clock x;\nprocess P() { state a; init a; }\nsystem P;\n");
    writeFileSync(join(cwd, "wait.q"), "A<> P.a\nA<> x > 1\n");
    const { stdout } = await tracehound(["info", "wait.xta"], { cwd });
    expect(stdout).toContain("\nengine\n  compiled\n  reference: clocks in a liveness query (query 2)\n");
  });

  it("answers with diagnostics and exit code 10 when the model is bad", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.tck"), "system:s\nproces:P\n");
    const { code, stdout } = await tracehound(["info", "m.tck", "--json"], { cwd });
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ code: "TH1405", line: 2, column: 1 }, { code: "TH2430" }],
    });
  });
});
