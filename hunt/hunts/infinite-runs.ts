// Questions about infinite runs, asked of locations and data: lassos in the product, on both engines and with either
// abstraction, against the oracle's walk over regions. Networks in which time may pass for ever nearly everywhere refute
// everything in their first state, so most are made restless: time presses, and runs end in cycles and deadlocks.

import { checkQueries, formulasOf, type Network, type Query } from "@tracehound/core";
import {
  createOracle,
  liveliest,
  livelyNetwork,
  type Oracle,
  OracleError,
  randomFaultyNetwork,
  randomTemporalQueries,
  randomTimelessQueries,
  restless,
  seededChoices,
} from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";

const MOST_STATES = 1_000;
const PRESSING = [100, 60, 0];

export const infiniteRuns: Claim = {
  what: "liveness answers of both engines are the brute-force oracle's, and every lasso replays",
  inTests: 10,
  async run(seed, seen) {
    const choices = seededChoices(seed ^ 0x2c1b3c6d);
    const drawn =
      seed % 8 === 7
        ? liveliest(
            () => randomFaultyNetwork(choices),
            ({ network }) => network,
          ).network
        : livelyNetwork(choices).network;
    const network = restless(drawn, choices, PRESSING[seed % PRESSING.length]!);
    const queries = [...randomTimelessQueries(network, choices), ...randomTemporalQueries(network, choices)];
    const oracle = oracleFor(network, queries);
    if (oracle === undefined) {
      seen.count("too large for the oracle");
      return;
    }
    for (const engine of ["auto", "reference"] as const) {
      for (const abstraction of ["auto", "extra-m"] as const) {
        const options = { engine, abstraction, limits: { seconds: 20 } };
        for (const result of await checkQueries({ network, options, environment }, queries)) {
          const { query, verdict, statistics } = result;
          if (verdict.kind === "unknown") {
            seen.count(`unknown: ${verdict.because}`);
            if (verdict.because === "model-fault" && oracle.exact && !mayFail(oracle, query)) {
              seen.report(`${engine}, ${abstraction}, ${query.kind}: fails, but nothing does`);
            }
            continue;
          }
          const end = verdict.evidence.kind === "trace" ? verdict.evidence.trace.end : verdict.evidence.kind;
          seen.count(`${query.kind} on ${statistics.engine}: ${verdict.kind} by ${end}`);
          if (!oracle.exact || oracle.answer(query) === (verdict.kind === "satisfied")) continue;
          seen.report(`${engine}, ${abstraction}, ${query.kind}: ${verdict.kind}`);
        }
      }
    }
    await infinitely(network, queries, oracle, seen);
  },
};

/** Temporal formulas once more, of runs with infinitely many steps only. */
async function infinitely(network: Network, queries: readonly Query[], oracle: Oracle, seen: Sightings): Promise<void> {
  const temporal = queries.filter((query) => query.kind === "LTL" || query.kind === "LTL-some");
  const options = { runs: "infinite", limits: { seconds: 20 } } as const;
  for (const { query, verdict } of await checkQueries({ network, options, environment }, temporal)) {
    if (verdict.kind === "unknown" || !oracle.exact || !("temporal" in query)) continue;
    const forAll = query.kind === "LTL";
    const sought = forAll ? ({ kind: "not", part: query.temporal } as const) : query.temporal;
    const expected = oracle.someRun(sought, query.atoms, false) !== forAll;
    seen.count(`infinitely many steps: ${verdict.kind}`);
    if (expected !== (verdict.kind === "satisfied")) seen.report(`infinite, ${query.kind}: ${verdict.kind}`);
  }
}

function mayFail(oracle: Oracle, query: Query): boolean {
  return oracle.faults || formulasOf(query).some((formula) => oracle.formulaFaults(formula));
}

function oracleFor(network: Network, queries: readonly Query[]): Oracle | undefined {
  try {
    return createOracle(network, queries, { maxStates: MOST_STATES });
  } catch (error) {
    if (error instanceof OracleError) return undefined;
    throw error;
  }
}
