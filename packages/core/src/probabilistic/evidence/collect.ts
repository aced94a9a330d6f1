// From what a search found to the evidence that is shown: only states on the way from the start to a target, only the
// choices of one scheduler, the share of the mass on every transition, and the most probable paths.

import type { EvidencePath, EvidenceState, EvidenceTransition, ProbabilisticEvidence } from "./evidence.ts";
import type { EvidenceGraph } from "./evidence-graph.ts";
import { flowsOf } from "./flow.ts";
import { judgedChances } from "./judge.ts";
import type { ExploredPart } from "./part.ts";
import { mostProbablePaths } from "./paths.ts";
import type { EvidenceSearch } from "./search.ts";
import type { SoughtStates } from "./sought.ts";

/** A part of the graph under one scheduler; the start is 0. */
export interface EvidenceDraft {
  /** States of the graph. */
  readonly states: readonly number[];
  readonly isTarget: readonly boolean[];
  readonly steps: readonly {
    readonly from: number;
    readonly to: number;
    readonly probability: number;
    readonly action: number;
    readonly choice: number;
  }[];
}

/** All states of a part from which a target is reached inside of it. */
export function draftOf(search: EvidenceSearch, part: ExploredPart): EvidenceDraft {
  const { graph, sought } = search;
  const { order, estimate, model, scheduler } = part;
  const index = new Map(order.map((state, at) => [state, at]));
  const start = search.startOf(part);
  const numbers = new Map<number, number>([[start, 0]]);
  const kept: number[] = [start];
  const steps: EvidenceDraft["steps"][number][] = [];
  for (let at = 0; at < kept.length; at++) {
    const own = kept[at]!;
    const state = order[own]!;
    if (sought.isTarget(state) || !sought.mayPass(state)) continue;
    const chosen = scheduler[own]! - model.choices[own]!;
    graph.each(state, (choice, target, probability, action) => {
      const to = index.get(target);
      if (choice !== chosen || to === undefined || !(estimate[to]! > 0)) return;
      if (!numbers.has(to)) {
        numbers.set(to, kept.length);
        kept.push(to);
      }
      steps.push({ from: at, to: numbers.get(to)!, probability, action, choice });
    });
  }
  const states = kept.map((one) => order[one]!);
  return { states, isTarget: states.map((state) => sought.isTarget(state)), steps };
}

/** Only what lies on some paths. */
export function alongPaths({ states, isTarget, steps }: EvidenceDraft, paths: readonly EvidencePath[]): EvidenceDraft {
  const used = [...new Set(paths.flatMap((path) => path.steps))].sort((a, b) => a - b);
  const kept = [0, ...new Set(used.flatMap((step) => [steps[step]!.from, steps[step]!.to]))].filter(
    (state, at, all) => all.indexOf(state) === at,
  );
  const number = new Map(kept.map((state, at) => [state, at]));
  return {
    states: kept.map((state) => states[state]!),
    isTarget: kept.map((state) => isTarget[state]!),
    steps: used.map((step) => ({
      ...steps[step]!,
      from: number.get(steps[step]!.from)!,
      to: number.get(steps[step]!.to)!,
    })),
  };
}

export function evidenceOf(
  graph: EvidenceGraph,
  { states, isTarget, steps }: EvidenceDraft,
  { within }: SoughtStates,
  { explored, paths }: { readonly explored: number; readonly paths: number },
): ProbabilisticEvidence {
  const rates = graph.rate(graph.initial[0]!) === undefined ? undefined : states.map((state) => graph.rate(state)!);
  const bounds = { ...(within === undefined ? {} : { within }), ...(rates === undefined ? {} : { rates }) };
  const chance = judgedChances(isTarget, steps, bounds);
  const mass = chance[0] ?? 0;
  const chosen = graph.hasChoices ? choicesOf(graph, states, steps) : new Map<number, string>();
  const flow = flowsOf(isTarget, steps, chance, rates === undefined ? within : undefined);
  return {
    states: states.map(
      (state, at): EvidenceState => ({
        values: graph.values(state),
        isTarget: isTarget[at]!,
        chance: chance[at]!,
        ...(chosen.has(at) ? { chosen: chosen.get(at)! } : {}),
        ...(rates === undefined ? {} : { rate: rates[at]! }),
      }),
    ),
    transitions: steps.map(
      ({ from, to, probability, action }, at): EvidenceTransition => ({
        from,
        to,
        probability,
        action: graph.nameOf(action),
        flow: flow[at]!,
      }),
    ),
    mass,
    explored,
    paths: boundedPaths(mostProbablePaths(isTarget, steps, paths), steps, bounds),
    hasScheduler: graph.hasChoices,
    ...(within === undefined ? {} : { within }),
  };
}

/** Where there are several choices: which one is taken, by its action where that tells it from the others. */
function choicesOf(
  graph: EvidenceGraph,
  states: readonly number[],
  steps: EvidenceDraft["steps"],
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { from, choice, action } of steps) {
    if (names.has(from)) continue;
    const actions: number[] = [];
    graph.each(states[from]!, (each, _to, _probability, own) => {
      actions[each] = own;
    });
    if (actions.length < 2) continue;
    const isTold = action >= 0 && actions.filter((one) => one === action).length === 1;
    names.set(from, isTold ? `[${graph.nameOf(action)}]` : `${choice + 1} of ${actions.length}`);
  }
  return names;
}

/** Where steps or time are bounded: only paths that are short enough, each with its chance to be in time. */
function boundedPaths(
  paths: readonly EvidencePath[],
  steps: EvidenceDraft["steps"],
  { within, rates }: { readonly within?: number; readonly rates?: readonly number[] },
): readonly EvidencePath[] {
  if (within === undefined) return paths;
  if (rates === undefined) return paths.filter((path) => path.steps.length <= within);
  return paths
    .map(({ steps: own }): EvidencePath => {
      const line = own.map((step, at) => ({ from: at, to: at + 1, probability: steps[step]!.probability }));
      const ends = [...own.map(() => false), true];
      const left = own.map((step) => rates[steps[step]!.from]!);
      const [probability] = judgedChances(ends, line, { within, rates: [...left, 0] });
      return { probability: probability!, steps: own };
    })
    .sort((a, b) => b.probability - a.probability);
}
