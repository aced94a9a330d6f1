// What editors ask of a model, as pure functions: the language server and the page share them.

export { type Analysis, analyse, type FileEdit, type FileRange, type Mark, type QueryPlace } from "./analysis.ts";
export type { Suggestion } from "./completion.ts";
export type { FilePosition } from "./places.ts";
export { type ModelSymbol, symbolsOf } from "./symbols.ts";
export { MODEL_WORDS, QUERY_WORDS, TCHECKER_WORDS } from "./words.ts";
