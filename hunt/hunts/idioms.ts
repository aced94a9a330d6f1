// Models as people write them (channels by computed indices, selects on the other side, queues, tables, structs,
// functions with side effects), asked for exact values: the default, searches with every estimate and reduced ones
// against the brute-force oracle and breadth-first search; and what estimates claim in every reachable state.

import {
  type CheckResult,
  checkQueries,
  configure,
  heuristics,
  loadModel,
  presets,
  strategies,
} from "@tracehound/core";
import {
  brokenClaims,
  type Choices,
  circuitDisagreements,
  type ExactTarget,
  exactTarget,
  holds,
  num,
  type Oracle,
  oracleWithin,
  query,
  randomIdiomModel,
  seededChoices,
} from "@tracehound/core/testing";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { SPECS } from "../specs.ts";

const MOST_STATES = 300;
/** Reached and changed targets of each model. */
const TARGETS = [false, true];
/**
 * Networks take turns at estimates: so many of those that are soon made for each target. What is dear is one network's
 * in three, circuits one's in four: verdicts are what this hunt is for, and estimates and circuits have hunts of their
 * own.
 */
const PER_SEED = { estimates: 2, directed: 2 } as const;
const CIRCUITS_ONE_IN = 4;

const EXAMPLES = heuristics.components.flatMap(({ examples = [] }) => examples);
const isDear = (example: string): boolean => /merge|pdb|cegar|perimeter|predicates/.test(example);
const CHEAP = EXAMPLES.filter((example) => !isDear(example));
const DEAR = EXAMPLES.filter(isDear);
const directed = (examples: readonly string[]): string[] => examples.map((example) => `greedy(${example})`);
/** Walks have no end of their own. */
const OTHERS = SPECS.filter((spec) => !spec.includes("walk"));

/** So many of the list, others for every seed. */
const turnOf = <T>(list: readonly T[], seed: number, count: number): T[] =>
  Array.from({ length: count }, (_, turn) => list[(seed * count + turn) % list.length]!);
const turnInThree = <T>(list: readonly T[], seed: number, third: number): T[] =>
  seed % 3 === third ? turnOf(list, Math.floor(seed / 3), 1) : [];

interface Asked {
  readonly network: Parameters<typeof checkQueries>[0]["network"];
  readonly oracle: Oracle;
  readonly target: ExactTarget;
  readonly text: string;
  readonly reachable: boolean;
}

export const idioms: Claim = {
  what: "on models as people write them the default, every estimate and every search answer as the oracle and breadth-first search do",
  inTests: 12,
  async run(seed, seen) {
    const choices = seededChoices(seed ^ 0x1d10);
    const text = randomIdiomModel(choices);
    const { network } = loadModel({ name: "model.xta", content: text }, { lints: false });
    if (network === null) {
      seen.report(`not a model:\n${text}`);
      return;
    }
    const oracle = oracleWithin(network, [], MOST_STATES);
    if (oracle === undefined) {
      seen.count("too large for the oracle");
      return;
    }
    seen.count("networks");
    for (const target of drawTargets(network, oracle, choices)) {
      const reachable = oracle.reaches(target.formula);
      const asked = { network, oracle, target, text, reachable };
      seen.count(reachable ? "targets that can be reached" : "targets that cannot");
      const problem = { network, target: target.formula, frameSize: 1 };
      for (const sentence of seed % CIRCUITS_ONE_IN === 0 ? circuitDisagreements(problem, choices, 2) : []) {
        seen.report(`${sentence}; E<> ${target.text} in\n${text}`);
      }
      judgeEstimates(asked, seed, seen);
      await judgeSearches(asked, seed, seen);
    }
  },
};

function drawTargets(network: Asked["network"], oracle: Oracle, choices: Choices): ExactTarget[] {
  const { states } = oracle.discreteGraph(holds(num(1)));
  if (states.length === 0) return [];
  // Of two the later one: what lies far is asked for more often.
  const state = () => states[Math.max(choices.below(states.length), choices.below(states.length))]!;
  return TARGETS.map((changed) => exactTarget(network, state(), choices, changed));
}

function judgeEstimates({ network, oracle, target, text }: Asked, seed: number, seen: Sightings): void {
  const problem = { network, target: target.formula, frameSize: 1 };
  const graph = oracle.discreteGraph(target.formula);
  for (const example of [...turnOf(CHEAP, seed, PER_SEED.estimates), ...turnInThree(DEAR, seed, 0)]) {
    const config = configure(heuristics, example);
    if (!config.ok || config.value.refusal?.(problem) !== undefined) continue;
    seen.count("estimated states", graph.states.length);
    const [first] = brokenClaims(config.value, { seed, problem, graph });
    if (first !== undefined) seen.report(`${example}: ${first}; E<> ${target.text} in\n${text}`);
  }
}

async function judgeSearches(
  { network, target, text, reachable }: Asked,
  seed: number,
  seen: Sightings,
): Promise<void> {
  const asked = query("E<>", target.formula, 1);
  const specs = [
    "bfs",
    ...turnOf(directed(CHEAP), seed, PER_SEED.directed),
    ...turnInThree(directed(DEAR), seed, 1),
    ...turnInThree(OTHERS, seed, 2),
  ];
  const ways = [
    ...specs.map((spec) => ({ spec, por: "off" as const })),
    { spec: "default", por: "off" as const },
    { spec: "bfs", por: "on" as const },
  ];
  for (const { spec, por } of ways) {
    const strategy = spec === "default" ? undefined : strategyOf(spec);
    const limits = { seconds: 10 };
    // Code that is emitted for a hundred states costs more than it saves.
    const options = strategy === undefined ? { por, limits } : { strategy, por, limits, engine: "reference" as const };
    const context = { network, options, environment };
    const [result] = await checkQueries(context, [asked]);
    const found = answerOf(result!);
    seen.count(found === undefined ? `no answer: ${reasonOf(result!)}` : "answers");
    if (found === undefined || found === reachable) continue;
    if (spec === "default" || spec === "bfs") seen.count(`wrong by ${spec}`);
    seen.report(`${spec}, reduction ${por}: ${found ? "reached" : "not reached"}; E<> ${target.text} in\n${text}`);
  }
}

function strategyOf(spec: string) {
  const config = configure(strategies, spec, { presets, seed: 1 });
  if (!config.ok) throw new Error(`${spec}: ${config.diagnostics[0]!.message}`);
  return config.value;
}

const answerOf = ({ verdict }: CheckResult): boolean | undefined =>
  verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";

const reasonOf = ({ verdict }: CheckResult): string => (verdict.kind === "unknown" ? verdict.because : "");
