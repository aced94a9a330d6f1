// Searches on disk: the same answers as in memory, whatever is loaded at a time, and after a crash at any write.

import { describe, expect, it } from "vitest";
import { type CheckResult, checkQueries, strategies } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { readCheckpoint } from "../../../src/search/external/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { Crash, MemoryFiles } from "../../../src/testing/index.ts";
import { load } from "../../check/ask.ts";
import { questions } from "../runs.ts";
import { counters } from "./counters.ts";

interface Wish {
  readonly spec?: string;
  readonly memoryBytes?: number;
  readonly resume?: boolean;
  readonly now?: () => number;
  readonly tell?: (sentence: string) => void;
}

async function search(files: MemoryFiles, question: string, wish: Wish = {}): Promise<CheckResult> {
  const loaded = load(counters);
  const query = loaded.compileQuery(question);
  const strategy = configure(strategies, wish.spec ?? "external(partitions=3, checkpoint=20)");
  if (!query.ok || !strategy.ok) throw new Error("cannot be read");
  const { memoryBytes = 1e9, resume = false, now, tell } = wish;
  const disk = { files, resume, memoryBytes, identity: question, ...(now && { now }), ...(tell && { tell }) };
  const options = { strategy: strategy.value, disk };
  const [result] = await checkQueries({ network: query.network, options, environment: stillEnvironment }, [
    query.value,
  ]);
  return result!;
}

const told = ({ verdict, statistics: { stored, explored } }: CheckResult) => ({
  verdict: verdict.kind,
  length:
    verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence.trace.steps.length : undefined,
  stored,
  explored,
});

describe("a search on disk", () => {
  it.each(["E<> x == 7 && y == 3 && p.b", "E<> x == 7 && y == 8"])("answers as one in memory: %s", async (question) => {
    const memory = told(await search(new MemoryFiles(), question, { spec: "bfs" }));
    for (const spec of ["external(partitions=3)", "external(partitions=1)", "external(distance(combine=max))"]) {
      for (const memoryBytes of [1e9, 1]) {
        const { verdict, length, stored } = told(await search(new MemoryFiles(), question, { spec, memoryBytes }));
        expect({ spec, verdict, length }).toEqual({ spec, verdict: memory.verdict, length: memory.length });
        if (memory.verdict === "violated") expect(stored).toBe(memory.stored);
      }
    }
  });

  it("goes on after a crash at any write, with the same end", async () => {
    const question = "E<> x == 3 && y == 8";
    const whole = new MemoryFiles();
    const expected = told(await search(whole, question));
    for (let crashAfter = 0; crashAfter < whole.changes; crashAfter += 1 + Math.floor(crashAfter / 3)) {
      const disk = new MemoryFiles(crashAfter);
      await expect(search(disk, question)).rejects.toThrow(Crash);
      for (const share of [0, 0.6]) {
        const { verdict, length, stored } = told(await search(disk.afterCrash(share), question, { resume: true }));
        expect({ crashAfter, share, verdict, length, stored }).toEqual({
          crashAfter,
          share,
          verdict: expected.verdict,
          length: expected.length,
          stored: expected.stored,
        });
      }
    }
  });

  it("keeps work after some time, so that short turns get on", async () => {
    const question = "E<> x == 3 && y == 8";
    const whole = new MemoryFiles();
    const expected = told(await search(whole, question, { spec: "external(partitions=3)" }));
    const exploredOf = async (now?: () => number): Promise<number> => {
      const disk = new MemoryFiles(whole.changes - 10);
      const wish = { spec: "external(partitions=3)", ...(now && { now }) };
      await expect(search(disk, question, wish)).rejects.toThrow(Crash);
      const left = disk.afterCrash(0);
      const kept = readCheckpoint(left);
      const again = told(await search(left, question, { ...wish, resume: true }));
      expect(again).toEqual(expected);
      return typeof kept === "object" ? kept.counters.explored : 0;
    };
    let time = 0;
    expect(await exploredOf()).toBe(0);
    expect(await exploredOf(() => (time += 50))).toBeGreaterThan(expected.explored / 4);
    // A turn of less than a second, such as `--time 0.8` again and again, gets on as well.
    time = 0;
    expect(await exploredOf(() => (time += 1))).toBeGreaterThan(expected.explored / 4);
    expect(time).toBeLessThan(1000);
  });

  it("knows its end when it is asked again", async () => {
    const files = new MemoryFiles();
    const question = "E<> x == 2 && p.b";
    const first = told(await search(files, question));
    const changes = files.changes;
    const again = await search(files, question, { resume: true });
    expect(told(again)).toMatchObject({ verdict: "satisfied", length: first.length });
    expect(files.changes - changes).toBeLessThan(5);
  });

  it("finds out that a file is damaged, says so and expands the layer before it again", async () => {
    const question = "E<> x == 3 && y == 8";
    const whole = new MemoryFiles();
    const expected = told(await search(whole, question));
    const names = (files: MemoryFiles) => files.names().filter((name) => /^(closed|open|checkpoint)/.test(name));
    let again = 0;
    for (const crashAfter of [90, 240]) {
      const disk = new MemoryFiles(crashAfter);
      await search(disk, question).catch(() => undefined);
      for (const at of [() => 12, (size: number) => size - 3])
        for (const name of names(disk.afterCrash(1))) {
          const damaged = disk.afterCrash(1);
          if (damaged.size(name) === 0) continue;
          // Anywhere: the first block, and the last one, which lies deepest.
          damaged.damage(name, at(damaged.size(name)!));
          const sentences: string[] = [];
          const tell = (sentence: string) => void sentences.push(sentence);
          const { verdict, stored } = told(await search(damaged, question, { resume: true, tell }));
          if (sentences.some((sentence) => sentence.includes("is expanded again"))) again++;
          expect({ name, verdict, stored }).toEqual({ name, verdict: expected.verdict, stored: expected.stored });
        }
    }
    expect(again).toBeGreaterThan(5);
  });

  it("does not tell a way that is damaged: it is made again", async () => {
    const question = "E<> x == 2 && p.b";
    const files = new MemoryFiles();
    const { length } = told(await search(files, question));
    for (const name of files.names().filter((one) => one.startsWith("closed"))) {
      for (let at = 0; at < files.size(name)!; at += 37) {
        const damaged = files.afterCrash(1);
        damaged.damage(name, at);
        expect({ name, at, ...told(await search(damaged, question, { resume: true })) }).toMatchObject({
          name,
          at,
          length,
        });
      }
    }
  });

  it.each([
    ["external(hU())", "is not consistent"],
    ["external(predicates())", "looks at clocks"],
  ])("%s is refused by name", async (spec, because) => {
    const { verdict } = await search(new MemoryFiles(), "E<> x == 2", { spec });
    expect(verdict).toMatchObject({ kind: "unknown", because: "not-supported" });
    expect(JSON.stringify(verdict)).toContain(because);
  });
});

describe("random networks", () => {
  it("have the same answers and shortest lengths on disk", async () => {
    let compared = 0;
    for (const { seed, network, target } of questions(0, 10)) {
      const query = { kind: "E<>", text: "random", formula: target, frameSize: 1 } as const;
      const answer = async (spec: string): Promise<CheckResult> => {
        const strategy = configure(strategies, spec);
        if (!strategy.ok) throw new Error(spec);
        const disk = { files: new MemoryFiles(), resume: false, memoryBytes: seed % 2 ? 1 : 1e9, identity: "random" };
        const options = { strategy: strategy.value, disk };
        return (await checkQueries({ network, options, environment: stillEnvironment }, [query]))[0]!;
      };
      const memory = told(await answer("bfs"));
      for (const spec of ["external(partitions=2)", "external(distance(combine=max), partitions=2)"]) {
        const { verdict, length } = told(await answer(spec));
        expect({ seed, spec, verdict, length }).toEqual({ seed, spec, verdict: memory.verdict, length: memory.length });
      }
      compared++;
    }
    expect(compared).toBe(20);
  });
});
