// Text for logs and terminals that know no more than ASCII: our own signs are spelled out; what a model brings is kept.

const SPELLED: Readonly<Record<string, string>> = { "\u2192": "->", "\u2026": "...", "\u2019": "'", "\u2013": "-" };

export function plainText(text: string): string {
  return text.replace(/[\u2192\u2026\u2019\u2013]/g, (sign) => SPELLED[sign]!);
}
