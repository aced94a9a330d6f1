// Clocks as whole numbers (Henzinger, Manna and Pnueli 1992): where bounds are closed and clocks are compared with
// constants only, a state can be reached at all if it can be with steps at whole moments. Strict bounds are kept, or
// closed (`StrictSide`). Clocks need not be followed beyond the largest constant they are compared with, nor where
// nobody reads them before they are set.

import type { AccessAnalysis } from "../../analysis/accesses.ts";
import { timeUnit } from "../../analysis/time-unit.ts";
import {
  type ClockConjunct,
  type Conjunct,
  cellTable,
  type Expression,
  type Network,
  type Query,
} from "../../network/index.ts";
import { NotForDiagrams } from "../refusal.ts";
import { type ClockReading, NO_CLOCKS, type StrictSide } from "./clock-reading.ts";
import { surelyReset } from "./sure-writes.ts";

/** The largest constant that is worth counting to, in steps of time. */
const LARGEST = 64;
const NOTHING: Query = { kind: "E<>", formula: { kind: "or", parts: [] }, text: "", frameSize: 0 };

export function comparesClocks(network: Network): boolean {
  return [...conjunctsOf(network)].length > 0;
}

/** Throws `NotForDiagrams` where whole numbers do not do. */
export function clockReading(network: Network, accesses: AccessAnalysis, side: StrictSide): ClockReading {
  if (!comparesClocks(network)) return NO_CLOCKS;
  checkNegativeUse(network);
  const reach = network.clocks.map(() => -1);
  const largest = largestValues(network, accesses);
  const unit = timeUnit(network, NOTHING);
  for (const conjunct of conjunctsOf(network)) {
    if (conjunct.left !== undefined && conjunct.right !== undefined) throw new NotForDiagrams("differences of clocks");
    const most = Math.floor(largest(conjunct.bound) / unit);
    if (most > LARGEST) throw new NotForDiagrams(tooLarge(most, unit));
    const { testedClocks } = accesses.ofConjuncts([conjunct]);
    if (testedClocks.size === 0) throw new NotForDiagrams("clocks that are handed to functions");
    for (const clock of testedClocks) reach[clock] = Math.max(reach[clock]!, most + 1);
  }
  for (const { initial, name } of network.clocks)
    if (initial !== 0) throw new NotForDiagrams(`the clock ${name}, which does not begin with 0`);
  const owner = ownersOf(network, accesses);
  const active = owner.map((process, clock) => activeIn(network, accesses, clock, process));
  return { side, unit, reach, owner, isActive: (clock, _, location) => active[clock]?.[location] ?? true };
}

function tooLarge(most: number, unit: number): string {
  const inUnits = unit === 1 ? "" : ` in units of ${unit}`;
  return `clocks that are compared with ${most}${inUnits}, more than ${LARGEST}: each step of time is taken by itself`;
}

function* conjunctsOf({ processes, edges }: Network): Generator<ClockConjunct> {
  const clocksOf = (conjuncts: readonly Conjunct[]): ClockConjunct[] =>
    conjuncts.filter((conjunct) => conjunct.kind === "clock");
  for (const { locations } of processes) for (const { invariant } of locations) yield* clocksOf(invariant);
  for (const { guard } of edges) yield* clocksOf(guard);
}

/** Where a guard that does not hold lets something happen, closing it would forbid runs. */
function checkNegativeUse(network: Network): void {
  const asks = (conjuncts: readonly Conjunct[]): boolean => conjuncts.some(({ kind }) => kind === "clock");
  if (network.hasPriorities) throw new NotForDiagrams("priorities where clocks are compared");
  for (const { sync, guard } of network.edges) {
    if (!asks(guard) || sync.kind === "internal") continue;
    if (sync.kind === "event") {
      if (network.vectors.some(({ participants }) => participants.some(({ weak }) => weak)))
        throw new NotForDiagrams("clock guards of those who join a vector where they can");
      continue;
    }
    const channels = network.channels.slice(sync.channel.base, sync.channel.base + spanOf(sync.channel.steps) + 1);
    if (channels.some(({ urgent }) => urgent)) throw new NotForDiagrams("clock guards on urgent channels");
    if (sync.kind === "receive" && channels.some(({ broadcast }) => broadcast))
      throw new NotForDiagrams("clock guards of those who receive a broadcast");
  }
}

const spanOf = (steps: readonly { readonly count: number; readonly stride: number }[]): number =>
  steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);

/** The largest absolute value of what a clock is compared with: a constant, or what one variable may hold. */
function largestValues(network: Network, accesses: AccessAnalysis): (bound: Expression) => number {
  const { min, max, meta } = cellTable(network);
  return (bound) => {
    if (bound.kind === "constant") return Math.abs(bound.value);
    if (bound.kind !== "load") throw new NotForDiagrams("clocks that are compared with what is computed");
    let most = 0;
    for (const cell of accesses.ofExpression(bound).readCells) {
      const values = meta[cell] === 1 ? [network.initialValues[cell]!] : [min[cell]!, max[cell]!];
      for (const value of values) most = Math.max(most, Math.abs(value));
    }
    return most;
  };
}

/** The only process that reads or sets a clock; −1 where there are several. */
function ownersOf(network: Network, accesses: AccessAnalysis): number[] {
  const owner = network.clocks.map((): number | undefined => undefined);
  const claim = (process: number, clocks: Iterable<number>): void => {
    for (const clock of clocks) owner[clock] = owner[clock] === undefined || owner[clock] === process ? process : -1;
  };
  for (const [process, { locations }] of network.processes.entries())
    for (const { invariant } of locations) claim(process, accesses.ofConjuncts(invariant).testedClocks);
  for (const { id, process } of network.edges) {
    const { testedClocks, resetClocks } = accesses.ofEdge(id);
    claim(process, testedClocks);
    claim(process, resetClocks);
  }
  return owner.map((process) => process ?? -1);
}

/** By location of its owner: may the clock be read before it is set? */
function activeIn(network: Network, accesses: AccessAnalysis, clock: number, process: number): boolean[] | undefined {
  const owner = network.processes[process];
  if (owner === undefined) return undefined;
  const edges = owner.edges.map((id) => network.edges[id]!);
  const active = owner.locations.map(({ invariant }) => accesses.ofConjuncts(invariant).testedClocks.has(clock));
  for (const { guard, source } of edges) if (accesses.ofConjuncts(guard).testedClocks.has(clock)) active[source] = true;
  for (let changed = true; changed; ) {
    changed = false;
    for (const edge of edges) {
      if (!active[edge.target] || active[edge.source] || surelyReset(edge, clock)) continue;
      active[edge.source] = true;
      changed = true;
    }
  }
  return active;
}
