// Random walks in the concrete semantics.

export { CHOICES, choiceRules } from "./choices/index.ts";
export { RandomWalk } from "./random-walk.ts";
export { delaysOf, type WalkRun } from "./record.ts";
export { type WalkFault, type WalkOptions, Wanderer } from "./wanderer.ts";
