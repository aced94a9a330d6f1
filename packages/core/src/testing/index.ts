export * from "./agreement.ts";
export * from "./builder.ts";
export * from "./choices.ts";
export * from "./formulas.ts";
export * from "./oracle.ts";
export * from "./random-network.ts";
export * from "./random-query.ts";
