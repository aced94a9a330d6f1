// Searches by sets of states against breadth first and A* on single states: the same verdicts, and traces as short as
// both find where that is promised. Networks without time, and with it.

import { checkQueries, configure, type Network, type Query, strategies } from "@tracehound/core";
import {
  onWholeNumbers,
  query,
  randomNetwork,
  randomTarget,
  seededChoices,
  talkativeNetwork,
  untimed,
} from "@tracehound/core/testing";
import { environment as limited, patientEnvironment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

/** Those that promise shortest traces; with strict bounds of clocks A* on sets is refused, others promise nothing. */
const SHORTEST = [
  "symbolic()",
  "symbolic(direction=backward)",
  "symbolic(direction=both)",
  "saturate()",
  "bdda(distance(combine=max))",
  "bdda(hL())",
  "bdda(spdb())",
  "seta(distance(combine=max))",
  "seta(pdb())",
  "adda(distance(combine=max))",
  "adda(hmax())",
  "astar(spdb())",
  "astar(distance(combine=max))",
];
const OTHERS = [
  "symbolic(hints=auto)",
  'symbolic(hints=["0", "1"])',
  "symbolic(density=0.3)",
  "bdda(distance())",
  "seta(distance())",
  "adda(distance())",
];

export const setSearches: Claim = {
  what: "searches by sets answer as those on single states do, with traces as short where that is promised",
  seeds: 5_000,
  inTests: 2,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    const network =
      seed % 3 === 0
        ? talkativeNetwork(choices).network
        : seed % 3 === 1
          ? untimed(randomNetwork(choices).network)
          : onWholeNumbers(randomNetwork(choices).network);
    const asked = query("E<>", randomTarget(network, choices), 1);
    const setting: Setting = seed % 10 === 0 ? AS_USERS_DO : QUICK;
    const truth = await ask(network, asked, "bfs", setting);
    if (truth.kind === "unknown") {
      seen.count(`breadth first does not know: ${truth.because}`);
      return;
    }
    const additive = new Set<number>();
    for (const spec of [...SHORTEST, ...OTHERS]) {
      const answer = await ask(network, asked, spec, setting);
      if (answer.kind === "unknown") {
        seen.count(`unknown: ${answer.because}`);
        continue;
      }
      seen.count(truth.length === undefined ? "proofs" : "traces");
      if (answer.kind !== truth.kind) seen.report(`${spec}: ${answer.kind}, not ${truth.kind}`);
      if (answer.length === undefined || truth.length === undefined) continue;
      if (answer.length < truth.length) seen.report(`${spec}: ${answer.length} steps, fewer than ${truth.length}`);
      // Whole moments may miss shorter runs where bounds are strict.
      const promises =
        SHORTEST.includes(spec) && (seed % 3 !== 2 || /^[a-z]*a|^astar/.test(spec.replace("saturate", "")));
      if (promises && answer.length > truth.length) seen.report(`${spec}: ${answer.length} steps, not ${truth.length}`);
      if (/^(bdda|seta|adda)\(distance\(\)\)$/.test(spec)) additive.add(answer.length);
    }
    if (additive.size > 1) seen.report(`BDDA*, SetA* and ADDA* differ: ${[...additive].join()} steps`);
  },
};

interface Told {
  readonly kind: "satisfied" | "violated" | "unknown";
  readonly because?: string;
  readonly length?: number;
}

interface Setting {
  readonly engine: "auto" | "reference";
  readonly environment: typeof limited;
}
/** Emitting an engine for each of twenty searches, and a watch over their steps, costs far more than they do. */
const QUICK: Setting = { engine: "reference", environment: patientEnvironment };
const AS_USERS_DO: Setting = { engine: "auto", environment: limited };

async function ask(network: Network, asked: Query, spec: string, { engine, environment }: Setting): Promise<Told> {
  const strategy = configure(strategies, spec, { seed: 1 });
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  const options = { strategy: strategy.value, engine, limits: { seconds: 20 } };
  const { verdict } = (await checkQueries({ network, options, environment }, [asked]))[0]!;
  if (verdict.kind === "unknown") return { kind: verdict.kind, because: verdict.because };
  const { evidence } = verdict;
  return { kind: verdict.kind, ...(evidence.kind === "trace" ? { length: evidence.trace.steps.length } : {}) };
}
