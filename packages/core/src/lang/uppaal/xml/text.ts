// The text of an XML element as the model's author meant it, with anchors that lead back into the file: entities and
// character references are decoded, CDATA sections opened, comments left out. What stands between two anchors
// stands in the file just so.

import type { Anchor, SourceBlock } from "../../../diagnostics/index.ts";
import { pathOf, type XmlElement } from "./tree.ts";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Line and column (from 1) of offsets in one file. */
export class LineTable {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    // As XML and editors see it, a lone carriage return ends a line too.
    for (const match of text.matchAll(/\r\n|\n|\r/g)) this.starts.push(match.index + match[0].length);
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.starts[low]! + 1 };
  }
}

/** Turns elements of one file into source blocks. */
export class BlockMaker {
  private readonly lines: LineTable;
  private readonly name: string;
  private readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    this.lines = new LineTable(text);
  }

  /** What the element contains, decoded. */
  contentOf(element: XmlElement): SourceBlock {
    const { text, anchors } = this.decode(element);
    return { file: this.name, path: pathOf(element), text, anchors };
  }

  /** The element's start tag as written: stands for elements that have no text of their own. */
  tagOf(element: XmlElement): SourceBlock {
    const text = this.text.slice(element.start, element.contentStart);
    return { file: this.name, path: pathOf(element), text, anchors: [this.anchor(0, element.start)] };
  }

  /** The neighbourhood of an offset on its line: enough to show, however long the line. */
  around(offset: number, inside: XmlElement | null): { readonly block: SourceBlock; readonly start: number } {
    const reach = 60;
    const lineStart = offset - (this.lines.at(offset).column - 1);
    const from = Math.max(lineStart, offset - reach);
    const text = this.text.slice(from, offset + reach).split(/[\r\n]/, 1)[0]!;
    const block = { file: this.name, text, anchors: [this.anchor(0, from)] };
    return { block: inside === null ? block : { ...block, path: pathOf(inside) }, start: offset - from };
  }

  private anchor(offset: number, inFile: number): Anchor {
    return { offset, ...this.lines.at(inFile) };
  }

  private decode(element: XmlElement): { text: string; anchors: readonly Anchor[] } {
    const from = element.contentStart;
    const raw = this.text.slice(from, element.contentEnd);
    const anchors: Anchor[] = [this.anchor(0, from)];
    if (!/[&<\r]/.test(raw)) return { text: raw, anchors };
    let text = "";
    let at = 0;
    let children = 0;
    // Carriage returns need no anchor: the column starts anew behind them anyway.
    const moveTo = (next: number): void => {
      at = next;
      anchors.push(this.anchor(text.length, from + at));
    };
    while (at < raw.length) {
      const stop = nextSpecial(raw, at);
      text += unifyNewlines(raw.slice(at, stop));
      if (stop === raw.length) break;
      if (raw[stop] === "&") {
        const end = raw.indexOf(";", stop);
        text += decodeEntity(raw.slice(stop + 1, end));
        moveTo(end + 1);
      } else if (raw.startsWith("<![CDATA[", stop)) {
        const end = raw.indexOf("]]>", stop);
        moveTo(stop + 9);
        text += unifyNewlines(raw.slice(at, end));
        moveTo(end + 3);
      } else {
        // An element has no business in a text: it is passed over, as UPPAAL does.
        const child = element.children[children];
        const isElement = child !== undefined && child.start === from + stop;
        if (isElement) children++;
        moveTo(isElement ? child.end - from : behindMarkup(raw, stop));
      }
    }
    return { text, anchors };
  }
}

function nextSpecial(raw: string, from: number): number {
  for (let i = from; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if (code === 0x26 || code === 0x3c) return i;
  }
  return raw.length;
}

function unifyNewlines(raw: string): string {
  return raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
}

function decodeEntity(name: string): string {
  if (name.startsWith("#x")) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  if (name.startsWith("#")) return String.fromCodePoint(Number.parseInt(name.slice(1), 10));
  return ENTITIES[name] ?? "";
}

/** Behind a comment or a processing instruction. */
function behindMarkup(raw: string, at: number): number {
  const end = raw.startsWith("<!--", at) ? "-->" : "?>";
  return raw.indexOf(end, at) + end.length;
}
