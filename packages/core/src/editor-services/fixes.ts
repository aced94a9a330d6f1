// What a diagnostic says one may have meant, as edits: every "did you mean" and every "write" that names the very
// words.

import type { FileEdit, Mark } from "./ranges.ts";

export interface Fix {
  readonly title: string;
  readonly edit: FileEdit;
  readonly mark: Mark;
}

export function fixesOf(mark: Mark): Fix[] {
  const { hint = "" } = mark.diagnostic;
  const isMeant = /^did you mean /.test(hint);
  if (!isMeant && !/(?:^|: )write `/.test(hint)) return [];
  const named = isMeant ? hint : hint.slice(hint.indexOf("write `"));
  const words = [...named.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
  // A pattern to fill in is no text to put there.
  return words
    .filter((word) => !/[…\s]/.test(word))
    .map((word) => {
      const { file, from, to } = mark;
      return { title: `Write \`${word}\``, edit: { file, from, to, text: inFile(file, word) }, mark };
    });
}

function inFile(file: string, text: string): string {
  if (!/\.xml$/i.test(file)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
