export * from "./binomial.ts";
export * from "./histogram.ts";
export * from "./stopping.ts";
export * from "./student.ts";
export * from "./wald.ts";
