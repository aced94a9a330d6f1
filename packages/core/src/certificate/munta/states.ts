// The states of a certificate as Munta's: locations by id, values shifted, zones as full matrices over the clocks
// that the exported model has. What the observer may see of each zone is a state of its own.

import type { Network } from "../../network/index.ts";
import { constantOf, constrain, copyZone, INF, isEmpty, isStrict, le, lt } from "../../zone/index.ts";
import type { CertifiedState } from "../certificate.ts";
import { CertifiedZones } from "../certified-zones.ts";
import type { ClockBound } from "./effects.ts";
import type { MuntaState } from "./munta-model.ts";
import { refuse } from "./refusal.ts";
import type { MuntaLayout } from "./text.ts";
import type { MuntaPlace, TranslatedParts } from "./translate.ts";

export function statesFor(
  { network, places }: TranslatedParts,
  layout: MuntaLayout,
  states: readonly CertifiedState[],
): readonly MuntaState[] {
  const dim = network.clocks.length + 1;
  const rows = [0, ...layout.clocks.map((clock) => clock + 1)];
  const matrix = (zone: Int32Array): readonly number[] =>
    rows.flatMap((i) => rows.map((j) => boundOf(zone[i * dim + j]!)));
  // Without clocks there is one that nothing uses.
  const written = layout.clocks.length === 0 ? () => [1, 1, Number.POSITIVE_INFINITY, 1] : matrix;
  const all: MuntaState[] = [];
  for (const { discrete, zones } of new CertifiedZones(network, states)) {
    const locations = idsOf(places, discrete.locations);
    // No process gets there: whoever certified it had no need to.
    if (locations === undefined) continue;
    // Widened zones may go beyond the invariant, and Munta looks for deadlocks in all of a zone.
    const invariant = places.flatMap((own, p) => own[locations[p]!]!.invariant);
    const within = zones.flatMap(({ zone }) => cut(zone, dim, invariant) ?? []);
    if (within.length === 0) continue;
    const values = layout.cells.map((cell) => discrete.cells[cell]! - network.initialValues[cell]!);
    expectUnwritten(network, layout, discrete.cells);
    const flags = (looked: number): number[] => [...(layout.hasTrap ? [0] : []), ...(layout.hasLooked ? [looked] : [])];
    const { observed } = layout;
    all.push({
      locations: observed.length === 0 ? locations : [...locations, 0],
      values: [...values, ...flags(0)],
      zones: within.map(written),
    });
    for (const [i, { clocks }] of observed.entries()) {
      const met = within.flatMap((zone) => cut(zone, dim, clocks) ?? []);
      if (met.length === 0) continue;
      all.push({ locations: [...locations, i + 1], values: [...values, ...flags(1)], zones: met.map(written) });
    }
  }
  return all;
}

function idsOf(places: readonly (readonly MuntaPlace[])[], locations: Int32Array): readonly number[] | undefined {
  const ids = places.map((own, process) => own.findIndex(({ location }) => location === locations[process]));
  return ids.includes(-1) ? undefined : ids;
}

/** Cells that no exported edge reads or writes keep their first value. */
function expectUnwritten({ cells, initialValues }: Network, layout: MuntaLayout, values: Int32Array): void {
  const exported = new Set(layout.cells);
  for (let cell = 0; cell < cells; cell++) {
    if (!exported.has(cell) && values[cell] !== initialValues[cell]) {
      refuse("the certificate", "a certified state has a value that no edge writes");
    }
  }
}

function boundOf(bound: number): number {
  return bound === INF ? Number.POSITIVE_INFINITY : 2 * constantOf(bound) + (isStrict(bound) ? 0 : 1);
}

/** The part of the zone that meets the bounds; undefined where there is none. */
function cut(zone: Int32Array, dim: number, bounds: readonly ClockBound[]): Int32Array | undefined {
  const part = copyZone(zone);
  for (const { clock, op, constant } of bounds) {
    const isUpper = op === "<" || op === "<=";
    const bound = op === "<" || op === ">" ? lt : le;
    const [left, right] = isUpper ? [clock + 1, 0] : [0, clock + 1];
    if (!constrain(part, dim, left, right, bound(isUpper ? constant : 0 - constant))) return undefined;
  }
  return isEmpty(part) ? undefined : part;
}
