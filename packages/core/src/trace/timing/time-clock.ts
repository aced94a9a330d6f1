// A clock that starts at 0 and is never reset measures how much time has passed: fastest traces are traces on which
// it is least. It is added behind the others, so rows and indices of the model's own clocks stay what they were.

import type { ClockRef, Formula, Network } from "../../network/index.ts";

const NAME = "elapsed time";

export function withTimeClock(network: Network): Network {
  return { ...network, clocks: [...network.clocks, { name: NAME, initial: 0 }] };
}

/** The time clock of a network made by `withTimeClock`. */
export function timeClock(network: Network): ClockRef {
  return { space: "clock", base: network.clocks.length - 1, steps: [] };
}

/** `formula` within `bound` time units of the start. */
export function inTime(network: Network, formula: Formula, bound: number): Formula {
  const clock: Formula = {
    kind: "clock",
    left: timeClock(network),
    op: "<=",
    bound: { kind: "constant", value: bound },
  };
  return { kind: "and", parts: [formula, clock] };
}
