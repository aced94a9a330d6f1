export * from "./builder.ts";
export * from "./formulas.ts";
export * from "./oracle.ts";
