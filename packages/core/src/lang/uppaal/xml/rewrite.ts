// Writes an XML model back as it was read. Only the texts asked for are replaced, in place, so that layout, colours,
// comments, unknown elements, query options and results stay as they were, byte for byte.

import { declaringUtf8 } from "../../bytes.ts";
import { escapeText } from "./escape.ts";
import { pathOf, type XmlElement, type XmlFile } from "./tree.ts";

/** The file's text with the contents of some elements, named by their paths, replaced. */
export function rewriteXml(file: XmlFile, contents: ReadonlyMap<string, string> = new Map()): string {
  const parts: string[] = [];
  let at = 0;
  const visit = (element: XmlElement): void => {
    const replacement = contents.get(pathOf(element));
    if (replacement === undefined) {
      for (const child of element.children) visit(child);
      return;
    }
    if (element.end === element.contentEnd) {
      // `<label kind="guard"/>` has to be opened first.
      const tag = file.text.slice(element.start, element.contentStart).replace(/\s*\/>$/, ">");
      parts.push(file.text.slice(at, element.start), tag, escapeText(replacement), `</${element.name}>`);
    } else {
      parts.push(file.text.slice(at, element.contentStart), escapeText(replacement));
      parts.push(file.text.slice(element.contentEnd, element.end));
    }
    at = element.end;
  };
  if (contents.size > 0) visit(file.root);
  parts.push(file.text.slice(at));
  return declaringUtf8(parts.join(""));
}
