// Text for logs and terminals that know no more than ASCII: our own signs are spelled out; what a model brings is kept.

const SPELLED: Readonly<Record<string, string>> = { "→": "->", "…": "...", "∞": "inf", "’": "'", "–": "-" };

export function plainText(text: string): string {
  return text.replace(/[→…∞’–]/g, (sign) => SPELLED[sign]!);
}
