// Persistent sets under the proviso C2c (survey, section 6) in directed search: whatever search runs, in whatever order
// it expands states, with reopening or without, it answers as breadth-first search does without reduction; and every
// trace replays.

import { type CheckOptions, checkQueries, configure, type Query, strategies } from "@tracehound/core";
import {
  c2cClaims,
  DEADLOCK,
  livelyNetwork,
  query,
  randomTarget,
  SOLITARY,
  seededChoices,
  talkativeNetwork,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

/** So many networks a seed, and how many of them are asked as users do, which costs far more. */
const NETWORKS = 40;
const ASKED = 1;
const MOST_STATES = 300;
const SPECS = [
  "bfs",
  "dfs",
  "greedy(hU())",
  "astar(hL())",
  "astar(hU())",
  "wastar(hU(), w=3)",
  "lazy(best(hU()))",
  "kbest(3, hU())",
  "eager(random())",
  "eager(fifo(), goal=generated)",
  "eager(context(best(hU())))",
  "greedy(hamming())",
];

export const c2c: Claim = {
  what: "persistent sets under the proviso C2c answer as no reduction does, in any order of search, and every trace replays",
  inTests: 4,
  async run(seed, seen) {
    for (let turn = 0; turn < NETWORKS; turn++) {
      const number = seed * NETWORKS + turn;
      const choices = seededChoices(number ^ 0x2c2c);
      const { network, target } = drawn(number, choices);
      if (network.clocks.length > 0) {
        seen.count("with clocks, passed by");
        continue;
      }
      for (const formula of [target, DEADLOCK]) {
        const claims = c2cClaims(network, formula, MOST_STATES, number);
        seen.count(claims === undefined ? "too large, or refused" : "graphs in four orders");
        seen.count("states left out", claims === undefined ? 0 : 4 * claims.whole - claims.expanded);
        for (const sentence of claims?.wrong ?? []) seen.report(`network ${number}, ${formula.kind}: ${sentence}`);
      }
      if (turn >= ASKED) continue;
      const queries = [query("E<>", target, 1), query("E<>", DEADLOCK, 1)];
      const spec = SPECS[seed % SPECS.length]!;
      const engine = seed % 5 === 0 ? "auto" : "reference";
      const whole = await answers(network, queries, { por: "off", engine: "reference" }, "bfs");
      const fewer = await answers(network, queries, { por: "c2c", engine }, spec);
      for (const [index, { verdict, statistics }] of fewer.entries()) {
        if (verdict.kind === "unknown") {
          seen.count(`unknown: ${verdict.because}`);
          continue;
        }
        const expected = whole[index]!;
        if (expected.verdict.kind === "unknown") continue;
        seen.count(`${index === 0 ? "target" : "deadlock"}: ${verdict.kind}`);
        seen.count("steps left out", statistics.reduction?.left ?? 0);
        if (verdict.kind === expected.verdict.kind) continue;
        seen.report(`network ${number}, ${spec}, query ${index}: ${verdict.kind}, not ${expected.verdict.kind}`);
      }
    }
  },
};

function drawn(number: number, choices: Parameters<typeof talkativeNetwork>[0]) {
  if (number % 4 !== 3) return talkativeNetwork(choices, number % 2 === 0 ? SOLITARY : undefined);
  const { network } = livelyNetwork(choices);
  return { network, target: randomTarget(network, choices, false) };
}

function answers(
  network: Parameters<typeof checkQueries>[0]["network"],
  queries: readonly Query[],
  options: CheckOptions,
  spec: string,
) {
  const strategy = configure(strategies, spec);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  const asked = { ...options, strategy: strategy.value, limits: { seconds: 10 } };
  return checkQueries({ network, options: asked, environment }, queries);
}
