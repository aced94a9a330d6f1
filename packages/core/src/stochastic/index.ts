export * from "./observers.ts";
export * from "./sampler.ts";
export { RaceStepper, type TakenEdge } from "./stepper.ts";
export { Stream } from "./stream.ts";
