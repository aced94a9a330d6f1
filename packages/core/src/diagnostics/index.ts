export * from "./diagnostic.ts";
export * from "./sources.ts";
