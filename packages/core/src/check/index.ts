// Questions about a network, and their answers.

export { certificateOf } from "./certify.ts";
export * from "./check.ts";
export * from "./defaults.ts";
export * from "./engine-for.ts";
export * from "./explore.ts";
export * from "./options.ts";
export type { MemberDriver, MemberReport, MemberRequest } from "./portfolio.ts";
export * from "./probe.ts";
export type { CheckContext } from "./session.ts";
export * from "./strategy.ts";
export * from "./verdict.ts";
export * from "./words.ts";
export * from "./zone-graph-dot.ts";
