// One search in many memories against one engine: the same verdicts, the discrete states, and lengths breadth first and
// by A*; also when workers are killed and shards move all the time.

import { describe, expect, it } from "vitest";
import { checkQueries, strategies, traceOf } from "../../../src/check/index.ts";
import { families } from "../../../src/families/index.ts";
import { type HeuristicConfig, heuristics } from "../../../src/heuristics/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Network, Query } from "../../../src/network/index.ts";
import { RecordReader, type ShardedSpec } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { livelyNetwork, query, randomTarget, seededChoices } from "../../../src/testing/index.ts";
import { answerTogether, type Disturbance, Refused, searchTogether } from "./many-memories.ts";

function estimate(text: string): HeuristicConfig {
  const read = configure(heuristics, text);
  if (!read.ok) throw new Error(text);
  return read.value;
}

const BFS: ShardedSpec = { order: "shortest" };
const ASTAR: ShardedSpec = { order: "shortest", heuristic: estimate("hL()") };
const GREEDY: ShardedSpec = { order: "greedy", heuristic: estimate("hU()") };

async function alone(network: Network, asked: Query, search: string) {
  const strategy = configure(strategies, search);
  if (!strategy.ok) throw new Error(search);
  let now = 0;
  // Time passes by being looked at.
  const environment = { ...stillEnvironment, now: () => (now += 0.01) };
  const options = { strategy: strategy.value, por: "off", limits: { seconds: 40 } } as const;
  const [result] = await checkQueries({ network, options, environment }, [asked]);
  return result!;
}

async function compare(network: Network, asked: Query, spec: ShardedSpec, workers: number, disturbance?: Disturbance) {
  const one = await alone(network, asked, "bfs");
  if (one.verdict.kind === "unknown") return "unknown";
  const found = await searchTogether(network, asked, spec, workers, disturbance).catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
  if (found === undefined) return "refused";
  const { outcome, discrete, faults } = found;
  if (faults > 0) return "faults";
  const together = await answerTogether(network, asked, spec, outcome);
  expect(together.verdict.kind).toBe(one.verdict.kind);
  const [first, other] = [traceOf(one.verdict), traceOf(together.verdict)];
  if (spec.order === "shortest") expect(other?.steps.length).toBe(first?.steps.length);
  if (first === undefined) {
    expect(discrete).toBe(await discreteStates(network, asked));
  }
  return one.verdict.kind;
}

/** Counted by one worker: everything that one engine stores. */
async function discreteStates(network: Network, asked: Query): Promise<number> {
  return (await searchTogether(network, asked, BFS, 1, {}, 1)).discrete;
}

describe("many memories answer as one engine does", () => {
  for (const workers of [1, 2, 4]) {
    it(`random networks, ${workers} workers`, async () => {
      const seen = new Map<string, number>();
      for (let seed = 1; seed <= 6; seed++) {
        const choices = seededChoices(1000 * workers + seed);
        const { network, features } = livelyNetwork(choices);
        const asked = query("E<>", randomTarget(network, choices, features.has("diagonals")), 1);
        const spec = [BFS, ASTAR, GREEDY][seed % 3]!;
        const told = await compare(network, asked, spec, workers, seed % 2 === 0 ? { firstKill: 3 } : {});
        seen.set(told, (seen.get(told) ?? 0) + 1);
      }
      expect((seen.get("satisfied") ?? 0) + (seen.get("violated") ?? 0)).toBeGreaterThan(2);
    });
  }

  it.each([
    ["fischer", 3, true],
    ["csmacd", 3, true],
    ["philosophers", 4, false],
    ["hanoi", 3, false],
    ["leader", 2, false],
  ])("%s", async (name, size, correct) => {
    const { xta, queries } = families
      .find((one) => one.name === name)!
      .generate({ size, variant: "", correct, seed: 1 });
    const loaded = loadModel({ name: "m.xta", content: xta }, { lints: false });
    const asked = loaded.readQueries({ name: "m.q", content: queries?.[0]?.formula ?? "E<> deadlock" }).queries[0]!;
    for (const spec of [BFS, ASTAR]) await compare(loaded.network!, asked, spec, 3, { firstKill: 4 });
  });
});

it("takes nothing for records that are none", () => {
  const isDamaged = (bytes: Uint8Array): boolean => {
    const reader = new RecordReader(bytes);
    while (reader.next());
    return reader.isDamaged;
  };
  expect(isDamaged(new Uint8Array(0))).toBe(false);
  for (const bytes of [new Uint8Array(5), new Uint8Array(3), new Uint8Array(40), new Uint8Array(40).fill(255)])
    expect(isDamaged(bytes)).toBe(true);
});
