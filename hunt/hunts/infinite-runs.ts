// Questions about infinite runs, asked of locations and data and, in temporal formulas, of clocks: lassos in the
// product, on both engines, with either abstraction and by every search, against the oracle's walk over regions.
// Networks in which time may pass for ever nearly everywhere refute everything in their first state, so most are made
// restless: time presses, and runs end in cycles and deadlocks.

import {
  type CheckOptions,
  checkQueries,
  configure,
  formulasOf,
  hasStopwatches,
  judgeTrace,
  lassoSearches,
  mentions,
  type Network,
  type Query,
  readTraceJson,
  strategies,
  type Trace,
  traceToJsonFile,
} from "@tracehound/core";
import {
  liveliest,
  livelyNetwork,
  type Oracle,
  oracleWithin,
  randomFaultyNetwork,
  randomTemporalQueries,
  randomTimelessQueries,
  restless,
  seededChoices,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { answerOf } from "../oracle.ts";

const MOST_STATES = 1_000;
const PRESSING = [100, 60, 0];

export const infiniteRuns: Claim = {
  what: "liveness answers of both engines are the brute-force oracle's, and every lasso replays",
  inTests: 5,
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
    const queries = [
      ...some(randomTimelessQueries(network, choices), seed),
      ...some(randomTemporalQueries(network, choices), seed, 2),
    ];
    await holdAll(network, queries, trialsOf(seed), seen);
    if (hasStopwatches(network)) return;
    // Drawn last, so that what a seed asked before there were any is what it asks now.
    const timed = randomTemporalQueries(network, choices, true, seed % 4 === 1).filter(asksForClocks);
    await holdAll(network, timed, timedTrialsOf(seed), seen);
  },
};

async function holdAll(
  network: Network,
  queries: readonly Query[],
  trials: readonly Trial[],
  seen: Sightings,
): Promise<void> {
  if (queries.length === 0) return;
  const oracle = oracleWithin(network, queries, MOST_STATES);
  if (oracle === undefined) {
    seen.count("too large for the oracle");
    return;
  }
  const expected = expectations(oracle);
  for (const trial of trials) await hold(trial, { network, queries, oracle, expected }, seen);
}

function asksForClocks(query: Query): boolean {
  return formulasOf(query).some((formula) => mentions(formula, "clock"));
}

/** What is asked, and who knows. */
interface Asked {
  readonly network: Network;
  readonly queries: readonly Query[];
  readonly oracle: Oracle;
  /** Asked of all runs, or of those with infinitely many steps only. */
  readonly expected: (query: Query, infinite: boolean) => boolean;
}

type Trial = Pick<CheckOptions, "engine" | "abstraction" | "runs"> & { readonly spec?: string };

// `emerson-lei()` answers E[] and A<> without clocks only: the hunt of that name holds it against these.
const SPECS = lassoSearches.components
  .flatMap(({ examples = [] }) => examples)
  .filter((spec) => spec !== "couvreur()" && spec !== "emerson-lei()");

/** The compiled engine costs a compilation, so it runs once; searches take turns, on the engine that needs none. */
function trialsOf(seed: number): Trial[] {
  const coarse = seed % 2 === 0 ? "auto" : "extra-m";
  return [
    { abstraction: coarse },
    { engine: "reference", abstraction: coarse === "auto" ? "extra-m" : "auto" },
    { engine: "reference", runs: "infinite" },
    { engine: "reference", spec: SPECS[seed % SPECS.length]! },
    { engine: "reference", spec: SPECS[(seed + 2) % SPECS.length]!, runs: seed % 3 === 0 ? "infinite" : "maximal" },
  ];
}

/** Clocks in temporal formulas are the reference engine's. */
function timedTrialsOf(seed: number): Trial[] {
  const [spec, other] = [SPECS[seed % SPECS.length]!, SPECS[(seed + 2) % SPECS.length]!];
  return [
    { abstraction: seed % 2 === 0 ? "extra-lu" : "extra-m" },
    { runs: "infinite", ...(seed % 3 === 0 ? { spec: other } : {}) },
    { spec },
  ];
}

async function hold({ spec, ...trial }: Trial, asks: Asked, seen: Sightings): Promise<void> {
  const { network, queries, oracle, expected } = asks;
  const config = spec === undefined ? undefined : configure(strategies, spec);
  if (config !== undefined && !config.ok) throw new Error(config.diagnostics[0]!.message);
  const options = { ...trial, ...(config === undefined ? {} : { strategy: config.value }), limits: { seconds: 20 } };
  const name = Object.values({ ...trial, spec })
    .filter(Boolean)
    .join(", ");
  for (const { query, verdict, statistics } of await checkQueries({ network, options, environment }, queries)) {
    if (verdict.kind === "unknown") {
      seen.count(`unknown: ${verdict.because}`);
      if (verdict.because === "model-fault" && oracle.exact && !mayFail(oracle, query)) {
        seen.report(`${name}, ${query.kind}: fails, but nothing does`);
      }
      continue;
    }
    const end = verdict.evidence.kind === "trace" ? verdict.evidence.trace.end : verdict.evidence.kind;
    const about = asksForClocks(query) ? ", clocks" : "";
    seen.count(`${query.kind}${about} on ${statistics.engine}: ${verdict.kind} by ${end}`);
    if (spec !== undefined) seen.count(`by ${spec}`);
    if (about !== "" && verdict.evidence.kind === "trace") replayed(network, query, verdict.evidence.trace, name, seen);
    if (!oracle.exact || expected(query, trial.runs === "infinite") === (verdict.kind === "satisfied")) continue;
    seen.report(`${name}, ${query.kind}: ${verdict.kind}`);
  }
}

/** Letters that change while time passes are read off the file once more. */
function replayed(network: Network, query: Query, trace: Trace, name: string, seen: Sightings): void {
  const run = readTraceJson(network, traceToJsonFile(network, trace, { model: "random", query: query.text }));
  const outcome = "problem" in run ? run : judgeTrace(network, query, run);
  seen.count("traces over clocks replayed");
  if ("problem" in outcome) seen.report(`${name}, ${query.kind}: its trace does not replay: ${outcome.problem}`);
}

/** What the oracle says, asked once. */
function expectations(oracle: Oracle): Asked["expected"] {
  const known = new Map<Query, boolean>();
  const ofInfinite = new Map<Query, boolean>();
  return (query, infinite) => {
    const answers = infinite ? ofInfinite : known;
    let answer = answers.get(query);
    if (answer === undefined) answers.set(query, (answer = answerOf(oracle, query, infinite)));
    return answer;
  };
}

/** Some of them, others with another seed. */
function some<T>(items: readonly T[], seed: number, count = 1): T[] {
  return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[(seed + index) % items.length]!);
}

function mayFail(oracle: Oracle, query: Query): boolean {
  return oracle.faults || formulasOf(query).some((formula) => oracle.formulaFaults(formula));
}
