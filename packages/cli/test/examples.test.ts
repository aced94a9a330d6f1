// What the examples promise: their expected answers, and the numbers that their README names.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const folder = join(ROOT, "examples");
const models = readdirSync(folder).filter((name) => name.endsWith(".xml"));

/** The results of a check, query by query. */
async function results(
  args: readonly string[],
): Promise<{ verdict: string; trace?: { length: number; steps: { delay: string | number }[] } }[]> {
  const { stdout, stderr } = await tracehound(["check", ...args, "--json"]);
  return JSON.parse(stdout === "" ? `{"results": [${JSON.stringify(stderr)}]}` : stdout).results;
}

describe("the examples", () => {
  it("are at least six, and the README names each", () => {
    expect(models.length).toBeGreaterThanOrEqual(6);
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    for (const name of models) expect(readme).toContain(`(${name})`);
  });

  it.each(models)("%s answers as expected and is formatted", async (name) => {
    const path = join(folder, name);
    expect(await tracehound(["check", path, "--expect"])).toMatchObject({ code: 0, stderr: "" });
    expect(await tracehound(["format", path, "--check"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("have traces of the length that is told", async () => {
    const [fischer] = await results([join(folder, "fischer-weakened.xml"), "--query", "1"]);
    expect(fischer).toMatchObject({ verdict: "violated", trace: { length: 6 } });
    const [hanoi] = await results([join(folder, "hanoi.xml"), "--query", "1", "--optimal", "steps"]);
    expect(hanoi).toMatchObject({ verdict: "satisfied", trace: { length: 22 } });
    const [schedule] = await results([join(folder, "job-shop.xml"), "--query", "1", "--optimal", "time"]);
    expect(schedule!.trace!.steps.reduce((sum, { delay }) => sum + Number(delay), 0)).toBe(14);
    const best = async (name: string, objective: string) =>
      (await results([join(folder, name), "--optimal", objective]))[0] as {
        optimum?: { best: number; proven: boolean };
      };
    expect((await best("task-graph.xml", "time")).optimum).toMatchObject({ best: 22, proven: true });
    expect((await best("plant.xml", "time")).optimum).toMatchObject({ best: 21, proven: true });
    expect((await best("landing.xml", "cost")).optimum).toMatchObject({ best: 8, proven: true });
  });

  it("break when the PLC holds no longer than the wire takes", async () => {
    const text = readFileSync(join(folder, "plc-mutex.xml"), "utf8").replace("HOLD = 3", "HOLD = 2");
    const path = join(scratchFolder(), "plc.xml");
    writeFileSync(path, text);
    expect(await results([path, "--query", "1"])).toMatchObject([{ verdict: "violated" }]);
  });
});
