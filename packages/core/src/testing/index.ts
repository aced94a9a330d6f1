export * from "./builder.ts";
export * from "./formulas.ts";
