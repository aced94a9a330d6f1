// One question, one facade.

export * from "./answer-question.ts";
export { type GuidedQuestions, type GuideReader, guided } from "./guided.ts";
export { readSearch, type SearchAsked } from "./search-asked.ts";
