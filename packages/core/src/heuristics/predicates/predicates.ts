// predicates(): estimates by predicate abstraction (Hoffmann, Smaus, Rybalchenko, Kupferschmid and Podelski 2007). The
// network is split into parts; in each the abstract state space for a set of predicates is built backwards from the
// target, and a state's estimate is the distance of the nearest abstract state that it meets, over all parts the
// largest or the sum. Predicates are read off guards and invariants, or learnt from spurious shortest paths.

import { ClockIntervals } from "../../analysis/clock-intervals.ts";
import { defined } from "../../basics/defined.ts";
import { cellTable } from "../../network/index.ts";
import { choice, numberOr } from "../../spec/index.ts";
import { goalWithClocks } from "../clock-goal.ts";
import { Construction } from "../construction.ts";
import { BUDGET_PARAMS } from "../factored/budget-params.ts";
import { BudgetSpent, Meter } from "../factored/build-budget.ts";
import { happeningsOf } from "../factored/joint-steps.ts";
import { CellValues } from "../factored/values.ts";
import { defineHeuristic, type Problem } from "../heuristic.ts";
import { AbstractSpace, type SpaceInput } from "./abstract-space.ts";
import { clockConstraints } from "./clock-constraints.ts";
import { type PredicatePart, splitNetwork } from "./part.ts";
import { type PartStep, partSteps } from "./part-steps.ts";
import { PredicateSet } from "./predicate-set.ts";
import { refine } from "./refinement.ts";
import { targetsOf } from "./targets.ts";

const MOST_PREDICATES = 500;
const MOST_ROUNDS = 20;
/** Rounds of the finest that `refine-until` asks for. */
const FINEST_ROUNDS = 64;

export interface PredicateOptions {
  readonly from: "syntax" | "refinement";
  readonly split: number | "all";
  readonly rounds: number | "auto";
  /** Layers to build; absent: all. */
  readonly layers?: number;
}

export const predicates = defineHeuristic({
  name: "predicates",
  summary: "Predicate abstraction: abstract distances for guards and invariants, or for what spurious paths teach.",
  params: {
    from: choice(["syntax", "refinement"], { doc: "where predicates come from", default: "syntax" }),
    split: numberOr(["all"], { doc: "automata per part of the network", default: 2, min: 1 }),
    rounds: numberOr(["auto"], {
      doc: "rounds of refinement; auto: until the shortest abstract path does not grow",
      default: 4,
      min: 0,
    }),
    combine: choice(["max", "sum"], {
      doc: "of the parts' distances; a sum counts a step once for every part that takes part in it",
      default: "max",
    }),
    ...BUDGET_PARAMS,
  },
  examples: [
    "predicates()",
    "predicates(split=1)",
    "predicates(split=all)",
    "predicates(combine=sum)",
    "predicates(refinement, rounds=2, split=3)",
    "predicates(refinement, rounds=auto, split=all)",
    "predicates(split=all, seconds=0.0005)",
  ],
  tabled: () => true,
  readsZones: () => true,
  finer: ({ from, rounds, split }, { network }) => {
    const learnsMore = from === "refinement" && rounds !== "auto" && rounds < FINEST_ROUNDS;
    const seesMore = split !== "all" && split < network.processes.length;
    if (!learnsMore && !seesMore) return undefined;
    return {
      rounds: learnsMore ? Math.min(FINEST_ROUNDS, 2 * rounds + 1) : rounds,
      split: seesMore ? 2 * split : split,
    };
  },
  // Bits may be met singly that no valuation has together, and one zone may be met where another is not.
  guarantees: ({ combine }) => ({ safe: true, admissible: combine === "max", consistent: false, clocks: "relaxed" }),
  create(problem, { from, split, rounds, combine, seconds, megabytes }) {
    const meter = new Meter({ seconds, megabytes }, problem.clock);
    return new Construction(
      abstractSpaces(problem, { from, split, rounds }, meter),
      meter,
      ({ spaces, cut, settled }) => ({
        estimate(state, zone) {
          let total = 0;
          for (const space of spaces) {
            const distance = space.distance(state.locations, state.cells, zone);
            total = combine === "sum" ? total + distance : Math.max(total, distance);
          }
          return total;
        },
        facts: {
          states: spaces.reduce((sum, { size }) => sum + size, 0),
          predicates: spaces.reduce((sum, space) => sum + space.predicates.size, 0),
          memoryBytes: meter.bytes,
          ...defined({ cut, settled }),
        },
      }),
    );
  },
});

export interface AbstractSpaces {
  readonly spaces: readonly AbstractSpace[];
  /** What ran out: parts that are missing say nothing, and others are not complete. */
  readonly cut?: "time" | "memory";
  /** One part holds everything, and there is nothing left to learn. */
  readonly settled?: boolean;
}

/** One space for each part that the target has something to say about. */
export function* abstractSpaces(
  problem: Problem,
  options: PredicateOptions,
  meter: Meter,
): Generator<number, AbstractSpaces> {
  const { network } = problem;
  const spaces: AbstractSpace[] = [];
  let cut: AbstractSpaces["cut"];
  let settled: true | undefined;
  try {
    const clocks = new ClockIntervals(network);
    const happenings = yield* told(happeningsOf(network, clocks, meter));
    const values = new CellValues(network, [...happenings.steps, ...happenings.receptions], meter);
    yield* told(values.close());
    const goal = goalWithClocks(problem, clocks);
    const most = options.split === "all" ? network.processes.length : options.split;
    const { meta } = cellTable(network);
    // What is not followed is as good as written by others.
    const parts = splitNetwork(network, goal, most).map((part) => ({
      ...part,
      ownsCell: (cell: number) => part.ownsCell(cell) && (values.of[cell] !== undefined || meta[cell] === 1),
    }));
    // The same table as for steps: conditions are told apart by their numbers in it.
    const targets = targetsOf(problem, goal, parts, happenings.actions);
    for (const [k, part] of parts.entries()) {
      // Some disjunct asks nothing of the part: it is always there.
      if (targets[k]!.some(asksNothing)) continue;
      const steps = partSteps(network, part, happenings, meter);
      const { layers } = options;
      const input = {
        network,
        part,
        steps,
        targets: targets[k]!,
        values: values.of,
        ...defined({ layers }),
      };
      const made = yield* options.from === "syntax" ? fromSyntax(input, meter) : fromPaths(input, options, meter);
      cut ??= made.cut;
      if (parts.length === 1 && made.settled) settled = true;
      spaces.push(made.space);
      yield (k + 1) / parts.length;
    }
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    cut ??= error.what;
  }
  return { spaces, ...defined({ cut, settled }) };
}

/** Work that does not know how far it is. */
function* told<T>(work: Generator<undefined, T>): Generator<number, T> {
  for (let at = work.next(); ; at = work.next()) {
    if (at.done === true) return at.value;
    yield 0;
  }
}

function asksNothing({ moves, conditions, guard }: PartStep): boolean {
  return moves.length + conditions.length + guard.length === 0;
}

type Input = Omit<SpaceInput, "predicates">;

/** A space, and what ran out while it, or a finer one, was made. */
interface MadeSpace {
  readonly space: AbstractSpace;
  readonly cut: AbstractSpaces["cut"];
  /** More rounds would learn nothing. */
  readonly settled: boolean;
}

function* fromSyntax(input: Input, meter: Meter): Generator<number, MadeSpace> {
  const { network, part, steps, targets } = input;
  const set = new PredicateSet(network, part, MOST_PREDICATES);
  for (const { conditions, guard } of [...targets, ...steps]) {
    for (const condition of conditions) set.addData(condition);
    for (const constraint of guard) set.addClock(constraint);
  }
  for (const constraint of invariantsOf(input)) set.addClock(constraint);
  const space = yield* built({ ...input, predicates: set }, meter);
  return { space, cut: space.cut, settled: true };
}

function invariantsOf({ network, part }: { network: Problem["network"]; part: PredicatePart }) {
  return part.processes
    .flatMap((process) => network.processes[process]!.locations)
    .flatMap(({ invariant }) => clockConstraints(invariant));
}

function* fromPaths(input: Input, { rounds }: PredicateOptions, meter: Meter): Generator<number, MadeSpace> {
  const { network, part, targets } = input;
  const first = new PredicateSet(network, part, MOST_PREDICATES);
  for (const { conditions, guard } of targets) {
    for (const condition of conditions) first.addData(condition);
    for (const constraint of guard) first.addClock(constraint);
  }
  let space = yield* built({ ...input, predicates: first }, meter);
  let length = -1;
  let settled = false;
  for (let round = 0; round < (rounds === "auto" ? MOST_ROUNDS : rounds); round++) {
    if (space.cut !== undefined) break;
    const learnt = space.predicates.copy(network);
    const { length: found, feasible, added } = refine(network, part, space, learnt);
    if (found === undefined || feasible || added === 0) {
      settled = true;
      break;
    }
    const finer = yield* built({ ...input, predicates: learnt }, meter);
    if (finer.cut !== undefined) return { space, cut: finer.cut, settled };
    if (rounds === "auto") {
      const next = lengthOf(finer, network);
      // The path did not grow: the round before is kept.
      if (next !== undefined && next <= Math.max(found, length)) break;
    }
    length = found;
    space = finer;
  }
  return { space, cut: space.cut, settled };
}

function lengthOf(space: AbstractSpace, network: Problem["network"]): number | undefined {
  const locations = network.processes.map(({ initial }) => initial[0]!);
  const distance = space.distance(locations, network.initialValues, undefined);
  return Number.isFinite(distance) ? distance : undefined;
}

function* built(input: SpaceInput, meter: Meter): Generator<number, AbstractSpace> {
  const space = new AbstractSpace(input, meter);
  yield* told(space.build());
  return space;
}
