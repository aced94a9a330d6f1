// Partial-order reduction against what it leaves out: in every state of small networks without clocks some step is left
// that leads nearer to the target, and to each deadlock; and where time stands still now and then, reduced searches
// find what whole ones find, in as many steps, on both engines.

import { type CheckResult, checkQueries, type Network } from "@tracehound/core";
import {
  DEADLOCK,
  explorationClaims,
  livelyNetwork,
  query,
  randomTarget,
  seededChoices,
  stubbornClaims,
  talkativeNetwork,
  withPauses,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

/** So many talkative networks for each with clocks, which costs more. */
const TALKATIVE = 20;

export const reduction: Claim = {
  what: "stubborn sets keep a shortest way to every target and deadlock, in every state, and exploring with them keeps every location",
  inTests: 5,
  async run(seed, seen) {
    for (let turn = 0; turn < TALKATIVE; turn++) {
      const { network, target } = talkativeNetwork(seededChoices((seed * TALKATIVE + turn) ^ 0x7a1c));
      const explored = explorationClaims(network, 300);
      seen.count("explored, states left out", explored === undefined ? 0 : explored.whole - explored.states);
      for (const sentence of explored?.wrong ?? []) seen.report(`talkative network ${turn}, explored: ${sentence}`);
      for (const formula of [target, DEADLOCK]) {
        const claims = stubbornClaims(network, formula, 300);
        if (claims === undefined) continue;
        seen.count("states", claims.states);
        seen.count("steps left out", claims.left);
        for (const sentence of claims.wrong) seen.report(`talkative network ${turn}, ${formula.kind}: ${sentence}`);
      }
    }
    await withClocks(seed, seen);
  },
};

async function withClocks(seed: number, seen: Sightings): Promise<void> {
  const choices = seededChoices(seed ^ 0x51ed);
  const { network: drawn, features } = livelyNetwork(choices);
  const network = withPauses(drawn, choices);
  const queries = [
    query("E<>", randomTarget(network, choices, features.has("diagonals")), 1),
    query("E<>", DEADLOCK, 1),
  ];
  const whole = await answers(network, queries, "off", "reference");
  for (const engine of ["auto", "reference"] as const) {
    const fewer = await answers(network, queries, "on", engine);
    for (const [index, { verdict, statistics }] of fewer.entries()) {
      if (verdict.kind === "unknown") {
        seen.count(`unknown: ${verdict.because}`);
        continue;
      }
      seen.count("with clocks, steps left out", statistics.reduction?.left ?? 0);
      const expected = whole[index]!.verdict;
      if (expected.kind === "unknown") continue;
      seen.count(`with clocks: ${verdict.kind}`);
      const [one, other] = [lengthOf(expected), lengthOf(verdict)];
      if (one !== other) seen.report(`${engine}, query ${index}: ${other} steps instead of ${one}`);
    }
  }
}

function answers(
  network: Network,
  queries: readonly CheckResult["query"][],
  por: "on" | "off",
  engine: "auto" | "reference",
) {
  const options = { por, engine, abstraction: "extra-lu", limits: { seconds: 5 } } as const;
  return checkQueries({ network, options, environment }, queries);
}

/** Undefined: there is none. */
function lengthOf(verdict: CheckResult["verdict"]): number | undefined {
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace"
    ? verdict.evidence.trace.steps.length
    : undefined;
}
