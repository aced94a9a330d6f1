export * from "./observers.ts";
export * from "./sampler.ts";
