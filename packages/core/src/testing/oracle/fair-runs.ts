// Fair runs by brute force, in networks without clocks: every state, with every step and the processes that take it.
// A run that goes on for ever is weakly fair where every process is, again and again, disabled or moved; strongly fair
// where some processes are never enabled from some moment on and all others move again and again. Which ones those
// are is tried out, all of them; the letters of a loop are held against the formula in the way of `temporal.ts`.

import { createReferenceEngine, type DiscreteView } from "../../engine/index.ts";
import { componentsOf } from "../../ltl/index.ts";
import type { Formula, Network, Temporal } from "../../network/index.ts";
import { type LetterGraph, productWith } from "./temporal.ts";

export interface FairGraph extends LetterGraph {
  /** By state, beside successors: the processes that a step moves, as bits. */
  readonly movers: readonly (readonly number[])[];
  /** By locations and variables. */
  numberOf(view: DiscreteView): number;
}

const nameOf = ({ locations, cells }: DiscreteView): string => `${Array.from(locations)} ${Array.from(cells)}`;

/** Undefined where there are more states than that. */
export function fairGraph(network: Network, atoms: readonly Formula[], most: number): FairGraph | undefined {
  const targets = atoms.map((formula) => ({ formula, frameSize: 1 }));
  const engine = createReferenceEngine(network, {
    targets,
    abstraction: "none",
    subsumption: "equality",
    bounds: null,
  });
  const initial = Array.from({ length: engine.initial().count }, (_, ordinal) => engine.intern(ordinal, -1));
  const letters: number[] = [];
  const successors: number[][] = [];
  const movers: number[][] = [];
  const numbers = new Map<string, number>();
  for (let state = 0; state < engine.statistics.stored; state++) {
    if (state > most) return undefined;
    numbers.set(nameOf(engine.view(state)), state);
    letters.push(atoms.reduce((letter, _, bit) => letter | (engine.satisfies(state, bit) ? 1 << bit : 0), 0));
    const expansion = engine.expand(state);
    const ordinals = Array.from({ length: expansion.count }, (_, ordinal) => ordinal);
    movers.push(
      ordinals.map((ordinal) =>
        expansion.transition(ordinal).edges.reduce((bits, { edge }) => bits | (1 << network.edges[edge]!.process), 0),
      ),
    );
    successors.push(ordinals.map((ordinal) => engine.intern(ordinal, state)));
  }
  return {
    letters,
    successors,
    initial: [...new Set(initial)],
    movers,
    numberOf: (view) => numbers.get(nameOf(view))!,
  };
}

/** Is there a fair run without end that satisfies the formula? */
export function someFairRunSatisfies(
  graph: FairGraph,
  formula: Temporal,
  kind: "weak" | "strong",
  processes: readonly number[],
): boolean {
  const product = productWith(graph, formula);
  const enabled = graph.movers.map((list) => list.reduce((all, bits) => all | bits, 0));
  const fair = processes.reduce((bits, process) => bits | (1 << process), 0);
  const reached = reachedFrom(product.starts, product.successors);
  // Strongly: `idle` are those that are never enabled in the loop; weakly, nobody has to be.
  for (let idle = 0; idle <= fair; idle++) {
    if ((idle & ~fair) !== 0 || (kind === "weak" && idle !== 0)) continue;
    const allowed = (node: number): boolean => (enabled[product.stateOf(node)]! & idle) === 0;
    const successors = product.successors.map((list, from) => (allowed(from) ? list.filter(allowed) : []));
    const component = componentsOf(successors);
    const inside = new Map<number, number[]>();
    for (const node of reached)
      if (allowed(node)) inside.set(component[node]!, [...(inside.get(component[node]!) ?? []), node]);
    for (const nodes of inside.values()) {
      let [moved, disabled, edges] = [0, 0, 0];
      for (const node of nodes) {
        const state = product.stateOf(node);
        disabled |= ~enabled[state]!;
        for (const to of successors[node]!) {
          if (component[to] !== component[node]) continue;
          edges++;
          // Several steps may lead to the same state, and a loop may take any of them.
          for (const [at, next] of graph.successors[state]!.entries()) {
            if (next === product.stateOf(to)) moved |= graph.movers[state]![at]!;
          }
        }
      }
      if (edges === 0 || !product.keepsPromises(nodes)) continue;
      const lacking = kind === "weak" ? fair & ~(moved | disabled) : fair & ~idle & ~moved;
      if (lacking === 0) return true;
    }
  }
  return false;
}

function reachedFrom(starts: readonly number[], successors: readonly (readonly number[])[]): Set<number> {
  const seen = new Set(starts);
  for (const node of seen) for (const to of successors[node]!) seen.add(to);
  return seen;
}
