export type { Dependence } from "./dependence.ts";
export { ExploringEngine, explorationObstacle } from "./exploring-engine.ts";
export { reductionObstacle } from "./obstacles.ts";
export { ReducedEngine, type ReductionCount } from "./reduced-engine.ts";
export { RunReducer, runReductionObstacle } from "./run-reducer.ts";
export { StubbornSets } from "./stubborn-sets.ts";
