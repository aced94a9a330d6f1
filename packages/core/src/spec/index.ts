export * from "./params.ts";
export * from "./registry.ts";
export * from "./syntax.ts";
