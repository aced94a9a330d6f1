// Automata in the Hanoi omega-automata format, version 1 (Babiak et al. 2015), which Spot and others read.

import { type Automaton, type AutomatonEdge, allSets } from "./automaton.ts";

/** `names` are those of the atoms, in order. */
export function automatonToHoa(automaton: Automaton, names: readonly string[], title: string): string {
  const { edges, sets, initial } = automaton;
  const acceptance = Array.from({ length: sets }, (_, set) => `Inf(${set})`).join(" & ");
  const lines = [
    "HOA: v1",
    `name: ${quoted(title)}`,
    `States: ${edges.length}`,
    `Start: ${initial}`,
    `AP: ${[names.length, ...names.map(quoted)].join(" ")}`,
    `acc-name: ${sets === 0 ? "all" : sets === 1 ? "Buchi" : `generalized-Buchi ${sets}`}`,
    `Acceptance: ${sets} ${sets === 0 ? "t" : acceptance}`,
    "properties: trans-labels explicit-labels trans-acc",
    "--BODY--",
  ];
  for (const [state, list] of edges.entries()) {
    lines.push(`State: ${state}`);
    for (const edge of list) lines.push(edgeLine(edge, names.length, automaton));
  }
  return `${[...lines, "--END--"].join("\n")}\n`;
}

function edgeLine({ yes, no, target, marks }: AutomatonEdge, atoms: number, automaton: Automaton): string {
  const literals: string[] = [];
  for (let atom = 0; atom < atoms; atom++) {
    if (((yes >> atom) & 1) === 1) literals.push(`${atom}`);
    if (((no >> atom) & 1) === 1) literals.push(`!${atom}`);
  }
  const label = literals.length === 0 ? "t" : literals.join("&");
  const all = marks & allSets(automaton);
  const inSets = Array.from({ length: automaton.sets }, (_, set) => set).filter((set) => ((all >> set) & 1) === 1);
  return `[${label}] ${target}${inSets.length === 0 ? "" : ` {${inSets.join(" ")}}`}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll(/\s+/g, " ")}"`;
}
