// What editors ask of a model, as pure functions: the language server and the page share them.

export { type Analysis, analyse } from "./analysis.ts";
export type { Suggestion } from "./completion.ts";
export { type Fold, foldsOf, type OutlineEntry } from "./outline.ts";
export type { FilePosition } from "./places.ts";
export type { FileEdit, FileRange, Mark, QueryPlace } from "./ranges.ts";
export { type ModelSymbol, symbolsOf } from "./symbols.ts";
export { MODEL_WORDS, QUERY_WORDS, TCHECKER_WORDS } from "./words.ts";
