// What evaluators, open lists and searches are made for, and share.

export * from "./estimates.ts";
export * from "./hopeless-states.ts";
export * from "./last-context.ts";
export * from "./last-transitions.ts";
export * from "./open-node.ts";
export * from "./path-counts.ts";
export * from "./search-context.ts";
export { ZoneReader } from "./zone-reader.ts";
