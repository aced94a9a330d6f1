// Certificates of sets of values, damaged: a value or a location is taken away, a range is moved, a set is said to be
// of no interest. Enumeration of all states that lie in the sets shows whether they are still an invariant; the checker
// has to refuse those that are not.

import type { Invariant } from "../certificate/index.ts";
import { cellTable, type Formula, type Network } from "../network/index.ts";
import { createSymbolicSemantics } from "../semantics/index.ts";
import { universe } from "../zone/index.ts";
import { type Choices, Dice } from "./choices.ts";

type ListedCell = Invariant["cells"][number];
type RangeList = readonly (readonly [number, number])[];

/** The same with one thing wrong, perhaps. */
export function damagedInvariant(invariant: Invariant, choices: Choices): Invariant {
  const dice = new Dice(choices);
  const { locations, cells } = invariant;
  const inLocations = cells.length === 0 || dice.chance(35);
  const at = dice.between(0, (inLocations ? locations : cells).length - 1);
  const replaced = <T>(list: readonly T[], make: (old: T) => T): readonly T[] =>
    list.map((old, index) => (index === at ? make(old) : old));
  if (inLocations) {
    return {
      locations: replaced(locations, (old) => (old === null || dice.chance(15) ? null : without(old, dice))),
      cells,
    };
  }
  return { locations, cells: replaced(cells, (old) => damagedCell(old, dice)) };
}

function without<T>(list: readonly T[], dice: Dice): readonly T[] {
  const dropped = dice.between(0, Math.max(0, list.length - 1));
  return list.filter((_, index) => index !== dropped);
}

function damagedCell(old: ListedCell, dice: Dice): ListedCell {
  if (old === null || dice.chance(10)) return null;
  if (!("byLocation" in old)) return damagedRanges(old, dice);
  const at = dice.between(0, old.byLocation.length - 1);
  return {
    ...old,
    byLocation: old.byLocation.map((ranges, index) => (index === at ? damagedRanges(ranges, dice) : ranges)),
  };
}

function damagedRanges(ranges: RangeList, dice: Dice): RangeList {
  if (ranges.length === 0) return [[0, 1]];
  const at = dice.between(0, ranges.length - 1);
  return ranges.flatMap(([from, to], index): [number, number][] => {
    if (index !== at) return [[from, to]];
    switch (dice.between(0, 3)) {
      case 0:
        return from === to ? [] : [[from + 1, to]];
      case 1:
        return from === to ? [] : [[from, to - 1]];
      case 2:
        return [[from + 1, to + 1]];
      default:
        return [[from, to + 1]];
    }
  });
}

/** What enumeration finds wrong with it; undefined: nothing, or there are too many states to look at. */
export function whyNoInvariant(
  network: Network,
  { formula, frameSize }: { readonly formula: Formula; readonly frameSize: number },
  invariant: Invariant,
  most = 5_000,
): string | undefined {
  const semantics = createSymbolicSemantics(network);
  const everywhere = universe(semantics.dim);
  for (const state of semantics.initial()) if (!liesIn(state, invariant)) return "an initial state is left out";
  let looked = 0;
  for (const state of statesIn(invariant, network)) {
    if (looked++ > most) return undefined;
    try {
      if (semantics.where(formula, frameSize, state, everywhere).length > 0) return "a state satisfies the target";
      const { moves } = semantics.successors(state, everywhere);
      if (moves.some(({ target }) => !liesIn(target, invariant))) return "a step leads out";
    } catch {
      // A formula that fails does not hold.
    }
  }
  return undefined;
}

interface State {
  readonly locations: Int32Array;
  readonly cells: Int32Array;
}

function liesIn({ locations, cells }: State, { locations: places, cells: sets }: Invariant): boolean {
  return (
    places.every((list, process) => list === null || list.includes(locations[process]!)) &&
    sets.every((listed, cell) => {
      const ranges = rangesAt(listed, locations);
      return ranges === null || ranges.some(([from, to]) => from <= cells[cell]! && cells[cell]! <= to);
    })
  );
}

function rangesAt(listed: ListedCell, locations: ArrayLike<number>): RangeList | null {
  if (listed === null || !("byLocation" in listed)) return listed;
  return listed.byLocation[locations[listed.process]!] ?? [];
}

/**
 * All of them, with every value of the type where nothing is said. Between steps meta variables hold their initial
 * values.
 */
function* statesIn(invariant: Invariant, network: Network): Generator<State> {
  const { min, max, meta } = cellTable(network);
  const places = network.processes.map(
    ({ locations }, process) => invariant.locations[process] ?? [...locations.keys()],
  );
  for (const locations of product(places)) {
    const between = (listed: ListedCell, cell: number): RangeList | null =>
      meta[cell] === 1 ? [[network.initialValues[cell]!, network.initialValues[cell]!]] : rangesAt(listed, locations);
    const values = invariant.cells.map((listed, cell) =>
      (between(listed, cell) ?? [[min[cell]!, max[cell]!] as const]).flatMap(([from, to]) =>
        Array.from(
          { length: Math.max(0, Math.min(to, max[cell]!) - Math.max(from, min[cell]!) + 1) },
          (_, at) => Math.max(from, min[cell]!) + at,
        ),
      ),
    );
    for (const cells of product(values)) yield { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
  }
}

function* product(lists: readonly (readonly number[])[], at = 0): Generator<number[]> {
  if (at === lists.length) {
    yield [];
    return;
  }
  for (const value of lists[at]!) for (const rest of product(lists, at + 1)) yield [value, ...rest];
}
