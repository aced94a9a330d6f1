// The library `tracehound`: load a model, check it, ask what would run, walk through it. The same in node and in
// browsers; everything it hands out is plain data, described by the types here and by nothing else.

export { type Check, type CheckEvent, type CheckSettings, check, type Result, type Statistics } from "./check.ts";
export { explain, type Plan, type PlannedSearch } from "./explain.ts";
export { load } from "./load.ts";
export { type Model, ModelError, type Problem, type Question, type Source } from "./model-types.ts";
export type { Curves, Quantity } from "./numbers.ts";
export type { Run, RunStep, State } from "./run.ts";
export { SettingError } from "./settings.ts";
export { type Option, type Simulation, simulate } from "./simulate.ts";
