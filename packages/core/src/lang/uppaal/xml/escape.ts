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

/** An end of a line is one, however it is written: readers of XML see no other. */
export function escapeText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/[&<>\r]/g, (character) => SPECIAL[character]!);
}

export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\r\n\t]/g, (character) => SPECIAL[character]!);
}
