// Models with large clock constants that have a common divisor are answered in units of it (`analysis/time-unit.ts`):
// the states are the same, and so are all counts. What is answered speaks the model's own units again.

import { inUnits, timeUnit } from "../../analysis/time-unit.ts";
import { defined } from "../../basics/defined.ts";
import { largestClockConstant } from "../../engine/index.ts";
import { type Network, type Query, termsOf } from "../../network/index.ts";
import type { Trace } from "../../trace/index.ts";
import { type Rational, rational, times } from "../../zone/index.ts";
import type { Limit, TermBounds, Verdict } from "../verdict.ts";

/** Smaller constants fit wherever they go, and are left as they are. */
const LARGE = 2 ** 16;

export interface Scaled {
  readonly network: Network;
  readonly query: Query;
  /** What one unit of time there is in the model. */
  readonly unit: number;
}

/** All constants can be met: whoever plans has looked. */
export function inLargestUnits(network: Network, query: Query): Scaled {
  const isFine = largestClockConstant(network, [query]) >= LARGE;
  const unit = isFine ? timeUnit(network, query) : 1;
  return unit === 1 ? { network, query, unit } : { network: inUnits(network, unit), query: inUnits(query, unit), unit };
}

export function traceInModelUnits(trace: Trace, unit: number): Trace {
  return unit === 1 ? trace : scaledTrace(trace, rational(unit));
}

export function inModelUnits(verdict: Verdict, { query, unit }: Scaled): Verdict {
  if (unit === 1) return verdict;
  const factor = rational(unit);
  const traced = (trace: Trace): Trace => scaledTrace(trace, factor);
  const measured = (values: readonly TermBounds[]): readonly TermBounds[] => {
    const isTime = (index: number): boolean => termsOf(query)[index]?.left !== undefined;
    return values.map((bounds, index) => (isTime(index) ? scaledBounds(bounds, unit) : bounds));
  };
  if (verdict.kind === "unknown") {
    const { trace, values } = verdict;
    return {
      ...verdict,
      ...defined({
        trace: trace === undefined ? undefined : traced(trace),
        values: values === undefined ? undefined : measured(values),
      }),
    };
  }
  const { evidence } = verdict;
  switch (evidence.kind) {
    case "exhausted":
    case "simulation":
      return verdict;
    case "quantity": {
      const { trace } = evidence;
      return { ...verdict, evidence: { ...evidence, ...defined({ trace: trace && traced(trace) }) } };
    }
    case "values":
      return { ...verdict, evidence: { ...evidence, values: measured(evidence.values) } };
    case "trace": {
      const others = evidence.others?.map(traced);
      const trace = traced(evidence.trace);
      return { ...verdict, evidence: { ...evidence, trace, ...defined({ others }) } };
    }
  }
}

function scaledTrace(trace: Trace, factor: Rational): Trace {
  const state = (one: Trace["initial"]): Trace["initial"] => ({
    ...one,
    clocks: one.clocks.map((value) => times(value, factor)),
  });
  const { loop } = trace;
  return {
    ...trace,
    ...defined({ loop: loop?.period === undefined ? undefined : { ...loop, period: times(loop.period, factor) } }),
    initial: state(trace.initial),
    steps: trace.steps.map((step) => ({ ...step, delay: times(step.delay, factor), state: state(step.state) })),
    finalDelay: times(trace.finalDelay, factor),
    final: state(trace.final),
  };
}

function scaledBounds({ lower, upper, attained, ...rest }: TermBounds, unit: number): TermBounds {
  const scaled = (limit: Limit): Limit => ({ ...limit, value: limit.value * unit });
  return {
    ...rest,
    ...defined({
      lower: lower === undefined ? undefined : scaled(lower),
      upper: upper === undefined ? undefined : scaled(upper),
      attained: attained === undefined ? undefined : scaledAttained(attained, unit),
    }),
  };
}

function scaledAttained({ lower, upper }: NonNullable<TermBounds["attained"]>, unit: number) {
  return {
    ...defined({
      lower: lower === undefined ? undefined : lower * unit,
      upper: upper === undefined ? undefined : upper * unit,
    }),
  };
}
