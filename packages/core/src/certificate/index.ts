// Certificates for "cannot happen" and "must happen": made, written, read and verified.

export { type CheckedDiagram, type DiagramProof } from "./diagram/index.ts";
export * from "./certificate.ts";
export * from "./free-clocks.ts";
export * from "./invariant/index.ts";
export * from "./locations.ts";
export * from "./minimal/index.ts";
export * from "./munta/index.ts";
export * from "./projection.ts";
export * from "./read.ts";
export * from "./verify.ts";
