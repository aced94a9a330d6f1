export * from "./budget.ts";
export * from "./environment.ts";
