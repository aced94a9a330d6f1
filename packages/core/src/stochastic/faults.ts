// What is wrong with a run of a stochastic model. UPPAAL's words where it has some; the run that shows it is told by
// its number, from which it can be made again.

import type { Span } from "../diagnostics/index.ts";
import { ModelFault } from "../semantics/fault.ts";

/** Joint steps that may happen at one moment before the model is taken to stand still for ever. */
export const STEPS_WITHOUT_TIME = 100_000;

export function timeLock(where: string, time: number, span: Span | undefined): ModelFault {
  return new ModelFault(
    "time-lock",
    `Time-lock: time cannot pass and no edge is enabled in ${where}, at ${time}`,
    span,
  );
}

export function probablyZeno(time: number): ModelFault {
  return new ModelFault(
    "zeno",
    `Probably Zeno behavior: ${STEPS_WITHOUT_TIME} steps without any time passing, at ${time}`,
  );
}

export function probablyEndless(time: number): ModelFault {
  return new ModelFault(
    "endless",
    `the run does not come to its bound: nothing happens any more while clocks follow their equations, at ${time}`,
  );
}

export function badRate(rate: number, where: string, span: Span | undefined): ModelFault {
  return new ModelFault("rate", `the exponential rate of ${where} is ${rate}; it must be greater than 0`, span);
}

export function badWeight(what: string, where: string, span: Span | undefined): ModelFault {
  return new ModelFault("rate", `the weights of an edge of ${where} are ${what}`, span);
}

export function generalGuard(where: string, span: Span | undefined): ModelFault {
  return new ModelFault("hybrid", `A general hybrid guard is enabled without urgent synchronization in ${where}`, span);
}
