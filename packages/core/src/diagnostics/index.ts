export type { CodeEntry } from "./code-entry.ts";
export * from "./codes.ts";
export * from "./diagnostic.ts";
export * from "./sources.ts";
export * from "./suggest.ts";
