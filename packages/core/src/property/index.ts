export * from "./automaton.ts";
export * from "./staying.ts";
