export * from "./cells.ts";
export * from "./network.ts";
export * from "./visit.ts";
