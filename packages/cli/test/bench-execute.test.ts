// A run that cannot be kept ends the suite: what runs beside is stopped, nothing new begins.

import { join } from "node:path";
import { expect, it } from "vitest";
import { execute } from "../src/bench/execute.ts";
import { Journal } from "../src/bench/journal.ts";
import { readSuite } from "../src/bench/suite.ts";
import type { Context } from "../src/context.ts";
import { Unwritten } from "../src/errors.ts";
import { scratchFolder } from "./scratch.ts";

it("stops all that runs beside when a run cannot be kept", async () => {
  const models = ["a.xml", "b.xml", "c.xml"];
  const suite = readSuite("suite.json", JSON.stringify({ models, searches: ["bfs", "dfs"] }));
  const asked: string[] = [];
  const context = {
    signal: new AbortController().signal,
    now: () => 0,
    err: () => {},
    readFileIfThere: async () => null,
    appendFile: () => Promise.reject(new Unwritten("the disk is full")),
    // The first comes back at once, the others when they are told to.
    runSelf: async ([, model]: readonly string[], _: unknown, signal: AbortSignal) => {
      asked.push(model!);
      if (asked.length > 1) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      return { code: 0, stdout: "" };
    },
  } as unknown as Context;
  const journal = await Journal.open(join(scratchFolder(), "missing", "runs.jsonl"), suite, context);
  await expect(execute(suite, journal, { jobs: 2, progress: false }, context)).rejects.toThrow(Unwritten);
  expect(asked).toEqual(["a.xml", "a.xml"]);
});
