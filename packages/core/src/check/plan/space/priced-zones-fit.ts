// Whether priced zones answer a question about cost: what is in their way, told by name, and which clocks may be
// forgotten where.

import { AccessAnalysis } from "../../../analysis/accesses.ts";
import { type Conjunct, type Formula, hasStopwatches, hasStrictBounds, type Network } from "../../../network/index.ts";
import { isUrgencyGuarded, type LivelyClocks, livelyClocks, setForSure } from "../../../schedule/index.ts";
import type { Discrete } from "../../../semantics/index.ts";
import { constrain, le, universe } from "../../../zone/index.ts";

export interface PricedZonesFit {
  /** Rows of clocks that nobody asks for any more before they are set. */
  readonly idle: (discrete: Discrete) => readonly number[];
  /** Where a clock that is never set has passed what the target allows, nothing is looked for. */
  readonly within: Int32Array | undefined;
  /** Are there strict bounds, so that what costs least may not be attained? */
  readonly isOpen: boolean;
}

/** Or why they cannot be used. */
export function pricedZonesFit(network: Network, target: Formula): PricedZonesFit | string {
  if (network.language === "tchecker" || network.vectors.length > 0) return "events of TChecker";
  if (hasStopwatches(network)) return "clocks that are stopped";
  const accesses = new AccessAnalysis(network);
  if (isUrgencyGuarded(network)) return "guards on clocks at urgent channels";
  const lively = livelyClocks(network);
  const always = accesses.ofFormula(target).testedClocks;
  const deadlines = deadlinesIn(target, settersOf(network, accesses));
  for (const clock of network.clocks.keys()) {
    if (deadlines.has(clock) || isBounded(network, lively, clock, always.has(clock))) continue;
    const { name } = network.clocks[clock]!;
    return `the clock ${name}, which no invariant bounds and which processes that go round do not set`;
  }
  const forgettable = [...network.clocks.keys()].filter((clock) => !always.has(clock));
  const within = universe(network.clocks.length + 1);
  for (const [clock, bound] of deadlines) constrain(within, network.clocks.length + 1, clock + 1, 0, le(bound));
  return {
    idle: ({ locations }) =>
      forgettable
        .filter((clock) => {
          const by = [...(lively.tested.get(clock) ?? [])];
          return !by.some((process) => lively.isLively(process, locations[process]!, clock));
        })
        .map((clock) => clock + 1),
    within: deadlines.size === 0 ? undefined : within,
    isOpen: hasStrictBounds(network),
  };
}

/** Clocks that nobody sets and that the target wants to show at most so much. */
function deadlinesIn(target: Formula, setters: ReadonlySet<number>): ReadonlyMap<number, number> {
  if (target.kind === "and") return new Map(target.parts.flatMap((part) => [...deadlinesIn(part, setters)]));
  if (target.kind !== "clock" || target.right !== undefined || target.bound.kind !== "constant") return new Map();
  const { left, op, bound } = target;
  if (left?.space !== "clock" || left.steps.length > 0 || setters.has(left.base)) return new Map();
  return op === "<=" || op === "<" || op === "==" ? new Map([[left.base, bound.value]]) : new Map();
}

function settersOf(network: Network, accesses: AccessAnalysis): ReadonlySet<number> {
  const updates = [...network.edges.map(({ update }) => update), network.beforeUpdate, network.afterUpdate];
  return new Set(updates.flatMap((update) => [...accesses.ofStatements(update).resetClocks]));
}

/**
 * Can the clock not grow from round to round? Either an invariant holds it wherever it counts, or every round sets it.
 */
function isBounded(network: Network, lively: LivelyClocks, clock: number, isAlways: boolean): boolean {
  const askers = [...(lively.tested.get(clock) ?? [])];
  const isHeld = askers.every((process) =>
    network.processes[process]!.locations.every(
      ({ invariant }, location) =>
        !lively.isLively(process, location, clock) || invariant.some((one) => holds(one, clock)),
    ),
  );
  if (isHeld && !isAlways) return true;
  return !network.processes.some((_, process) => goesRound(network, process, clock));
}

function holds(conjunct: Conjunct, clock: number): boolean {
  if (conjunct.kind !== "clock" || conjunct.when !== undefined || conjunct.right !== undefined) return false;
  const { left, op } = conjunct;
  if (left?.space !== "clock" || (op !== "<=" && op !== "<" && op !== "==")) return false;
  if (left.steps.length === 0) return left.base === clock;
  // Each element of an array, by a quantifier, or the one that is meant.
  const reach = left.steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
  return left.base <= clock && clock <= left.base + reach;
}

/** Is there a round of a process on which the clock is not set? */
function goesRound(network: Network, process: number, clock: number): boolean {
  const { processes, edges } = network;
  const next = processes[process]!.locations.map((): number[] => []);
  for (const id of processes[process]!.edges) {
    const { source, target, update } = edges[id]!;
    if (!setForSure(network, update).has(clock)) next[source]!.push(target);
  }
  const state = new Uint8Array(next.length);
  const visit = (location: number): boolean => {
    state[location] = 1;
    const isRound = next[location]!.some((to) => state[to] === 1 || (state[to] === 0 && visit(to)));
    state[location] = 2;
    return isRound;
  };
  return next.some((_, location) => state[location] === 0 && visit(location));
}
