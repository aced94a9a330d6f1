export * from "./collect.ts";
export * from "./evidence.ts";
export * from "./judge.ts";
export * from "./paths.ts";
export * from "./search.ts";
