// What searches for infinite runs claim under fairness, held against brute force (`oracle/fair-runs.ts`) on a small
// network without clocks: a run is found where there is one, its letters satisfy the formula, its loop is fair, and
// making it shorter leaves it so.

import { createReferenceEngine } from "../engine/index.ts";
import { degeneralise, holdsOnLasso, LtlFormulas, normalForm, tightAutomaton, translate } from "../ltl/index.ts";
import type { Formula, Network, Temporal } from "../network/index.ts";
import { type Fairness, fairSteps, InitialRoots, type Lasso, LassoShortening, lassoSearches } from "../search/index.ts";
import { configure } from "../spec/index.ts";
import { type FairGraph, fairGraph, someFairRunSatisfies } from "./oracle/fair-runs.ts";

export interface FairClaims {
  readonly found: boolean;
  /** Steps of the lasso, as it was found and made as short as it can be. */
  readonly lengths?: readonly [found: number, shortened: number];
  readonly wrong: readonly string[];
}

interface FairQuestion {
  readonly atoms: readonly Formula[];
  readonly temporal: Temporal;
  readonly fairness: Fairness;
}

/** Undefined where the graph has more states than that. */
export function fairClaims(
  network: Network,
  { atoms, temporal, fairness }: FairQuestion,
  spec: string,
  most: number,
): FairClaims | undefined {
  const graph = fairGraph(network, atoms, most);
  if (graph === undefined) return undefined;
  const config = configure(lassoSearches, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const formulas = new LtlFormulas();
  const formula = normalForm(formulas, temporal);
  const small = config.value.tight ? tightAutomaton(formula, atoms.length) : translate(formulas, formula, atoms.length);
  const automaton = config.value.oneSet ? degeneralise(small) : small;
  const engine = createReferenceEngine(network, {
    targets: atoms.map((one) => ({ formula: one, frameSize: 1 })),
    abstraction: "none",
    subsumption: "equality",
    bounds: null,
  });
  const problem = {
    engine,
    automaton,
    atoms: [...atoms.keys()],
    ends: null,
    network,
    formulas: atoms,
    frameSize: 1,
    conditions: fairSteps(network, fairness, automaton.sets),
    fair: fairness.processes,
  };
  const search = config.value.create(problem, new InitialRoots(engine));
  let status = search.step();
  while (status === "running") status = search.step();
  const found = status === "found";
  const { kind, processes } = fairness;
  const wrong: string[] = [];
  if (found !== someFairRunSatisfies(graph, temporal, kind, processes)) wrong.push(found ? "there is none" : "missed");
  if (!found) return { found, wrong };
  const lasso = search.lasso!;
  const shortening = new LassoShortening(problem, lasso);
  for (let step = shortening.step(); step !== "exhausted"; step = shortening.step());
  const shortest = shortening.lasso ?? lasso;
  const lengths = [lasso.ordinals.length, shortest.ordinals.length] as const;
  if (lengths[1] > lengths[0]) wrong.push(`made longer: ${lengths[0]} to ${lengths[1]}`);
  for (const [name, one] of [
    ["found", lasso],
    ["shortened", shortest],
  ] as const) {
    const numbers = one.states.map((state) => graph.numberOf(engine.view(state)));
    wrong.push(...faultsOf(graph, one, numbers, temporal, fairness).map((sentence) => `${name}: ${sentence}`));
  }
  return { found, lengths, wrong };
}

function faultsOf(
  { letters, successors, movers }: FairGraph,
  { ordinals, loopStart = 0 }: Lasso,
  numbers: readonly number[],
  temporal: Temporal,
  { kind, processes }: Fairness,
): string[] {
  const wrong: string[] = [];
  if (ordinals.some((ordinal, at) => successors[numbers[at]!]![ordinal] !== numbers[at + 1])) wrong.push("no path");
  if (numbers.at(-1) !== numbers[loopStart]) wrong.push("no loop");
  const word = numbers.slice(0, -1).map((state) => letters[state]!);
  if (!holdsOnLasso(temporal, word, loopStart)) wrong.push("its letters do not satisfy the formula");
  const turn = ordinals.slice(loopStart).map((ordinal, at) => movers[numbers[loopStart + at]!]![ordinal]!);
  const moved = turn.reduce((all, bits) => all | bits, 0);
  const enabled = turn.map((_, at) => movers[numbers[loopStart + at]!]!.reduce((all, bits) => all | bits, 0));
  const always = enabled.reduce((all, bits) => all & bits, -1);
  const sometimes = enabled.reduce((all, bits) => all | bits, 0);
  const putOff = (kind === "weak" ? always : sometimes) & ~moved;
  if (processes.some((process) => ((putOff >> process) & 1) === 1)) wrong.push("somebody is put off");
  return wrong;
}
