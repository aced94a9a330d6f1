// Smaller automata for the same words: states that cannot accept go, acceptance sets that ask nothing go, and states of
// which each can do whatever the other can become one (direct simulation; Etessami and Holzmann 2000, Somenzi and Bloem
// 2000). What an edge does outside of accepting components is of no consequence for acceptance.

import { type Automaton, type AutomatonEdge, acceptingFrom, allSets, type Cube, componentsOf } from "./automaton.ts";

/** Letters are told apart one by one up to so many atoms; beyond, one edge has to do for another as a whole. */
const FEW_ATOMS = 8;
/** Simulation takes the square of it. */
const FEW_STATES = 250;

export function simplified(automaton: Automaton): Automaton {
  let current = trimmed(automaton, "all");
  for (;;) {
    const size = sizeOf(current);
    current = trimmed(withoutBrothers(withoutIdleSets(current)), "all");
    if (sizeOf(current) >= size) return trimmed(current, "none");
  }
}

const sizeOf = ({ edges, sets }: Automaton): number => edges.length * 1e6 + sets * 1e5 + edges.flat().length;

/**
 * Without what is out of reach or accepts nothing, and duplicates. An edge between components is taken once at most, so
 * its marks do not matter: with all of them it can answer more, with none it is easier to read.
 */
function trimmed(automaton: Automaton, crossing: "all" | "none"): Automaton {
  const accepting = acceptingFrom(automaton, () => true);
  const component = componentsOf(automaton.edges.map((list) => list.map(({ target }) => target)));
  const number = new Map<number, number>([[automaton.initial, 0]]);
  const queue = [automaton.initial];
  const edges: AutomatonEdge[][] = [];
  for (const state of queue) {
    const list = new Map<string, AutomatonEdge>();
    for (const edge of automaton.edges[state]!) {
      if (accepting[edge.target] !== 1) continue;
      let target = number.get(edge.target);
      if (target === undefined) {
        target = number.size;
        number.set(edge.target, target);
        queue.push(edge.target);
      }
      const isInside = component[edge.target] === component[state];
      const counts = isInside && isAccepting(automaton, component, component[state]!);
      const marks = counts ? edge.marks : isInside || crossing === "none" ? 0 : allSets(automaton);
      const kept = { yes: edge.yes, no: edge.no, target, marks };
      list.set(`${kept.yes} ${kept.no} ${kept.target} ${kept.marks}`, kept);
    }
    edges.push(joined([...list.values()]));
  }
  return { ...automaton, edges, initial: 0 };
}

const acceptingComponents = new WeakMap<Automaton, Map<number, boolean>>();

function isAccepting(automaton: Automaton, component: Int32Array, which: number): boolean {
  let known = acceptingComponents.get(automaton);
  if (known === undefined) {
    known = new Map();
    acceptingComponents.set(automaton, known);
  }
  let answer = known.get(which);
  if (answer === undefined) {
    let marks = 0;
    let cycles = false;
    for (const [state, list] of automaton.edges.entries()) {
      if (component[state] !== which) continue;
      for (const edge of list) {
        if (component[edge.target] !== which) continue;
        cycles = true;
        marks |= edge.marks;
      }
    }
    answer = cycles && marks === allSets(automaton);
    known.set(which, answer);
  }
  return answer;
}

/** Edges that differ in one literal are one edge without it; an edge inside another goes. */
function joined(edges: readonly AutomatonEdge[]): AutomatonEdge[] {
  const list = [...edges];
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < list.length && !changed; i++) {
      for (let j = 0; j < list.length && !changed; j++) {
        const [a, b] = [list[i]!, list[j]!];
        if (i === j || a.target !== b.target) continue;
        if (contains(b, a) && (a.marks & b.marks) === a.marks) {
          list.splice(i, 1);
          changed = true;
          continue;
        }
        const differ = (a.yes ^ b.yes) | (a.no ^ b.no);
        const isOne = (differ & (differ - 1)) === 0 && (a.yes & differ) !== (b.yes & differ) && a.marks === b.marks;
        if (isOne && ((a.yes | a.no) & differ) !== 0 && ((b.yes | b.no) & differ) !== 0) {
          list[i] = { ...a, yes: a.yes & ~differ, no: a.no & ~differ };
          list.splice(j, 1);
          changed = true;
        }
      }
    }
  }
  return list;
}

/** Is every letter of the second cube one of the first? */
function contains(outer: Cube, inner: Cube): boolean {
  return (inner.yes & outer.yes) === outer.yes && (inner.no & outer.no) === outer.no;
}

/** A set that holds all edges of every accepting component, or all those of another set, asks nothing of its own. */
function withoutIdleSets(automaton: Automaton): Automaton {
  const component = componentsOf(automaton.edges.map((list) => list.map(({ target }) => target)));
  const inside: AutomatonEdge[] = [];
  for (const [state, list] of automaton.edges.entries()) {
    for (const edge of list) {
      if (component[edge.target] === component[state] && isAccepting(automaton, component, component[state]!)) {
        inside.push(edge);
      }
    }
  }
  const kept: number[] = [];
  const bits = Array.from({ length: automaton.sets }, (_, set) => set);
  const holdsAllOf = (set: number, other: number): boolean =>
    inside.every(({ marks }) => ((marks >> other) & 1) === 0 || ((marks >> set) & 1) === 1);
  // A cycle outside of accepting components must not become one: some set has to stay where there is such a cycle.
  const cyclesElsewhere = automaton.edges.some((list, state) =>
    list.some(
      ({ target }) => component[target] === component[state] && !isAccepting(automaton, component, component[state]!),
    ),
  );
  for (const set of bits) {
    const asksNothing = inside.every(({ marks }) => ((marks >> set) & 1) === 1);
    const rest = bits.filter((other) => other !== set && (kept.includes(other) || other > set));
    const covered = rest.some((other) => holdsAllOf(set, other));
    const mayGo = asksNothing ? rest.length > 0 || !cyclesElsewhere : covered;
    if (!mayGo) kept.push(set);
  }
  if (kept.length === automaton.sets) return automaton;
  const edges = automaton.edges.map((list) =>
    list.map((edge) => ({
      ...edge,
      marks: kept.reduce((marks, set, bit) => marks | (((edge.marks >> set) & 1) << bit), 0),
    })),
  );
  return { ...automaton, sets: kept.length, edges };
}

/** One state for those that simulate each other, and no edge beside one that can do more. */
function withoutBrothers(automaton: Automaton): Automaton {
  const { edges } = automaton;
  if (edges.length > FEW_STATES) return automaton;
  const simulates = simulation(automaton);
  const leader = simulates.map((row, state) =>
    row.findIndex((less, other) => less === 1 && simulates[other]![state] === 1),
  );
  const merged = edges.map((list, state) =>
    leader[state] === state ? list.map((edge) => ({ ...edge, target: leader[edge.target]! })) : [],
  );
  const pruned = merged.map((list) =>
    list.filter(
      (edge, k) =>
        !list.some((other, j) => {
          if (j === k || !contains(other, edge) || (edge.marks & other.marks) !== edge.marks) return false;
          if (simulates[other.target]![edge.target] !== 1) return false;
          // Of two that can do the same, the first stays.
          const isSame =
            contains(edge, other) && other.marks === edge.marks && simulates[edge.target]![other.target] === 1;
          return !isSame || j < k;
        }),
    ),
  );
  return { ...automaton, edges: pruned, initial: leader[automaton.initial]! };
}

/** `result[q][p]` is 1 where q can answer every edge of p, for ever, with at least its marks. */
function simulation({ edges, atoms }: Automaton): Uint8Array[] {
  const size = edges.length;
  const relation = edges.map(() => new Uint8Array(size).fill(1));
  const letters = atoms <= FEW_ATOMS ? 2 ** atoms : 0;
  const answers = (q: number, edge: AutomatonEdge): boolean => {
    const able = edges[q]!.filter(
      ({ target, marks }) => relation[target]![edge.target] === 1 && (edge.marks & marks) === edge.marks,
    );
    if (able.some((other) => contains(other, edge))) return true;
    if (letters === 0 || able.length < 2) return false;
    for (let letter = 0; letter < letters; letter++) {
      if ((letter & edge.yes) !== edge.yes || (letter & edge.no) !== 0) continue;
      if (!able.some(({ yes, no }) => (letter & yes) === yes && (letter & no) === 0)) return false;
    }
    return true;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = 0; q < size; q++) {
      for (let p = 0; p < size; p++) {
        if (p === q || relation[q]![p] === 0 || edges[p]!.every((edge) => answers(q, edge))) continue;
        relation[q]![p] = 0;
        changed = true;
      }
    }
  }
  return relation;
}
