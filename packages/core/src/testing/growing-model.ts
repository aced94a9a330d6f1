// Small random automata in which a clock may grow with the turns of a loop, for ever or for some turns only, and what
// brute force says about its largest value: all states on a grid of quarters of a unit, which with three clocks meets
// every region. It shares nothing with engines and zones.

import { type Choices, Dice } from "./choices.ts";

const CLOCKS = ["x", "y", "z"] as const;
const HOLDS = {
  "<": (value: number, bound: number) => value < bound,
  "<=": (value: number, bound: number) => value <= bound,
  "==": (value: number, bound: number) => value === bound,
  ">=": (value: number, bound: number) => value >= bound,
  ">": (value: number, bound: number) => value > bound,
} as const;
type Op = keyof typeof HOLDS;
const OPS = Object.keys(HOLDS) as readonly Op[];
const QUARTERS = 4;

interface Comparison {
  readonly clock: number;
  readonly op: Op;
  readonly constant: number;
}

interface Way {
  readonly from: number;
  readonly to: number;
  readonly guard: readonly Comparison[];
  readonly resets: readonly number[];
}

export interface GrowingModel {
  readonly text: string;
  readonly query: string;
  /** The supremum of `x` in the location that is asked for, where it lies below `most`. */
  supremum(most: number): "none" | "beyond" | { readonly value: number; readonly strict: boolean };
}

export function randomGrowingModel(choices: Choices): GrowingModel {
  const dice = new Dice(choices);
  const count = dice.between(1, 3);
  const compared = (clock: number, ops: readonly Op[]): Comparison => ({
    clock,
    op: dice.one(ops),
    constant: dice.chance(25) ? dice.between(2, 6) : dice.between(0, 2),
  });
  const invariants = Array.from({ length: count }, (_, at) =>
    at > 0 || dice.chance(60) ? [compared(dice.between(1, 2), dice.chance(20) ? ["<"] : ["<="])] : [],
  );
  const ways = dice.several(count, count + 3, (): Way => {
    const guard = dice.several(0, 2, () => compared(dice.between(0, 9) === 0 ? 0 : dice.between(1, 2), OPS));
    if (dice.chance(15)) guard.push(compared(0, OPS));
    const resets = dice.several(0, 2, () => dice.between(1, 2));
    if (dice.chance(8)) resets.push(0);
    return { from: dice.between(0, count - 1), to: dice.between(0, count - 1), guard, resets };
  });
  const asked = dice.between(0, count - 1);
  return {
    text: written(invariants, ways),
    query: `sup{P.l${asked}}: x`,
    supremum: (most) => new Grid(invariants, ways, most).supremum(asked),
  };
}

function written(invariants: readonly (readonly Comparison[])[], ways: readonly Way[]): string {
  const text = ({ clock, op, constant }: Comparison): string => `${CLOCKS[clock]} ${op} ${constant}`;
  const states = invariants.map(
    (parts, at) => `l${at}${parts.length === 0 ? "" : ` { ${parts.map(text).join(" && ")} }`}`,
  );
  const edges = ways.map(({ from, to, guard, resets }) => {
    const when = guard.length === 0 ? "" : `guard ${guard.map(text).join(" && ")}; `;
    const sets = resets.length === 0 ? "" : `assign ${resets.map((clock) => `${CLOCKS[clock]} = 0`).join(", ")}; `;
    return `l${from} -> l${to} { ${when}${sets}}`;
  });
  return `clock x, y, z;\nprocess P() { state ${states.join(", ")}; init l0; trans ${edges.join(", ")}; }\nsystem P;`;
}

class Grid {
  private readonly invariants: readonly (readonly Comparison[])[];
  private readonly ways: readonly Way[];
  /** Per clock, in quarters: from there on values make no difference. */
  private readonly caps: readonly number[];

  constructor(invariants: readonly (readonly Comparison[])[], ways: readonly Way[], most: number) {
    this.invariants = invariants;
    this.ways = ways;
    this.caps = [most, 7, 7].map((cap) => QUARTERS * cap + 1);
  }

  supremum(asked: number): ReturnType<GrowingModel["supremum"]> {
    const seen = new Set<number>();
    const waiting: (readonly number[])[] = [];
    let greatest = -1;
    const meet = (state: readonly number[]): void => {
      const [location, ...clocks] = state as [number, ...number[]];
      if (!this.holds(this.invariants[location]!, clocks)) return;
      const key = state.reduce((sum, part) => 1024 * sum + part, 0);
      if (seen.has(key)) return;
      seen.add(key);
      waiting.push(state);
      if (location === asked) greatest = Math.max(greatest, clocks[0]!);
    };
    meet([0, 0, 0, 0]);
    for (let state = waiting.pop(); state !== undefined && greatest < this.caps[0]!; state = waiting.pop()) {
      const [location, ...clocks] = state as [number, ...number[]];
      meet([location, ...clocks.map((value, clock) => Math.min(value + 1, this.caps[clock]!))]);
      for (const { from, to, guard, resets } of this.ways) {
        if (from !== location || !this.holds(guard, clocks)) continue;
        meet([to, ...clocks.map((value, clock) => (resets.includes(clock) ? 0 : value))]);
      }
    }
    if (greatest < 0) return "none";
    if (greatest >= this.caps[0]!) return "beyond";
    return { value: Math.ceil(greatest / QUARTERS), strict: greatest % QUARTERS !== 0 };
  }

  private holds(parts: readonly Comparison[], clocks: readonly number[]): boolean {
    return parts.every(({ clock, op, constant }) => HOLDS[op](clocks[clock]!, QUARTERS * constant));
  }
}
