// The searches there are, and how they are run.

export * from "./cost-algebra.ts";
export * from "./costs.ts";
export * from "./eager.ts";
export * from "./exhaustive.ts";
export * from "./liveness.ts";
export * from "./presets.ts";
export * from "./registry.ts";
export * from "./run.ts";
export * from "./search.ts";
export type { SearchConfig } from "./search-config.ts";
export * from "./staying.ts";
