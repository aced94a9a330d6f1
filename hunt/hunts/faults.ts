// Networks that do fail: indices, ranges, divisions and clocks set back go wrong, with committed and urgent broadcasts,
// clock arrays with computed indices, counters to 1,000 and beyond, and dead ends before faults. Every fourth network
// is asked with its clock constants multiplied up to 2^29, which changes no answer. Every member against the oracle:
// both engines in every abstraction, searches, walks of both kinds, the default, the simulator, and what `info`
// promises.

import {
  type AbstractionName,
  type CheckResult,
  checkQueries,
  configure,
  defaultStrategy,
  type Environment,
  type Formula,
  faultsOf,
  type Network,
  type PortfolioStrategy,
  Prng,
  type Query,
  Simulator,
  type Strategy,
  strategies,
} from "@tracehound/core";
import {
  all,
  DEADLOCK,
  discreteKey,
  enlarged,
  largestClockConstant,
  liveliest,
  not,
  type Oracle,
  oracleWithin,
  query,
  randomFaultyNetwork,
  randomFaultyTarget,
  randomQueries,
  randomTarget,
  seededChoices,
} from "@tracehound/core/testing";
import type { Claim, Sightings } from "../hunt.ts";
import { compareReached } from "../oracle.ts";

const ABSTRACTIONS: readonly AbstractionName[] = ["extra-lu", "extra-m", "alu"];
/** Seconds of a walk: some 30,000 steps. */
const ENOUGH = 0.02;
/** Enough for a counter to 1,000 beside a few locations. */
const MOST_STATES = 4_000;
const SEARCHES = ["bfs", "dfs", "greedy(hU())", "astar(hL())", "greedy(distance())", "walk(ret)", "default"];

export const faults: Claim = {
  what: "networks that fail are found to fail, and nothing else, by every member",
  inTests: 7,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    const { network, features } = liveliest(
      () => randomFaultyNetwork(choices),
      (drawn) => drawn.network,
    );
    const diagonals = features.has("diagonals");
    const target = randomTarget(network, choices, diagonals);
    const targets = [target, randomFaultyTarget(network, choices), all(target, DEADLOCK), all(target, not(DEADLOCK))];
    const asked = targets.map((formula) => query("E<>", formula, 1));
    const [, , , stays, mustStay, leads] = randomQueries(network, choices, diagonals);
    const oracle = oracleWithin(network, [...asked, stays!, mustStay!, leads!], MOST_STATES);
    if (oracle === undefined) {
      seen.count("too large for the oracle");
      return;
    }
    seen.count(oracle.faults ? "networks that fail" : "networks that do not");
    if (oracle.faults && !faultsOf(network).canFault) seen.report("`info` says that nothing can fail");
    if (!faultsOf(network).canFault) seen.count("proved not to fail");
    if (oracle.exact) explore(network, oracle, ABSTRACTIONS[seed % ABSTRACTIONS.length]!, seen);
    const by = seed % 4 === 3 ? largestFactor(network, [...asked, stays!, mustStay!, leads!]) : 1;
    if (by > 1) seen.count("with large constants");
    const large = by > 1 ? enlarged(network, by) : network;
    const inLarge = (one: Query): Query => (by > 1 ? enlarged(one, by) : one);
    const search = SEARCHES[seed % SEARCHES.length]!;
    // Two questions of each network, in turn.
    for (const [k, one] of asked.entries()) {
      if (k % 2 !== seed % 2) continue;
      for (const spec of new Set(["bfs", search])) {
        judgeReach(await ask(large, inLarge(one), spec, seed), spec, oracle, targets[k]!, seen);
      }
    }
    for (const one of [stays!, mustStay!, leads!]) {
      judgeLiveness(await ask(large, inLarge(one), "bfs", seed), one, oracle, seen);
    }
    simulate(large, seed, oracle, seen);
  },
};

/** What clock constants can be multiplied by without reaching the limit. */
function largestFactor(network: Network, queries: readonly Query[]): number {
  const most = largestClockConstant(network, queries);
  return most === 0 ? 1 : Math.floor((2 ** 29 - 1) / most);
}

async function ask(network: Network, one: Query, spec: string, seed: number): Promise<CheckResult> {
  // Time passes by being looked at, so that walks end, the same way every time.
  let looks = 0;
  const environment: Environment = {
    now: () => looks++ / 2000,
    cpu: () => 0,
    memoryBytes: () => 0,
    pause: () => Promise.resolve(),
  };
  const byDefault = defaultStrategy(seed)(one) as PortfolioStrategy;
  const strategy = spec === "default" ? { ...byDefault, alone: ENOUGH / 10 } : strategyOf(spec, seed);
  // Searches end by themselves.
  const hasEnd = spec !== "default" && !spec.startsWith("walk");
  const options = { strategy, ...(hasEnd ? {} : { limits: { seconds: ENOUGH } }) };
  return (await checkQueries({ network, options, environment }, [one]))[0]!;
}

function strategyOf(spec: string, seed: number): Strategy {
  const result = configure(strategies, spec, { seed });
  if (!result.ok) throw new Error(result.diagnostics[0]!.message);
  return result.value;
}

/** Both engines reach what the oracle reaches, and meet a fault if it does. */
function explore(network: Network, oracle: Oracle, abstraction: AbstractionName, seen: Sightings): void {
  for (const engine of compareReached(network, oracle, abstraction, seen, 2 * MOST_STATES)) {
    if (engine.faults.length > 0 === oracle.faults) continue;
    const what = oracle.faults ? "misses the fault" : `fails: ${engine.faults[0]!.diagnostic.message}`;
    seen.report(`${engine.name}, ${abstraction}: ${what}`);
  }
}

function judgeReach(result: CheckResult, spec: string, oracle: Oracle, formula: Formula, seen: Sightings): void {
  const { verdict, note, query: asked } = result;
  const reachable = oracle.reaches(formula);
  const fails = oracle.faults || oracle.formulaFaults(formula);
  const wrong = (what: string): void => seen.report(`${spec}, ${what}: ${JSON.stringify(asked.kind)}`);
  // A grid sees less than there is.
  const certain = oracle.exact;
  if (verdict.kind === "unknown") {
    seen.count(verdict.because);
    const isFault = verdict.because === "model-fault" || (verdict.because === "not-supported" && fails);
    if (verdict.because === "model-fault" && !fails && certain) wrong("fails, but nothing does");
    if (spec !== "bfs") return;
    // With stopwatches a target that is there may stay undecided; then the fault is what is known.
    if (isFault && reachable && certain) wrong("fails, but the target can be reached without a fault");
    if (verdict.because === "time") wrong("does not end");
    return;
  }
  seen.count(verdict.kind);
  if (verdict.kind === "satisfied") {
    if (!reachable && certain) wrong("reaches what cannot be reached");
    return;
  }
  if (reachable) wrong("says that what can be reached cannot");
  if (fails && note !== "faults-behind-dead-ends") wrong("says that all is well, but the model fails");
}

function judgeLiveness({ verdict }: CheckResult, asked: Query, oracle: Oracle, seen: Sightings): void {
  seen.count(`liveness ${verdict.kind}`);
  if (verdict.kind === "unknown" || !oracle.exact) return;
  if (oracle.answer(asked) !== (verdict.kind === "satisfied")) seen.report(`${asked.kind}: ${verdict.kind}`);
}

/** A walk by hand meets reachable states only, and faults only where there are some. */
function simulate(network: Network, seed: number, oracle: Oracle, seen: Sightings): void {
  if (oracle.states === 0) return;
  const simulator = Simulator.create(network);
  const prng = new Prng(seed);
  const states = oracle.discreteStates();
  for (let step = 0; simulator !== undefined && step < 12; step++) {
    if (oracle.exact && !states.has(discreteKey(simulator.state))) seen.report("the simulator is where nothing leads");
    if (oracle.exact && simulator.faults().length > 0 && !oracle.faults) seen.report("the simulator sees a fault");
    seen.count("simulated states");
    if (simulator.random(prng) === undefined) return;
  }
}
