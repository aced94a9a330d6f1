// Directed search between the states of a run: from one of them, towards what a later one looks like (locations and
// variables), by fewer steps than the run takes. Whether the rest of the run can be taken from there, with other
// clocks, is tried. Only steps that move a process that is not yet where it is to be are looked at, each as early as it
// can be.

import { distanceToState } from "../../analysis/distances.ts";
import type { Checkpoint } from "../checkpoint.ts";
import { type AttemptPlan, take } from "./attempt.ts";
import type { Follower } from "./follower.ts";

/** How far ahead one aims, and how many states one search may expand per step that lies between. */
const WINDOWS = [4, 12, 36] as const;
const STATES_PER_STEP = 3;
/** What states cost that are looked at or kept, beside the steps to them; see `Follower`. */
const COST = { expanded: 1, kept: 0.5 } as const;

interface Node {
  readonly where: Checkpoint;
  readonly path: readonly AttemptPlan[];
  readonly distance: number;
}

/** True where the run became shorter. */
export function takeShortcuts(follower: Follower): boolean {
  const before = follower.length;
  for (const window of WINDOWS) {
    for (let from = 0; from + 2 <= follower.length && !follower.isTired; ) {
      const to = Math.min(from + window, follower.length);
      const shortcut = new Shortcut(follower, from, to).find();
      const { plans } = follower;
      const isShorter =
        shortcut !== undefined && follower.goesOnBy([...shortcut.path, ...plans.slice(shortcut.to)], from);
      if (!isShorter) from += Math.max(1, window >> 3);
    }
  }
  return follower.length < before;
}

/** One search, best first. */
class Shortcut {
  private readonly follower: Follower;
  private readonly from: number;
  private readonly to: number;
  /** The states of the run from `from` to `to`. */
  private readonly states: readonly Checkpoint[];
  private readonly distance: (where: Checkpoint) => number;
  private readonly seen = new Set<string>();
  private readonly open: Node[] = [];

  constructor(follower: Follower, from: number, to: number) {
    this.follower = follower;
    this.from = from;
    this.to = to;
    const { model, walker } = follower.stepper;
    const states: Checkpoint[] = [];
    follower.walk(from, to, () => states.push(walker.checkpoint()));
    follower.budget -= COST.kept * states.length;
    this.states = states;
    this.distance = distanceToState(model.network, states.at(-1)!);
  }

  find(): { readonly path: readonly AttemptPlan[]; readonly to: number } | undefined {
    const { follower, from, open, states, to } = this;
    open.push({ where: states[0]!, path: [], distance: this.distance(states[0]!) });
    for (let expanded = 0; expanded < STATES_PER_STEP * (to - from) && !follower.isTired; expanded++) {
      const node = open.pop();
      if (node === undefined) return undefined;
      for (const child of this.expand(node)) {
        const met = this.metAgain(child);
        if (met !== undefined) return { path: child.path, to: met };
        if (child.path.length + 1 < to - from) open.push(child);
      }
      // The nearest last; of equals the one found last.
      open.sort((a, b) => b.distance - a.distance);
    }
    return undefined;
  }

  /** The last state of the run within the window that looks like this one, where the run takes longer to it. */
  private metAgain({ where, path }: Node): number | undefined {
    for (let at = this.to; at > this.from + path.length; at--) {
      if (looksLike(where, this.states[at - this.from]!)) return at;
    }
    return undefined;
  }

  private *expand({ where, path }: Node): Generator<Node> {
    const { follower, seen } = this;
    const { stepper } = follower;
    follower.budget -= COST.expanded;
    follower.resumeAt(where);
    stepper.look();
    for (const plan of this.helpful(where)) {
      follower.resumeAt(where);
      stepper.look(plan.slots);
      if (!take(stepper, plan)) continue;
      const key = stepper.walker.discreteKey();
      if (seen.has(key)) continue;
      seen.add(key);
      follower.budget -= COST.kept;
      const there = stepper.walker.checkpoint();
      yield { where: there, path: [...path, plan], distance: this.distance(there) };
    }
  }

  /** The steps in the stepper's table that move a process that is not where the aim has it. */
  private helpful({ locations }: Checkpoint): readonly AttemptPlan[] {
    const { model, table } = this.follower.stepper;
    const aim = this.states.at(-1)!;
    const plans: AttemptPlan[] = [];
    for (let i = 0; i < table.count; i++) {
      const slots = table.second[i]! < 0 ? [table.first[i]!] : [table.first[i]!, table.second[i]!];
      const isHelpful = slots.some((slot) => {
        const process = model.slotProcess[slot]!;
        return locations[process] !== aim.locations[process];
      });
      if (isHelpful) plans.push({ name: -1, delay: undefined, slots });
    }
    return plans;
  }
}

/** Do they differ in their clocks only? */
function looksLike(a: Checkpoint, b: Checkpoint): boolean {
  return a.locations.every((at, i) => at === b.locations[i]) && a.cells.every((value, i) => value === b.cells[i]);
}
