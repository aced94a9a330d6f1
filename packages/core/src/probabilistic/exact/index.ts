export { exactModel } from "./choices.ts";
export { exactEarnings } from "./earnings.ts";
export { exactSolution } from "./equations.ts";
export { type ExactStage, exactlyCarried } from "./steps.ts";
export { complementOf, type ExactValues } from "./values.ts";
