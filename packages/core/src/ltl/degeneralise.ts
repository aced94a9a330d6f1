// One acceptance set instead of several, for searches that know one: copies of the automaton say which set is waited
// for next. An edge in several sets that follow each other passes them at once, and the count begins anew where a
// component is entered, since what was met outside of it is of no consequence (Duret-Lutz 2014).

import { type Automaton, type AutomatonEdge, componentsOf } from "./automaton.ts";
import { simplified } from "./simplify.ts";

export function degeneralise(automaton: Automaton): Automaton {
  const { sets, edges, initial, atoms } = automaton;
  if (sets === 1) return automaton;
  const component = componentsOf(edges.map((list) => list.map(({ target }) => target)));
  const numbers = new Map<number, number>();
  const queue: { readonly state: number; readonly level: number }[] = [];
  const numberOf = (state: number, level: number): number => {
    const key = state * (sets + 1) + level;
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      queue.push({ state, level });
    }
    return number;
  };
  numberOf(initial, 0);
  const copies: AutomatonEdge[][] = [];
  for (const { state, level } of queue) {
    copies.push(
      edges[state]!.map((edge) => {
        if (component[edge.target] !== component[state]) return { ...edge, target: numberOf(edge.target, 0), marks: 0 };
        const passed = advance(edge.marks, level, sets);
        const accepts = passed === sets;
        const next = accepts ? advance(edge.marks, 0, sets) % sets : passed;
        return { ...edge, target: numberOf(edge.target, next || 0), marks: accepts ? 1 : 0 };
      }),
    );
  }
  // Of copies that can do the same one is enough.
  const small = simplified({ atoms, sets: 1, edges: copies, initial: 0 });
  return small.sets === 1 ? small : acceptingEverywhere(small);
}

/** Without any set every run accepts: so it does with one that holds all edges. */
function acceptingEverywhere(automaton: Automaton): Automaton {
  const edges = automaton.edges.map((list) => list.map((edge) => ({ ...edge, marks: 1 })));
  return { ...automaton, sets: 1, edges };
}

/** The first set from `level` on that the edge is not in. */
function advance(marks: number, level: number, sets: number): number {
  let at = level;
  while (at < sets && ((marks >> at) & 1) === 1) at++;
  return at;
}
