// From the part that was explored to the evidence that is shown: only states on the way from the start to a target, only the choices of one
// scheduler, the share of the mass on every transition, and the most probable paths.

import type { StateId } from "../../engine/index.ts";
import type { Graph } from "../graph.ts";
import type { EvidencePath, EvidenceState, EvidenceTransition, ProbabilisticEvidence } from "./evidence.ts";
import { judgedChances } from "./judge.ts";
import { mostProbablePaths } from "./paths.ts";
import type { ExploredPart } from "./search.ts";

interface Draft {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  readonly choice: number;
}

export function collectEvidence(
  graph: Graph,
  { model, order, solved }: ExploredPart,
  isTarget: (state: StateId) => boolean,
  paths: number,
): ProbabilisticEvidence {
  const { choices, transitions, target, probability } = model;
  const useful = (state: number): boolean => state < order.length && solved.estimate[state]! > 0;
  const start = order.indexOf(graph.initial[0]!);
  const numbers = new Map<number, number>([[start, 0]]);
  const kept: number[] = [start];
  const drafts: Draft[] = [];
  for (let at = 0; at < kept.length; at++) {
    const state = kept[at]!;
    if (isTarget(order[state]!)) continue;
    const choice = chosenOf(model, solved.scheduler, state, solved.estimate);
    for (let step = transitions[choice]!; step < transitions[choice + 1]!; step++) {
      const to = target[step]!;
      if (!useful(to)) continue;
      if (!numbers.has(to)) {
        numbers.set(to, kept.length);
        kept.push(to);
      }
      drafts.push({
        from: at,
        to: numbers.get(to)!,
        probability: probability[step]!,
        choice: choice - choices[state]!,
      });
    }
  }
  const targets = kept.map((state) => isTarget(order[state]!));
  const chance = judgedChances(targets, drafts);
  const mass = chance[0] ?? 0;
  const states: EvidenceState[] = kept.map((state, number) => ({
    values: graph.values(order[state]!),
    isTarget: targets[number]!,
    chance: chance[number]!,
  }));
  const visits = visitsOf(states.length, drafts);
  const edges: EvidenceTransition[] = drafts.map(({ from, to, probability: p, choice }) => {
    const action = graph.action.data[graph.firstChoice.at(order[kept[from]!]!) + choice] ?? -1;
    const flow = mass === 0 ? 0 : Math.min(1, (visits[from]! * p * chance[to]!) / mass);
    return { from, to, probability: p, action: action < 0 ? "" : (graph.network.events[action] ?? ""), flow };
  });
  const found: EvidencePath[] = mostProbablePaths(targets, edges, paths);
  return {
    states,
    transitions: edges,
    mass,
    explored: order.length,
    paths: found,
    hasScheduler: graph.draws.kind === "mdp",
  };
}

/** The scheduler's choice; inside of an end component it may have none, and takes the best one that gets on. */
function chosenOf(
  { choices, transitions, target, probability }: ExploredPart["model"],
  scheduler: Int32Array,
  state: number,
  value: Float64Array,
): number {
  if (scheduler[state]! >= 0) return scheduler[state]!;
  let best = choices[state]!;
  let most = -1;
  for (let choice = choices[state]!; choice < choices[state + 1]!; choice++) {
    let sum = 0;
    for (let at = transitions[choice]!; at < transitions[choice + 1]!; at++)
      if (target[at] !== state) sum += probability[at]! * value[target[at]!]!;
    if (sum > most) [best, most] = [choice, sum];
  }
  return best;
}

/** How often each state is visited on average; an estimate, for widths of lines. */
function visitsOf(states: number, drafts: readonly Draft[]): Float64Array {
  let visits = new Float64Array(states);
  visits[0] = 1;
  for (let sweep = 0; sweep < 2_000; sweep++) {
    const next = new Float64Array(states);
    next[0] = 1;
    for (const { from, to, probability } of drafts) next[to]! += visits[from]! * probability;
    let change = 0;
    for (let state = 0; state < states; state++) change = Math.max(change, Math.abs(next[state]! - visits[state]!));
    visits = next;
    if (change < 1e-9) break;
  }
  return visits;
}
