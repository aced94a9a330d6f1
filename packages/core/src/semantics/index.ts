// What a network means: joint transitions, what fails, delays and zones, and why something cannot be done.

export { type ClockChanges, changedClocks, clockValue, stateAfter } from "./concrete/clock-values.ts";
export * from "./concrete/concrete-semantics.ts";
export * from "./concrete/delay-sets.ts";
export { ClockMap, cut as cutZone } from "./constraints.ts";
export { sameTransition } from "./discrete/joint-moves.ts";
export { type Connectives, ExplanationPrinter } from "./explain/expression-text.ts";
export * from "./explain/why-not.ts";
export * from "./fault.ts";
export * from "./joint-transition.ts";
export * from "./semantics.ts";
export * from "./symbolic/avoiding-paths.ts";
export * from "./symbolic/clock-cells.ts";
export * from "./symbolic/formula.ts";
export { createSymbolicSemantics, ReferenceSemantics } from "./symbolic/symbolic-semantics.ts";
