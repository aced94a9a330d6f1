// Questions about a network, and their answers.

export type { ScheduleBar } from "../schedule/index.ts";
export { type Caveat, type CaveatKind, caveatsOf, leftOutText } from "./caveats.ts";
export * from "./check.ts";
export { certificateOf } from "./evidence/certify.ts";
export { type Coverage, coverageOf } from "./exploration/coverage.ts";
export * from "./exploration/explore.ts";
export * from "./exploration/zone-graph-dot.ts";
export { automatonText, decidingAutomaton } from "./liveness/temporal.ts";
export type { MemberDriver, MemberReport, MemberRequest } from "./members/member-driver.ts";
export { leastPricedCost } from "./optimal/cheapest-by-zones.ts";
export type { FrontPoint } from "./optimal/front-point.ts";
export type { Improvement, PlanSoFar, RunOptimum } from "./optimal/optimum.ts";
export * from "./options.ts";
export { type EngineForecast, engineFor } from "./plan/engine-for.ts";
export * from "./plan/explain.ts";
export { type Circumstances, type Plan, planQuery, type Way } from "./plan/plan.ts";
export { runSearchOf } from "./plan/run-search.ts";
export type { SpaceChoice } from "./plan/state-space.ts";
export * from "./probability/evidence-text.ts";
export * from "./reachability/probe.ts";
export type { CheckContext } from "./session.ts";
export * from "./statistical/sampling-driver.ts";
export { answerSampling } from "./statistical/statistical.ts";
export * from "./strategies/defaults.ts";
export * from "./strategies/strategy.ts";
export * from "./verdict.ts";
export * from "./words.ts";
