// Pictures: pure functions from data to shapes. The page, `check --html` and the documentation draw with these.

export * from "../layout/automaton-plan.ts";
export { layOut } from "../layout/layout.ts";
export * from "./automaton/draw.ts";
export { withLargerWords } from "./automaton/larger-words.ts";
export * from "./automaton/model-plans.ts";
export * from "./automaton/plan.ts";
export * from "./automaton/property-plan.ts";
export * from "./chart.ts";
export * from "./diagram.ts";
export * from "./evidence.ts";
export * from "./front-chart.ts";
export * from "./gantt.ts";
export * from "./hunt.ts";
export * from "./interference.ts";
export * from "./palette.ts";
export * from "./schedule-chart.ts";
export * from "./series.ts";
export * from "./set-sizes.ts";
export * from "./shape.ts";
export * from "./state-space.ts";
export type { ChartSize } from "./statistics/axes.ts";
export * from "./statistics/bars.ts";
export * from "./statistics/cumulative.ts";
export * from "./statistics/narrowing.ts";
export * from "./statistics/trajectories.ts";
export * from "./svg.ts";
export * from "./time-axis.ts";
