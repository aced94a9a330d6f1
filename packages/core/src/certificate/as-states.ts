// Proofs that list no states, of networks without clocks, as states with one zone each: for checkers that know nothing
// else. A diagram is gone through state by state; of sets of values every combination is a state.

import { cellTable, type Network, type Query } from "../network/index.ts";
import type { Certificate, CertifiedState } from "./certificate.ts";
import type { DiagramProof } from "./diagram/index.ts";
import type { Invariant, Ranges } from "./invariant/index.ts";
import { verifyCertificate } from "./verify.ts";

/** States that are listed: of diagrams, and of sets of values, whose combinations are mostly none that is reached. */
const MOST_LISTED = 1_000_000;
const MOST_COMBINED = 50_000;

/** Undefined where the proof lists its states already, or cannot be listed. */
export function asStates(network: Network, query: Query, certificate: Certificate): Certificate | undefined {
  if (network.clocks.length > 0) return undefined;
  const { diagram, invariants, ...rest } = certificate;
  if (diagram !== undefined) {
    // Anyone may have written it: what is not made as it should be is not gone through.
    if (!verifyCertificate(network, query, certificate).ok) return undefined;
    const states = statesOfDiagram(network, diagram);
    return states && { ...rest, abstraction: "none", states };
  }
  const only = certificate.abstraction === "invariants" && invariants?.length === 1 ? invariants[0] : undefined;
  const states = only && combinationsOf(network, only);
  if (states === undefined) return undefined;
  // Sets say nothing of combinations in which something fails: where there are such, the list is no proof.
  const listed: Certificate = { ...rest, abstraction: "none", states };
  return verifyCertificate(network, query, listed).ok ? listed : undefined;
}

/** Undefined where there are too many. */
export function statesOfDiagram(network: Network, { levels, nodes, root }: DiagramProof): CertifiedState[] | undefined {
  const counts = [0, 1];
  for (const [, down, right] of nodes) counts.push((counts[down] ?? 0) + (counts[right] ?? 0));
  if (!((counts[root] ?? 0) <= MOST_LISTED)) return undefined;
  const states: CertifiedState[] = [];
  const locations = network.processes.map(() => 0);
  const cells = [...network.initialValues];
  const walk = (from: number, level: number): void => {
    if (from === 1) states.push({ locations: [...locations], cells: [...cells], zones: [[]] });
    for (let at = from; at > 1; at = nodes[at - 2]![2]) {
      const [value, down] = nodes[at - 2]!;
      const about = levels[level];
      if (about !== undefined && "process" in about) locations[about.process] = value;
      if (about !== undefined && "cell" in about) cells[about.cell] = value;
      walk(down, level + 1);
    }
  };
  walk(root, 0);
  return states;
}

/** Undefined where there are too many, or nothing is said of something that may change. */
function combinationsOf(network: Network, { locations, cells }: Invariant): CertifiedState[] | undefined {
  const { min, max } = cellTable(network);
  const places = network.processes.map((process, at) => locations[at] ?? [...process.locations.keys()]);
  let states: CertifiedState[] = [{ locations: [], cells: [], zones: [[]] }];
  const extend = (choices: (state: CertifiedState) => readonly CertifiedState[]): boolean => {
    const size = states.reduce((sum, state) => sum + choices(state).length, 0);
    if (size > MOST_COMBINED) return false;
    states = states.flatMap(choices);
    return true;
  };
  for (const list of places) {
    if (!extend((state) => list.map((at) => ({ ...state, locations: [...state.locations, at] })))) return undefined;
  }
  for (let cell = 0; cell < network.cells; cell++) {
    const said = cells[cell] ?? [[min[cell]!, max[cell]!] as const];
    const widest = "byLocation" in said ? said.byLocation : [said];
    if (widest.some((ranges) => sizeOf(ranges) > MOST_COMBINED)) return undefined;
    const of = ({ locations: at }: CertifiedState): readonly number[] =>
      valuesOf("byLocation" in said ? said.byLocation[at[said.process]!]! : said);
    if (!extend((state) => of(state).map((value) => ({ ...state, cells: [...state.cells, value] })))) return undefined;
  }
  return states;
}

const sizeOf = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);

function valuesOf(ranges: Ranges): number[] {
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
}
