// What in a network or formula decides which answers can be trusted: stopwatches make delays over-approximate, and
// where enabledness is then used negatively an exhausted search proves nothing (engine.md).

import type { ClockRef, Formula, Network } from "../../network/index.ts";

export { hasStopwatches } from "../../network/index.ts";

/** Does some edge synchronise on a channel that may be urgent, under a clock guard? */
export function hasClockGuardedUrgency(network: Network): boolean {
  return network.edges.some(({ sync, guard }) => {
    if (sync.kind !== "send" && sync.kind !== "receive") return false;
    if (!guard.some(({ kind }) => kind === "clock")) return false;
    const { base, steps } = sync.channel;
    // All channels the subscripts may reach lie behind the base.
    const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
    for (let c = base; c <= base + reach; c++) if (network.channels[c]?.urgent === true) return true;
    return false;
  });
}

export function clockConstraint(left: ClockRef, op: "<" | "<=" | "==" | ">=" | ">", value: number): Formula {
  return { kind: "clock", left, op, bound: { kind: "constant", value } };
}
