// Token kinds of the UPPAAL language and its keyword tables. Kinds are small integers so that the lexer can keep them
// in typed arrays; words come last, hard keywords before soft ones, which lets the parser ask "may this be a name?"
// with one comparison.

// biome-ignore format: words in rows
const SYMBOLS = [
  "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "'", "?", "!", "+", "-", "*", "/", "%", "**", "<<", ">>", "<?",
  ">?", "<", "<=", ">=", ">", "==", "!=", "&", "^", "|", "&&", "||", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
  "^=", "<<=", ">>=", "++", "--", "=<", "=>", "->", "-u->", "-->", "<->", "<>", "#",
] as const;

/** Words with a meaning of their own everywhere in a model; none of them can be a name. */
// biome-ignore format: words in rows
const HARD_WORDS = [
  "true", "false", "and", "or", "not", "imply", "xor", "forall", "exists", "sum", "int", "bool", "clock", "chan",
  "void", "scalar", "struct", "typedef", "const", "meta", "urgent", "broadcast", "if", "else", "while", "do", "for",
  "return", "assert", "default", "before_update", "after_update", "process", "state", "commit", "init", "trans",
  "select", "guard", "sync", "assign", "system",
] as const;

/** Words that mean something only where the grammar looks for them; elsewhere they are names (as in UPPAAL 4). */
const SOFT_WORDS = [
  "deadlock",
  "double",
  "string",
  "hybrid",
  "import",
  "dynamic",
  "spawn",
  "exit",
  "numOf",
  "foreach",
  "IO",
  "priority",
  "branchpoint",
  "probability",
  "progress",
  "gantt",
  "query",
  // Not in the language, though people coming from C write them; UPPAAL's parser takes them for names.
  "switch",
  "enum",
] as const;

/** What queries keep as keywords; every other word is a name there. */
// biome-ignore format: words in rows
const QUERY_WORDS: ReadonlySet<string> = new Set([
  "true", "false", "and", "or", "not", "imply", "xor", "forall", "exists", "sum", "deadlock", "int", "scalar",
  "numOf", "foreach",
]);

/** The 3.x language has fewer keywords: what was added later may be a name in an old file. */
// biome-ignore format: words in rows
const NOT_IN_OLD: ReadonlySet<string> = new Set([
  "forall", "exists", "sum", "xor", "scalar", "struct", "typedef", "meta", "broadcast", "if", "else", "while", "do",
  "for", "return", "assert", "default", "before_update", "after_update", "select", "void",
]);

const SPECIAL = ["end of text", "number", "double number", "string literal"] as const;

export type TokenText =
  | (typeof SPECIAL)[number]
  | (typeof SYMBOLS)[number]
  | (typeof HARD_WORDS)[number]
  | "name"
  | (typeof SOFT_WORDS)[number];

/** What each kind is called, by kind. */
export const TOKEN_TEXT: readonly TokenText[] = [...SPECIAL, ...SYMBOLS, ...HARD_WORDS, "name", ...SOFT_WORDS];

/** Kind by text: `T["&&"]`. */
export const T: Readonly<Record<TokenText, number>> = Object.fromEntries(
  TOKEN_TEXT.map((text, kind) => [text, kind]),
) as Record<TokenText, number>;

export const FIRST_WORD: number = T.true;
export const NAME: number = T.name;
export const KIND_COUNT: number = TOKEN_TEXT.length;

function table(accept: (word: string) => boolean): ReadonlyMap<string, number> {
  return new Map([...HARD_WORDS, ...SOFT_WORDS].filter(accept).map((word) => [word, T[word]]));
}
export const MODEL_KEYWORDS: ReadonlyMap<string, number> = table(() => true);
export const OLD_KEYWORDS: ReadonlyMap<string, number> = table((word) => !NOT_IN_OLD.has(word));
export const QUERY_KEYWORDS: ReadonlyMap<string, number> = table((word) => QUERY_WORDS.has(word));

/** Is the word unusable as a name in a model? The XML reader asks this for the names of templates. */
export function isReservedName(word: string): boolean {
  const kind = MODEL_KEYWORDS.get(word);
  return kind !== undefined && kind < NAME;
}

/** Is the word a name in most places, and something else in others? */
export function isSoftWord(word: string): boolean {
  return (MODEL_KEYWORDS.get(word) ?? 0) > NAME;
}

/**
 * Is the word unusable as the name of a location? Locations are named in texts of 3.x and in queries; what is a keyword
 * in neither (`select`, `for`, `default`) may be one.
 */
export function isReservedLocation(word: string): boolean {
  return (isReservedName(word) && OLD_KEYWORDS.has(word)) || QUERY_KEYWORDS.has(word);
}
