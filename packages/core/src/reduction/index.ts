export { C2cEngine } from "./c2c-engine.ts";
export type { Dependence } from "./dependence.ts";
export { reductionObstacle } from "./obstacles.ts";
export { persistentObstacle, persistentSets } from "./persistent-sets.ts";
export { ReducedEngine, type ReductionCount } from "./reduced-engine.ts";
export { RunReducer, runReductionObstacle } from "./run-reducer.ts";
export { StubbornSets } from "./stubborn-sets.ts";
