export { CanonicalForm, type UnitSwap } from "./canonical-form.ts";
export { type Block, obstacleTo, type Symmetry, type SymmetryMode, symmetryOf } from "./detect.ts";
export { SymmetricEngine } from "./symmetric-engine.ts";
export { type Unfolded, unfold } from "./unfold.ts";
