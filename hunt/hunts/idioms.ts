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

const MOST_STATES = 200;
/**
 * Networks take turns: at targets that are reached and those with one value changed, at estimates that are soon made,
 * and one in three at what is dear; circuits and emitted steps are one's in eight. Verdicts are what this hunt is for:
 * it lives of many networks, and estimates, circuits and engines have hunts of their own.
 */
const ONE_IN = 8;

const EXAMPLES = heuristics.components.flatMap(({ examples = [] }) => examples);
const isDear = (example: string): boolean => /merge|pdb|cegar|perimeter|predicates/.test(example);
const CHEAP = EXAMPLES.filter((example) => !isDear(example));
const DEAR = EXAMPLES.filter(isDear);
const directed = (examples: readonly string[]): string[] => examples.map((example) => `greedy(${example})`);
/** Walks have no end of their own. */
const OTHERS = SPECS.filter((spec) => !spec.includes("walk"));

/** One of the list, another one for every pair of seeds: one whose target is reached, one with a changed one. */
const turnOf = <T>(list: readonly T[], seed: number): T => list[Math.floor(seed / 2) % list.length]!;
const turnInThree = <T>(list: readonly T[], seed: number, third: number): T[] =>
  seed % 3 === third ? [turnOf(list, Math.floor(seed / 3))] : [];

interface Asked {
  readonly network: Parameters<typeof checkQueries>[0]["network"];
  readonly oracle: Oracle;
  readonly target: ExactTarget;
  readonly text: string;
  readonly reachable: boolean;
}

export const idioms: Claim = {
  what: "on models as people write them the default, every estimate and every search answer as the oracle and breadth-first search do",
  inTests: 7,
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
    const target = drawTarget(network, oracle, choices, seed % 2 === 1);
    if (target === undefined) return;
    const reachable = oracle.reaches(target.formula);
    const asked = { network, oracle, target, text, reachable };
    seen.count(reachable ? "targets that can be reached" : "targets that cannot");
    const problem = { network, target: target.formula, frameSize: 1 };
    for (const sentence of seed % ONE_IN === 0 ? circuitDisagreements(problem, choices, 2) : []) {
      seen.report(`${sentence}; E<> ${target.text} in\n${text}`);
    }
    judgeEstimates(asked, seed, seen);
    await judgeSearches(asked, seed, seen);
  },
};

function drawTarget(
  network: Asked["network"],
  oracle: Oracle,
  choices: Choices,
  changed: boolean,
): ExactTarget | undefined {
  const { states } = oracle.discreteGraph(holds(num(1)));
  if (states.length === 0) return undefined;
  // Of two the later one: what lies far is asked for more often.
  const state = states[Math.max(choices.below(states.length), choices.below(states.length))]!;
  return exactTarget(network, state, choices, changed);
}

function judgeEstimates({ network, oracle, target, text }: Asked, seed: number, seen: Sightings): void {
  const problem = { network, target: target.formula, frameSize: 1 };
  const graph = oracle.discreteGraph(target.formula);
  for (const example of [turnOf(CHEAP, seed), ...turnInThree(DEAR, seed, 0)]) {
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
    turnOf(directed(CHEAP), seed + 2),
    ...turnInThree(directed(DEAR), seed, 1),
    ...turnInThree(OTHERS, seed, 2),
  ];
  const ways = [
    ...specs.map((spec) => ({ spec, por: "off" as const })),
    { spec: "default", por: "off" as const },
    ...(seed % 4 === 0 ? [{ spec: "bfs", por: "on" as const }] : []),
  ];
  for (const { spec, por } of ways) {
    const strategy = spec === "default" ? undefined : strategyOf(spec);
    const limits = { seconds: 10 };
    // Code that is emitted for a hundred states costs more than it saves.
    const emitted = strategy === undefined && seed % ONE_IN === 0;
    const options = {
      por,
      limits,
      ...(strategy === undefined ? {} : { strategy }),
      ...(emitted ? {} : { engine: "reference" as const }),
    };
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
