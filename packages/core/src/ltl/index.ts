export * from "./automaton.ts";
export * from "./degeneralise.ts";
export * from "./formulas.ts";
export * from "./hoa.ts";
export * from "./staying.ts";
export * from "./tight.ts";
export * from "./translate.ts";
export * from "./words.ts";
