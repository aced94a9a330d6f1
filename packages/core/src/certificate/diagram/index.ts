// Diagrams as proofs, as others see them.

export type { DiagramProof } from "./diagram-proof.ts";
export { type CheckedDiagram, expectDiagram } from "./verify.ts";
