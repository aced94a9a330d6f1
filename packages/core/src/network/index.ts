export * from "./cells.ts";
export * from "./network.ts";
export * from "./selects.ts";
export * from "./sought.ts";
export * from "./stopwatches.ts";
export * from "./visit.ts";
