export * from "./observers.ts";
export * from "./recorder.ts";
export * from "./sampler.ts";
