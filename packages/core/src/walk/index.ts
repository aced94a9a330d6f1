// Random walks in the concrete semantics.

export { CHOICES, type ChoiceName } from "./choice.ts";
export { RandomWalk, type WalkFault, type WalkOptions } from "./random-walk.ts";
export { delaysOf, type WalkRun, type WalkStep } from "./record.ts";
