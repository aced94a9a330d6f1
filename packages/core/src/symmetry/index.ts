export { CanonicalForm } from "./canonical-form.ts";
export { obstacleTo, type Symmetry, type SymmetryMode, symmetryOf } from "./detect.ts";
export { keepsBounds } from "./kept-bounds.ts";
export { SymmetricEngine } from "./symmetric-engine.ts";
export { unfold } from "./unfold.ts";
