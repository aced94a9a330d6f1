// How the sets of a search grow, round by round, for those who watch it: states and nodes of each, and what the latest
// ones are made of where they are small. Looking into a set costs time, so no more of it is spent than a share of what
// the search does itself: rounds may be left out, but not the one with which it ends.

import { OutOfMemory } from "../engine/index.ts";
import { hasStrictBounds } from "../network/index.ts";
import { type Diagram, TooDeep } from "./diagrams.ts";
import { type ListedStates, listedStates } from "./listed-states.ts";
import type { StrictSide } from "./network/clock-reading.ts";
import type { SetOrder } from "./statistics.ts";
import type { SymbolicSystem } from "./system.ts";

export interface SetSize {
  /** How many there are: all digits of it up to fifteen, else the first ones; and its logarithm, −∞ of none. */
  readonly states: string;
  readonly log10: number;
  readonly nodes: number;
}

export interface SetRound {
  readonly round: number;
  /** By name, as `names` has them. */
  readonly sets: readonly SetSize[];
}

export interface SetCourse {
  readonly order: SetOrder;
  /** What became of strict bounds on clocks; absent where that makes no difference. */
  readonly side?: StrictSide;
  /** What the sets are. */
  readonly names: readonly string[];
  /** Thinned out where there are many. */
  readonly rounds: readonly SetRound[];
  /** The sets of the latest round, by name; undefined where one has too many nodes to be looked at. */
  readonly diagrams: readonly (ListedStates | undefined)[];
}

export interface WatchedSet {
  readonly name: string;
  now(): Diagram;
}

/** Nodes of a diagram that somebody can still look at. */
const FEW_ENOUGH_TO_SEE = 200;
const MOST_ROUNDS = 400;
/** Nodes that are counted in no time, and for how many that were made another one may be counted. */
const [AT_ONCE, MADE_PER_COUNTED] = [50_000, 40];

export class SetCourseRecorder {
  private readonly system: SymbolicSystem;
  private readonly sets: readonly WatchedSet[];
  private readonly order: SetOrder;
  private rounds: SetRound[] = [];
  private diagrams: (ListedStates | undefined)[] = [];
  /** Nodes that were counted so far, and those that the next look will count. */
  private counted = 0;
  private expected = 0;

  constructor(system: SymbolicSystem, order: SetOrder, sets: readonly WatchedSet[]) {
    this.system = system;
    this.order = order;
    this.sets = sets;
  }

  get course(): SetCourse {
    const { order, rounds, diagrams } = this;
    const { clocks, network } = this.system.structure;
    const about = hasStrictBounds(network) ? { order, side: clocks.side } : { order };
    return { ...about, names: this.sets.map(({ name }) => name), rounds, diagrams };
  }

  /** `isLast`: what it costs no longer matters. */
  note(round: number, isLast = false): void {
    const { made } = this.system.diagrams.statistics;
    if (!isLast && this.counted + this.expected > AT_ONCE + made / MADE_PER_COUNTED) return;
    try {
      this.look(round);
    } catch (error) {
      // No room to look: what was seen before stays.
      if (!(error instanceof OutOfMemory) && !(error instanceof TooDeep)) throw error;
    }
  }

  private look(round: number): void {
    const { system } = this;
    const { diagrams } = system;
    const now = this.sets.map((set) => set.now());
    const sets = now.map((set): SetSize => ({ ...countOf(diagrams.count(set)), nodes: diagrams.size(set) }));
    this.diagrams = now.map((set, at) =>
      sets[at]!.nodes <= FEW_ENOUGH_TO_SEE ? listedStates(system, set) : undefined,
    );
    this.expected = sets.reduce((sum, { nodes }) => sum + nodes, 0);
    this.counted += this.expected;
    const before = this.rounds.filter((one) => one.round < round);
    // What was told stays as it is: whoever was told may still hold it.
    this.rounds = [...(before.length < MOST_ROUNDS ? before : before.filter((_, at) => at % 2 === 0)), { round, sets }];
  }
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function countOf(count: bigint): Pick<SetSize, "states" | "log10"> {
  const digits = String(count);
  if (count === 0n) return { states: digits, log10: Number.NEGATIVE_INFINITY };
  const exponent = digits.length - 1;
  const log10 = exponent + Math.log10(Number(`${digits[0]}.${digits.slice(1, 16)}`));
  if (digits.length <= 15) return { states: Number(digits).toLocaleString("en"), log10 };
  // Cut, not rounded: no digit is said that is not there.
  const power = [...String(exponent)].map((digit) => DIGITS[Number(digit)]).join("");
  return { states: `${digits[0]}.${digits.slice(1, 3)}·10${power}`, log10 };
}
