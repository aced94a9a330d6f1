export * from "./draws.ts";
export * from "./evaluate.ts";
export * from "./exact.ts";
export * from "./explicit.ts";
export * from "./graph.ts";
export * from "./model.ts";
export * from "./solve.ts";
export * from "./unbounded.ts";
export { UnsupportedWeight } from "./uppaal-branches.ts";
