export type { Invariant, Ranges } from "./invariant.ts";
export { Prover } from "./prover.ts";
export { expectInvariants } from "./verify.ts";
