// Models with large clock constants that have a common divisor are answered in units of it (`analysis/time-unit.ts`): the
// states are the same, and so are all counts. What is answered speaks the model's own units again.

import { inUnits, timeUnit } from "../../analysis/time-unit.ts";
import { largestClockConstant, tooLargeConstant } from "../../engine/index.ts";
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

export function inLargestUnits(network: Network, query: Query): Scaled {
  const isFine = tooLargeConstant(network, [query]) === null && largestClockConstant(network, [query]) >= LARGE;
  const unit = isFine ? timeUnit(network, query) : 1;
  return unit === 1 ? { network, query, unit } : { network: inUnits(network, unit), query: inUnits(query, unit), unit };
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
      ...(trace === undefined ? {} : { trace: traced(trace) }),
      ...(values === undefined ? {} : { values: measured(values) }),
    };
  }
  const { evidence } = verdict;
  switch (evidence.kind) {
    case "exhausted":
      return verdict;
    case "values":
      return { ...verdict, evidence: { ...evidence, values: measured(evidence.values) } };
    case "trace": {
      const others = evidence.others?.map(traced);
      const trace = traced(evidence.trace);
      return { ...verdict, evidence: { ...evidence, trace, ...(others === undefined ? {} : { others }) } };
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
    ...(loop?.period === undefined ? {} : { loop: { ...loop, period: times(loop.period, factor) } }),
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
    ...(lower === undefined ? {} : { lower: scaled(lower) }),
    ...(upper === undefined ? {} : { upper: scaled(upper) }),
    ...(attained === undefined ? {} : { attained: scaledAttained(attained, unit) }),
  };
}

function scaledAttained({ lower, upper }: NonNullable<TermBounds["attained"]>, unit: number) {
  return {
    ...(lower === undefined ? {} : { lower: lower * unit }),
    ...(upper === undefined ? {} : { upper: upper * unit }),
  };
}
