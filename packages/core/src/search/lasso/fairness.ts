// Conditions on the steps of runs that go on for ever, told by marks on steps of the model. Each is about processes or
// clocks, one bit for each: a step *meets* some bits and *asks* for some.
//
// Weak fairness: who can always move from some moment on moves again and again. A process is enabled in a state if some
// joint step involves it; a step meets it if it takes part, or was not enabled before. That is one more acceptance set
// per process.
//
// Strong conditions: what is asked for again and again is met again and again, a Streett condition
// (`strongly-fair.ts`).
// - Strong fairness: enabled processes are asked for, those that take part are met.
// - Time that diverges: a clock that is bounded from above, by an invariant where the step begins or by its guard, is
//   asked for, one that is assigned is met. Where time diverges a clock that is not assigned any more outgrows every
//   bound.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import type { Conjunct, Network } from "../../network/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";

/** Marks are bits of one number, with a sign. */
export const MOST_MARKS = 30;

export interface StepConditions {
  /** Bits that a loop has to meet in any case. */
  readonly sets: number;
  /** What the steps of a state meet and ask for. */
  of(
    locations: ArrayLike<number>,
    steps: readonly JointTransition[],
  ): { readonly met: readonly number[]; readonly asked: readonly number[] };
}

/** Who is treated fairly: indices of processes. */
export interface Fairness {
  readonly kind: "weak" | "strong";
  readonly processes: readonly number[];
}

/** Bits from `first` on are the condition's. */
export function fairSteps({ edges }: Network, { kind, processes }: Fairness, first: number): StepConditions {
  if (first + processes.length > MOST_MARKS) throw new Error("too many processes to be treated fairly");
  const bitOf = edges.map(({ process }) => bit(processes.indexOf(process), first));
  const all = union(processes.map((_, at) => bit(at, first)));
  return {
    sets: kind === "weak" ? all : 0,
    of(_, steps) {
      const taken = steps.map((step) => union(step.edges.map(({ edge }) => bitOf[edge]!)));
      const enabled = union(taken);
      const idle = kind === "weak" ? all & ~enabled : 0;
      const asked = kind === "weak" ? 0 : enabled;
      return { met: taken.map((bits) => bits | idle), asked: taken.map(() => asked) };
    },
  };
}

/** Clocks beyond the bits that there are count as never bounded, which leaves more to be tried, not less. */
export function divergingSteps(network: Network, first: number): StepConditions {
  const clocks = network.clocks.slice(0, MOST_MARKS - first);
  const bounds = (conjuncts: readonly Conjunct[]): number =>
    union(conjuncts.map((conjunct) => bit(boundedBy(conjunct), first, clocks.length)));
  const accesses = new AccessAnalysis(network);
  const hooks = network.beforeUpdate.length + network.afterUpdate.length > 0;
  const all = union(clocks.map((_, at) => bit(at, first)));
  const assigned = network.edges.map(({ id }) =>
    hooks ? all : union([...accesses.ofEdge(id).resetClocks].map((clock) => bit(clock, first, clocks.length))),
  );
  const guarded = network.edges.map(({ guard }) => bounds(guard));
  const invariants = network.processes.map(({ locations }) => locations.map(({ invariant }) => bounds(invariant)));
  return {
    sets: 0,
    of(locations, steps) {
      const here = union(invariants.map((byLocation, process) => byLocation[locations[process]!]!));
      return {
        met: steps.map(({ edges }) => union(edges.map(({ edge }) => assigned[edge]!))),
        asked: steps.map(({ edges }) => here | union(edges.map(({ edge }) => guarded[edge]!))),
      };
    },
  };
}

/** The clock that a conjunct bounds from above whatever the data; −1 where there is none. */
function boundedBy(conjunct: Conjunct): number {
  if (conjunct.kind !== "clock") return -1;
  const { left, right, op, when, binders } = conjunct;
  if (when !== undefined || binders.length > 0) return -1;
  // x <= c, or c >= x, which is 0 - x >= -c.
  const clock = right === undefined ? left : left === undefined ? right : undefined;
  if (clock === undefined || clock.space !== "clock" || clock.steps.length > 0) return -1;
  const bounding = right === undefined ? ["<", "<=", "=="] : [">", ">=", "=="];
  return bounding.includes(op) ? clock.base : -1;
}

function bit(at: number, first: number, count = MOST_MARKS): number {
  return at < 0 || at >= count ? 0 : 1 << (first + at);
}

function union(bits: readonly number[]): number {
  return bits.reduce((all, one) => all | one, 0);
}
