// A certificate for "cannot happen": the symbolic states that a search stored, such that anyone can check that they
// contain the initial states, are closed under steps and delays, and contain no target; for "must happen", those that
// runs visit before it happens, with the steps that are left. The checker (`verify.ts`) trusts nothing in it, and
// shares with the search only the exact symbolic semantics.

import { defined } from "../basics/defined.ts";
import type { AbstractionName, DiscreteView, ReadableStore } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { Discrete } from "../semantics/index.ts";
import { constantOf, INF, isStrict, LE_ZERO } from "../zone/index.ts";
import type { DiagramProof } from "./diagram/index.ts";
import type { Invariant } from "./invariant/index.ts";
import { type VisitedLocations, visitedLocations } from "./locations.ts";

/** clock − clock ≤ constant, or < when `strict`; clocks count from 1, 0 is the constant 0. */
export type BoundJson = readonly [left: number, right: number, constant: number, strict: 0 | 1];

export interface CertifiedState {
  /** Location index per process. */
  readonly locations: readonly number[];
  /** Values of all cells of the discrete state. */
  readonly cells: readonly number[];
  /** Each zone is a conjunction of bounds. */
  readonly zones: readonly (readonly BoundJson[])[];
}

/** A state that runs visit on which something does not happen, with a number for each zone. */
export interface RankedState extends CertifiedState {
  /** The most steps that such a run can still take. */
  readonly ranks: readonly number[];
}

export interface Certificate {
  readonly format: "tracehound-certificate";
  readonly formatVersion: 1;
  readonly model: string;
  /** What cannot happen (`E<>`) or always holds (`A[]`), as the user wrote it; or the labels that were asked for. */
  readonly query: string;
  readonly labels?: readonly string[];
  /**
   * How a successor counts as contained: `alu` by simulation, all others by inclusion. `locations`: there are no
   * states, the locations that each process can visit alone are the proof. `invariants`: neither are there, sets of
   * values are. `diagram`: the states are listed as a diagram, with whole numbers for clocks.
   */
  readonly abstraction: AbstractionName | "locations" | "invariants" | "diagram";
  readonly states: readonly CertifiedState[];
  readonly visited?: VisitedLocations;
  /** What shows that something must happen (`A<>`, `-->`) or cannot be kept from happening (`E[]`). */
  readonly runs?: readonly RankedState[];
  /** Sets of values that no step leads out of, and that hold no target: what lies in one needs no state. */
  readonly invariants?: readonly Invariant[];
  /** All states that can be reached, and perhaps more, that no step leads out of. */
  readonly diagram?: DiagramProof;
  /** Names of the processes that are followed: the states are those of a projection (`projection.ts`). */
  readonly followed?: readonly string[];
}

export interface About {
  readonly model: string;
  readonly query: string;
  readonly labels?: readonly string[];
}

export function makeLocationCertificate(network: Network, about: About): Certificate {
  const head = { format: "tracehound-certificate", formatVersion: 1, ...about } as const;
  return { ...head, abstraction: "locations", visited: visitedLocations(network), states: [] };
}

export interface StatesWithMore {
  readonly unit?: number;
  readonly followed?: readonly string[];
  readonly invariants?: readonly Invariant[];
  readonly settled?: (state: DiscreteView) => boolean;
  /** Discrete states that are certified for all valuations of the clocks. */
  readonly free?: readonly Discrete[];
}

/** States that are there already, without abstraction. */
export function makeListedCertificate(about: About, states: readonly CertifiedState[]): Certificate {
  return { format: "tracehound-certificate", formatVersion: 1, ...about, abstraction: "none", states };
}

/** A set of states as a diagram. */
export function makeDiagramCertificate(about: About, diagram: DiagramProof): Certificate {
  const head = { format: "tracehound-certificate", formatVersion: 1, ...about } as const;
  return { ...head, abstraction: "diagram", diagram, states: [] };
}

/** Sets of values alone. */
export function makeInvariantCertificate(about: About, invariants: readonly Invariant[]): Certificate {
  const head = { format: "tracehound-certificate", formatVersion: 1, ...about } as const;
  return { ...head, abstraction: "invariants", invariants, states: [] };
}

/**
 * `unit`: what one unit of the stored times is in the model. `settled`: states that are certified otherwise, and left
 * out.
 */
export function makeCertificate(
  store: ReadableStore,
  about: About,
  abstraction: AbstractionName,
  { unit = 1, followed, invariants, settled, free = [] }: StatesWithMore = {},
): Certificate {
  return {
    format: "tracehound-certificate",
    formatVersion: 1,
    ...about,
    // The synchronised part of a local-time zone is closed under the usual steps, up to simulation.
    abstraction: abstraction === "local-time" ? "alu" : abstraction,
    ...defined({ followed, invariants }),
    states: [
      ...statesOf(store, unit, settled),
      ...free.map(({ locations, cells }) => ({ locations: [...locations], cells: [...cells], zones: [[]] })),
    ],
  };
}

/** What runs visit before something happens, and the most steps that are left to them there. */
export interface RankedZone {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
  readonly rank: number;
}

/** `reached`: all that can be reached, where runs may begin anywhere. */
export function makeRunsCertificate(
  dim: number,
  about: About,
  ranked: readonly RankedZone[],
  reached?: ReadableStore,
  unit = 1,
): Certificate {
  const runs = new Map<string, { locations: number[]; cells: number[]; zones: BoundJson[][]; ranks: number[] }>();
  for (const { discrete, zone, rank } of ranked) {
    const [locations, cells] = [[...discrete.locations], [...discrete.cells]];
    const key = `${locations};${cells}`;
    const entry = runs.get(key) ?? { locations, cells, zones: [], ranks: [] };
    runs.set(key, entry);
    entry.zones.push(boundsOf(zone, dim, unit));
    entry.ranks.push(rank);
  }
  return {
    format: "tracehound-certificate",
    formatVersion: 1,
    ...about,
    abstraction: "extra-m",
    runs: [...runs.values()],
    states: reached === undefined ? [] : statesOf(reached, unit),
  };
}

function statesOf(store: ReadableStore, unit: number, settled?: StatesWithMore["settled"]): CertifiedState[] {
  const byDiscrete = new Map<number, { locations: number[]; cells: number[]; zones: BoundJson[][] }>();
  // Ids are dense; those that were swallowed on the way are no longer alive.
  for (let id = 0, left = store.statistics.stored; left > 0; id++) {
    if (!store.alive(id)) continue;
    left--;
    const { locations, cells, zone, dim } = store.stateOf(id);
    if (settled?.({ locations, cells }) === true) continue;
    const key = store.discreteOf(id);
    let entry = byDiscrete.get(key);
    if (entry === undefined) {
      entry = { locations: [...locations], cells: [...cells], zones: [] };
      byDiscrete.set(key, entry);
    }
    entry.zones.push(boundsOf(zone, dim, unit));
  }
  return [...byDiscrete.values()];
}

function boundsOf(zone: Int32Array, dim: number, unit: number): BoundJson[] {
  const bounds: BoundJson[] = [];
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const bound = zone[i * dim + j]!;
      if (i === j || bound === INF || (i === 0 && bound === LE_ZERO)) continue;
      bounds.push([i, j, unit * constantOf(bound), isStrict(bound) ? 1 : 0]);
    }
  }
  return bounds;
}

/** One state a line, so that certificates can be looked at and compared. */
export function certificateToText(certificate: Certificate): string {
  const { states, runs, invariants, diagram, ...head } = certificate;
  const opening = JSON.stringify(head, null, 2).replace(/\n\}$/, "");
  const list = (name: string, all: readonly object[]): string => {
    const lines = all.map((state) => `    ${JSON.stringify(state)}`);
    return `,\n  "${name}": [${lines.length === 0 ? "" : `\n${lines.join(",\n")}\n  `}]`;
  };
  const sets = invariants === undefined ? "" : list("invariants", invariants);
  const set = diagram === undefined ? "" : `,\n  "diagram": ${diagramToText(diagram)}`;
  return `${opening}${runs === undefined ? "" : list("runs", runs)}${sets}${set}${list("states", states)}\n}\n`;
}

/** Sixteen nodes a line. */
function diagramToText({ nodes, ...head }: DiagramProof): string {
  const lines = Array.from({ length: Math.ceil(nodes.length / 16) }, (_, line) =>
    nodes.slice(16 * line, 16 * line + 16).map((node) => JSON.stringify(node)),
  );
  const opening = JSON.stringify(head).replace(/\}$/, "");
  return `${opening},\n    "nodes": [\n      ${lines.map((line) => line.join(", ")).join(",\n      ")}\n    ]}`;
}

/**
 * Is a certificate of this kind of use to a checker that knows inclusion of zones, and nothing else? Without clocks
 * there is one zone, and whoever simulates it is it.
 */
export function isForInclusion(
  { abstraction, followed, runs, invariants }: Certificate,
  { clocks }: Pick<Network, "clocks">,
): boolean {
  const included =
    abstraction === "extra-lu" ||
    abstraction === "extra-m" ||
    abstraction === "none" ||
    (abstraction === "alu" && clocks.length === 0);
  return included && followed === undefined && runs === undefined && (invariants ?? []).length === 0;
}
