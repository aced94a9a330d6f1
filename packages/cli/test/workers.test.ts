// A member of a portfolio in a thread of its own: the built bundle finds its request and answers it.

import { execFileSync } from "node:child_process";
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
