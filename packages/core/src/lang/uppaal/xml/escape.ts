// Text and attribute values as XML wants them written.

const SPECIAL: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};

export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => SPECIAL[character]!);
}

export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\r\n\t]/g, (character) => SPECIAL[character]!);
}
