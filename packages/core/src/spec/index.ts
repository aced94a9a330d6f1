// The language of specifications: `eager(best(hU()))`.

export * from "./component.ts";
export * from "./params.ts";
export * from "./refusal.ts";
export * from "./resolve.ts";
export * from "./syntax.ts";
export { writtenCall } from "./written.ts";
