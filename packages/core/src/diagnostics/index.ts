export * from "./codes.ts";
export * from "./diagnostic.ts";
export * from "./sources.ts";
export * from "./suggest.ts";
