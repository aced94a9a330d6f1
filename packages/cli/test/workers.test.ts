// A member of a portfolio in a thread of its own: the built bundle finds its request and answers it.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadModel } from "@tracehound/core";
import { describe, expect, it } from "vitest";
import { workerDriver } from "../src/check/workers.ts";
import { ROOT } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const bundle = join(ROOT, "packages/cli/bin/tracehound.js");
const built = existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs"));
if (!built) console.info("The command line is not built (`npm run build`): its threads are not tried here.");

describe.runIf(built)("random runs in threads", () => {
  it("give the same numbers, runs and traces on one, two and four workers", async () => {
    const cwd = scratchFolder();
    const content = "int n; process P() { state S { ; 2 }; init S; trans S -> S { assign n++; }; } system P;";
    writeFileSync(join(cwd, "m.xta"), content);
    const questions = ["Pr[<=3](<> n > 6)", "E[<=3; 2000](max: n)", "simulate [<=3; 2] {n}"].flatMap((text) => [
      "-q",
      text,
    ]);
    const told = (workers: string): unknown => {
      const args = [bundle, "check", "m.xta", ...questions, "--epsilon", "0.02", "--json", "--workers", workers];
      const { results } = JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: "utf8" }));
      return results.map(({ statistics: { transitions }, ...result }: { statistics: { transitions: number } }) => ({
        ...result,
        transitions,
      }));
    };
    const alone = told("1");
    expect(told("2")).toEqual(alone);
    expect(told("4")).toEqual(alone);
  });
});

describe.runIf(built)("one search in several threads", () => {
  const cwd = scratchFolder();
  const told = (args: readonly string[]): { code: number; results: unknown } => {
    const { status, stdout } = spawnSync(process.execPath, [bundle, ...args, "--json"], { cwd, encoding: "utf8" });
    return { code: status!, results: withoutTimes(JSON.parse(stdout)) };
  };
  const withoutTimes = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, inner) => (TIMES.has(key) ? undefined : inner)));
  const TIMES = new Set(["seconds", "cpuSeconds", "evidenceSeconds", "memoryMB", "idleSeconds"]);

  it("answers as in one thread, the same in every run, and its certificate verifies", () => {
    execFileSync(process.execPath, [bundle, "generate", "fischer", "--size", "4", "--correct", "-o", "m.xml"], { cwd });
    const once = told(["check", "m.xml", "--workers", "2"]);
    expect(told(["check", "m.xml", "--workers", "2", "--certificate", "proof.json"])).toEqual(once);
    expect(once.code).toBe(1);
    expect(JSON.stringify(once)).toContain('"workers":[{"explored"');
    // Written from what all threads have stored.
    execFileSync(process.execPath, [bundle, "verify", "m.xml", "proof.json"], { cwd });
  });

  it("ends with a limit or a fault in any of its threads", () => {
    const grows = `int[0,2000000] n; int[0,2000000] k;
      process P() { state a; init a; trans a -> a { assign n++; }, a -> a { assign k++; }; } system P;`;
    writeFileSync(join(cwd, "grows.xta"), grows);
    expect(told(["explore", "grows.xta", "--workers", "3", "--time", "0.5"])).toMatchObject({
      code: 2,
      results: { because: "time" },
    });
    const fails = `int n; int[0,3] r;
      process P() { state a, b; init a; trans a -> a { guard n < 9; assign n++; }, a -> b { guard n == 7; assign r = n; }; } system P;`;
    writeFileSync(join(cwd, "fails.xta"), fails);
    expect(told(["explore", "fails.xta", "--workers", "2"])).toMatchObject({
      code: 10,
      results: { because: "model-fault" },
    });
  });
});

describe.runIf(built)("a member in a thread", () => {
  it("answers what it was started for", async () => {
    const content = "process P() { state a, b; init a; trans a -> b { }; } system P;";
    const model = loadModel({ name: "m.xta", content });
    const { queries } = model.readQueries({ name: "m.q", content: "E<> P.b" });
    const driver = workerDriver(pathToFileURL(bundle), new AbortController().signal);
    const { report } = driver.start({
      network: model.network!,
      query: queries[0]!,
      search: "bfs",
      seed: 1,
      firstShare: 1,
      options: { abstraction: "extra-lu", engine: "auto", limits: {}, shorten: false },
    });
    expect((await report)?.verdict.kind).toBe("satisfied");
  });
});
