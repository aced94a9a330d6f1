// Where a word stands in the texts of a model. What is renamed must neither meet the new name anywhere (it could
// capture, or be captured by, a local variable, a parameter, a selection), nor leave the old one somewhere unexplained.

import type { Sources, Span } from "../diagnostics/index.ts";
import { isReservedName, isSoftWord } from "../lang/uppaal/parse.ts";
import { MODEL_WORDS, QUERY_WORDS, TCHECKER_WORDS } from "./words.ts";

/** First words of queries, quantifiers, and words of the newer dialects: names that would read as something else. */
const OTHER_WORDS =
  "A E U W R X F G AX EX AF EF AG EG AU EU control control_t acontrol Pr Pmax simulate strategy saveStrategy loadStrategy minE maxE minPr maxPr imitate sat under location invariant exponentialrate".split(
    " ",
  );
const QUERY_AND_MODEL: ReadonlySet<string> = new Set([...MODEL_WORDS, ...QUERY_WORDS, ...OTHER_WORDS]);
const TCHECKER: ReadonlySet<string> = new Set([...TCHECKER_WORDS, ...QUERY_WORDS, ...OTHER_WORDS]);

/** Does the word mean something of its own in models or in queries, if only in some places? */
export function isWordOfLanguage(word: string, isTchecker: boolean): boolean {
  if (isTchecker) return TCHECKER.has(word);
  return isReservedName(word) || isSoftWord(word) || QUERY_AND_MODEL.has(word);
}

/** Everywhere the word stands as a whole, outside of comments and tags. */
export function placesOfWord(sources: Sources, word: string, isTchecker: boolean): Span[] {
  const found: Span[] = [];
  for (const [block, { text, path, anchors }] of sources.blocks.entries()) {
    const isTag = anchors !== undefined && text.startsWith("<");
    if (isTag || path?.includes("/comment") === true) continue;
    for (const start of starts(withoutComments(text, isTchecker), word))
      found.push({ block, start, end: start + word.length });
  }
  return found;
}

function starts(text: string, word: string): number[] {
  return [...text.matchAll(/[A-Za-z_]\w*/g)].filter(([found]) => found === word).map(({ index }) => index);
}

/** As long as before. */
function withoutComments(text: string, isTchecker: boolean): string {
  const comments = isTchecker ? /#[^\n]*/g : /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(comments, (comment) => " ".repeat(comment.length));
}
