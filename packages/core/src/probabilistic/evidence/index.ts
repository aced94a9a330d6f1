export * from "./collect.ts";
export * from "./evidence.ts";
export * from "./evidence-graph.ts";
export * from "./judge.ts";
export * from "./methods.ts";
export * from "./paths.ts";
export * from "./search.ts";
export type { SoughtStates } from "./sought.ts";
