// Traces: found, timed, replayed, written and read.

export * from "./concretise.ts";
export * from "./dot.ts";
export * from "./formats.ts";
export { networkToIntermediate } from "./intermediate.ts";
export * from "./interval-text.ts";
export * from "./json.ts";
export * from "./judge.ts";
export { sameDiscrete } from "./loop.ts";
export * from "./mermaid.ts";
export * from "./names.ts";
export { inOrderOfTime } from "./order-of-time.ts";
export * from "./parcel.ts";
export { pickNear } from "./points.ts";
export * from "./read-json.ts";
export * from "./rebuild.ts";
export * from "./replay.ts";
export * from "./resolve-xtr.ts";
export * from "./simulator.ts";
export * from "./story.ts";
export { durationOf, traceToText } from "./text.ts";
export * from "./time-clock.ts";
export * from "./timing.ts";
export * from "./trace.ts";
export * from "./uppaal-text.ts";
export { traceToUppaalXml } from "./uppaal-xml.ts";
export * from "./xtr.ts";
export { stemByZones, timeByZones } from "./zones.ts";
