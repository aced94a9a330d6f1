// Büchi automata over the atoms of a property: transition-based, generalised. A letter is the set of atoms that hold in
// a state, as bits; an edge reads letters that fit its cube. A run accepts when it takes edges of every acceptance set
// infinitely often; without sets, when it does not end.

import { orderedComponents } from "../basics/components.ts";

/** A conjunction of literals: atoms that must hold, and atoms that must not. */
export interface Cube {
  readonly yes: number;
  readonly no: number;
}

export interface AutomatonEdge extends Cube {
  readonly target: number;
  /** The acceptance sets that the edge belongs to. */
  readonly marks: number;
}

export interface Automaton {
  readonly atoms: number;
  readonly sets: number;
  /** Edges by state. */
  readonly edges: readonly (readonly AutomatonEdge[])[];
  readonly initial: number;
}

export function reads({ yes, no }: Cube, letter: number): boolean {
  return (letter & yes) === yes && (letter & no) === 0;
}

/** Does the edge read every letter, so that nobody has to ask which one it is? */
export function readsAll({ yes, no }: Cube): boolean {
  return (yes | no) === 0;
}

export function allSets({ sets }: Pick<Automaton, "sets">): number {
  return 2 ** sets - 1;
}

/** Strongly connected components: their numbers, by state, successors before predecessors. */
export function componentsOf(successors: readonly (readonly number[])[]): Int32Array {
  const successor = (state: number, k: number): number => successors[state]![k] ?? -2;
  return orderedComponents(successors.length, () => true, successor).of;
}

/** The states from which a run accepts that only takes edges for which `usable` holds. */
export function acceptingFrom(automaton: Automaton, usable: (edge: AutomatonEdge) => boolean): Uint8Array {
  const edges = automaton.edges.map((list) => list.filter(usable));
  const component = componentsOf(edges.map((list) => list.map(({ target }) => target)));
  const marks = new Map<number, number>();
  for (const [state, list] of edges.entries()) {
    const own = component[state]!;
    for (const edge of list) {
      if (component[edge.target] === own) marks.set(own, (marks.get(own) ?? 0) | edge.marks);
    }
  }
  const accepting = new Uint8Array(edges.length);
  // Components are numbered from the ends.
  const byComponent = [...edges.keys()].sort((a, b) => component[a]! - component[b]!);
  for (const state of byComponent) if (marks.get(component[state]!) === allSets(automaton)) accepting[state] = 1;
  for (let grows = true; grows; ) {
    grows = false;
    for (const state of byComponent) {
      if (accepting[state] === 1 || !edges[state]!.some(({ target }) => accepting[target] === 1)) continue;
      accepting[state] = 1;
      grows = true;
    }
  }
  return accepting;
}
