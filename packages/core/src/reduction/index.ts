export { reductionObstacle } from "./obstacles.ts";
export { ReducedEngine, type ReductionCount } from "./reduced-engine.ts";
export { type ReductionTarget, StubbornSets } from "./stubborn-sets.ts";
