// What the readers of the parts of an XML model share: the blocks made so far, the syntax in use, and where to
// report. A block is made once per element, however often its text is looked at or parsed anew in the old syntax.

import type { DiagnosticSink, Sources, Span } from "../../../diagnostics/index.ts";
import type { CanvasPoint, Placed } from "../document.ts";
import type { ParseInput, Syntax } from "../parse.ts";
import { isReservedLocation, isReservedName, OLD_KEYWORDS } from "../tokens.ts";
import type { BlockMaker } from "./text.ts";
import { attributeOf, type XmlElement } from "./tree.ts";

export class Section {
  readonly sources: Sources;
  readonly sink: DiagnosticSink;
  readonly querySink: DiagnosticSink;
  private readonly blocks: BlockMaker;
  private readonly contents: Map<XmlElement, number>;
  private readonly tags: Map<XmlElement, number>;
  private readonly syntax: Syntax;

  constructor(
    sources: Sources,
    blocks: BlockMaker,
    known: KnownBlocks,
    syntax: Syntax,
    sink: DiagnosticSink,
    querySink: DiagnosticSink,
  ) {
    this.sources = sources;
    this.blocks = blocks;
    this.contents = known.contents;
    this.tags = known.tags;
    this.syntax = syntax;
    this.sink = sink;
    this.querySink = querySink;
  }

  /** Keywords of later times may be names in old files. */
  isKeyword(name: string, what: "template" | "location"): boolean {
    if (what === "location") return isReservedLocation(name);
    return isReservedName(name) && (this.syntax === "new" || OLD_KEYWORDS.has(name));
  }

  /** For the parsers: the element's text as a block. */
  input(element: XmlElement, sink = this.sink): ParseInput {
    return { sources: this.sources, block: this.block(element), sink, syntax: this.syntax };
  }

  text(element: XmlElement): string {
    return this.sources.blocks[this.block(element)]!.text;
  }

  /** The whole text of an element. */
  span(element: XmlElement): Span {
    const block = this.block(element);
    return { block, start: 0, end: this.sources.blocks[block]!.text.length };
  }

  /** The text without the blanks around it, and where it stands. */
  trimmed(element: XmlElement): { readonly text: string; readonly span: Span } {
    const { block } = this.span(element);
    const whole = this.sources.blocks[block]!.text;
    const text = whole.trim();
    const start = text === "" ? 0 : whole.indexOf(text);
    return { text, span: { block, start, end: start + text.length } };
  }

  /** The element's start tag: what diagnostics about the element itself point at. */
  tagSpan(element: XmlElement): Span {
    let block = this.tags.get(element);
    if (block === undefined) {
      block = this.sources.add(this.blocks.tagOf(element));
      this.tags.set(element, block);
    }
    return { block, start: 0, end: this.sources.blocks[block]!.text.length };
  }

  private block(element: XmlElement): number {
    let block = this.contents.get(element);
    if (block === undefined) {
      block = this.sources.add(this.blocks.contentOf(element));
      this.contents.set(element, block);
    }
    return block;
  }
}

/** Blocks made so far for the contents and for the start tags of elements. */
export interface KnownBlocks {
  readonly contents: Map<XmlElement, number>;
  readonly tags: Map<XmlElement, number>;
}

export function pointOf(element: XmlElement): CanvasPoint | undefined {
  const x = Number.parseInt(attributeOf(element, "x") ?? "", 10);
  const y = Number.parseInt(attributeOf(element, "y") ?? "", 10);
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) ? { x, y } : undefined;
}

/** Adds place and colour in the drawing to a node, as far as the element states them. (Spreading them is slow.) */
export function place<T extends Placed>(node: T, element: XmlElement): T {
  const target: { at?: CanvasPoint; colour?: string } = node;
  const at = pointOf(element);
  const colour = attributeOf(element, "color");
  if (at !== undefined) target.at = at;
  if (colour !== undefined) target.colour = colour;
  return node;
}
