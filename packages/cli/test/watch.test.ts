import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Budget, Progress } from "@tracehound/core";
import { describe, expect, it } from "vitest";
import { ProgressLine } from "../src/check/progress.ts";
import { watching } from "../src/check/watch.ts";
import type { Context } from "../src/context.ts";
import { EXIT } from "../src/exit-codes.ts";
import { changed, filesBelow } from "../src/files.ts";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

describe("check --watch", () => {
  it("checks again after each change, also of a model with errors, until Ctrl-C", async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "m.xta"), "process P() { state a, b; init a; trans a -> b { }; }\nsystem P;\n");
    const asked = ["check", "m.xta", "-q", "E<> P.b", "--quiet", "--watch"];
    const { stdout, stderr, code } = await tracehound(asked, { cwd, changes: 2 });
    expect(code).toBe(0);
    expect(stdout.match(/1\. E<> P\.b: satisfied/g)).toHaveLength(3);
    expect(stderr.match(/watching for changes/g)).toHaveLength(3);
    writeFileSync(join(cwd, "m.xta"), "process P() { state a; init b; }\nsystem P;\n");
    const broken = await tracehound(asked, { cwd, changes: 1 });
    expect(broken.code).toBe(10);
    expect(broken.stderr.match(/TH1022/g)).toHaveLength(2);
  });

  it("hears of files that come to a folder, and goes on when the last one is gone", async () => {
    const cwd = scratchFolder();
    const model = join(cwd, "m.xta");
    let looks = 0;
    const files = async () => {
      looks++;
      return (await filesBelow(cwd))!.map((file) => join(cwd, file));
    };
    for (const change of [() => writeFileSync(model, "system;"), () => rmSync(model)]) {
      looks = 0;
      const heard = changed(files, new AbortController().signal);
      // The second look comes after it is known what was there.
      while (looks < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      change();
      await heard;
    }
    const { stderr, code } = await tracehound(["check", ".", "--watch"], { cwd, changes: 1 });
    expect(code).toBe(11);
    expect(stderr.match(/there are no models in \./g)).toHaveLength(2);
    expect(stderr.match(/watching for changes/g)).toHaveLength(2);
  });

  it("checks again what is edited during a check", async () => {
    const interrupt = new AbortController();
    let edit = (): void => {};
    const context = {
      watched: false,
      signal: interrupt.signal,
      err: () => {},
      changed: () => new Promise<void>((resolve) => (edit = resolve)),
    } as unknown as Context;
    let runs = 0;
    const run = async () => {
      if (++runs === 3) interrupt.abort();
      edit();
      return EXIT.satisfied;
    };
    await watching(async () => ["m.xta"], run, context);
    expect(runs).toBe(3);
  });
});

describe("the live line", () => {
  const progress = (seconds: number): Progress =>
    ({
      seconds,
      memoryBytes: 50e6,
      statistics: { explored: 8000, stored: 9000, estimates: [{ least: 3 }, { least: null }] },
    }) as unknown as Progress;
  const line = (watched: boolean, width: number): { said: string[]; line: ProgressLine } => {
    const said: string[] = [];
    const context = { watched, width, err: (text: string) => said.push(text) } as unknown as Context;
    return { said, line: new ProgressLine(context, true, { secondsLeft: 6.2 } as Budget) };
  };

  it("has the rate, the best estimate, memory and the time left", () => {
    const { said, line: live } = line(false, 200);
    live.show("E<> P.b", progress(0.5));
    live.show("E<> P.b", progress(4));
    expect(said).toEqual(["E<> P.b: 4 s, explored 8,000, 2,000/s, stored 9,000, best estimate 3, 50 MB, 7 s left\n"]);
  });

  it("is overwritten on a terminal, and never longer than it is wide", () => {
    const { said, line: live } = line(true, 40);
    live.show("E<> P.b", progress(4));
    live.clear();
    expect(said).toHaveLength(2);
    expect(said[0]!.startsWith("\r\x1b[K...")).toBe(true);
    expect(said[0]!.length).toBeLessThan(40 + 4);
  });
});
