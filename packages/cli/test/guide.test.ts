// The pages of docs/guide: their models, commands and answers are true.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadModel } from "@tracehound/core";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";
import { playTranscript } from "./transcript-run.ts";

interface Heuristic {
  configure(values: object, spec: string): { create(problem: object): { estimate(state: object): number } };
}

const folder = join(ROOT, "docs/guide");
const pages = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");

describe("the guide", () => {
  it.each(pages)("%s", async (name) => {
    await playTranscript(join(folder, name));
  });

  it("has a heuristic that works where it is said to stand", async () => {
    const [code] = [
      ...readFileSync(join(folder, "adding-a-heuristic.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm),
    ];
    const home = join(ROOT, "packages/core/src/heuristics");
    const file = join(scratchFolder(), "away.ts");
    writeFileSync(file, code![1]!.replace(/from "\.\//g, `from "${home}/`));
    const { away } = (await import(/* @vite-ignore */ file)) as { away: Heuristic };
    const model =
      "process P() { state a, b; init a; trans a -> b { }; } process Q() { state a, b; init a; } system P, Q;";
    const loaded = loadModel({ name: "m.xta", content: model });
    const asked = loaded.compileQuery("E<> P.b and Q.a");
    if (!asked.ok || asked.value.kind !== "E<>") throw new Error("the question cannot be asked");
    const { formula: target, frameSize } = asked.value;
    const estimate = away.configure({}, "away()").create({ network: asked.network, target, frameSize });
    expect(estimate.estimate({ locations: [0, 0], cells: [] })).toBe(1);
    expect(estimate.estimate({ locations: [1, 0], cells: [] })).toBe(0);
  });

  it("says what a mix of answers gives", async () => {
    const rows = readFileSync(join(folder, "ci.md"), "utf8").matchAll(/^\|([ ✓|]+)\| (\d+) \|$/gm);
    const queries = ["E<> P.b", "A[] P.a", "strategy s = control: A<> P.b", "E<> P.nowhere"];
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.xta"), "process P() { state a, b; init a; trans a -> b { }; } system P;");
    const seen = new Set<string>();
    for (const [, marks, code] of rows) {
      const asked = queries.filter((_, at) => marks!.split("|")[at]!.includes("✓"));
      const args = ["check", "m.xta", "--quiet", ...asked.flatMap((query) => ["-q", query])];
      expect((await tracehound(args, { cwd })).code, marks).toBe(Number(code));
      seen.add(asked.join());
    }
    expect(seen.size).toBe(15);
  });

  it("lists all its chapters", () => {
    const contents = readFileSync(join(folder, "README.md"), "utf8");
    for (const page of pages) expect(contents).toContain(`(${page})`);
  });

  it("has a workflow file whose steps run", async () => {
    const workflow = readFileSync(join(folder, "workflow.yml"), "utf8");
    expect(readFileSync(join(folder, "ci.md"), "utf8")).toContain(workflow);
    const cwd = await playTranscript(join(folder, "ci.md"), scratchFolder());
    const steps = [...workflow.matchAll(/run: tracehound (.+)$/gm)].map(([, line]) => line!.split(" "));
    expect(steps).toHaveLength(3);
    for (const args of steps.slice(0, 2)) expect((await tracehound(args, { cwd })).code, args.join(" ")).toBe(0);
    expect((await tracehound(steps[2]!, { cwd })).stderr).toContain("report written to report.html");
  });
});
