// How long a process stays where it is, at the least: in a local state that is entered with a clock at zero and left
// only when the clock shows d. An invariant is not needed: nothing here says that it leaves then.

import type { Network } from "../../network/index.ts";
import type { Unfolding } from "./local-unfolding.ts";

export interface LeastStay {
  /** Which clock tells when the stay began. */
  readonly clock: number;
  /** 0: the process may leave at once. */
  readonly least: number;
}

export const NO_STAY: LeastStay = { clock: -1, least: 0 };

/** By local state. `isOwn`: nobody else sets the clock. */
export function staysOf(
  network: Network,
  unfolding: Unfolding,
  isOwn: (clock: number) => boolean,
): readonly LeastStay[] {
  const { states, steps, leaving, entering, initial } = unfolding;
  return states.map((_, state) => {
    const clocks = new Map<number, number>();
    for (const [index, number] of leaving[state]!.entries()) {
      const least = new Map<number, number>();
      for (const { clock, op, bound } of steps[number]!.clocks) {
        if (op === ">=" || op === ">" || op === "==") least.set(clock, Math.max(bound, least.get(clock) ?? 0));
      }
      if (index === 0) for (const [clock, bound] of least) clocks.set(clock, bound);
      else for (const [clock, bound] of clocks) clocks.set(clock, Math.min(bound, least.get(clock) ?? 0));
    }
    let best = NO_STAY;
    for (const [clock, least] of clocks) {
      if (least <= best.least || !isOwn(clock)) continue;
      const isReset = entering[state]!.every((number) => lastReset(steps[number]!.resets, clock) === 0);
      const isFresh = !initial.includes(state) || network.clocks[clock]!.initial === 0;
      if (isReset && isFresh) best = { clock, least };
    }
    return best;
  });
}

function lastReset(resets: Unfolding["steps"][number]["resets"], clock: number): number | undefined {
  return resets.filter((reset) => reset.clock === clock).at(-1)?.value;
}
