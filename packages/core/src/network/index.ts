export * from "./cells.ts";
export * from "./comparisons.ts";
export * from "./freeze.ts";
export * from "./network.ts";
export * from "./queries/index.ts";
export * from "./selects.ts";
export * from "./stopwatches.ts";
export * from "./visit.ts";
