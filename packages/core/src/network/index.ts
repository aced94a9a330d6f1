export * from "./cells.ts";
export * from "./network.ts";
