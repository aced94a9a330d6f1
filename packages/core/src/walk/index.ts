// Random walks in the concrete semantics.

export { CHOICES } from "./choose/choice-rules.ts";
export { RandomWalk, type WalkFault, type WalkOptions } from "./random-walk.ts";
export { delaysOf, type WalkRun } from "./record.ts";
