// One search by several engines that share one memory, against the same search by one: random networks, some of which
// fail, asked in every abstraction, and explored. The sides take turns in one thread, which changes nothing about what
// they do.

import {
  type AbstractionName,
  type CheckResult,
  certificateOf,
  checkQueries,
  configure,
  type Environment,
  exploreNetwork,
  type Network,
  type Query,
  sidesHere,
  strategies,
  verifyCertificate,
} from "@tracehound/core";
import { livelyNetwork, query, randomFaultyNetwork, randomTarget, seededChoices } from "@tracehound/core/testing";
import type { Claim, Sightings } from "../hunt.ts";

const ABSTRACTIONS: readonly (AbstractionName | "auto")[] = ["auto", "extra-lu", "alu", "extra-m", "local-time"];
/** By A* the length is the same, by greedy search the verdict. */
const DIRECTED = [
  "astar(hL())",
  "greedy(hU())",
  "astar(distance(combine=max))",
  "greedy(hL())",
  "astar(hmax())",
] as const;
/** Steps after which a search counts as too long. */
const MOST_LOOKS = 40_000;

export const workers: Claim = {
  what: "several workers answer what one engine answers, and see what it sees",
  inTests: 8,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    const isFaulty = seed % 4 === 3;
    const { network, features } = isFaulty ? randomFaultyNetwork(choices) : livelyNetwork(choices);
    const count = seed % 2 === 0 ? 2 : 4;
    const asked = query("E<>", randomTarget(network, choices, features.has("diagonals")), 1);
    const abstraction = ABSTRACTIONS[seed % ABSTRACTIONS.length]!;
    const searches = ["bfs", DIRECTED[seed % DIRECTED.length]!];
    for (const search of searches) {
      const one = await ask(network, asked, abstraction, 1, search);
      const several = await ask(network, asked, abstraction, count, search);
      if (isLong(one) || isLong(several)) seen.count("too long");
      else compareAnswers(network, asked, one, several, search, seen);
    }
    await compareExplorations(network, count, seed, seen);
  },
};

/** Time passes by being looked at. */
function counted(): Environment {
  let looks = 0;
  return { now: () => looks++, cpu: () => 0, memoryBytes: () => 0, pause: () => Promise.resolve(), stepsPerSlice: 1 };
}

async function ask(
  network: Network,
  asked: Query,
  abstraction: AbstractionName | "auto",
  count: number,
  search: string,
): Promise<CheckResult> {
  const strategy = configure(strategies, search, { seed: 1 });
  if (!strategy.ok) throw new Error(`there is no ${search}`);
  const workersWish = count === 1 ? {} : { workers: { count, isAuto: true } };
  const options = {
    strategy: strategy.value,
    abstraction,
    certify: true,
    limits: { seconds: MOST_LOOKS },
    ...workersWish,
  };
  return (await checkQueries({ network, options, environment: counted(), sides: sidesHere }, [asked]))[0]!;
}

const isLong = ({ verdict }: CheckResult): boolean => verdict.kind === "unknown" && verdict.because === "time";

function compareAnswers(
  network: Network,
  asked: Query,
  one: CheckResult,
  several: CheckResult,
  search: string,
  seen: Sightings,
): void {
  const isDivided = several.statistics.workers !== undefined;
  seen.count(isDivided ? "divided" : "not divided");
  if (one.verdict.kind !== several.verdict.kind) {
    // Who looks elsewhere first may meet a target or a fault that the other one has not come to.
    const byFault = [one, several].some(({ verdict }) => (verdict as { because?: string }).because === "model-fault");
    if (search !== "bfs" && byFault) seen.count("a fault first");
    else seen.report(`${search}: one says ${one.verdict.kind}, several say ${several.verdict.kind}`);
    return;
  }
  seen.count(one.verdict.kind);
  if (one.verdict.kind === "unknown" || several.verdict.kind === "unknown") {
    const [a, b] = [one.verdict, several.verdict] as { because?: string }[];
    if (a!.because !== b!.because) seen.report(`one: unknown, ${a!.because}; several: ${b!.because}`);
    return;
  }
  const [first, other] = [one.verdict.evidence, several.verdict.evidence];
  if (first.kind !== other.kind) seen.report(`evidence: ${first.kind} and ${other.kind}`);
  else if (first.kind === "trace" && other.kind === "trace") {
    seen.count("traces");
    const [length, otherLength] = [first.trace.steps.length, other.trace.steps.length];
    if (length !== otherLength && !search.startsWith("greedy"))
      seen.report(`${length} steps by one, ${otherLength} by several`);
  } else if (first.kind === "exhausted") compareProofs(network, asked, one, several, search, seen);
}

function compareProofs(
  network: Network,
  asked: Query,
  one: CheckResult,
  several: CheckResult,
  search: string,
  seen: Sightings,
): void {
  if (several.proof === undefined || one.proof === undefined) {
    if (several.uncertified !== one.uncertified) {
      seen.report(`uncertified: ${one.uncertified} by one, ${several.uncertified} by several`);
    }
    return;
  }
  if (search === "bfs" && several.proof.kind === "states" && one.proof.kind === "states") {
    const [a, b] = [one.proof.engine(), several.proof.engine()].map((engine) => discretes(engine));
    if (a !== b) seen.report(`${a} discrete states by one, ${b} by several`);
    if (network.clocks.length === 0) {
      const [x, y] = [one.statistics, several.statistics];
      if (x.stored !== y.stored || x.transitions !== y.transitions)
        seen.report("other states or transitions without clocks");
    }
  }
  const certificate = certificateOf(network, several.proof, { model: "random", query: "E<> target" });
  const verified = verifyCertificate(network, asked, certificate);
  if (verified.ok) seen.count("certificates");
  else seen.report(`the certificate does not verify: ${JSON.stringify(verified).slice(0, 200)}`);
}

interface StoredStates {
  alive(state: number): boolean;
  discreteOf(state: number): number;
  readonly statistics: { readonly stored: number };
}

function discretes(engine: StoredStates): number {
  const all = new Set<number>();
  for (let state = 0, left = engine.statistics.stored; left > 0; state++) {
    if (!engine.alive(state)) continue;
    left--;
    all.add(engine.discreteOf(state));
  }
  return all.size;
}

/** Told apart by equality, every state and every transition is the same. */
async function compareExplorations(network: Network, count: number, seed: number, seen: Sightings): Promise<void> {
  const subsumption = seed % 3 === 0 ? "inclusion" : "equality";
  const explore = (workersWish: object) =>
    exploreNetwork(
      network,
      { subsumption, sides: sidesHere, limits: { seconds: MOST_LOOKS }, ...workersWish },
      counted(),
    );
  const one = await explore({});
  const several = await explore({ workers: { count, isAuto: true } });
  if (one.because === "time" || several.because === "time") return;
  if (one.because !== several.because) seen.report(`explored: ${one.because} by one, ${several.because} by several`);
  // Behind a fault nobody goes on, and who stops when differs.
  if (one.because !== undefined) return;
  seen.count("explorations");
  const [a, b] = [one.statistics, several.statistics];
  const what = subsumption === "equality" || network.clocks.length === 0 ? COUNTS : [];
  for (const name of what) {
    if (a[name] !== b[name]) seen.report(`${subsumption}: ${name} ${a[name]} by one, ${b[name]} by ${count}`);
  }
}

const COUNTS = ["explored", "stored", "transitions", "covered", "generated", "deadlocks"] as const;
