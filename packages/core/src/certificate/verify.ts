// Checks a certificate against a model and a query. Three things make "cannot happen" true: every initial state lies
// in a certified zone; every step from a certified zone, and the delay behind it, ends in certified zones again; no
// certified zone contains a target. For `alu` "lies in" is Z ⊆ a_LU(Z'), with L and U computed here from the model.

import { chooseAbstraction } from "../engine/abstraction.ts";
import { combineBounds } from "../engine/clock-bounds.ts";
import { createSymbolicSemantics, type Discrete, ModelFault, type SymbolicSemantics } from "../engine/index.ts";
import { cellTable, type Formula, kindsWhere, type Network, type Query, soughtBy } from "../network/index.ts";
import {
  BoundOverflow,
  CLOCK_LIMIT,
  constrain,
  copyZone,
  federationIncludes,
  includes,
  intersect,
  isEmpty,
  le,
  lt,
  subsumedALU,
  universe,
} from "../zone/index.ts";
import type { BoundJson, Certificate, CertifiedState } from "./certificate.ts";
import { isFalseAt, notClosed } from "./locations.ts";

export type Verification =
  | { readonly ok: true; readonly states: number; readonly zones: number; readonly steps: number }
  /** Edges of single processes were followed, nothing else was looked at. */
  | { readonly ok: true; readonly locations: number }
  | { readonly ok: false; readonly reason: string };

/** a ⊇ b in the sense of the certificate. */
type Covers = (discrete: Discrete, a: Int32Array, b: Int32Array) => boolean;

class Refused extends Error {}

export function verifyCertificate(network: Network, query: Query, certificate: Certificate): Verification {
  try {
    if (certificate.abstraction === "locations") return verifyLocations(network, query, certificate);
    return new Verifier(network, query, certificate).verify();
  } catch (error) {
    const refused = error instanceof Refused || error instanceof ModelFault || error instanceof BoundOverflow;
    if (refused) return { ok: false, reason: error.message };
    throw error;
  }
}

function verifyLocations(network: Network, query: Query, { visited = [] }: Certificate): Verification {
  const missing = notClosed(network, visited);
  if (missing !== undefined) return { ok: false, reason: missing };
  if (!isFalseAt(targetOf(query), visited)) {
    return { ok: false, reason: "the target may hold in the locations that are listed" };
  }
  return { ok: true, locations: visited.reduce((sum, { length }) => sum + length, 0) };
}

class Verifier {
  private readonly network: Network;
  private readonly query: Query;
  private readonly semantics: SymbolicSemantics;
  private readonly states = new Map<string, { discrete: Discrete; zones: Int32Array[] }>();
  private readonly covers: Covers;
  private readonly simulation: boolean;

  constructor(network: Network, query: Query, certificate: Certificate) {
    this.network = network;
    this.query = query;
    this.semantics = createSymbolicSemantics(network);
    this.simulation = certificate.abstraction === "alu";
    this.covers = this.simulation ? this.bySimulation() : (_discrete, a, b) => includes(a, b, this.semantics.dim);
    for (const state of certificate.states) this.admit(state);
  }

  verify(): Verification {
    const target = targetOf(this.query);
    let zones = 0;
    let steps = 0;
    for (const { locations, cells, zone } of this.semantics.initial()) {
      this.expectCovered({ locations, cells }, zone, "an initial state");
    }
    for (const { discrete, zones: certified } of this.states.values()) {
      const invariant = this.semantics.invariant(discrete);
      for (const stored of certified) {
        zones++;
        const zone = copyZone(stored);
        if (!intersect(zone, this.semantics.dim, invariant)) continue;
        if (this.semantics.where(target, this.query.frameSize, discrete, zone).length > 0) {
          throw new Refused(`a certified state satisfies the target: ${this.describe(discrete)}`);
        }
        const { moves, faults } = this.semantics.successors(discrete, zone);
        if (faults.length > 0) throw new Refused(`a step fails: ${faults[0]!.fault.message}`);
        for (const move of moves) {
          steps++;
          this.expectCovered(move.target, move.entry, "a successor");
        }
      }
    }
    return { ok: true, states: this.states.size, zones, steps };
  }

  private expectCovered(discrete: Discrete, entry: Int32Array, what: string): void {
    const certified = this.states.get(keyOf(discrete))?.zones ?? [];
    for (const piece of this.semantics.elapse(discrete, entry)) {
      if (isEmpty(piece) || certified.some((zone) => this.covers(discrete, zone, piece))) continue;
      // Widening along diagonals cuts zones: then several certified zones contain one successor together.
      if (!this.simulation && federationIncludes(certified, [piece], this.semantics.dim)) continue;
      throw new Refused(`${what} is not certified: ${this.describe(discrete)}`);
    }
  }

  private bySimulation(): Covers {
    const chosen = chooseAbstraction(this.network, [this.query], "alu");
    if (!chosen.ok) throw new Refused(chosen.diagnostics[0]?.message ?? "there are no clock bounds");
    const { bounds } = chosen.value;
    const { dim } = this.semantics;
    const lower = new Int32Array(dim);
    const upper = new Int32Array(dim);
    return ({ locations }, a, b) => {
      combineBounds(bounds, locations, lower, upper);
      return subsumedALU(b, a, dim, lower, upper);
    };
  }

  private admit({ locations, cells, zones }: CertifiedState): void {
    const { processes } = this.network;
    const { min, max } = cellTable(this.network);
    const fits =
      locations.length === processes.length &&
      cells.length === this.network.cells &&
      locations.every((location, p) => location >= 0 && location < processes[p]!.locations.length) &&
      cells.every((value, cell) => value >= min[cell]! && value <= max[cell]!);
    if (!fits) throw new Refused("a certified state does not fit the model");
    const discrete = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const key = keyOf(discrete);
    const entry = this.states.get(key) ?? { discrete, zones: [] };
    this.states.set(key, entry);
    for (const bounds of zones) {
      const zone = this.zoneOf(bounds);
      if (!isEmpty(zone)) entry.zones.push(zone);
    }
  }

  private zoneOf(bounds: readonly BoundJson[]): Int32Array {
    const { dim } = this.semantics;
    const zone = universe(dim);
    for (const [i, j, constant, strict] of bounds) {
      const known = i >= 0 && i < dim && j >= 0 && j < dim && i !== j && Math.abs(constant) < 2 * CLOCK_LIMIT;
      if (!known) throw new Refused("a certified zone does not fit the model");
      if (!constrain(zone, dim, i, j, strict === 1 ? lt(constant) : le(constant))) break;
    }
    return zone;
  }

  private describe({ locations }: Discrete): string {
    return this.network.processes
      .map(({ name, locations: all }, p) => `${name}.${all[locations[p]!]!.name}`)
      .join(", ");
  }
}

function targetOf(query: Query): Formula {
  const sought = soughtBy(query);
  if (sought?.kind === "state") return sought.formula;
  throw new Refused(
    `a certificate can be about ${kindsWhere(({ certificates }) => certificates)}, not about ${query.kind}`,
  );
}

function keyOf({ locations, cells }: Discrete): string {
  return `${locations.join()};${cells.join()}`;
}
