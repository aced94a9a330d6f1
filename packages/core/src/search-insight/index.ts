// Looking into searches, estimates and contexts: data for pictures.

export * from "./contexts.ts";
export { DistanceMap, type EstimateError } from "./estimate-errors.ts";
export { guideAlong } from "./guide-values.ts";
export * from "./heat.ts";
export * from "./hunt.ts";
export * from "./sets.ts";
export * from "./state-space.ts";
