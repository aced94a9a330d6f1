// Several processes on one folder: the same answers as one, whoever comes, goes or is killed, and whatever is damaged.

import { describe, expect, it } from "vitest";
import { type CheckResult, checkQueries, strategies } from "../../../src/check/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { Crash, JoinedProcesses, MemoryFiles, seededChoices } from "../../../src/testing/index.ts";
import { load } from "../../check/ask.ts";
import { counters } from "./counters.ts";

const loaded = load(counters);
const PROOF = "E<> x == 3 && y == 8";
const SPECS = ["external(partitions=3, checkpoint=3)", "external(distance(combine=max), partitions=2, checkpoint=5)"];

interface Wish {
  readonly spec?: string;
  /** Writes after which it is killed. */
  readonly changes?: number;
  readonly tell?: (sentence: string) => void;
  readonly memoryBytes?: number;
}

async function answer(world: JoinedProcesses, question: string, wish: Wish = {}): Promise<CheckResult> {
  const query = loaded.compileQuery(question);
  const strategy = configure(strategies, wish.spec ?? SPECS[0]!);
  if (!query.ok || !strategy.ok) throw new Error("cannot be read");
  const { memoryBytes = 1e9, tell } = wish;
  const joined = world.join(wish.changes);
  const disk = { files: joined.files, joined, resume: true, memoryBytes, identity: question, ...(tell && { tell }) };
  const options = { strategy: strategy.value, disk };
  const { environment } = world;
  return (await checkQueries({ network: query.network, options, environment }, [query.value]))[0]!;
}

/** Undefined: it was killed. */
const unlessKilled = async (result: Promise<CheckResult>) => {
  try {
    return told(await result);
  } catch (error) {
    if (error instanceof Crash) return undefined;
    throw error;
  }
};

const told = ({ verdict, statistics: { stored, explored } }: CheckResult) => ({
  verdict: verdict.kind,
  length:
    verdict.kind !== "unknown" && verdict.evidence.kind === "trace" ? verdict.evidence.trace.steps.length : undefined,
  // Where a target was found, who has seen how much differs.
  ...(verdict.kind === "satisfied" ? {} : { stored, explored }),
});

const worldOf = (seed: number, files = new MemoryFiles()) => {
  const choices = seededChoices(seed);
  return { world: new JoinedProcesses(files, (end) => choices.below(end)), choices };
};

describe("processes on one folder", () => {
  it.each([PROOF, "E<> x == 7 && y == 3 && p.b", "E<> x == 2"])("say what one says: %s", async (question) => {
    const alone = told(await answer(worldOf(1).world, question));
    for (const [seed, spec] of SPECS.entries()) {
      const { world } = worldOf(seed + 1);
      const wish = { spec, memoryBytes: seed === 0 ? 1 : 1e9 };
      const all = await Promise.all([1, 2, 3].map(() => answer(world, question, wish)));
      for (const one of all) expect({ spec, ...told(one) }).toEqual({ spec, ...alone });
      expect(world.files.names().filter((name) => /^(journal|draft)/.test(name))).toEqual([]);
      // Who comes when all is done knows the end.
      const { changes } = world.files;
      expect(told(await answer(world, question, wish))).toEqual(alone);
      expect(world.files.changes - changes).toBeLessThan(10);
    }
  });

  it("go on when some of them are killed, at any write", async () => {
    const expected = told(await answer(worldOf(1).world, PROOF));
    let killed = 0;
    for (let seed = 0; seed < 10; seed++) {
      const { world, choices } = worldOf(seed);
      const doomed = [0, 1].map(() => unlessKilled(answer(world, PROOF, { changes: 1 + choices.below(400) })));
      const all = await Promise.all([...doomed, unlessKilled(answer(world, PROOF))]);
      for (const one of all) {
        if (one === undefined) killed++;
        else expect({ seed, ...one }).toEqual({ seed, ...expected });
      }
      expect(all[2]).toBeDefined();
    }
    expect(killed).toBeGreaterThan(8);
  });

  it("go on after the machine went dark, and after files were damaged", async () => {
    const expected = told(await answer(worldOf(1).world, PROOF));
    const sentences: string[] = [];
    for (let seed = 0; seed < 10; seed++) {
      const { world, choices } = worldOf(seed);
      await Promise.all([0, 1].map(() => unlessKilled(answer(world, PROOF, { changes: 1 + choices.below(900) }))));
      const after = world.files.afterCrash(choices.below(3) / 2);
      const names = after.names().filter((name) => /^(kept|made|settled|expanded)/.test(name));
      const damaged = names[choices.below(names.length)];
      if (damaged !== undefined && (after.size(damaged) ?? 0) > 0) {
        if (seed % 3 === 0) after.remove(damaged);
        else after.damage(damaged, choices.below(after.size(damaged)!));
      }
      const again = worldOf(seed + 100, after).world;
      const tell = (sentence: string) => void sentences.push(sentence);
      const all = await Promise.all([0, 1].map(() => answer(again, PROOF, { tell })));
      for (const one of all) expect({ seed, damaged, ...told(one) }).toEqual({ seed, damaged, ...expected });
    }
    expect(sentences.filter((one) => one.includes("is expanded again")).length).toBeGreaterThan(2);
  });

  it("leave a folder alone that is about another search", async () => {
    const { world } = worldOf(1);
    await answer(world, PROOF);
    await expect(answer(world, PROOF, { spec: SPECS[1]! })).rejects.toThrow("another search");
  });
});
