// Highlighting, made of the words that the languages have: one place says what they are.

import { MODEL_WORDS, QUERY_WORDS, TCHECKER_WORDS } from "@tracehound/core";

interface Grammar {
  readonly scopeName: string;
  readonly patterns: readonly object[];
}

const TYPES = ["clock", "chan", "int", "bool", "void", "struct", "scalar", "double", "typedef"];
const CONSTANTS = ["true", "false", "deadlock"];

const word = (words: readonly string[]): string => `\\b(?:${words.join("|")})\\b`;
const isPlain = (text: string): boolean => /^\w+$/.test(text);
const isOther = (text: string): boolean => isPlain(text) && !TYPES.includes(text) && !CONSTANTS.includes(text);

const SLASHES = [
  { name: "comment.line.double-slash", match: "//.*$" },
  { name: "comment.block", begin: "/\\*", end: "\\*/" },
];

function grammar(
  name: string,
  comments: readonly object[],
  words: readonly string[],
  more: readonly object[],
): Grammar {
  return {
    scopeName: `source.${name}`,
    patterns: [
      ...comments,
      ...more,
      { name: `storage.type.${name}`, match: word(TYPES) },
      { name: `constant.language.${name}`, match: word(CONSTANTS) },
      { name: `keyword.control.${name}`, match: word(words.filter(isOther)) },
      { name: `constant.numeric.${name}`, match: "\\b\\d+(?:\\.\\d+)?\\b" },
      { name: `entity.name.function.${name}`, match: "\\b[A-Za-z_]\\w*(?=\\s*\\()" },
      { name: `variable.other.${name}`, match: "\\b[A-Za-z_]\\w*\\b" },
      { name: `keyword.operator.${name}`, match: "&&|\\|\\||[-+*/%<>=!&|^?:]+" },
    ],
  };
}

export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  uppaal: grammar("uppaal", SLASHES, MODEL_WORDS, []),
  "uppaal-query": grammar("uppaal-query", SLASHES, QUERY_WORDS, [
    { name: "keyword.control.quantifier.uppaal-query", match: "[AE](?:\\[\\]|<>)|-->" },
  ]),
  tchecker: grammar("tchecker", [{ name: "comment.line.number-sign", match: "#.*$" }], TCHECKER_WORDS, []),
};
