// Certificates for "cannot happen" and "must happen": made, written, read and verified.

export { asStates, statesOfDiagram } from "./as-states.ts";
export * from "./certificate.ts";
export type { CheckedDiagram, DiagramProof } from "./diagram/index.ts";
export * from "./free-clocks.ts";
export * from "./invariant/index.ts";
export * from "./locations.ts";
export * from "./minimal/index.ts";
export * from "./munta/index.ts";
export * from "./projection.ts";
export * from "./read.ts";
export * from "./verify.ts";
