// One question, one facade.

export * from "./answer-question.ts";
export { readSearch, type SearchAsked } from "./search-asked.ts";
