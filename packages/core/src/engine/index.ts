export * from "./engine.ts";
export * from "./fault.ts";
export * from "./formula.ts";
export * from "./reference/abstraction.ts";
export { DiscreteSemantics } from "./reference/discrete.ts";
export * from "./reference/reference-engine.ts";
export * from "./reference/semantics.ts";
export { createSymbolicSemantics, ReferenceSemantics } from "./reference/symbolic.ts";
